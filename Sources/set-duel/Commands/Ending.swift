import SetClient
import SetProtocol

/// How a game that was played, watched, or hosted ended, or why a command could not do its work.
struct Ending: Error, Sendable {
    /// The exit code if the program ends here.
    var exitCode: Int32
    /// The message for the player, if any.
    var message: String?
    /// The error in the command line; `nil` if it had none.
    private var usage: UsageError?
    /// Whether the message is a sentence, as players read it on the screen.
    private var isSentence = false
    /// Whether the program must end because of a signal.
    var isFinal = false
    /// What was played, in one line.
    var summary: String?
    /// The settings as the player left them; `nil` if they could not be changed.
    var settings: ClientSettings?

    static let success = Ending(.success)

    init(_ code: ExitCode, _ message: String? = nil) {
        (exitCode, self.message) = (code.rawValue, message)
    }

    init(_ end: SessionEnd, settings: ClientSettings? = nil, summary: String? = nil) {
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
        (self.settings, self.summary) = (settings, summary)
    }

    init(_ error: UsageError) {
        self.init(.usage, error.message)
        usage = error
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

    /// Prints what was played, and the message, if any, on standard error; nothing on a stopped
    /// terminal, for which the program would wait.
    ///
    /// - Returns: The exit code.
    func report() -> Int32 {
        if TerminalDevice.isStopped { return exitCode }
        if let summary, !isFinal { Output.line(summary) }
        if let usage {
            Output.error(usage)
        } else if let message {
            Output.error(isSentence ? Self.shellMessage(message) : message)
        }
        return exitCode
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
