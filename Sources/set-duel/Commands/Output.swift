import SetClient
import SetProtocol

/// Prints the output of commands; nothing else prints.
enum Output {
    /// Prints a line; if the reader has gone, exits quietly.
    static func line(_ text: String) {
        write(text + "\n")
    }

    private static func write(_ text: String) {
        do {
            try StandardStream.output.write(text)
        } catch {
            Program.exit(
                error == .closed ? ExitCode.success.rawValue : ExitCode.inputOutput.rawValue)
        }
    }

    /// What is typed on standard input, and how lines are printed beside it.
    static let typed = TypedLines { write($0) }

    static func text(_ text: String) {
        line(text.hasSuffix("\n") ? String(text.dropLast()) : text)
    }

    /// Prints an error on standard error; ignores failures to do so.
    ///
    /// - Parameter message: One line, unsanitized; it may come from a host.
    static func error(_ message: String) {
        let safe = SafeText.sanitized(message, limit: 1000)
        try? StandardStream.error.write("set-duel: \(safe)\n")
    }
}

extension Output {
    /// Prints a usage error on standard error.
    static func error(_ usage: UsageError) {
        try? StandardStream.error.write(usage.text + "\n")
    }
}
