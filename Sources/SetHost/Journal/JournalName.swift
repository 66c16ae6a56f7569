import SetProtocol

/// The file name of a journal.
///
/// | name | what it is |
/// |---|---|
/// | `2026-11-21T17-20-05-K7M2QX.setduel` | a closed table at which a game was finished |
/// | the same and `.unfinished` | a closed table at which games were only begun |
/// | the same and `.incomplete` | a table whose journal could not be written to its end |
/// | the same and `.running` | a table that is open, or was when its host ended |
///
/// Names begin with the time when the table was opened, so they sort by age. A number after the
/// code distinguishes equal names. Nothing in a name comes from the network.
struct JournalName: Hashable, Sendable {
    enum State: String, CaseIterable {
        case finished = ""
        case unfinished = ".unfinished"
        case incomplete = ".incomplete"
        case running = ".running"
    }

    let stem: String
    let state: State

    static let ending = ".setduel"

    /// Parses a name; `nil` if no host uses such a name.
    init?(_ name: String) {
        let states = State.allCases.filter { name.hasSuffix(Self.ending + $0.rawValue) }
        guard let state = states.first else { return nil }
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
