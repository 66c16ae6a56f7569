import SetProtocol

/// What whoever runs a host must know about its journals.
package enum JournalNotice: Hashable, Sendable {
    /// Why a journal that broke off is left as it is, though nothing is wrong with it.
    package enum Omission: Hashable, Sendable {
        /// Another journal of the same table was taken up.
        case sameTable(TableCode)
        /// There are as many tables as allowed.
        case tooManyTables
    }

    /// The directory cannot be used.
    case unusable(directory: String, FileError)
    /// Another host is at work in the directory.
    case shared(directory: String)
    /// Users other than the owner can change what is in the directory.
    case writableByOthers(directory: String)
    /// The last line of a journal had not been written to its end.
    case torn(file: String, bytes: Int)
    /// A journal is not as it was written.
    case refused(file: String, JournalFault)
    /// A journal cannot be read.
    case unreadable(file: String, FileError)
    /// The table of a sound journal is not resumed.
    case omitted(file: String, Omission)
    /// A journal can no longer be written.
    case stopped(file: String, FileError)
    /// Journals can be written again.
    case writable(directory: String)
    /// A journal is as long as it may be.
    case full(file: String, limit: Int)
    /// The disk does not answer in time, so nobody waits for it any longer.
    case behind(directory: String)
    /// The disk has everything again, but for journals that were given up.
    case caughtUp(directory: String, givenUp: Int)

    /// What a person is told; it may hold anything that a file name may.
    package var sentence: String {
        switch self {
        case .unusable(let directory, let error):
            "cannot keep journals in \(directory), so duels will not survive a restart: "
                + error.sentence
        case .shared(let directory):
            "another host uses \(directory): its interrupted duels are not resumed here"
        case .writableByOthers(let directory):
            "\(directory): other users can write to this directory (try: chmod go-w \(directory))"
        case .torn(let file, let bytes):
            "\(file): the last line is incomplete and was ignored (\(bytes) bytes)"
        case .refused(let file, let fault):
            "\(file):\(fault.line): \(fault.sentence); table not resumed, file unchanged"
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
