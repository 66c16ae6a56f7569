import SetProtocol
import Synchronization

/// How a host keeps journals.
public struct JournalOptions: Sendable {
    /// Where they lie.
    public var directory: String
    /// How many of tables that are closed are kept; older ones are deleted.
    public var kept = 100
    /// Whether duels that broke off are taken up again.
    public var resumes = true
    /// The date and time for names and headings.
    public var clock: @Sendable () -> CivilTime = { WallClock.now }

    /// Keeps journals in a directory.
    public init(directory: String) {
        self.directory = directory
    }
}

/// The journals of one host: a directory in which each table has a file.
///
/// | name | what it is |
/// |---|---|
/// | `2026-11-21T17-20-05-K7M2QX.setduel` | the journal of a table that is closed |
/// | the same and `.running` | of a table that is open, or was when its host ended |
/// | the same and `.incomplete` | of a table whose journal could not be written to its end |
/// | `.lock` | held by the host that takes up what broke off |
///
/// A file is locked by the host that writes it. Nothing in a name comes from the network: codes are
/// drawn by the host.
final class JournalStore: Sendable {
    let options: JournalOptions
    private let syncer = FileSyncer(label: "set-duel.journal", delay: .milliseconds(50))
    private let tell: @Sendable (JournalNotice) -> Void
    /// Held for as long as the host lives; `nil` when another host has it.
    private let lock: AppendFile?
    /// Whether somebody has been told that writing fails: once is enough.
    private let hasComplained = Mutex(false)

    static let ending = ".setduel"
    static let running = ".running"
    static let incomplete = ".incomplete"

    /// Takes a directory, making it if need be.
    ///
    /// - Returns: `nil` when it cannot be used; that has been told.
    init?(_ options: JournalOptions, tell: @escaping @Sendable (JournalNotice) -> Void) {
        self.options = options
        self.tell = tell
        do throws(FileError) {
            try FileStore.makeDirectory(options.directory)
            let file = try AppendFile.any(options.directory + "/.lock")
            lock = file.lock() ? file : nil
        } catch {
            tell(.unusable(directory: options.directory, error))
            return nil
        }
        prune()
    }

    /// A new file for a journal.
    ///
    /// - Throws: Why there is none.
    func newFile(_ header: JournalHeader) throws(FileError) -> AppendFile {
        let name = "\(options.directory)/\(header.opened.fileName)-\(header.table)"
        for attempt in 1...100 {
            let path = name + (attempt == 1 ? "" : "-\(attempt)") + Self.ending
            if FileStore.exists(path) { continue }
            do throws(FileError) {
                let file = try AppendFile.new(path + Self.running)
                _ = file.lock()
                return file
            } catch {
                guard error == .exists else { throw error }
            }
        }
        throw .exists
    }

    /// Takes up what broke off, oldest first.
    func recover() -> [RecoveredTable] {
        guard options.resumes else { return [] }
        guard lock != nil else {
            tell(.shared(directory: options.directory))
            return []
        }
        let names = (try? FileStore.names(in: options.directory)) ?? []
        return names.filter { $0.hasSuffix(Self.ending + Self.running) }
            .compactMap { recover(options.directory + "/" + $0) }
    }

    private func recover(_ path: String) -> RecoveredTable? {
        do throws(FileError) {
            let file = try AppendFile.existing(path)
            // A host that could not have the directory writes its own files here.
            guard file.lock() else { return nil }
            let bytes = try file.contents(limit: JournalReader.sizeLimit)
            return try recover(file, bytes)
        } catch {
            tell(.unreadable(file: path, error))
            return nil
        }
    }

    private func recover(
        _ file: AppendFile, _ bytes: [UInt8]
    ) throws(FileError) -> RecoveredTable? {
        do throws(JournalFault) {
            let journal = try JournalReader.read(bytes)
            let replay = try JournalReplay.end(of: journal)
            if journal.tornBytes > 0 {
                tell(.torn(file: file.path, bytes: journal.tornBytes))
                do throws(FileError) {
                    try file.truncate(to: journal.wholeBytes)
                } catch {
                    tell(.unreadable(file: file.path, error))
                    return nil
                }
            }
            guard !replay.isClosed else {
                finish(file, isWorthKeeping: true)
                return nil
            }
            var resumed = TableJournal(resuming: journal, in: file, of: self)
            resumed.append(replay.unnoted, at: replay.time, revision: replay.duel.revision)
            return RecoveredTable(header: journal.header, replay: replay, journal: resumed)
        } catch {
            // Its host ended before anybody was let in.
            if error.reason == .empty {
                try? FileStore.remove(file.path)
            } else {
                tell(.refused(file: file.path, error))
            }
            return nil
        }
    }

    /// Notes that a file is to reach the disk: soon, together with what follows, or now.
    func sync(_ file: AppendFile, now: Bool = false) {
        now ? syncer.syncNow(file) : syncer.syncSoon(file)
    }

    /// Waits until what was to be synced now is.
    func synced() async {
        await syncer.finished()
    }

    /// Gives the journal of a closed table its last name.
    func finish(_ file: AppendFile, isWorthKeeping: Bool) {
        guard isWorthKeeping else {
            try? FileStore.remove(file.path)
            return
        }
        sync(file, now: true)
        try? FileStore.rename(file.path, to: String(file.path.dropLast(Self.running.count)))
        prune()
    }

    /// Gives up a file that cannot be written: what is in it must not be taken for all there was.
    func giveUp(_ file: AppendFile?, path: String, because error: FileError) {
        if let file {
            let name = String(file.path.dropLast(Self.running.count)) + Self.incomplete
            try? FileStore.rename(file.path, to: name)
        }
        let isNews = hasComplained.withLock { hasComplained in
            defer { hasComplained = true }
            return !hasComplained
        }
        if isNews { tell(.stopped(file: path, error)) }
    }

    /// Deletes the oldest journals of closed tables beyond the number kept.
    ///
    /// The names begin with the time, so their order is that of the tables.
    private func prune() {
        let names = (try? FileStore.names(in: options.directory)) ?? []
        for name in names.filter(Self.isOfClosedTable).dropLast(max(0, options.kept)) {
            try? FileStore.remove(options.directory + "/" + name)
        }
    }

    /// Whether a host gives such a name to a file; nothing else is ever deleted.
    static func isOfClosedTable(_ name: String) -> Bool {
        guard name.hasSuffix(ending), let cut = name.firstIndex(of: "T") else { return false }
        let parts = name[cut...].dropLast(ending.count).split(separator: "-")
        guard 4...5 ~= parts.count else { return false }
        let time = CivilTime(name[..<cut] + parts[..<3].joined(separator: ":") + "Z")
        guard let time, let code = TableCode(String(parts[3])) else { return false }
        let number = parts.count == 5 ? "-\(Int(parts[4]) ?? 0)" : ""
        return name == "\(time.fileName)-\(code)\(number)\(ending)"
    }
}

/// A table as its host left it.
struct RecoveredTable {
    let header: JournalHeader
    let replay: JournalReplay
    let journal: TableJournal
}
