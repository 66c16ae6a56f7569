import SetProtocol

/// The journals that an earlier host left, in the order in which to read them, as a value.
///
/// A host listens while it reads. A player who names a table still to be read waits in the
/// ``Lobby``; everybody else is served at once. The shortest journals come first, so that an
/// ordinary duel does not wait for one a thousand times as long.
struct Recovery: Sendable {
    /// In the order in which to read them.
    private var unread: ArraySlice<BrokenOffJournal>
    private var reading: BrokenOffJournal?
    /// The tables resumed so far.
    private(set) var resumed: [ResumedTable] = []

    /// Nothing to read.
    init() { unread = [] }

    /// Journals to read.
    init(_ journals: [BrokenOffJournal]) {
        // Of several journals of a table, the longest is the newest.
        let longest = Dictionary(grouping: journals) { $0.header?.table }
            .mapValues { $0.map(\.bytes).max() }
        func rank(_ journal: BrokenOffJournal) -> (Int, Int, String) {
            let isLongest = journal.bytes == longest[journal.header?.table]
            return (isLongest ? 0 : 1, journal.bytes, journal.file.path)
        }
        unread = journals.sorted { rank($0) < rank($1) }[...]
    }

    /// The tables that may still come.
    var awaited: [JournalHeader] { ([reading].compactMap(\.self) + unread).compactMap(\.header) }

    /// Returns the journal to read next; `nil` if all have been read.
    mutating func next() -> BrokenOffJournal? {
        reading = unread.popFirst()
        return reading
    }

    /// Records that the current journal has been read.
    mutating func finish() { reading = nil }

    /// Forgets the journals not read yet.
    mutating func stop() { (reading, unread) = (nil, []) }

    /// Records that a table was resumed.
    ///
    /// - Returns: What to announce; `nil` for a table where nobody sits.
    mutating func noteResumed(
        _ code: TableCode, _ players: PerSeat<PlayerState?>
    ) -> ResumedTable? {
        guard Seat.allCases.contains(where: { players[$0] != nil }) else { return nil }
        resumed.append(ResumedTable(code: code, players: players))
        return resumed.last
    }
}

/// What happens to a table that an earlier host left.
enum Resumption: Hashable, Sendable {
    /// It goes on.
    case resumed
    /// Nobody sits there, so its journal is finished.
    case closed
    /// Its journal is left alone.
    case omitted(JournalNotice.Omission)
}

/// A table resumed from the journal of an earlier host.
package struct ResumedTable: Hashable, Sendable {
    package let code: TableCode
    /// Who sits there.
    package let players: PerSeat<PlayerState?>

    /// The line for the operator, such as `resumed table K7M2QX: "Ann" 12, "Bob" 9`; a name may
    /// contain anything.
    package var sentence: String {
        let standing = Seat.allCases.compactMap { players[$0] }
            .map { "\"\($0.name.exchanging("\"", for: "'"))\" \($0.points)" }
        return "resumed table \(code): " + standing.joined(separator: ", ")
    }
}
