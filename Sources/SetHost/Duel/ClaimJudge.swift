import SetProtocol

/// Decides who was first to see a set.
///
/// The winner of a race is the seat that needed less time *from seeing the board to pressing*. Both
/// players were sent the board at the same moment. A claim that arrives at `a` over a line whose
/// round trip is `R` was pressed `a - R` after that, whatever part of `R` was spent on which way;
/// half a round trip would not do, for nobody can measure how it divides. What is made up for is
/// bounded, because whoever answers the host's pings late looks like a slow line. Against the order
/// of arrival such a player gains no more than the bound. Against the fair order, the gain is no more
/// than the delay, and no more than the bound if the line was not the faster one; a faster line can
/// besides take from the slower what it would be made up for, which is once more the bound.
///
/// Everything is a pure function of numbers that can be written down and judged again.
package struct ClaimJudge: Hashable, Sendable {
    /// The most that is made up for; zero goes by arrival.
    package let bound: Duration
    /// The measured round trip of each seat; zero when unknown.
    package let roundTrips: PerSeat<Duration>

    /// Two claims closer than this cannot be told apart: stamps are no better.
    static let deadHeat = Duration.milliseconds(1)
    /// How much later than a round trip after a grant a claim may come that was pressed before the
    /// grant was seen.
    static let jitter = Duration.milliseconds(20)
    /// By how much a line may be faster than the fastest of the last answers to pings.
    static let fasterThanMeasured = Duration.milliseconds(5)
    /// The longest round trip that is believed where it is not only made up for: pongs can be held back.
    static let longestLateness = Duration.milliseconds(400)

    /// Judges with what is known of the lines.
    ///
    /// - Parameters:
    ///   - bound: Not negative.
    ///   - roundTrips: Not negative.
    package init(bound: Duration, roundTrips: PerSeat<Duration>) {
        self.bound = bound
        self.roundTrips = roundTrips
    }

    /// How much a seat's line is made up for: what it is slower than the faster one, up to the bound.
    ///
    /// Lines that differ by less than a dead heat are alike: nobody waits for the noise of a
    /// measurement.
    package func credit(_ seat: Seat) -> Duration {
        let slower = roundTrips[seat] - min(roundTrips.first, roundTrips.second)
        return slower < Self.deadHeat ? .zero : min(slower, bound)
    }

    /// What is compared: the moment a claim would have arrived over the faster line.
    package func score(_ arrival: TableInstant, of seat: Seat) -> TableInstant {
        arrival.advanced(by: .zero - credit(seat))
    }

    /// How long a claim is held before it is granted: as long as the other seat, with what it is made
    /// up for, could still turn out to have been first.
    package func hold(for seat: Seat) -> Duration {
        max(.zero, credit(seat.opponent) - credit(seat))
    }

    /// By how much a seat's deadlines are put off, so that the time it is shown can be used to the
    /// end.
    package func allowance(for seat: Seat) -> Duration {
        min(roundTrips[seat], bound)
    }

    /// The end of a race.
    ///
    /// - Parameters:
    ///   - arrivals: When each seat's call reached the host.
    ///   - tieBreak: Who gets a dead heat.
    package func race(_ arrivals: PerSeat<TableInstant>, tieBreak: () -> Seat) -> Race {
        let lead = score(arrivals.first, of: .first)
            .duration(to: score(arrivals.second, of: .second))
        let margin = max(lead, .zero - lead)
        let adjustment = max(credit(.first), credit(.second))
        guard margin < Self.deadHeat else {
            return Race(
                winner: lead > .zero ? .first : .second, margin: margin, adjustment: adjustment)
        }
        return Race(
            winner: tieBreak(), margin: margin, adjustment: adjustment, isDeadHeat: true)
    }
}

/// When a table last became open to claims and deals with the cards it has: the board changed, its cards
/// were turned up, or a turn or a standstill ended.
package struct BoardOpening: Hashable, Sendable {
    var board = BoardNumber(0)
    /// When that was.
    package internal(set) var at = TableInstant.zero
    /// Whose message it was that opened the table; `nil` when it was the time.
    package internal(set) var opener: Seat?

    /// Whether what arrives can be an answer to it: it takes a whole round trip to be shown the table and to be
    /// heard.
    ///
    /// The number of the next board can be guessed, and the moment at which a table opens be known. A line may be
    /// a little faster than was measured last, or have been measured while something held it up. A player who answers
    /// pings late gains nothing here but delay. What comes together with the message that opened the table was
    /// sent before it, however short the line.
    func canHaveBeenSeen(
        by seat: Seat, roundTrip: Duration, when arrival: TableInstant
    ) -> Bool {
        if opener == seat, arrival <= at { return false }
        let known = min(roundTrip, ClaimJudge.longestLateness)
        let way = known - min(known / 2, ClaimJudge.fasterThanMeasured)
        return arrival >= at.advanced(by: way)
    }
}

/// A showing of a found set that is over.
struct EndedShowing: Hashable, Sendable {
    /// The board that was shown.
    let board: BoardNumber
    let end: TableInstant
    /// Whose message ended it; `nil` when it was the time.
    let ender: Seat?
}

/// A claim that waits, seen by nobody, for one that may have been pressed sooner.
package struct HeldClaim: Hashable, Sendable {
    /// Whose it is.
    package let seat: Seat
    /// What was said; picks that follow are added.
    var claim: Claim
    /// When it reached the host.
    package let arrival: TableInstant
    /// When it is granted unless a better one comes.
    package let decision: TableInstant
    /// What it is judged by.
    package let judge: ClaimJudge
}

/// A claim that was granted, for telling those who were beaten by how much.
struct GrantedClaim: Hashable, Sendable {
    let seat: Seat
    let board: BoardNumber
    let arrival: TableInstant
    let grant: TableInstant
    let judge: ClaimJudge
}
