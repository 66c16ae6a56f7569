import SetProtocol

/// What a journal is worth when its table is closed.
enum JournalWorth: Int, Comparable, Sendable {
    /// No game was begun: there is nothing to keep.
    case nothing
    /// Games were begun, and none was finished.
    case begun
    /// A game was finished in which somebody found a set.
    case finished

    static func < (left: JournalWorth, right: JournalWorth) -> Bool {
        left.rawValue < right.rawValue
    }

    /// What a line shows.
    init(_ entry: JournalEntry) {
        switch entry {
        case .note(.promised): self = .begun
        case .note(.ended(let ending)):
            let sets = Seat.allCases.reduce(0) { $0 + ending.scores[$1].sets }
            self = ending.result != nil && sets > 0 ? .finished : .begun
        case .note(.judged), .input, .token: self = .nothing
        }
    }

    /// What a whole journal shows.
    ///
    /// One of format 1 does not tell what was finished, so it counts as worth the most.
    init(_ journal: Journal) {
        self = journal.header.format < 2 && !journal.records.isEmpty ? .finished : .nothing
        for record in journal.records { self = max(self, JournalWorth(record.entry)) }
    }
}
