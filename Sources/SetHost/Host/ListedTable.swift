import SetProtocol

/// A table as ``Matchmaking`` knows it: how it looks to newcomers, and how its players have treated
/// opponents.
struct ListedTable: Sendable {
    /// A player who is gone while the other stayed.
    struct Departure {
        /// How the player went.
        enum Kind {
            /// The player disconnected; the seat is kept.
            case lost
            /// The kept seat became free.
            case lapsed
            /// The player left.
            case left
        }

        let seat: Seat
        /// The player's origin; `nil` if an earlier host admitted them.
        let origin: CallerOrigin?
        let kind: Kind
        /// Whether the one who stayed hardly got to play.
        ///
        /// They sat together for less than a minute, or did not finish a game. A player who
        /// disconnected may still return.
        let isEarly: Bool
        /// Whether they had begun a game.
        let hadBegun: Bool
        /// How long they sat together.
        let lasted: Duration
    }

    /// How a player has treated opponents.
    private struct Conduct {
        /// The player's origin.
        var origin: CallerOrigin?
        /// Whether the player has been ready since the opponent sat down.
        var wasReady = false
        /// How many opponents have left.
        var departures = 0
        /// How often the player was not ready while an opponent came and went.
        var silences = 0
        /// Until when the player gets no newcomers.
        var restsUntil = MonotonicInstant.zero
    }

    /// Who sits down: those with the code are counted by themselves, because others of their address
    /// could use up what they have in common.
    struct Sitter: Hashable {
        let origin: CallerOrigin
        let hasCode: Bool
    }

    /// Tables are numbered in the order in which they were opened.
    let serial: Int
    /// Whether the table is private: joined by its code only.
    let isPrivate: Bool
    /// Whether players without a code may join: not if it is private or has other rules than the
    /// host's.
    let takesNewcomers: Bool
    private(set) var overview: TableOverview
    private var conduct = PerSeat(both: Conduct())
    /// Since when its player has been alone.
    private var aloneSince: MonotonicInstant
    /// Whether the two players have played.
    private var havePlayed = false
    /// Until when an address that left gets other tables.
    private var avoidedUntil: [CallerOrigin: MonotonicInstant] = [:]
    private var sittings: [Sitter: RateLimit] = [:]

    /// How many addresses are remembered.
    private static let mostAddresses = 64

    /// Creates a table just opened or resumed.
    init(
        serial: Int, isPrivate: Bool, takesNewcomers: Bool, _ overview: TableOverview,
        at now: MonotonicInstant
    ) {
        (self.serial, self.isPrivate, self.overview) = (serial, isPrivate, overview)
        self.takesNewcomers = takesNewcomers
        aloneSince = now
    }

    // MARK: - What happens

    /// Records a player's origin.
    mutating func seated(_ origin: CallerOrigin, in seat: Seat) {
        conduct[seat].origin = origin
    }

    /// Records how it looks now.
    ///
    /// - Returns: The players who are gone while the other stayed.
    mutating func change(to new: TableOverview, at now: MonotonicInstant) -> [Departure] {
        let old = overview
        // Since both seats were taken, nobody has been alone.
        let lasted = aloneSince.duration(to: now)
        let isEarly = lasted < Matchmaking.shortMeeting
        let isUnfinished = isEarly || old.isPlaying || !havePlayed
        overview = new
        if new.isPlaying { havePlayed = true }
        var departures: [Departure] = []
        for seat in Seat.allCases {
            switch (old.places[seat].isTaken, new.places[seat].isTaken) {
            case (false, true):
                (aloneSince, havePlayed) = (now, false)
                for seat in Seat.allCases { conduct[seat].wasReady = false }
            case (true, false):
                let kind: Departure.Kind = old.places[seat].isPresent ? .left : .lapsed
                departures.append(
                    Departure(
                        seat: seat, origin: conduct[seat].origin, kind: kind,
                        isEarly: isUnfinished, hadBegun: havePlayed, lasted: lasted))
                conduct[seat] = Conduct()
                aloneSince = now
            case (true, true) where old.places[seat].isPresent && !new.places[seat].isPresent:
                departures.append(
                    Departure(
                        seat: seat, origin: conduct[seat].origin, kind: .lost, isEarly: isEarly,
                        hadBegun: havePlayed, lasted: lasted))
            case (true, true), (false, false): break
            }
        }
        for seat in Seat.allCases where new.places[seat] == .ready {
            conduct[seat].wasReady = true
            (conduct[seat].silences, conduct[seat].restsUntil) = (0, .zero)
        }
        return departures.filter { new.places[$0.seat.opponent].isTaken }
    }

    /// Whether the two players of a departure have the same origin.
    func isAmongNeighbors(_ departure: Departure) -> Bool {
        departure.origin != nil && departure.origin == origin(of: departure.seat.opponent)
    }

    /// Records that a departure counts against the player who stays.
    ///
    /// Neighbors cannot be told apart, so only the table tells who is left early all the time, and
    /// once is enough.
    mutating func hold(_ departure: Departure, at now: MonotonicInstant) {
        let seat = departure.seat.opponent
        if isAmongNeighbors(departure), departure.isEarly {
            conduct[seat].departures = Matchmaking.manyDepartures
        } else {
            conduct[seat].departures = havePlayed ? 0 : conduct[seat].departures + 1
        }
        // Nobody has to be ready for an opponent who is away.
        guard departure.kind == .left, !havePlayed, !conduct[seat].wasReady else { return }
        let doublings = min(conduct[seat].silences, Matchmaking.mostDoublings)
        conduct[seat].restsUntil = now.advanced(by: Matchmaking.rest * (1 << doublings))
        conduct[seat].silences += 1
    }

    /// Sends an address to other tables for a while.
    mutating func avoid(_ origin: CallerOrigin, at now: MonotonicInstant) {
        if avoidedUntil.count >= Self.mostAddresses {
            avoidedUntil = avoidedUntil.filter { $0.value > now }
        }
        guard avoidedUntil.count < Self.mostAddresses else { return }
        avoidedUntil[origin] = now.advanced(by: Matchmaking.avoidance)
    }

    /// Whether somebody may sit down now; a yes counts.
    mutating func allowsSitting(
        of sitter: Sitter, _ rate: RateLimit.Rate, at now: MonotonicInstant
    ) -> Bool {
        var limit = sittings[sitter] ?? RateLimit(rate)
        let isAllowed = limit.allows(at: now)
        if sittings.count >= Self.mostAddresses { sittings = [:] }
        sittings[sitter] = limit
        return isAllowed
    }

    /// When somebody may sit down next, as far as the limit is concerned.
    func nextSitting(of sitter: Sitter) -> MonotonicInstant {
        sittings[sitter]?.nextAllowed ?? .zero
    }

    // MARK: - Questions

    /// The origin of a seat's player, if known.
    func origin(of seat: Seat) -> CallerOrigin? { conduct[seat].origin }

    /// The origins of its players.
    var origins: [CallerOrigin] {
        Seat.allCases.compactMap { overview.places[$0].isTaken ? conduct[$0].origin : nil }
    }

    /// The origin of its player who waits alone and is not ready.
    var idler: CallerOrigin? {
        guard !isReady else { return nil }
        let taken = Seat.allCases.filter { overview.places[$0].isTaken }
        return taken.count == 1 ? taken.first.flatMap { conduct[$0].origin } : nil
    }

    /// Whether one player sits there, open to newcomers.
    var awaitsOpponent: Bool {
        takesNewcomers && Seat.allCases.count { overview.places[$0].isTaken } == 1
    }

    /// Whether nobody who sits there is away.
    var isPlayerPresent: Bool { !Seat.allCases.contains { overview.places[$0] == .away } }

    /// Whether it is better for a newcomer than a new table.
    ///
    /// Players who share an address are not sent away from one another's tables because one of them
    /// has left: it may have been somebody else.
    func suits(_ origin: CallerOrigin, at now: MonotonicInstant) -> Bool {
        isPlayerPresent
            && (avoidedUntil[origin, default: .zero] <= now || origins.contains(origin))
            && Seat.allCases.allSatisfy { conduct[$0].restsUntil <= now }
    }

    /// Whether a newcomer gets this table before another.
    func isBetter(than other: ListedTable) -> Bool {
        if manyHaveLeft != other.manyHaveLeft { return other.manyHaveLeft }
        if isReady != other.isReady { return isReady }
        // Ready players wait in order of arrival; of the others, the latest is most likely still
        // there.
        if aloneSince != other.aloneSince { return isReady == (aloneSince < other.aloneSince) }
        return serial < other.serial
    }

    private var isReady: Bool { Seat.allCases.contains { overview.places[$0] == .ready } }

    /// Whether it comes after others because of the opponents who have left.
    var manyHaveLeft: Bool {
        Seat.allCases.contains { conduct[$0].departures >= Matchmaking.manyDepartures }
    }
}
