import SetClient
import SetHost
import SetProtocol

/// A solo game that can be left and continued: the journal of its table.
struct SavedGame: Sendable {
    let monitor: SavingMonitor
    /// The game so far; `nil` in a new game.
    var past: Recording?
    /// Whether another game was saved before.
    var isBesideAnother = false

    var saving: GameSaving { isBesideAnother ? .ifFoundBesideAnother : .ifFound }

    /// The game of a table, as far as it was played; `nil` if there is none to continue.
    static func past(in directory: StateDirectory, at table: TableCode) -> Recording? {
        JournalDirectory.interrupted(in: directory.soloGames).lazy.compactMap(recording)
            .first { $0.welcome.table == table && $0.hasFoundSet }
    }

    private static func recording(_ path: String) -> Recording? { try? read(path) }

    private static func read(_ path: String) throws(FileProblem) -> Recording {
        let bytes: [UInt8]
        do {
            bytes = try FileStore.read(path, limit: JournalReader.sizeLimit)
        } catch {
            throw FileProblem(path, error.sentence)
        }
        do {
            return try Recording(try JournalReader.read(bytes))
        } catch {
            throw FileProblem(path, line: error.line, error.sentence)
        }
    }

    /// Why the newest game that was left cannot be continued; `nil` if there is none.
    static func problem(in directory: StateDirectory) -> FileProblem? {
        for path in JournalDirectory.interrupted(in: directory.soloGames) {
            do throws(FileProblem) { _ = try read(path) } catch { return error }
        }
        return nil
    }

    /// Whether there seems to be a game to continue: only starting one reads more than names.
    static func exists(in directory: StateDirectory) -> Bool {
        !JournalDirectory.interrupted(in: directory.soloGames).isEmpty
    }

    /// How many games can be left at a time; the newest is continued first.
    private static let most = 8

    /// The journal of the next game, after removing too old games and those that were cut off before
    /// a set was found, which would be continued before older ones; with the others as candidates.
    static func journal(in directory: StateDirectory, isResuming: Bool) -> JournalOptions {
        var (games, useless): ([String], [String]) = ([], [])
        for path in JournalDirectory.interrupted(in: directory.soloGames) {
            guard let game = recording(path) else { continue }
            if game.hasFoundSet, games.count < most {
                games.append(path)
            } else {
                useless.append(path)
            }
        }
        JournalDirectory.remove(useless)
        var options = JournalOptions(directory: directory.soloGames)
        // A damaged game, or one that another program plays, hides none before it.
        (options.resumes, options.candidates) = (isResuming, games)
        options.keepsCutOff = true
        options.sizeLimit = 16 << 20
        return options
    }
}

extension Recording {
    /// Whether a set was found in the last game.
    fileprivate var hasFoundSet: Bool {
        for moment in moments.reversed() {
            if case .state(let state) = moment.message { return state.hasFoundSet }
        }
        return false
    }
}

/// Learns from the host of this process that a game can no longer be saved, and tells the player once
/// there is one to tell; and from the client whether it is to be kept.
final class SavingMonitor: Sendable {
    private struct State: Sendable {
        var reason: String?
        var tell: (@Sendable (String) -> Void)?
        var isKept = false
    }

    private let state = Locked(State())

    /// Whether the game is to be continued later.
    var isKept: Bool {
        get { state.withLock(\.isKept) }
        set { state.withLock { $0.isKept = newValue } }
    }

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
