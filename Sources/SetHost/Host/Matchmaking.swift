import SetProtocol

/// Chooses a table for a player without a code, as a value.
///
/// A newcomer gets the first of these that exists; of several, the one that has waited longest:
///
/// 1. a table whose player is ready;
/// 2. a table whose player is present;
/// 3. a new table, if more are allowed;
/// 4. a table whose player is skipped or away.
///
/// A player who was not ready while an opponent came and left is skipped for two minutes
/// (``unreadyTime``) or until they say `ready`: otherwise a silent connection would meet every
/// newcomer. Two addresses do not meet for half a minute (``avoidance``) after one has left the
/// other.
package struct Matchmaking: Sendable {
    /// How long a player gets no newcomers after not being ready for an opponent.
    package static let unreadyTime = Duration.seconds(120)
    /// How long two addresses do not meet after one has left the other.
    package static let avoidance = Duration.seconds(30)
    private static let mostPartings = 1024

    private let sittings: RateLimit.Rate
    private var tables: [TableCode: ListedTable] = [:]
    /// Until when pairs of addresses do not meet.
    private var partings: [Set<CallerOrigin>: MonotonicInstant] = [:]

    package init(_ limits: HostLimits) {
        sittings = limits.sittings
    }

    // MARK: - Tables

    package var count: Int { tables.count }

    /// Whether a table is private; `nil` if there is no such table.
    package func isPrivate(_ code: TableCode) -> Bool? { tables[code]?.isPrivate }

    mutating func opened(_ code: TableCode, _ table: ListedTable) {
        tables[code] = table
    }

    package mutating func closed(_ code: TableCode) {
        tables[code] = nil
    }

    package mutating func seated(_ address: IPAddress, in seat: Seat, at code: TableCode) {
        tables[code]?.origins[seat] = CallerOrigin(address)
    }

    package mutating func changed(
        _ code: TableCode, _ overview: TableOverview, at now: MonotonicInstant
    ) {
        let parted = tables[code]?.change(to: overview, at: now) ?? []
        guard parted.count == 2 else { return }
        if partings.count >= Self.mostPartings { partings = partings.filter { now < $0.value } }
        guard partings.count < Self.mostPartings else { return }
        partings[parted] = now.advanced(by: Self.avoidance)
    }

    /// How many seats are kept for disconnected players: of an address, and in all.
    ///
    /// After a restart nobody knows where a player came from.
    package func keptSeats(of address: IPAddress) -> (here: Int, all: Int) {
        let origin = CallerOrigin(address)
        var (here, all) = (0, 0)
        for table in tables.values {
            for seat in table.overview.places.seats(where: { $0 == .away }) {
                all += 1
                if table.origins[seat] == origin { here += 1 }
            }
        }
        return (here, all)
    }

    // MARK: - Newcomers

    /// The best table for a player, if one is better than a new one or there can be none.
    package func best(
        for address: IPAddress, except tried: Set<TableCode>, isLastResort: Bool,
        at now: MonotonicInstant
    ) -> TableCode? {
        let origin = CallerOrigin(address)
        var best: (rank: ListedTable.Rank, code: TableCode)?
        for (code, table) in tables where !tried.contains(code) {
            guard let rank = table.rank, best.map({ rank < $0.rank }) ?? true,
                isLastResort || rank.player != ListedTable.away && table.skippedUntil <= now,
                mayMeet(origin, table.origins.first, at: now),
                mayMeet(origin, table.origins.second, at: now)
            else { continue }
            best = (rank, code)
        }
        return best?.code
    }

    private func mayMeet(
        _ origin: CallerOrigin, _ other: CallerOrigin?, at now: MonotonicInstant
    ) -> Bool {
        guard !partings.isEmpty, let other else { return true }
        return partings[[origin, other]].map { $0 <= now } ?? true
    }

    /// The table for a watcher: the oldest with a game in progress, else the oldest.
    package func toWatch(except tried: Set<TableCode>) -> TableCode? {
        func rank(_ table: ListedTable) -> (Int, Int) {
            (table.overview.isPlaying ? 0 : 1, table.serial)
        }
        return tables.lazy.filter { !$0.value.isPrivate && !tried.contains($0.key) }
            .min { rank($0.value) < rank($1.value) }?.key
    }

    /// Whether a player may sit down at a table by its code now; a yes counts.
    package mutating func allowsSitting(
        from address: IPAddress, at code: TableCode, _ now: MonotonicInstant
    ) -> Bool {
        tables[code]?.allowsSitting(from: CallerOrigin(address), sittings, at: now) ?? true
    }
}
