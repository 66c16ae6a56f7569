import SetClient
import SetProtocol

/// How a game that was played, watched, or hosted ended, or why a command could not do its work.
struct Ending: Error, Sendable {
    /// The exit code if the program ends here.
    var exitCode: Int32
    var message: String?
    /// What can be done about an error in the command line, a line each.
    private var advice: [String] = []
    /// Whether the message is a sentence, as players read it on the screen.
    private var isSentence = false
    /// Whether the program must end because of a signal.
    var isFinal = false
    /// What was played, in one line.
    var summary: String?
    /// Whether a solo game is to be continued later.
    var keepsGame = false
    /// The settings as the player left them; `nil` if they could not be changed.
    var settings: ClientSettings?

    static let success = Ending(.success)

    init(_ code: ExitCode, _ message: String? = nil) {
        (exitCode, self.message) = (code.rawValue, message)
    }

    init(_ end: SessionEnd, settings: ClientSettings? = nil) {
        exitCode =
            switch end.kind {
            case .left, .dismissed: ExitCode.success.rawValue
            case .refused: ExitCode.refused.rawValue
            case .otherProtocol: ExitCode.protocolMismatch.rawValue
            case .lost: ExitCode.unavailable.rawValue
            case .signal(let number): 128 + number
            }
        (message, isSentence) = (end.message, true)
        if case .signal = end.kind { isFinal = true }
        self.settings = settings
    }

    init(_ error: TransportError) {
        let code: ExitCode =
            switch error {
            case .unknownHost, .lookupFailed, .noAddress: .noHost
            case .refused, .unreachable, .timedOut, .cancelled, .failed: .unavailable
            case .addressInUse, .addressNotAvailable, .notPermitted, .badHandOver: .cannotCreate
            }
        self.init(code, error.sentence)
    }

    /// The lines for standard error; `nil` for none.
    ///
    /// They may come from a host, or quote what was typed, and are sanitized one by one.
    var text: String? {
        guard let message else { return nil }
        let words = isSentence ? Self.shellMessage(message) : message
        return (["set-duel: \(words)"] + advice).map { SafeText.sanitized($0, limit: 1000) }
            .joined(separator: "\n")
    }

    /// A sentence as programs print errors in a shell: it begins in lower case, and a single one has no
    /// period.
    private static func shellMessage(_ sentence: String) -> String {
        var text = sentence
        if !text.holds(". "), text.last == "." { text.removeLast() }
        guard text.first?.isUppercase == true, text.dropFirst().first?.isLowercase == true else {
            return text
        }
        return text.prefix(1).lowercased() + text.dropFirst()
    }
}

// MARK: - Errors in a command line

extension Ending {
    /// - Parameters:
    ///   - advice: Advice beyond reading the help.
    ///   - command: The command whose help explains it; `nil` for the program's help.
    static func usage(
        _ message: String, advice: String? = nil, for command: Command? = nil
    ) -> Ending {
        var ending = Ending(.usage, message)
        let help = command.map { "set-duel \($0.rawValue) --help" } ?? "set-duel --help"
        ending.advice = [advice, "Try: \(help)"].compactMap(\.self)
        return ending
    }

    /// A word that is none of those there are.
    ///
    /// - Parameter list: What introduces all of them where none is near.
    static func unknown(
        _ kind: String, _ word: String, among words: [String], list: String? = nil,
        for command: Command? = nil
    ) -> Ending {
        usage(
            "unknown \(kind) '\(word)'",
            advice: didYouMean(word, among: words)
                ?? list.map { "\($0): " + words.joined(separator: ", ") },
            for: command)
    }

    static func didYouMean(_ word: String, among words: [String], prefix: String = "") -> String? {
        Spelling.nearest(to: word, among: words).map { "Did you mean \(prefix)\($0)?" }
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
