import SetProtocol
import Synchronization

enum JournalEnding: Sendable {
    /// The table is closed: it is renamed for good, or removed if it is not worth keeping.
    case finished
    /// It is left to the next host, which may resume the table.
    case letGo
    /// The table goes on without it; its name then says that it is incomplete.
    case cutOff
}

/// The file of one table's journal.
///
/// Everything here except ``hasEnded`` and ``waitingBytes`` may block on the disk, so it is used on
/// the writer's thread only, except for a new file that nobody else knows.
final class JournalFile: Sendable {
    private enum State {
        case none(JournalHeader)
        case open(OpenJournal)
        case ended
    }

    private let store: JournalStore
    private let sizeLimit: Int
    private let state: Locked<State>
    private let end = Atomic(false)
    private let waiting = Atomic(0)

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
        store.note(journal, of: self)
    }

    /// Whether nothing more is written to it.
    var hasEnded: Bool { end.load(ordering: .relaxed) }

    /// The number of bytes that are given to the disk and not written yet.
    var waitingBytes: Int { waiting.load(ordering: .relaxed) }

    func noteWaiting(_ bytes: Int) { waiting.add(bytes, ordering: .relaxed) }

    /// Writes whole lines, and returns what the operator must know; a file that cannot hold them
    /// ends.
    func append(_ lines: [UInt8], worth: JournalWorth) -> [JournalNotice] {
        waiting.subtract(lines.count, ordering: .relaxed)
        let notice = state.withLock { write(lines, worth, &$0) }
        return notice.map { [$0] } ?? store.limitOpen()
    }

    private func write(
        _ lines: [UInt8], _ worth: JournalWorth, _ state: inout State
    ) -> JournalNotice? {
        do throws(FileError) {
            if case .none(let header) = state {
                state = .open(OpenJournal(file: try store.newFile(header)))
            }
        } catch {
            close(&state)
            return .stopped(file: store.options.directory, error)
        }
        guard case .open(var journal) = state else { return nil }
        journal.worth = worth
        state = .open(journal)
        guard journal.bytes + lines.count <= sizeLimit else {
            end(.cutOff, &state)
            return .full(file: journal.file.path, limit: sizeLimit)
        }
        do throws(FileError) {
            try journal.file.append(lines)
        } catch {
            try? journal.file.truncate(to: journal.bytes)
            end(.cutOff, &state)
            return .stopped(file: journal.file.path, error)
        }
        journal.bytes += lines.count
        state = .open(journal)
        store.note(journal, of: self)
        return nil
    }

    func sync() {
        state.withLock { if case .open(let journal) = $0 { store.sync(journal.file) } }
    }

    func end(_ ending: JournalEnding) { state.withLock { end(ending, &$0) } }

    /// Ends it early because the journals of open tables take too much space.
    func makeRoom() -> JournalNotice? {
        state.withLock { state in
            guard case .open(let journal) = state else { return nil }
            end(.cutOff, &state)
            return .full(file: journal.file.path, limit: journal.bytes)
        }
    }

    private func end(_ ending: JournalEnding, _ state: inout State) {
        if case .open(let journal) = state { store.end(journal, ending) }
        close(&state)
    }

    private func close(_ state: inout State) {
        state = .ended
        end.store(true, ordering: .relaxed)
    }
}

struct OpenJournal: Sendable {
    let file: AppendFile
    /// The number of bytes in whole lines.
    var bytes = 0
    var worth = JournalWorth.nothing
}
