import SetProtocol

/// An error in a command line, for the user to fix.
struct UsageError: Error, Hashable {
    let message: String
    /// Advice beyond reading the help.
    var advice: String?
    /// The command whose help explains it; `nil` for the program's help.
    var command: Command?

    /// The lines for standard error, without a line feed at the end.
    ///
    /// They quote user input, which may have been pasted from anywhere.
    var text: String {
        let help = command.map { "set-duel \($0.rawValue) --help" } ?? "set-duel --help"
        return (["set-duel: \(message)", advice, "Try: \(help)"] as [String?])
            .compactMap { $0.map { SafeText.sanitized($0, limit: 1000) } }.joined(separator: "\n")
    }
}

/// Exit codes, with the numbers of `sysexits.h`.
enum ExitCode: Int32, Hashable, Sendable {
    case success = 0
    case usage = 64
    case badData = 65
    case noInput = 66
    case noHost = 68
    case unavailable = 69
    case cannotCreate = 73
    case inputOutput = 74
    case protocolMismatch = 76
    case refused = 77

    /// The code if a file that a command was given cannot be read.
    init(_ error: FileError) {
        self =
            switch error {
            case .tooLarge: .badData
            case .failed: .inputOutput
            case .notFound, .notPermitted, .notAFile, .notPrivate, .exists, .inUse: .noInput
            }
    }
}
