import SetProtocol

/// How a host keeps journals.
package struct JournalOptions: Sendable {
    /// Where they lie.
    package var directory: String
    /// How many bytes all journals in the directory may take; the order in which they are deleted
    /// is that of `JournalInventory`.
    package var sizeLimit = 1 << 30
    /// The longest that a journal gets; more than a day of play.
    package var tableLimit = 16 << 20
    /// How many journals of closed tables are kept at which no game was finished.
    package var mostUnfinished = 100
    /// Whether duels that broke off are taken up again.
    package var resumes = true
    /// The date and time for names and headings.
    package var clock: @Sendable () -> CivilTime = { WallClock.now }
    /// Called on the thread that waits for the disk, before each piece of work: with it a test can be a
    /// disk that does not answer.
    package var beforeWork: @Sendable (DiskWork) -> Void = { _ in }

    /// Keeps journals in a directory.
    package init(directory: String) {
        self.directory = directory
    }
}

/// Work for which a thread waits, and no table.
package enum DiskWork: Hashable, Sendable {
    /// Something is written to the journal of an open table.
    case writing
    /// A journal of an earlier host is read.
    case reading
}

/// The journals of one host: a directory in which each table has a file, named as ``JournalName`` says.
///
/// A file is locked by the host that writes it; `.lock` is held by the host that takes up what broke
/// off.
final class JournalStore: Sendable {
    private struct WeakFile: Sendable {
        weak var file: JournalFile?
    }

    let options: JournalOptions
    /// Through which tables reach their files.
    let writer: JournalWriter
    private let syncer = FileSyncer(label: "set-duel.journal", delay: .milliseconds(50))
    private let tell: @Sendable (JournalNotice) -> Void
    /// Held until the host has drained; `nil` when another host has it.
    private let lock: AppendFile?
    private let inventory: Locked<JournalInventory>
    /// The journals of open tables, by path.
    private let open = Locked<[String: WeakFile]>([:])
    /// Reads what broke off.
    private let reader: FileWriter

    /// Takes a directory, making it if need be.
    ///
    /// - Parameter tell: Called on the executor's queue.
    /// - Returns: `nil` when it cannot be used; that has been told.
    init?(
        _ options: JournalOptions, executor: QueueExecutor,
        tell: @escaping @Sendable (JournalNotice) -> Void
    ) {
        self.options = options
        self.tell = tell
        writer = JournalWriter(options, executor: executor, tell: tell)
        reader = FileWriter(label: "set-duel.read", executor: executor)
        inventory = Locked(
            JournalInventory(
                sizeLimit: options.sizeLimit, mostUnfinished: options.mostUnfinished))
        do throws(FileError) {
            try FileStore.makeDirectory(options.directory)
            let file = try AppendFile.any(options.directory + "/.lock")
            lock = file.lock() ? file : nil
        } catch {
            tell(.unusable(directory: options.directory, error))
            return nil
        }
        if FileStore.isWritableByOthers(options.directory) {
            tell(.writableByOthers(directory: options.directory))
        }
        syncer.perform { self.scan() }
    }

    // MARK: - Files of tables, on the writer's thread

    /// A new file for a journal.
    ///
    /// - Throws: Why there is none.
    func newFile(_ header: JournalHeader) throws(FileError) -> AppendFile {
        let name = "\(options.directory)/\(header.opened.fileName)-\(header.table)"
        for attempt in 1...100 {
            let stem = name + (attempt == 1 ? "" : "-\(attempt)") + JournalName.ending
            let states = JournalName.State.allCases
            if states.contains(where: { FileStore.exists(stem + $0.rawValue) }) { continue }
            do throws(FileError) {
                let file = try AppendFile.new(stem + JournalName.State.running.rawValue)
                _ = file.lock()
                return file
            } catch {
                guard error == .exists else { throw error }
            }
        }
        throw .exists
    }

    /// Notes whose a file is.
    func note(_ file: AppendFile, isOf journal: JournalFile) {
        open.withLock { $0[file.path] = WeakFile(file: journal) }
    }

    /// Notes how much has been written, and has the disk write it soon.
    func note(_ journal: OpenJournal) {
        inventory.withLock { $0.note(journal.file.path, bytes: journal.bytes) }
        syncer.syncSoon(journal.file)
    }

    /// Ends the longest journals of open tables while all of them together have more than their part of
    /// the room.
    func limitOpen() {
        while let path = inventory.withLock({ $0.longestToEnd }) {
            let file = open.withLock { $0[path]?.file }
            guard let file else { return inventory.withLock { $0.forget(path) } }
            file.makeRoom()
        }
    }

    /// Has the disk write what is in a file now.
    func sync(_ file: AppendFile) { syncer.syncNow(file) }

    /// Leaves a journal to the next host, once the disk has it.
    func letGo(_ journal: OpenJournal) {
        sync(journal.file)
        syncer.perform { journal.file.unlock() }
        forget(journal)
    }

    /// Gives the journal of a closed table its last name, or removes one that is worth nothing.
    func finish(_ journal: OpenJournal) {
        retire(journal, as: journal.worth == .finished ? .finished : .unfinished)
    }

    /// Gives up the journal of a table that goes on without.
    func giveUp(_ journal: OpenJournal) { retire(journal, as: .incomplete) }

    private func retire(_ journal: OpenJournal, as state: JournalName.State) {
        forget(journal)
        guard journal.worth > .nothing else {
            try? FileStore.remove(journal.file.path)
            return
        }
        sync(journal.file)
        let path = JournalName.path(journal.file.path, from: .running, to: state)
        try? FileStore.rename(journal.file.path, to: path)
        let name = String(path.dropFirst(options.directory.count + 1))
        inventory.withLock { $0.add(name, state, bytes: journal.bytes) }
        syncer.perform { self.prune() }
    }

    private func forget(_ journal: OpenJournal) {
        inventory.withLock { $0.forget(journal.file.path) }
        open.withLock { $0[journal.file.path] = nil }
    }

    // MARK: - The directory

    /// Looks at what lies there already.
    private func scan() {
        for name in (try? FileStore.names(in: options.directory)) ?? [] {
            guard let journal = JournalName(name), journal.state != .running,
                let bytes = try? FileStore.size(of: options.directory + "/" + name)
            else { continue }
            inventory.withLock { $0.add(name, journal.state, bytes: bytes) }
        }
        prune()
    }

    /// Deletes what is too much; nothing that a host does not name so.
    private func prune() {
        for name in inventory.withLock({ $0.removeExcess() }) {
            try? FileStore.remove(options.directory + "/" + name)
        }
    }

    /// Waits until the disk has what was to be written and synced now.
    func settled() async {
        await writer.finished()
        await syncer.finished()
    }

    /// Waits until the disk has everything, then lets the next host take the directory.
    func letGo() async {
        await settled()
        lock?.unlock()
    }
}

// MARK: - Recovery

/// A journal that broke off, of which only the first line has been read.
struct BrokenOffJournal: Sendable {
    let file: AppendFile
    /// What its first line says; `nil` when that cannot be read.
    let header: JournalHeader?
    let bytes: Int
}

/// A table as its host left it.
struct RecoveredTable: Sendable {
    let header: JournalHeader
    let replay: JournalReplay
    let journal: TableJournal
    let path: String
}

extension JournalStore {
    /// What broke off, in the order in which the tables were opened.
    ///
    /// Only first lines are read, so that a host knows its tables before it has read what happened
    /// there.
    func brokenOff() -> [BrokenOffJournal] {
        guard options.resumes else { return [] }
        guard lock != nil else {
            tell(.shared(directory: options.directory))
            return []
        }
        let names = (try? FileStore.names(in: options.directory)) ?? []
        return names.filter {
            $0.hasSuffix(JournalName.ending + JournalName.State.running.rawValue)
        }
        .compactMap { brokenOff(options.directory + "/" + $0) }
    }

    private func brokenOff(_ path: String) -> BrokenOffJournal? {
        do throws(FileError) {
            let file = try AppendFile.existing(path)
            // A host that could not have the directory writes its own files here.
            guard file.lock() else { return nil }
            let line = try file.beginning(16 << 10).prefix { $0 != 0x0A } + [0x0A]
            return BrokenOffJournal(
                file: file, header: try? JournalReader.read(Array(line)).header,
                bytes: try file.size())
        } catch {
            tell(.unreadable(file: path, error))
            return nil
        }
    }

    /// Reads a journal that broke off, away from the host's queue.
    ///
    /// - Parameter done: Called on the executor's queue; with `nil` when no table comes of it: then it
    ///   has been told what is wrong.
    func read(
        _ journal: BrokenOffJournal, done: @escaping @Sendable (RecoveredTable?) -> Void
    ) {
        reader.perform {
            self.options.beforeWork(.reading)
            var notices: [JournalNotice] = []
            let table = self.recover(journal, &notices)
            return (table, notices)
        } then: { table, notices in
            for notice in notices { self.tell(notice) }
            done(table)
        }
    }

    private func recover(
        _ broken: BrokenOffJournal, _ notices: inout [JournalNotice]
    ) -> RecoveredTable? {
        let file = broken.file
        do throws(FileError) {
            let bytes = try file.contents(limit: JournalReader.sizeLimit)
            do throws(JournalFault) {
                let journal = try JournalReader.read(bytes)
                let replay = try JournalReplay.end(of: journal)
                if journal.tornBytes > 0 {
                    notices.append(.torn(file: file.path, bytes: journal.tornBytes))
                    do throws(FileError) {
                        try file.truncate(to: journal.wholeBytes)
                    } catch {
                        notices.append(.unreadable(file: file.path, error))
                        return nil
                    }
                }
                let open = OpenJournal(
                    file: file, bytes: journal.wholeBytes, worth: JournalWorth(journal))
                guard !replay.isClosed else {
                    finish(open)
                    return nil
                }
                var resumed = TableJournal(resuming: journal, in: open, of: self)
                resumed.append(replay.unnoted, at: replay.time, revision: replay.duel.revision)
                return RecoveredTable(
                    header: journal.header, replay: replay, journal: resumed, path: file.path)
            } catch {
                // Its host ended before anybody was let in.
                if error.reason == .empty {
                    try? FileStore.remove(file.path)
                } else {
                    notices.append(.refused(file: file.path, error))
                }
                return nil
            }
        } catch {
            notices.append(.unreadable(file: file.path, error))
            return nil
        }
    }
}
