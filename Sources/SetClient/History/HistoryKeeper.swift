import Dispatch
import SetProtocol

/// The file with a line for each finished game of a player.
package struct HistoryFile: Equatable, Sendable {
    package let path: String

    /// The largest file that is read: some hundred thousand games.
    private static let sizeLimit = 256 << 20
    /// The most lines that are reported as unreadable.
    private static let mostProblems = 5

    package init(in directory: StateDirectory) { path = directory.history }

    /// The counted tries at the decks of days.
    package init(ofDaysIn directory: StateDirectory) { path = directory.days }

    /// Adds a game, in one piece: several programs may write at a time.
    ///
    /// What a program was writing when it was killed, or a disk was full, stays a line of its own.
    func append(_ game: PlayedGame) throws(FileError) {
        if let slash = path.lastIndex(of: "/") {
            try FileStore.makeDirectory(String(path[..<slash]))
        }
        let file = try AppendFile.any(path)
        let isTorn = try file.end(1).first.map { $0 != 0x0A } ?? false
        try file.append((isTorn ? [0x0A] : []) + game.line)
    }

    /// Reads all games, the oldest first.
    ///
    /// - Returns: The games, and what cannot be read; a file that is not there has no games.
    package func read() -> (games: [PlayedGame], problems: [FileProblem]) {
        let bytes: [UInt8]
        do throws(FileError) {
            bytes = try FileStore.read(path, limit: Self.sizeLimit)
        } catch {
            return ([], error == .notFound ? [] : [FileProblem(path, error.sentence)])
        }
        var (games, problems): ([PlayedGame], [FileProblem]) = ([], [])
        let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
        for (index, line) in lines.enumerated() where !line.isEmpty {
            if let game = try? PlayedGame(line: line) {
                games.append(game)
            } else {
                let isTorn = index == lines.count - 1
                let reason = isTorn ? "the last line is cut off; skipped" : "not a game; skipped"
                problems.append(FileProblem(path, line: index + 1, reason))
            }
        }
        if problems.count > Self.mostProblems {
            let rest = problems.count - Self.mostProblems
            problems.removeLast(rest)
            problems.append(FileProblem(path, "\(rest) more lines cannot be read"))
        }
        return (games, problems)
    }
}

/// Notes a player's finished games, on a queue of its own, because disks can be slow and pings cannot
/// wait.
package actor HistoryKeeper: QueueConfined {
    package nonisolated let executor = QueueExecutor(label: "set-duel.history", depth: 3)
    private let history: HistoryFile?
    /// The tries at the decks of days, of which only the first counts.
    private let days: HistoryFile?
    private var scribe: HistoryScribe
    private var hasFailed = false

    /// - Parameters:
    ///   - history: Where all games are noted; `nil` for nowhere.
    ///   - days: Where the try at the deck of a day is noted.
    ///   - past: The game so far, if one that was left is continued.
    package init(
        _ history: HistoryFile?, days: HistoryFile? = nil, against opponent: PlayedGame.Opponent,
        daily: String? = nil,
        past: Recording? = nil
    ) {
        (self.history, self.days) = (history, days)
        scribe = HistoryScribe(against: opponent, daily: daily, past: past)
    }

    /// - Parameter report: Called with a message for the player if a game cannot be noted.
    nonisolated func follow(
        _ message: HostMessage, at now: MonotonicInstant,
        report: @escaping @Sendable (String) -> Void
    ) {
        switch message {
        case .welcome, .race, .state: break
        case _: return
        }
        executor.queue.async {
            self.assumeIsolated {
                $0.note($0.scribe.receive(message, at: now, date: WallClock.now), report)
            }
        }
    }

    /// Notes the duel that the player leaves, and waits until everything is noted.
    nonisolated func leave() {
        executor.wait {
            assumeIsolated { $0.note($0.scribe.leave(date: WallClock.now)) { _ in } }
        }
    }

    /// Waits until everything is noted.
    nonisolated func finish() { executor.wait {} }

    private func note(_ game: PlayedGame?, _ report: (String) -> Void) {
        guard let game else { return }
        do throws(FileError) {
            if let days, let day = game.daily, Daily.result(day, in: days.read().games) == nil {
                try days.append(game)
            }
            try history?.append(game)
            hasFailed = false
        } catch {
            if !hasFailed { report("This game is not in your history: \(error.sentence).") }
            hasFailed = true
        }
    }
}
