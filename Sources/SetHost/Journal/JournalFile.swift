import SetProtocol
import Synchronization

/// Why nothing more is written to a journal.
enum JournalStop: Hashable, Sendable {
    /// A system call failed.
    case failed(file: String, FileError)
    /// It is as long as it may be.
    case full(file: String, limit: Int)
    /// It had ended before.
    case ended
}

/// The file of one table's journal.
///
/// Everything here but ``hasEnded`` may block for as long as the disk does: only on the writer's thread,
/// except for a file that nobody else knows yet.
final class JournalFile: Sendable {
    private enum State {
        /// There is no file yet.
        case none(JournalHeader)
        /// It is written.
        case open(OpenJournal)
        /// Nothing more is written, for a reason that its table does not know yet.
        case ended(JournalStop)
    }

    private let store: JournalStore
    private let sizeLimit: Int
    private let state: Locked<State>
    private let end = Atomic(false)

    /// A file that is made when something is to be written.
    init(_ header: JournalHeader, in store: JournalStore) {
        (self.store, sizeLimit) = (store, store.options.tableLimit)
        state = Locked(.none(header))
    }

    /// A file to go on with.
    ///
    /// Earlier versions wrote longer ones.
    init(_ journal: OpenJournal, in store: JournalStore) {
        let limit = store.options.tableLimit
        self.store = store
        sizeLimit = journal.bytes > limit ? JournalReader.sizeLimit : limit
        state = Locked(.open(journal))
        store.note(journal.file, isOf: self)
        store.note(journal)
    }

    /// Whether nothing more is written; its table may not know yet.
    var hasEnded: Bool { end.load(ordering: .relaxed) }

    /// Writes whole lines; a file that cannot hold them ends here.
    ///
    /// - Parameter worth: What it is worth with these lines.
    /// - Returns: Why not, if not.
    func append(_ lines: [UInt8], worth: JournalWorth) -> JournalStop? {
        let stop = state.withLock { write(lines, worth, &$0) }
        if stop == nil { store.limitOpen() }
        return stop
    }

    private func write(
        _ lines: [UInt8], _ worth: JournalWorth, _ state: inout State
    ) -> JournalStop? {
        do throws(FileError) {
            if case .none(let header) = state {
                let journal = OpenJournal(file: try store.newFile(header))
                store.note(journal.file, isOf: self)
                state = .open(journal)
            }
        } catch {
            close(.ended, &state)
            return .failed(file: store.options.directory, error)
        }
        switch state {
        case .none: return nil
        case .ended(let stop):
            state = .ended(.ended)
            return stop
        case .open(var journal):
            journal.worth = worth
            guard journal.bytes + lines.count <= sizeLimit else {
                store.giveUp(journal)
                close(.ended, &state)
                return .full(file: journal.file.path, limit: sizeLimit)
            }
            do throws(FileError) {
                try journal.file.append(lines)
                journal.bytes += lines.count
                state = .open(journal)
                store.note(journal)
                return nil
            } catch {
                try? journal.file.truncate(to: journal.bytes)
                store.giveUp(journal)
                close(.ended, &state)
                return .failed(file: journal.file.path, error)
            }
        }
    }

    /// Has the disk write what is in it now.
    func sync() { whileOpen { store.sync($0.file) } }

    /// Leaves it to the next host, which may take up its table.
    func letGo() { endIfOpen { store.letGo($0) } }

    /// Gives it its last name, or removes what is not worth keeping.
    func finish() { endIfOpen { store.finish($0) } }

    /// Ends it in the middle: what is in it must not be taken for all there was.
    func giveUp() { endIfOpen { store.giveUp($0) } }

    /// Ends it in the middle, because the journals of open tables take too much room.
    func makeRoom() {
        state.withLock { state in
            guard case .open(let journal) = state else { return }
            store.giveUp(journal)
            close(.full(file: journal.file.path, limit: journal.bytes), &state)
        }
    }

    private func whileOpen(_ body: (OpenJournal) -> Void) {
        state.withLock { if case .open(let journal) = $0 { body(journal) } }
    }

    private func endIfOpen(_ body: (OpenJournal) -> Void) {
        state.withLock { state in
            guard case .open(let journal) = state else { return }
            body(journal)
            close(.ended, &state)
        }
    }

    private func close(_ stop: JournalStop, _ state: inout State) {
        state = .ended(stop)
        end.store(true, ordering: .relaxed)
    }
}

/// A journal that is being written.
struct OpenJournal: Sendable {
    let file: AppendFile
    /// How many bytes are whole lines.
    var bytes = 0
    /// What it is worth so far.
    var worth = JournalWorth.nothing
}
