import SetProtocol

/// What whoever runs a host must know about its journals.
public enum JournalNotice: Hashable, Sendable {
    /// The directory cannot be used.
    case unusable(directory: String, FileError)
    /// Another host is at work in the directory.
    case shared(directory: String)
    /// The last line of a journal had not been written to its end.
    case torn(file: String, bytes: Int)
    /// A journal is not as it was written.
    case refused(file: String, JournalFault)
    /// A journal cannot be read.
    case unreadable(file: String, FileError)
    /// A journal can no longer be written.
    case stopped(file: String, FileError)

    /// What a person is told; it may hold anything that a file name may.
    public var sentence: String {
        switch self {
        case .unusable(let directory, let error):
            "no journals can be kept in \(directory), so a duel ends with this host: "
                + error.sentence
        case .shared(let directory):
            "another host uses \(directory): duels that broke off there are left to it"
        case .torn(let file, let bytes):
            "\(file): the last line had not been written to its end and is left out "
                + "(\(bytes) bytes)"
        case .refused(let file, let fault):
            "\(file):\(fault.line): \(fault.sentence); its table is not resumed, and the file is "
                + "left as it is"
        case .unreadable(let file, let error):
            "\(file): its table is not resumed: \(error.sentence)"
        case .stopped(let file, let error):
            "\(file) can no longer be written: \(error.sentence) "
                + "Duels go on, but will not survive a crash."
        }
    }
}
