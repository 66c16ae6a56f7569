/// The files of a journal directory, and which to delete if there are too many: a value.
///
/// The order of deletion, oldest first within each rank:
///
/// 1. ``JournalName/State/unfinished``, of which only the newest are kept in any case;
/// 2. ``JournalName/State/incomplete``;
/// 3. ``JournalName/State/finished``.
///
/// The journals of open tables may take half of the space; if they need more, the longest ends. So
/// finished games always have the other half, and only other finished games can displace them.
struct JournalInventory: Sendable {
    private struct Entry: Hashable {
        var name: String
        var bytes: Int
    }

    private let sizeLimit: Int
    private let mostUnfinished: Int
    /// By state, sorted by name.
    private var closed: [JournalName.State: [Entry]] = [:]
    private var closedBytes = 0
    private var open: [String: Int] = [:]
    private var openBytes = 0

    private static let ranks: [JournalName.State] = [.unfinished, .incomplete, .finished]
    /// The space that even an empty file takes.
    private static let blockBytes = 4096

    /// Creates the inventory of an empty directory.
    ///
    /// - Parameters:
    ///   - sizeLimit: How many bytes all journals may take.
    ///   - mostUnfinished: How many unfinished journals are kept.
    init(sizeLimit: Int, mostUnfinished: Int) {
        (self.sizeLimit, self.mostUnfinished) = (sizeLimit, max(0, mostUnfinished))
    }

    /// How many bytes all journals take.
    var bytes: Int { closedBytes + openBytes }

    private static func occupied(_ bytes: Int) -> Int {
        (bytes + blockBytes - 1) / blockBytes * blockBytes
    }

    // MARK: - Open tables

    /// The longest journal of an open table, if these take more than their half.
    var longestToEnd: String? {
        guard openBytes > sizeLimit / 2 else { return nil }
        return open.max { ($0.value, $0.key) < ($1.value, $1.key) }?.key
    }

    /// Records the size of an open table's journal.
    mutating func note(_ name: String, bytes: Int) {
        let occupied = Self.occupied(bytes)
        openBytes += occupied - (open.updateValue(occupied, forKey: name) ?? 0)
    }

    /// Forgets the journal of an open table, which has been renamed or removed.
    mutating func forget(_ name: String) {
        openBytes -= open.removeValue(forKey: name) ?? 0
    }

    // MARK: - Closed tables

    /// Adds a file that is no longer written, unless it is known.
    mutating func add(_ name: String, _ state: JournalName.State, bytes: Int) {
        let index = Self.index(of: name, in: closed[state] ?? [])
        if let entries = closed[state], index < entries.count, entries[index].name == name {
            return
        }
        let entry = Entry(name: name, bytes: Self.occupied(bytes))
        closed[state, default: []].insert(entry, at: index)
        closedBytes += entry.bytes
    }

    /// The index of a name, or where to insert it.
    private static func index(of name: String, in entries: [Entry]) -> Int {
        var (low, high) = (0, entries.count)
        while low < high {
            let middle = (low + high) / 2
            if entries[middle].name < name { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// Removes what is too much.
    ///
    /// - Returns: The names of the files to delete.
    mutating func removeExcess() -> [String] {
        var names: [String] = []
        for state in Self.ranks {
            let entries = closed[state] ?? []
            var count = state == .unfinished ? max(0, entries.count - mostUnfinished) : 0
            var rest = bytes - entries.prefix(count).reduce(0) { $0 + $1.bytes }
            while rest > sizeLimit, count < entries.count {
                rest -= entries[count].bytes
                count += 1
            }
            guard count > 0 else { continue }
            names += entries.prefix(count).map(\.name)
            closedBytes -= bytes - rest
            closed[state] = Array(entries.dropFirst(count))
        }
        return names
    }
}
