import SetClient
import SetHost
import SetProtocol

/// A solo game that can be left and continued: the journal of its table.
struct SavedGame: Sendable {
    let monitor: SavingMonitor
    /// The game so far; `nil` in a new game.
    let past: Recording?
    /// Whether another game was saved before.
    let isBesideAnother: Bool

    var saving: GameSaving { isBesideAnother ? .ifFoundBesideAnother : .ifFound }
}

struct SavedGames {
    /// How many games can be left at a time; the newest is continued first.
    private static let most = 8

    /// The games as far as they were played, newest first.
    private(set) var recordings: [Recording] = []
    /// What is wrong with the newest game that cannot be continued.
    private(set) var damage: FileProblem?
    /// The journal of the next game, with these as candidates for it.
    private(set) var journal: JournalOptions
    let monitor = SavingMonitor()

    /// Reads the games in a directory, and removes too old ones and those that were cut off before a set
    /// was found, which would be continued before older ones.
    init(in directory: String, isResuming: Bool) {
        var (games, useless): ([String], [String]) = ([], [])
        journal = JournalOptions(directory: directory)
        for path in JournalDirectory.interrupted(in: directory) {
            do throws(FileProblem) {
                let game = try Self.read(path)
                if game.hasFoundSet, games.count < Self.most {
                    games.append(path)
                    recordings.append(game)
                } else {
                    useless.append(path)
                }
            } catch {
                damage = damage ?? error
            }
        }
        JournalDirectory.remove(useless)
        // A damaged game, or one that another program plays, hides none before it.
        (journal.resumes, journal.candidates) = (isResuming, games)
        journal.keepsCutOff = true
        journal.sizeLimit = 16 << 20
    }

    /// The game at a table: one of these if the table was taken up again, otherwise a new one.
    func game(at table: TableCode) -> SavedGame {
        let past = journal.resumes ? recordings.first { $0.welcome.table == table } : nil
        return SavedGame(
            monitor: monitor, past: past,
            isBesideAnother: !journal.resumes && !recordings.isEmpty)
    }

    static func read(_ path: String) throws(FileProblem) -> Recording {
        let bytes = try Result { () throws(FileError) in
            try FileStore.read(path, limit: JournalReader.sizeLimit)
        }.mapError { FileProblem(path, $0.sentence) }.get()
        return try Result { () throws(JournalFault) in
            try Recording(try JournalReader.read(bytes))
        }.mapError { FileProblem(path, line: $0.line, $0.sentence) }.get()
    }

    /// Whether there seems to be a game to continue: only starting one reads more than names.
    static func exist(in directory: StateDirectory) -> Bool {
        !JournalDirectory.interrupted(in: directory.soloGames).isEmpty
    }
}

extension Recording {
    fileprivate var hasFoundSet: Bool {
        for moment in moments.reversed() {
            if case .state(let state) = moment.message { return state.hasFoundSet }
        }
        return false
    }
}

/// Learns from the host of this process that a game can no longer be saved, and tells the player once
/// there is one to tell.
final class SavingMonitor: Sendable {
    private struct State: Sendable {
        var reason: String?
        var tell: (@Sendable (String) -> Void)?
    }

    private let state = Locked(State())

    /// Notes what the host says of its journals.
    func note(_ notice: JournalNotice) {
        let reason: String
        switch notice {
        case .unusable(_, let error), .stopped(_, let error): reason = error.sentence
        case .full: reason = "it has become too long"
        case .shared, .writableByOthers, .torn, .refused, .unreadable, .omitted, .writable, .behind,
            .caughtUp:
            return
        }
        let tell = state.withLock { state in
            state.reason = reason
            return state.tell
        }
        tell?(reason)
    }

    /// Tells what has been noted, and what will be.
    func watch(_ tell: @escaping @Sendable (String) -> Void) {
        let reason = state.withLock { state in
            state.tell = tell
            return state.reason
        }
        reason.map(tell)
    }
}
