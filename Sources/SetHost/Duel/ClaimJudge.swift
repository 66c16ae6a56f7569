import SetProtocol

/// Decides who saw a set first.
///
/// The winner of a race is the seat with the shorter reaction time, *from seeing the board to
/// pressing*. Both players were sent the board at the same moment. A claim that arrives at `a` over
/// a connection with round trip `R` was pressed `a - R` after that, however `R` divides between the
/// two directions; half a round trip would be wrong, because nobody can measure the division. The
/// credit is bounded, because a client that delays its pongs looks like a slow connection. Compared
/// with the order of arrival, such a client gains at most the bound. Compared with the fair order,
/// it gains at most its delay, and at most the bound if its connection was not the faster one; a
/// faster connection can also cancel the slower one's credit, which is once more the bound.
///
/// Everything is a pure function of numbers that can be recorded and judged again.
package struct ClaimJudge: Hashable, Sendable {
    /// The largest credit; zero decides by arrival.
    package let bound: Duration
    /// The measured round trip of each seat; zero when unknown.
    package let roundTrips: PerSeat<Duration>

    /// Two claims closer than this cannot be told apart: arrival times are no more precise.
    static let deadHeat = Duration.milliseconds(1)
    /// Nobody reacts to a grant sooner: World Athletics calls less a false start.
    static let leastReaction = Duration.milliseconds(100)
    /// Nobody answers to the other player's set sooner: seeing it, understanding that it is over, and
    /// pressing for another one take longer than a mere reaction.
    static let leastAnswer = Duration.milliseconds(250)
    /// How much faster a connection may be than the fastest recent pong showed.
    static let fasterThanMeasured = Duration.milliseconds(5)
    /// The longest round trip that is believed where no bound applies: a client can hold back
    /// pongs.
    static let longestLateness = Duration.milliseconds(400)

    package init(bound: Duration, roundTrips: PerSeat<Duration>) {
        self.bound = bound
        self.roundTrips = roundTrips
    }

    /// A seat's credit: how much slower its connection is than the other, up to the bound.
    ///
    /// Only the slower connection has one. Connections that differ by less than a dead heat count
    /// as equal: nobody waits for measurement noise.
    package func credit(_ seat: Seat) -> Duration {
        let slower = roundTrips[seat] - roundTrips[seat.opponent]
        return slower < Self.deadHeat ? .zero : min(slower, bound)
    }

    /// How long a claim is held before it is granted: as long as the other seat, with its credit,
    /// could still turn out to have been first.
    package func hold(for seat: Seat) -> Duration { credit(seat.opponent) }

    /// How much a seat's deadlines are extended, so that its player can use the whole time shown.
    package func allowance(for seat: Seat) -> Duration {
        min(roundTrips[seat], bound)
    }

    /// Decides a race by when each claim would have arrived over the faster connection.
    package func race(_ arrivals: PerSeat<TableInstant>, tieBreak: () -> Seat) -> Race {
        let credits = (first: credit(.first), second: credit(.second))
        let lead =
            arrivals.first.duration(to: arrivals.second) + credits.first - credits.second
        let margin = max(lead, .zero - lead)
        let adjustment = credits.first + credits.second
        let credited: Seat? =
            adjustment == .zero ? nil : credits.first > .zero ? .first : .second
        let isDeadHeat = margin < Self.deadHeat
        return Race(
            winner: isDeadHeat ? tieBreak() : lead > .zero ? .first : .second, margin: margin,
            adjustment: adjustment, credited: credited, isDeadHeat: isDeadHeat)
    }
}

/// When a table last became open to claims and deals with its current cards: the board changed, its
/// cards were turned up, or a turn or a standstill ended.
package struct BoardOpening: Hashable, Sendable {
    var board = BoardNumber(0)
    package internal(set) var at = TableInstant.zero
    /// Whose message opened the table; `nil` if a timer did.
    package internal(set) var opener: Seat?

    /// Whether an arriving message can be a reaction to the opening: showing the table and getting
    /// the answer takes a whole round trip.
    ///
    /// Clients can guess the next board's number and know when a table opens. A connection may be
    /// slightly faster than last measured, or may have been slowed down during the measurement. A
    /// player who delays pongs gains nothing here but delay. Whatever arrives together with the
    /// message that opened the table was sent before the opening, however short the latency.
    func canHaveBeenSeen(
        by seat: Seat, roundTrip: Duration, when arrival: TableInstant
    ) -> Bool {
        if opener == seat, arrival <= at { return false }
        let known = min(roundTrip, ClaimJudge.longestLateness)
        let way = known - min(known / 2, ClaimJudge.fasterThanMeasured)
        return arrival >= at.advanced(by: way)
    }
}

/// A finished showing of a found set.
struct EndedShowing: Hashable, Sendable {
    let board: BoardNumber
    let end: TableInstant
    /// Whose message ended it; `nil` if a timer did.
    let ender: Seat?
}

/// A claim that waits, invisibly, for one that may have been pressed earlier.
package struct HeldClaim: Hashable, Sendable {
    package let seat: Seat
    /// The claim, with the picks that followed.
    var claim: Claim
    package let arrival: TableInstant
    /// When it is granted unless a better claim arrives.
    package let decision: TableInstant
    /// The judge, with the round trips at its arrival.
    package let judge: ClaimJudge
}

/// A granted claim or a found set, kept to refuse a claim that lost to it and to tell the margin.
struct WonRace: Hashable, Sendable {
    let seat: Seat
    let board: BoardNumber
    /// When the claim, or the pick that completed the set, reached the host.
    var arrival: TableInstant
    let announcement: TableInstant
    var judge: ClaimJudge
    /// The least round trips that are known; they may come from the system, which earns no credit.
    let roundTrips: PerSeat<Duration>
    var isSet = false

    /// Whether a message was sent before its player can have answered to the announcement.
    func precedesAnswer(of seat: Seat, when arrival: TableInstant) -> Bool {
        let roundTrip = min(roundTrips[seat], ClaimJudge.longestLateness)
        let reaction = isSet ? ClaimJudge.leastAnswer : ClaimJudge.leastReaction
        return arrival <= announcement.advanced(by: roundTrip + reaction)
    }
}
