import SetProtocol

/// The journal of one table, as it is written.
///
/// It never fails as far as the table is concerned: what cannot be written down is played all the
/// same, and whoever runs the host is told once.
struct TableJournal {
    private enum State {
        /// Nothing has happened that is worth a file.
        case unwritten
        /// It is written; so many bytes are whole lines.
        case written(AppendFile, bytes: Int)
        /// It could not be written on.
        case givenUp
    }

    private let header: JournalHeader
    private let store: JournalStore
    private var encoder = JournalEncoder()
    private var state = State.unwritten
    private var hasHadPlayers = false

    /// A journal of a new table.
    init(_ header: JournalHeader, in store: JournalStore) {
        (self.header, self.store) = (header, store)
        // The code of a private table has been given to friends before anybody comes.
        if header.isPrivate { begin() }
    }

    /// Goes on with a journal.
    init(resuming journal: Journal, in file: AppendFile, of store: JournalStore) {
        (header, self.store) = (journal.header, store)
        encoder = journal.encoder
        state = .written(file, bytes: journal.wholeBytes)
        hasHadPlayers = journal.records.contains { $0.entry.isComing }
    }

    /// Whether everything that has happened is written down: the table can be taken up again.
    var isComplete: Bool {
        switch state {
        case .written: true
        case .unwritten, .givenUp: false
        }
    }

    /// Writes down what is about to be done; when this returns it outlives the program.
    mutating func append(_ entry: JournalEntry, at now: TableTime, revision: Revision) {
        if case .unwritten = state, entry != .input(.closed) { begin() }
        guard case .written = state else { return }
        if entry.isComing { hasHadPlayers = true }
        write(encoder.line(for: entry, at: now, revision: revision))
    }

    /// Writes notes down, where the journal's format knows of them.
    mutating func append(_ notes: [JournalNote], at now: TableTime, revision: Revision) {
        guard header.format >= 2 else { return }
        for note in notes { append(.note(note), at: now, revision: revision) }
    }

    private mutating func begin() {
        do throws(FileError) {
            state = .written(try store.newFile(header), bytes: 0)
        } catch {
            state = .givenUp
            return store.giveUp(nil, path: store.options.directory, because: error)
        }
        write(encoder.line(for: header))
    }

    private mutating func write(_ line: [UInt8]) {
        guard case .written(let file, let bytes) = state else { return }
        do throws(FileError) {
            guard bytes + line.count <= JournalReader.sizeLimit else {
                throw .tooLarge(limit: JournalReader.sizeLimit)
            }
            try file.append(line)
            state = .written(file, bytes: bytes + line.count)
            store.sync(file)
        } catch {
            try? file.truncate(to: bytes)
            state = .givenUp
            store.giveUp(file, path: file.path, because: error)
        }
    }

    /// Has what is written brought to the disk now.
    func sync() {
        if case .written(let file, _) = state { store.sync(file, now: true) }
    }

    /// Ends it: its table is closed.
    mutating func finish() {
        guard case .written(let file, _) = state else { return }
        store.finish(file, isWorthKeeping: hasHadPlayers)
        state = .givenUp
    }
}

extension JournalEntry {
    /// Whether a player sits down: before that there is nothing to keep.
    fileprivate var isComing: Bool {
        if case .input(.joined) = self { true } else { false }
    }
}
