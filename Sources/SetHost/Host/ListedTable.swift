import SetProtocol

/// A table as ``Matchmaking`` knows it.
struct ListedTable: Sendable {
    /// Where a table with a free seat stands among the others; the least is the best.
    struct Rank: Comparable {
        /// Whether a player of the table is ready, is there but not ready, or is away.
        enum Player: Int {
            case ready, idle, away
        }

        let player: Player
        /// Since when the player has been alone.
        let since: MonotonicInstant
        let serial: Int

        static func < (one: Rank, other: Rank) -> Bool {
            (one.player.rawValue, one.since, one.serial)
                < (other.player.rawValue, other.since, other.serial)
        }
    }

    /// Tables are numbered in the order in which they were opened.
    let serial: Int
    /// Whether the table is private: joined by its code only.
    let isPrivate: Bool
    /// Whether players without a code may join: not if it is private or has other rules than the
    /// host's.
    let takesNewcomers: Bool
    private(set) var overview: TableOverview
    /// Where each seat's player comes from; `nil` if an earlier host admitted them.
    private(set) var origins = PerSeat<CallerOrigin?>(both: nil)
    /// Until when newcomers are sent elsewhere, because an opponent came and left and the player who
    /// stayed was not ready.
    private(set) var skippedUntil = MonotonicInstant.zero
    /// Since when its player has been alone.
    private var aloneSince: MonotonicInstant
    /// Whether the two players have played.
    private var havePlayed = false
    private var sittings: [CallerOrigin: RateLimit] = [:]

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

    /// The rank among the tables that newcomers may be sent to; `nil` if it is none of them.
    var rank: Rank? {
        guard takesNewcomers, overview.hasRoom else { return nil }
        let places = Seat.allCases.map { overview.places[$0] }
        let player: Rank.Player =
            places.contains(.away) ? .away : places.contains(.ready) ? .ready : .idle
        return Rank(player: player, since: aloneSince, serial: serial)
    }

    /// Records a player's origin.
    mutating func seated(_ origin: CallerOrigin, in seat: Seat) {
        origins[seat] = origin
    }

    /// Records how it looks now.
    ///
    /// - Returns: The origins of two players of whom one has left the other.
    mutating func change(to new: TableOverview, at now: MonotonicInstant) -> Set<CallerOrigin> {
        let old = overview
        overview = new
        var parted: Set<CallerOrigin> = []
        for seat in Seat.allCases where old.places[seat].isTaken != new.places[seat].isTaken {
            aloneSince = now
            if new.places[seat].isTaken {
                havePlayed = false
            } else {
                parted = Set([origins.first, origins.second].compactMap(\.self))
                origins[seat] = nil
                // Nobody has to be ready for an opponent who is away.
                if old.places[seat].isPresent, new.places[seat.opponent] == .idle, !havePlayed {
                    skippedUntil = now.advanced(by: Matchmaking.unreadyTime)
                }
            }
        }
        if new.isPlaying { havePlayed = true }
        if Seat.allCases.contains(where: { new.places[$0] == .ready }) { skippedUntil = .zero }
        return parted
    }

    /// Whether somebody may sit down now; a yes counts.
    mutating func allowsSitting(
        from origin: CallerOrigin, _ rate: RateLimit.Rate, at now: MonotonicInstant
    ) -> Bool {
        var limit = sittings[origin] ?? RateLimit(rate)
        let isAllowed = limit.allows(at: now)
        if sittings.count >= Self.mostAddresses { sittings = [:] }
        sittings[origin] = limit
        return isAllowed
    }
}
