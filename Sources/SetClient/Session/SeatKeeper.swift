import Dispatch
import SetProtocol

/// Records the player's seat at a host while the program runs, so that a later start finds it if
/// this one was killed.
///
/// The file is locked: two players on one machine never take each other's seat, and of two programs
/// that start at once only one returns. It has its own queue, because disks can be slow and pings
/// cannot wait.
package actor SeatKeeper: QueueConfined {
    /// The maximum number of files to read; nobody has that many seats at one host.
    private static let mostFiles = 32
    /// The maximum age of a seat in seconds, and the maximum number of seats for all hosts;
    /// otherwise, seats at hosts that never came back would stay forever.
    private static let (mostAge, mostSeats) = (30 * 86_400, 64)

    package nonisolated let executor = QueueExecutor(label: "set-duel.seat", depth: 3)
    private let directory: StateDirectory
    private let host: String
    private var name: String
    private let returnsToAnyName: Bool
    private var file: HeldFile?
    private var hasFailed = false

    /// - Parameter returnsToAnyName: Whether a seat under another name will do, because the player has
    ///   not chosen one.
    package init(
        in directory: StateDirectory, host: Endpoint, name: String, returnsToAnyName: Bool = false
    ) {
        (self.directory, self.host, self.name) = (directory, "\(host)", name)
        self.returnsToAnyName = returnsToAnyName
    }

    /// Returns a seat from an earlier run that was not given up, after removing useless files.
    ///
    /// `table` is the only table that will do; `now` is in seconds since 1970.
    ///
    /// - Returns: The seat, and every file that looks like one but cannot be used.
    package func leftBehind(
        at table: TableCode?, now: Int
    ) -> (seat: KeptSeat?, problems: [FileProblem]) {
        clear(at: now)
        var problems: [FileProblem] = []
        let prefix = directory.prefix(host: host)
        let names = (try? FileStore.names(in: directory.seats)) ?? []
        for name in names.filter({ $0.hasPrefix(prefix) }).prefix(Self.mostFiles) {
            let path = "\(directory.seats)/\(name)"
            do throws(FileError) {
                let (file, bytes) = try HeldFile.adopt(path, limit: KeptSeat.limit)
                guard let seat = KeptSeat(bytes), directory.file(of: seat) == path else {
                    problems.append(FileProblem(path, "not a valid seat file; ignored"))
                    continue
                }
                let isNamed = returnsToAnyName || seat.name == self.name
                guard isNamed, table == nil || table == seat.table else { continue }
                (self.file, self.name) = (file, seat.name)
                return (seat, problems)
            } catch {
                if error != .inUse { problems.append(FileProblem(path, error.sentence)) }
            }
        }
        return (nil, problems)
    }

    /// Removes seats that are too old or too many, the oldest first, unless a program holds them,
    /// and partial files from programs that were killed while writing.
    private func clear(at now: Int) {
        FileStore.removeLeftovers(in: directory.seats)
        let names = (try? FileStore.names(in: directory.seats)) ?? []
        let files = names.filter { $0.hasSuffix(".json") }.map { "\(directory.seats)/\($0)" }
            .compactMap { path in FileStore.modificationTime(of: path).map { (path, time: $0) } }
            .sorted { $0.time > $1.time }
        for (place, (path, time)) in files.enumerated()
        where place >= Self.mostSeats || now - time > Self.mostAge {
            guard let (file, bytes) = try? HeldFile.adopt(path, limit: KeptSeat.limit),
                KeptSeat(bytes) != nil
            else { continue }
            file.remove()
        }
    }

    /// Records a seat with its newest token, replacing the previous record.
    ///
    /// - Parameter report: Called with a message for the player when seats can no longer be recorded.
    nonisolated func keep(_ welcome: Welcome, report: @escaping @Sendable (String) -> Void) {
        executor.queue.async { self.assumeIsolated { $0.write(welcome, report) } }
    }

    nonisolated var isKept: Bool { executor.wait { assumeIsolated { $0.file != nil } } }

    /// Removes the record before returning.
    nonisolated func forget() {
        executor.wait { assumeIsolated { $0.remove() } }
    }

    private func write(_ welcome: Welcome, _ report: (String) -> Void) {
        guard let seat = welcome.seat, let token = welcome.token else { return }
        let kept = KeptSeat(
            host: host, table: welcome.table, seat: seat, name: name, token: token)
        do throws(FileError) {
            let new = try HeldFile.write(kept.bytes, to: directory.file(of: kept))
            if let file, file.path != new.path { file.remove() }
            (file, hasFailed) = (new, false)
        } catch {
            // The token of an earlier record is no longer valid.
            remove()
            if !hasFailed { report(Self.warning(error)) }
            hasFailed = true
        }
    }

    private static func warning(_ error: FileError) -> String {
        "Your seat cannot be saved: \(error.sentence). If this program is killed, you lose it."
    }

    private func remove() {
        file?.remove()
        file = nil
    }
}
