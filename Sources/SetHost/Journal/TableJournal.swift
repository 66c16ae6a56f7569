import SetProtocol

/// The journal of one table, as the table sees it.
///
/// Lines collect until ``handOver()`` gives them to the disk as one piece, for which later
/// announcements wait. To the table it never fails: play goes on even if nothing can be written.
struct TableJournal: Sendable {
    private let file: JournalFile
    private let writer: JournalWriter
    /// The first line; `nil` once it is written.
    private var header: JournalHeader?
    private var encoder = JournalEncoder()
    private var worth = JournalWorth.nothing
    private var lines: [UInt8] = []
    private var hasEnded = false
    /// The last piece that was given to the disk.
    private var last = 0

    init(_ header: JournalHeader, in store: JournalStore) {
        (self.header, writer) = (header, store.writer)
        file = JournalFile(header, in: store)
        // The code of a private table may be given to friends before anybody comes.
        if header.isPrivate {
            begin()
            handOver()
            last = 0
        }
    }

    init(resuming journal: Journal, in file: OpenJournal, of store: JournalStore) {
        writer = store.writer
        self.file = JournalFile(file, in: store)
        (encoder, worth) = (journal.encoder, file.worth)
    }

    /// Whether the next host can resume the table from what is written.
    var isComplete: Bool { isWriting && header == nil && !writer.isBehind }

    private var isWriting: Bool { !hasEnded && !file.hasEnded }

    /// Records an entry that is about to be announced.
    mutating func append(_ entry: JournalEntry, at now: TableInstant, revision: Revision) {
        guard isWriting else { return }
        if header != nil {
            // Nothing worth a file has happened.
            if entry == .input(.closed) { return }
            begin()
        }
        worth = max(worth, JournalWorth(entry))
        lines += encoder.line(for: entry, at: now, revision: revision)
    }

    private mutating func begin() {
        if let header { lines = encoder.line(for: header) }
        header = nil
    }

    // MARK: - The disk

    mutating func handOver() {
        guard isWriting, !lines.isEmpty else { return }
        guard writer.hasRoom(for: lines.count, of: file) else {
            writer.noteGivenUp()
            return end(.cutOff)
        }
        file.noteWaiting(lines.count)
        last = writer.give(lines.count) { [file, lines, worth] in file.append(lines, worth: worth) }
        lines = []
    }

    mutating func sync() {
        handOver()
        guard isWriting, header == nil else { return }
        last = writer.give(0) { [file] in
            file.sync()
            return []
        }
    }

    /// Ends it: its table is closed, or left to the next host.
    mutating func end(_ ending: JournalEnding) {
        if ending != .cutOff { handOver() }
        guard isWriting, header == nil else { return }
        (hasEnded, lines) = (true, [])
        last = writer.give(0) { [file] in
            file.end(ending)
            return []
        }
    }

    var isAwaited: Bool { !writer.isSettled(last) }

    /// Performs an action once the disk has everything handed over, or takes too long.
    func whenWritten(_ action: @escaping @Sendable () -> Void) { writer.whenSettled(last, action) }
}
