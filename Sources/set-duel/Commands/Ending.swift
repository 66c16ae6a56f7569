import SetClient
import SetProtocol

/// How something that was played, watched or hosted came to its end.
struct Ending: Sendable {
    /// How the program ends, if it ends with it.
    var exitCode: Int32
    /// The message for the player, if any.
    var message: String?
    /// Whether the program ends with it in any case, because a signal wants that.
    var isFinal = false
    /// The settings as the player left them; `nil` when they could not change them.
    var settings: ClientSettings?

    /// An ending without a complaint.
    static let success = Ending(exitCode: ExitCode.success.rawValue)

    private init(exitCode: Int32) { self.exitCode = exitCode }

    init(_ end: SessionEnd, settings: ClientSettings? = nil) {
        exitCode = end.exitCode
        message = end.message
        if case .signal = end.kind { isFinal = true }
        self.settings = settings
    }

    init(_ error: TransportError) {
        exitCode = error.exitCode.rawValue
        message = error.sentence
    }

    /// Says where errors are said what there is to say.
    ///
    /// - Returns: The exit code.
    func told() -> Int32 {
        if let message { Output.error(message) }
        return exitCode
    }
}
