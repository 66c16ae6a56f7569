import SetProtocol

/// What the command prints; the only place that does.
enum Output {
    /// Puts a line on standard output; a reader who has gone ends the program quietly.
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

    /// Puts a question on standard output and leaves the cursor behind it.
    static func prompt(_ text: String) {
        write(text)
    }

    /// Puts a whole text on standard output.
    static func text(_ text: String) {
        line(text.hasSuffix("\n") ? String(text.dropLast()) : text)
    }

    /// Tells on standard error what went wrong; if nobody can read it, nobody can be told.
    ///
    /// - Parameter message: One line; from a host, it may hold anything.
    static func error(_ message: String) {
        let safe = SafeText.sanitized(message, limit: 1000)
        try? StandardStream.error.write("set-duel: \(safe)\n")
    }
}

extension Output {
    /// Tells on standard error what is wrong with a command line.
    static func error(_ usage: UsageError) {
        try? StandardStream.error.write(usage.text + "\n")
    }
}
