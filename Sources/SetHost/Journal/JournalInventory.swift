/// The files of a journal directory, and which to delete if there are too many: a value.
///
/// The order of deletion, oldest first within each rank:
///
/// 1. ``JournalName/State/unfinished``, of which only the newest are kept in any case;
/// 2. ``JournalName/State/refused``;
/// 3. ``JournalName/State/incomplete``;
/// 4. ``JournalName/State/running``, if no host has resumed it;
/// 5. ``JournalName/State/finished``.
///
/// The journals of open tables may take half of the space; if they need more, the longest ends. So
/// finished games always have the other half, and only other finished games can displace them.
struct JournalInventory: Sendable {
    private let sizeLimit: Int
    private let mostUnfinished: Int
    /// Those that are no longer written, by state, sorted by name.
    private var closed: [JournalName.State: [(name: String, bytes: Int)]] = [:]
    private var closedBytes = 0
    private var open: [String: Int] = [:]
    private var openBytes = 0

    init(sizeLimit: Int, mostUnfinished: Int) {
        (self.sizeLimit, self.mostUnfinished) = (sizeLimit, max(0, mostUnfinished))
    }

    var bytes: Int { closedBytes + openBytes }

    /// Even an empty file takes a block.
    private static func occupied(_ bytes: Int) -> Int { (bytes + 4095) / 4096 * 4096 }

    /// The longest journal of an open table, if these take more than their half.
    var longestToEnd: String? {
        guard openBytes > sizeLimit / 2 else { return nil }
        return open.max { ($0.value, $0.key) < ($1.value, $1.key) }?.key
    }

    mutating func note(_ name: String, bytes: Int) {
        let occupied = Self.occupied(bytes)
        openBytes += occupied - (open.updateValue(occupied, forKey: name) ?? 0)
    }

    /// Forgets the journal of an open table, which has been renamed or removed.
    mutating func forget(_ name: String) {
        openBytes -= open.removeValue(forKey: name) ?? 0
    }

    /// Adds a file that is no longer written, unless it is known.
    mutating func add(_ name: String, _ state: JournalName.State, bytes: Int) {
        let entry = (name: name, bytes: Self.occupied(bytes))
        let entries = closed[state] ?? []
        // Nearly always it is the newest.
        let index = 1 + (entries.lastIndex { $0.name <= name } ?? -1)
        if index > 0, entries[index - 1].name == name { return }
        closed[state, default: []].insert(entry, at: index)
        closedBytes += entry.bytes
    }

    /// Removes what is too much, and returns the names of the files to delete.
    mutating func removeExcess() -> [String] {
        var names: [String] = []
        for state in JournalName.State.allCases {
            let entries = closed[state] ?? []
            let most = state == .unfinished ? mostUnfinished : .max
            var count = 0
            while count < entries.count, bytes > sizeLimit || entries.count - count > most {
                closedBytes -= entries[count].bytes
                names.append(entries[count].name)
                count += 1
            }
            if count > 0 { closed[state]?.removeFirst(count) }
        }
        return names
    }
}
