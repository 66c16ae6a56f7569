import SetProtocol
import Synchronization

/// Why nothing more is written to a journal.
enum JournalStop: Hashable, Sendable {
    /// A system call failed.
    case failed(file: String, FileError)
    /// It has reached its size limit.
    case full(file: String, limit: Int)
    /// It had already ended.
    case ended
}

/// The file of one table's journal.
///
/// Everything here except ``hasEnded`` may block on the disk, so it is used on the writer's thread
/// only, except for a new file that nobody else knows.
final class JournalFile: Sendable {
    private enum State {
        /// There is no file yet.
        case none(JournalHeader)
        /// It is being written.
        case open(OpenJournal)
        /// It has ended, for a reason that its table does not know yet.
        case ended(JournalStop)
    }

    private let store: JournalStore
    private let sizeLimit: Int
    private let state: Locked<State>
    private let end = Atomic(false)

    /// Creates a file when something is to be written.
    init(_ header: JournalHeader, in store: JournalStore) {
        (self.store, sizeLimit) = (store, store.options.tableLimit)
        state = Locked(.none(header))
    }

    /// Continues an existing file.
    ///
    /// Earlier versions wrote longer files.
    init(_ journal: OpenJournal, in store: JournalStore) {
        let limit = store.options.tableLimit
        self.store = store
        sizeLimit = journal.bytes > limit ? JournalReader.sizeLimit : limit
        state = Locked(.open(journal))
        store.note(journal.file, isOf: self)
        store.note(journal)
    }

    /// Whether it has ended; its table may not know yet.
    var hasEnded: Bool { end.load(ordering: .relaxed) }

    /// Writes whole lines; a file that cannot hold them ends.
    ///
    /// - Parameter worth: The journal's worth with these lines.
    /// - Returns: The reason if they were not written.
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

    /// Syncs it now.
    func sync() { whileOpen { store.sync($0.file) } }

    /// Releases it to the next host, which may resume the table.
    func letGo() { endIfOpen { store.letGo($0) } }

    /// Renames it for good, or removes it if it is not worth keeping.
    func finish() { endIfOpen { store.finish($0) } }

    /// Ends it early; its name then says that it is incomplete.
    func giveUp() { endIfOpen { store.giveUp($0) } }

    /// Ends it early because the journals of open tables take too much space.
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
    /// The number of bytes in whole lines.
    var bytes = 0
    /// Its worth so far.
    var worth = JournalWorth.nothing
}
