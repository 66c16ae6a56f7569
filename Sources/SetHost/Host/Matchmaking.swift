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

    private var tables: [TableCode: ListedTable] = [:]
    /// The tables with a free seat that newcomers may be sent to, best first.
    private var open: [(rank: ListedTable.Rank, code: TableCode)] = []
    /// How many seats are kept for disconnected players: of each address, and in all.
    private var (kept, allKept): ([CallerOrigin: Int], Int) = ([:], 0)
    /// Until when pairs of addresses do not meet.
    private var partings: [Set<CallerOrigin>: MonotonicInstant] = [:]

    // MARK: - Tables

    package var count: Int { tables.count }

    package private(set) var freeSeats = 0

    /// Whether a table is private; `nil` if there is no such table.
    package func isPrivate(_ code: TableCode) -> Bool? { tables[code]?.isPrivate }

    mutating func opened(_ code: TableCode, _ table: ListedTable) {
        tables[code] = table
        count(code, by: 1)
    }

    package mutating func closed(_ code: TableCode) {
        count(code, by: -1)
        tables[code] = nil
    }

    package mutating func seated(_ address: IPAddress, in seat: Seat, at code: TableCode) {
        count(code, by: -1)
        tables[code]?.origins[seat] = CallerOrigin(address)
        count(code, by: 1)
    }

    package mutating func changed(
        _ code: TableCode, _ overview: TableOverview, at now: MonotonicInstant
    ) {
        count(code, by: -1)
        let parted = tables[code]?.change(to: overview, at: now) ?? []
        count(code, by: 1)
        guard parted.count == 2 else { return }
        if partings.count >= Self.mostPartings { partings = partings.filter { now < $0.value } }
        guard partings.count < Self.mostPartings else { return }
        partings[parted] = now.advanced(by: Self.avoidance)
    }

    /// Adds a table as it is to what is known of all tables, or takes it off, so that no newcomer
    /// costs a look at all of them.
    private mutating func count(_ code: TableCode, by step: Int) {
        guard let table = tables[code] else { return }
        if let rank = table.rank {
            freeSeats += step * Seat.allCases.count { table.overview.places[$0] == .free }
            let place = firstPlace(atLeast: rank)
            if step > 0 {
                open.insert((rank, code), at: place)
            } else if let place = open[place...].firstIndex(where: { $0.code == code }) {
                open.remove(at: place)
            }
        }
        for seat in Seat.allCases where table.overview.places[seat] == .away {
            allKept += step
            guard let origin = table.origins[seat] else { continue }
            let count = kept[origin, default: 0] + step
            kept[origin] = count > 0 ? count : nil
        }
    }

    /// The place of the first open table that is not better than a rank, by binary search.
    private func firstPlace(atLeast rank: ListedTable.Rank) -> Int {
        var (low, high) = (0, open.count)
        while low < high {
            let middle = (low + high) / 2
            if open[middle].rank < rank { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// How many seats are kept for disconnected players: of an address, and in all.
    ///
    /// After a restart nobody knows where a player came from.
    package func keptSeats(of address: IPAddress) -> (here: Int, all: Int) {
        (kept[CallerOrigin(address), default: 0], allKept)
    }

    // MARK: - Newcomers

    /// The best table for a player, if one is better than a new one or there can be none.
    package func best(
        for address: IPAddress, except tried: Set<TableCode>, isLastResort: Bool,
        at now: MonotonicInstant
    ) -> TableCode? {
        let origin = CallerOrigin(address)
        return open.first { rank, code in
            guard !tried.contains(code), let table = tables[code],
                isLastResort || rank.player != ListedTable.away && table.skippedUntil <= now
            else { return false }
            return Seat.allCases.allSatisfy { seat in
                guard let other = table.origins[seat] else { return true }
                return partings[[origin, other]].map { $0 <= now } ?? true
            }
        }?.code
    }

    package var longestWaiting: TableCode? {
        open.first { rank, code in
            rank.player < ListedTable.away
                && Seat.allCases.contains { tables[code]?.overview.places[$0].isPresent == true }
        }?.code
    }

    /// The table for a watcher: the oldest with a game in progress, else the oldest.
    ///
    /// - Parameter isLively: Whether to take the game with both players here that began last instead:
    ///   most of it is still to come.
    package func toWatch(except tried: Set<TableCode>, isLively: Bool = false) -> TableCode? {
        func rank(_ table: ListedTable) -> (Int, Duration, Int) {
            let isFull = Seat.allCases.allSatisfy { table.overview.places[$0] != .away }
            let begun = isLively && isFull ? table.playingSince : nil
            return (
                table.overview.isPlaying ? 0 : 1, .zero - (begun?.sinceZero ?? .zero), table.serial
            )
        }
        return tables.lazy.filter { !$0.value.isPrivate && !tried.contains($0.key) }
            .min { rank($0.value) < rank($1.value) }?.key
    }

    /// Whether a player may sit down at a table by its code now; a yes counts.
    package mutating func allowsSitting(
        from address: IPAddress, at code: TableCode, _ now: MonotonicInstant
    ) -> Bool {
        tables[code]?.sittings.allows(CallerOrigin(address), at: now) ?? true
    }
}
