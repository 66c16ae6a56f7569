import SetProtocol

package struct JournalOptions: Sendable {
    package var directory: String
    /// How many bytes all journals in the directory may take; `JournalInventory` defines the order
    /// of deletion.
    package var sizeLimit = 1 << 30
    /// The longest journal, in bytes; more than a day of play.
    package var tableLimit = 16 << 20
    /// How many journals of closed tables without a finished game are kept.
    package var mostUnfinished = 100
    package var resumes = true
    /// Whether a journal that can no longer be written remains, to be resumed from where it ends.
    package var keepsCutOff = false
    /// The journals of which only the first that no other program is writing is resumed; `nil` to
    /// resume all.
    package var candidates: [String]?
    package var clock: @Sendable () -> CivilTime = { WallClock.now }
    /// Called on the writer's thread before each piece of work, so that a test can simulate a disk
    /// that hangs.
    package var beforeWork: @Sendable (DiskWork) -> Void = { _ in }

    package init(directory: String) {
        self.directory = directory
    }
}

/// Disk work that a thread waits for, never a table.
package enum DiskWork: Hashable, Sendable {
    case writing
    case reading
}

/// The journals of one host: a directory with one file per table, named by ``JournalName``.
///
/// The host that writes a file locks it; the host that may resume interrupted tables holds `.lock`.
final class JournalStore: Sendable {
    private struct WeakFile: Sendable {
        weak var file: JournalFile?
    }

    let options: JournalOptions
    let writer: JournalWriter
    private let syncer = FileSyncer(label: "set-duel.journal", delay: .milliseconds(50))
    private let tell: @Sendable (JournalNotice) -> Void
    /// Held until the host has drained; `nil` if another host has it.
    private let lock: AppendFile?
    private let inventory: Locked<JournalInventory>
    private let open = Locked<[String: WeakFile]>([:])
    private let reader: FileWriter

    /// Opens a directory, creating it if necessary; `nil` if it cannot be used, which has been
    /// reported.
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

    /// Records how much of a journal has been written, and schedules a sync.
    func note(_ journal: OpenJournal, of file: JournalFile) {
        open.withLock { $0[journal.file.path] = WeakFile(file: file) }
        inventory.withLock { $0.note(journal.file.path, bytes: journal.bytes) }
        syncer.syncSoon(journal.file)
    }

    /// Ends the longest journals of open tables while all of them together exceed their share of
    /// the space, and returns what the operator must know.
    func limitOpen() -> [JournalNotice] {
        var notices: [JournalNotice] = []
        while let path = inventory.withLock({ $0.longestToEnd }) {
            if let file = open.withLock({ $0[path]?.file }) {
                if let notice = file.makeRoom() { notices.append(notice) }
            } else {
                leave(path)
            }
        }
        return notices
    }

    func sync(_ file: AppendFile) { syncer.syncNow(file) }

    /// Ends a journal; what is released to the next host is synced before.
    func end(_ journal: OpenJournal, _ ending: JournalEnding) {
        inventory.withLock { $0.forget(journal.file.path) }
        open.withLock { $0[journal.file.path] = nil }
        if ending == .letGo || ending == .cutOff && options.keepsCutOff && journal.worth > .nothing
        {
            sync(journal.file)
            return syncer.perform { journal.file.unlock() }
        }
        let state: JournalName.State =
            ending == .cutOff
            ? .incomplete : journal.worth == .finished ? .finished : .unfinished
        // A solo game that can be continued is let go instead; of the rest, only finished ones are kept.
        guard journal.worth > (options.keepsCutOff ? .begun : .nothing) else {
            try? FileStore.remove(journal.file.path)
            return
        }
        sync(journal.file)
        leave(journal.file.path, as: state)
    }

    // MARK: - The directory

    private func scan() {
        for name in (try? FileStore.names(in: options.directory)) ?? [] {
            guard let journal = JournalName(name), journal.state != .running,
                let bytes = try? FileStore.size(of: options.directory + "/" + name)
            else { continue }
            inventory.withLock { $0.add(name, journal.state, bytes: bytes) }
        }
        prune()
    }

    /// Deletes what is too much, but no file that a host would not name so.
    private func prune() {
        for name in inventory.withLock({ $0.removeExcess() }) {
            try? FileStore.remove(options.directory + "/" + name)
        }
    }

    /// Renames and counts a file that no host writes: it has ended, or is not resumed.
    func leave(_ old: String, as state: JournalName.State = .running) {
        let path = JournalName.path(old, from: .running, to: state)
        try? FileStore.rename(old, to: path)
        inventory.withLock { $0.forget(old) }
        let name = String(path.dropFirst(options.directory.count + 1))
        if let bytes = try? FileStore.size(of: path), JournalName(name) != nil {
            inventory.withLock { $0.add(name, state, bytes: bytes) }
        }
        syncer.perform { self.prune() }
    }

    func settled() async {
        await writer.finished()
        await syncer.finished()
    }

    /// Waits until the disk has everything, then releases the directory to the next host.
    func letGo() async {
        await settled()
        lock?.unlock()
    }

    // MARK: - Recovery

    /// The interrupted journals, in the order in which to read them.
    ///
    /// The shortest come first, so that an ordinary duel does not wait for one a thousand times as
    /// long. Of several journals of a table, the longest is the newest, and the others come last.
    ///
    /// Reads only first lines, so that a host knows its tables before it has read their inputs. All
    /// stay open, the newest first: descriptors are limited.
    func brokenOff() -> ArraySlice<BrokenOffJournal> {
        guard options.resumes else { return [] }
        // One of several games that its own lock protects may be resumed beside other programs.
        if let candidates = options.candidates {
            for candidate in candidates {
                if let journal = brokenOff(candidate) { return [journal] }
            }
            return []
        }
        guard lock != nil else {
            tell(.shared(directory: options.directory))
            return []
        }
        let names = (try? FileStore.names(in: options.directory)) ?? []
        let journals = names.filter {
            $0.hasSuffix(JournalName.ending + JournalName.State.running.rawValue)
        }
        .sorted(by: >).compactMap { brokenOff(options.directory + "/" + $0) }
        let longest = Dictionary(grouping: journals) { $0.header.table }
            .mapValues { $0.map(\.bytes).max() }
        func rank(_ journal: BrokenOffJournal) -> (Int, Int, String) {
            let isLongest = journal.bytes == longest[journal.header.table]
            return (isLongest ? 0 : 1, journal.bytes, journal.file.path)
        }
        return journals.sorted { rank($0) < rank($1) }[...]
    }

    private func brokenOff(_ path: String) -> BrokenOffJournal? {
        do throws(FileError) {
            let file = try AppendFile.existing(path)
            // A host that could not lock the directory writes its own files here.
            guard file.lock() else { return nil }
            let (start, bytes) = (try file.beginning(16 << 10), try file.size())
            guard start.contains(0x0A) || start.count < bytes else {
                // Its host ended before anybody was admitted.
                try FileStore.remove(path)
                return nil
            }
            do throws(JournalFault) {
                let line = start.prefix { $0 != 0x0A } + [0x0A]
                let header = try JournalReader.read(Array(line)).header
                return BrokenOffJournal(file: file, header: header, bytes: bytes)
            } catch {
                leave(path, as: .refused)
                tell(.refused(file: path, error))
            }
        } catch {
            tell(.unreadable(file: path, error))
        }
        return nil
    }

    /// Reads an interrupted journal, away from the host's queue; gives `nil` if the table cannot be
    /// resumed, which has been reported.
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
        do {
            let bytes = try file.contents(limit: JournalReader.sizeLimit)
            let journal = try JournalReader.read(bytes)
            let replay = try JournalReplay.end(of: journal)
            if journal.tornBytes > 0 {
                notices.append(.torn(file: file.path, bytes: journal.tornBytes))
                try file.truncate(to: journal.wholeBytes)
            }
            let open = OpenJournal(
                file: file, bytes: journal.wholeBytes, worth: JournalWorth(journal))
            guard !replay.isClosed else {
                end(open, .finished)
                return nil
            }
            var resumed = TableJournal(resuming: journal, in: open, of: self)
            for note in replay.unnoted {
                resumed.append(.note(note), at: replay.time, revision: replay.duel.revision)
            }
            return RecoveredTable(
                header: journal.header, replay: replay, journal: resumed, path: file.path)
        } catch let fault as JournalFault {
            leave(file.path, as: .refused)
            notices.append(.refused(file: file.path, fault))
        } catch {
            if let error = error as? FileError {
                // The file stays as it is, because the error may be temporary.
                notices.append(.unreadable(file: file.path, error))
            }
        }
        return nil
    }
}

/// An interrupted journal, of which only the first line has been read.
struct BrokenOffJournal: Sendable {
    let file: AppendFile
    let header: JournalHeader
    let bytes: Int
}

struct RecoveredTable: Sendable {
    let header: JournalHeader
    let replay: JournalReplay
    let journal: TableJournal
    let path: String
}
