import SetProtocol

/// A piece of a journal given to the disk.
struct JournalPiece: Hashable, Sendable {
    /// The number of the piece at its table, from 1.
    let number: Int
    /// The number of bytes.
    let bytes: Int
}

/// The journal of one table, as the table sees it.
///
/// Lines collect until ``handOver(_:)`` gives them to the disk as one piece. Later announcements
/// wait for ``awaited``. To the table it never fails: play goes on even if nothing can be written.
struct TableJournal: Sendable {
    /// Receives the result of a piece on the executor's queue; it must call ``receive(_:to:)``.
    typealias Answer = @Sendable (JournalAnswer, JournalPiece) -> Void

    private enum State {
        /// Nothing worth a file has happened.
        case unwritten
        /// There is a file, or will be once the disk gets to it.
        case written
        /// It has ended or failed.
        case ended
    }

    private let header: JournalHeader
    private let file: JournalFile
    private let writer: JournalWriter
    private var encoder = JournalEncoder()
    private var state = State.unwritten
    private var worth = JournalWorth.nothing
    /// The lines not handed over yet.
    private var lines: [UInt8] = []
    /// How many pieces were given to the disk, and how many of them no longer make anything wait.
    private var (given, settled) = (0, 0)
    /// The number of bytes given to the disk and not written yet.
    private var waitingBytes = 0

    /// Creates the journal of a new table.
    init(_ header: JournalHeader, in store: JournalStore) {
        (self.header, writer) = (header, store.writer)
        file = JournalFile(header, in: store)
        // The code of a private table may be given to friends before anybody comes.
        if header.isPrivate {
            begin()
            handOver { _, _ in }
            settled = given
        }
    }

    /// Continues a journal.
    init(resuming journal: Journal, in file: OpenJournal, of store: JournalStore) {
        (header, writer) = (journal.header, store.writer)
        self.file = JournalFile(file, in: store)
        (encoder, worth) = (journal.encoder, file.worth)
        state = .written
    }

    /// Whether the next host can resume the table from what is written.
    var isComplete: Bool {
        switch state {
        case .written: !writer.isBehind && !file.hasEnded
        case .unwritten, .ended: false
        }
    }

    /// The piece that must be written before the next announcement; `nil` if none.
    var awaited: Int? { settled < given ? given : nil }

    /// Records an entry that is about to be announced.
    mutating func append(_ entry: JournalEntry, at now: TableInstant, revision: Revision) {
        if case .unwritten = state, entry != .input(.closed) { begin() }
        guard case .written = state else { return }
        worth = max(worth, JournalWorth(entry))
        lines += encoder.line(for: entry, at: now, revision: revision)
    }

    /// Notes what was announced.
    mutating func append(_ notes: [JournalNote], at now: TableInstant, revision: Revision) {
        for note in notes { append(.note(note), at: now, revision: revision) }
    }

    private mutating func begin() {
        state = .written
        lines = encoder.line(for: header)
    }

    // MARK: - The disk

    /// Gives the collected lines to the disk.
    mutating func handOver(_ answer: @escaping Answer) {
        guard case .written = state, !lines.isEmpty else { return }
        let count = lines.count
        guard waitingBytes + count <= JournalBacklog.mostBytesOfTable, writer.hasRoom(for: count)
        else {
            writer.noteGivenUp()
            return end(answer) { [file] in file.giveUp() }
        }
        let work: @Sendable () -> JournalStop? = { [file, lines, worth] in
            file.append(lines, worth: worth)
        }
        lines = []
        give(count, work, answer)
    }

    /// Syncs everything recorded so far.
    mutating func sync(_ answer: @escaping Answer) {
        handOver(answer)
        guard case .written = state else { return }
        give(
            0,
            { [file] in
                file.sync(); return nil
            }, answer)
    }

    /// Ends it: its table is closed.
    mutating func finish(_ answer: @escaping Answer) {
        handOver(answer)
        end(answer) { [file] in file.finish() }
    }

    /// Releases it to the next host, which may resume the table.
    mutating func letGo(_ answer: @escaping Answer) {
        handOver(answer)
        end(answer) { [file] in file.letGo() }
    }

    private mutating func end(
        _ answer: @escaping Answer, _ work: @escaping @Sendable () -> Void
    ) {
        guard case .written = state else { return }
        (state, lines) = (.ended, [])
        give(
            0,
            {
                work(); return nil
            }, answer)
    }

    private mutating func give(
        _ bytes: Int, _ work: @escaping @Sendable () -> JournalStop?, _ answer: @escaping Answer
    ) {
        given += 1
        waitingBytes += bytes
        let piece = JournalPiece(number: given, bytes: bytes)
        let isAwaited = writer.give(bytes, work) { answer($0, piece) }
        if !isAwaited { settled = given }
    }

    /// Records the result of a piece.
    mutating func receive(_ answer: JournalAnswer, to piece: JournalPiece) {
        settled = max(settled, piece.number)
        switch answer {
        case .late: break
        case .written: waitingBytes -= piece.bytes
        case .stopped:
            waitingBytes -= piece.bytes
            (state, lines) = (.ended, [])
        }
    }
}
