import SetProtocol

/// The file name of a journal.
///
/// | name | what it is |
/// |---|---|
/// | `2026-11-21T17-20-05-K7M2QX.setduel` | a closed table at which a game was finished |
/// | the same and `.unfinished` | a closed table at which games were only begun |
/// | the same and `.incomplete` | a table whose journal could not be written to its end |
/// | the same and `.running` | a table that is open, or was when its host ended |
/// | the same and `.refused` | an interrupted table that cannot be resumed |
///
/// Names begin with the time when the table was opened, so they sort by age. A number after the
/// code distinguishes equal names. Nothing in a name comes from the network.
struct JournalName: Hashable, Sendable {
    /// In the order of deletion.
    enum State: String, CaseIterable {
        case unfinished = ".unfinished"
        case refused = ".refused"
        case incomplete = ".incomplete"
        case running = ".running"
        case finished = ""
    }

    let stem: String
    let state: State

    static let ending = ".setduel"

    /// Parses a name; `nil` if no host uses such a name.
    init?(_ name: String) {
        let state = State.allCases.first { name.hasSuffix(Self.ending + $0.rawValue) }
        guard let state else { return nil }
        (stem, self.state) = (String(name.dropLast(state.rawValue.count)), state)
        guard Self.isStem(stem) else { return nil }
    }

    /// A file's path, renamed from one state to another.
    static func path(_ path: String, from old: State, to new: State) -> String {
        path.dropLast(old.rawValue.count) + new.rawValue
    }

    private static func isStem(_ stem: String) -> Bool {
        guard let cut = stem.firstIndex(of: "T") else { return false }
        let parts = stem[cut...].dropLast(ending.count).split(separator: "-")
        guard 4...5 ~= parts.count else { return false }
        let time = CivilTime(stem[..<cut] + parts[..<3].joined(separator: ":") + "Z")
        guard let time, let code = TableCode(String(parts[3])) else { return false }
        let number = parts.count == 5 ? "-\(Int(parts[4]) ?? 0)" : ""
        return stem == "\(time.fileName)-\(code)\(number)\(ending)"
    }
}

enum JournalWorth: Comparable, Sendable {
    /// No game was begun; there is nothing to keep.
    case nothing
    /// Games were begun, but none was finished.
    case begun
    /// A game was finished in which somebody found a set.
    case finished

    init(_ entry: JournalEntry) {
        switch entry {
        case .note(.promised): self = .begun
        case .note(.ended(let ending)):
            let sets = ending.sets.first + ending.sets.second
            self = ending.result != nil && sets > 0 ? .finished : .begun
        case .note(.judged), .input, .token: self = .nothing
        }
    }

    init(_ journal: Journal) {
        self = journal.records.map { JournalWorth($0.entry) }.max() ?? .nothing
    }
}

package enum JournalDirectory {
    /// The path of the newest journal, of an open or a closed table.
    package static func newest(in directory: String) throws(FileError) -> String? {
        let journals = try FileStore.names(in: directory).compactMap { name in
            JournalName(name).map { (name: name, stem: $0.stem) }
        }
        let newest = journals.max { ($0.stem, $0.name) < ($1.stem, $1.name) }
        return newest.map { directory + "/" + $0.name }
    }

    /// Removes journals, unless a host still writes them.
    package static func remove(_ paths: some Sequence<String>) {
        for path in paths {
            guard let file = try? AppendFile.existing(path), file.lock() else { continue }
            try? FileStore.remove(path)
            file.unlock()
        }
    }

    /// The journals of tables that their hosts did not close, the newest first: names begin with the time at which the table was opened.
    package static func interrupted(in directory: String) -> [String] {
        let names = (try? FileStore.names(in: directory)) ?? []
        return names.filter { JournalName($0)?.state == .running }.sorted(by: >)
            .map { directory + "/" + $0 }
    }

    /// Whether this file name means that the host closed the table, so that the journal must say
    /// so.
    package static func isOfClosedTable(_ path: String) -> Bool {
        let name = path.split(separator: "/").last.flatMap { JournalName(String($0)) }
        return name?.state == .finished || name?.state == .unfinished
    }
}
