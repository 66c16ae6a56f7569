import SetClient
import SetProtocol

/// Prints the output of commands; nothing else prints.
enum Output {
    /// Whether the output began as a terminal: what is written to one that is gone is lost, and
    /// `SIGHUP` or the end of input says what to do.
    private static let isTerminal = StandardStream.output.isTerminal

    /// Prints a line; if that fails, says why and exits, or exits quietly if the reader has gone.
    static func line(_ text: String) {
        write(text + "\n")
    }

    private static func write(_ text: String) {
        let isTerminal = isTerminal
        do {
            try StandardStream.output.write(text)
        } catch {
            guard case .failed(let problem) = error else {
                Program.exit(ExitCode.success.rawValue)
            }
            if isTerminal, problem.isHangUp { return }
            self.error("cannot write to standard output: \(problem.reason)")
            Program.exit(ExitCode.inputOutput.rawValue)
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
