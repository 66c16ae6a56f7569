import SetProtocol

package enum JournalNotice: Hashable, Sendable {
    package enum Omission: Hashable, Sendable {
        case sameTable(TableCode)
        case tooManyTables
    }

    case unusable(directory: String, FileError)
    case shared(directory: String)
    /// Other users can change what is in the directory: they own it, or may write to it.
    case writableByOthers(directory: String)
    case torn(file: String, bytes: Int)
    case refused(file: String, JournalFault)
    case unreadable(file: String, FileError)
    case omitted(file: String, Omission)
    case stopped(file: String, FileError)
    case writable(directory: String)
    case full(file: String, limit: Int)
    /// The disk is too slow, so announcements no longer wait for it.
    case behind(directory: String)
    /// The disk has caught up, except for journals that were given up.
    case caughtUp(directory: String, givenUp: Int)

    /// The sentence for the operator; it may contain anything a file name may.
    package var sentence: String {
        switch self {
        case .unusable(let directory, let error):
            "cannot keep journals in \(directory), so duels will not survive a restart: "
                + (error == .notAFile ? "not a directory" : error.sentence)
        case .shared(let directory):
            "another host is using \(directory), so interrupted duels are not resumed here"
        case .writableByOthers(let directory):
            "\(directory): other users own this directory or can write to it (try another, or chmod go-w)"
        case .torn(let file, let bytes):
            "\(file): the last line is incomplete and was ignored (\(bytes) bytes)"
        case .refused(let file, let fault):
            "\(file):\(fault.line): \(fault.sentence); table not resumed, file kept as .refused"
        case .unreadable(let file, let error):
            "\(file): table not resumed: \(error.sentence)"
        case .omitted(let file, .sameTable(let code)):
            "\(file): table \(code) was resumed from a longer journal; file unchanged"
        case .omitted(let file, .tooManyTables):
            "\(file): table not resumed: the host has reached its table limit "
                + "(raise --max-tables); file unchanged"
        case .stopped(let file, let error):
            "cannot write \(file): \(error.sentence); its duel continues but will not survive a crash"
        case .writable(let directory):
            "can write journals to \(directory) again; new duels will survive a crash"
        case .full(let file, let limit):
            "\(file) has reached its limit of \(limit / 1024) KiB: the duel continues but will not "
                + "survive a crash"
        case .behind(let directory):
            "the disk that holds \(directory) is not responding: duels continue, but new moves will "
                + "not survive a crash"
        case .caughtUp(let directory, let givenUp):
            "the disk that holds \(directory) is responding again"
                + (givenUp == 0 ? "; nothing was lost" : "; lost \(givenUp.counted("journal"))")
        }
    }
}
