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

    /// Prints a text that may end with a line feed.
    static func text(_ text: String) { write(text.hasSuffix("\n") ? text : text + "\n") }

    /// What is typed on standard input, and how lines are printed beside it.
    static let typed = TypedLines { write($0) }

    /// Prints an error on standard error; ignores failures to do so.
    ///
    /// - Parameter message: One line, unsanitized; it may come from a host.
    static func error(_ message: String) { error(Ending(.success, message)) }

    fileprivate static func error(_ ending: Ending) {
        if let text = ending.text { try? StandardStream.error.write(text + "\n") }
    }

    static func errors(_ problems: [FileProblem]) {
        for problem in problems { error(problem.sentence) }
    }
}

extension Ending {
    /// Prints what was played, and the message, if any, on standard error; nothing on a stopped
    /// terminal, for which the program would wait.
    ///
    /// - Returns: The exit code.
    func report() -> Int32 {
        if TerminalDevice.isStopped { return exitCode }
        if let summary, !isFinal { Output.line(summary) }
        Output.error(self)
        return exitCode
    }
}

extension Preferences {
    /// Saves settings, if there is a file for them.
    ///
    /// - Returns: Why they could not be saved.
    func save(_ settings: StoredSettings) -> String? {
        do throws(FileProblem) {
            try settingsFile?.merge(settings)
            return nil
        } catch {
            return "cannot save settings: \(error.sentence)"
        }
    }
}
