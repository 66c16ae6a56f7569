import SetClient
import SetProtocol

/// How a game that was played, watched, or hosted ended.
struct Ending: Sendable {
    /// The exit code if the program ends here.
    var exitCode: Int32
    /// The message for the player, if any.
    var message: String?
    /// Whether the message is a sentence, as players read it on the screen.
    private var isSentence = false
    /// Whether the program must end because of a signal.
    var isFinal = false
    /// What was played, in one line.
    var summary: String?
    /// The settings as the player left them; `nil` if they could not be changed.
    var settings: ClientSettings?

    static let success = Ending(exitCode: ExitCode.success.rawValue)

    /// There is no solo game that can be continued.
    init(noSavedGameBecauseOf problem: FileProblem?) {
        exitCode = ExitCode.noInput.rawValue
        message =
            problem.map { "the saved game is damaged: \($0.sentence)" }
            ?? "no saved game to continue: start one with set-duel solo"
    }

    /// Other programs are playing all games that could be continued.
    static let savedGameInUse: Ending = {
        var ending = Ending(exitCode: ExitCode.noInput.rawValue)
        ending.message = "your saved game is open in another set-duel: continue it there"
        return ending
    }()

    private init(exitCode: Int32) { self.exitCode = exitCode }

    init(_ end: SessionEnd, settings: ClientSettings? = nil, summary: String? = nil) {
        exitCode = end.exitCode
        (message, isSentence) = (end.message, true)
        if case .signal = end.kind { isFinal = true }
        (self.settings, self.summary) = (settings, summary)
    }

    init(_ error: TransportError) {
        exitCode = error.exitCode.rawValue
        message = error.sentence
    }

    /// Creates an ending for an error that the player can fix.
    init(complaint: String, _ code: ExitCode = .usage) {
        self = .success
        (message, exitCode) = (complaint, code.rawValue)
    }

    /// Prints what was played, and the message, if any, on standard error; nothing on a stopped
    /// terminal, for which the program would wait.
    ///
    /// - Returns: The exit code.
    func told() -> Int32 {
        if TerminalDevice.isStopped { return exitCode }
        if let summary, !isFinal { Output.line(summary) }
        if let message { Output.error(isSentence ? Self.shellMessage(message) : message) }
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
