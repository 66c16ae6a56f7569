import SetProtocol

/// The worth of a journal when its table is closed.
enum JournalWorth: Int, Comparable, Sendable {
    /// No game was begun; there is nothing to keep.
    case nothing
    /// Games were begun, but none was finished.
    case begun
    /// A game was finished in which somebody found a set.
    case finished

    static func < (left: JournalWorth, right: JournalWorth) -> Bool {
        left.rawValue < right.rawValue
    }

    init(_ entry: JournalEntry) {
        switch entry {
        case .note(.promised): self = .begun
        case .note(.ended(let ending)):
            let sets = Seat.allCases.reduce(0) { $0 + ending.scores[$1].sets }
            self = ending.result != nil && sets > 0 ? .finished : .begun
        case .note(.judged), .input, .token: self = .nothing
        }
    }

    init(_ journal: Journal) {
        self = journal.records.map { JournalWorth($0.entry) }.max() ?? .nothing
    }
}
