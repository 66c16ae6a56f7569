import SetProtocol

/// A table as ``Matchmaking`` knows it.
struct ListedTable: Sendable {
    /// Where a table with a free seat stands among the others; the least is the best.
    ///
    /// Its player is ready (0), there but not ready (1), or ``away``, and has been alone since an
    /// instant.
    typealias Rank = (player: Int, since: MonotonicInstant, serial: Int)

    static let away = 2

    /// Tables are numbered in the order in which they were opened.
    let serial: Int
    let isPrivate: Bool
    /// Whether players without a code may join: not if it is private or has other rules than the
    /// host's.
    let takesNewcomers: Bool
    private(set) var overview: TableOverview
    /// Where each seat's player comes from; `nil` if an earlier host admitted them.
    var origins = PerSeat<CallerOrigin?>(both: nil)
    /// Until when newcomers are sent elsewhere, because an opponent came and left and the player who
    /// stayed was not ready.
    private(set) var skippedUntil = MonotonicInstant.zero
    private var aloneSince: MonotonicInstant
    private(set) var playingSince: MonotonicInstant?
    private var havePlayed = false
    var sittings: OriginLimits

    private static let mostAddresses = 64

    init(
        serial: Int, isPrivate: Bool, takesNewcomers: Bool = true, _ overview: TableOverview,
        sittings: RateLimit.Rate = HostLimits.standard.sittings, at now: MonotonicInstant
    ) {
        self.sittings = OriginLimits(sittings, most: Self.mostAddresses)
        (self.serial, self.isPrivate, self.overview) = (serial, isPrivate, overview)
        self.takesNewcomers = takesNewcomers && !isPrivate
        aloneSince = now
    }

    /// The rank among the tables that newcomers may be sent to; `nil` if it is none of them.
    var rank: Rank? {
        guard takesNewcomers, overview.hasRoom else { return nil }
        let places = Seat.allCases.map { overview.places[$0] }
        let player = places.contains(.away) ? Self.away : places.contains(.ready) ? 0 : 1
        return (player, aloneSince, serial)
    }

    /// Records how it looks now, and returns the origins of two players of whom one has left the
    /// other.
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
        playingSince = new.isPlaying ? playingSince ?? now : nil
        if Seat.allCases.contains(where: { new.places[$0] == .ready }) { skippedUntil = .zero }
        return parted
    }
}
