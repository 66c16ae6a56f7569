import SetProtocol

/// What an earlier host left and is not read yet, as a value: in which order to read it.
///
/// A host listens while it reads. A player who names a table that is still to be read waits for it
/// in the ``Lobby``; everybody else is served at once. The shortest journals come first, so that an
/// ordinary duel does not wait for one that is a thousand times as long.
struct Recovery: Sendable {
    /// In the order in which to read them.
    private var unread: ArraySlice<BrokenOffJournal>
    private var reading: BrokenOffJournal?

    /// Nothing to read.
    init() { unread = [] }

    /// Journals to read.
    init(_ journals: [BrokenOffJournal]) {
        // Of several journals of one table the longest was written last.
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

    /// Whether everything is read.
    var isOver: Bool { reading == nil && unread.isEmpty }

    /// What to read now, when nothing is being read; `nil` when everything is read.
    mutating func next() -> BrokenOffJournal? {
        reading = unread.popFirst()
        return reading
    }

    /// Notes that what was being read is read.
    mutating func finish() { reading = nil }
}
