import SetProtocol

/// The text menu for `set-duel` without a command.
enum Menu {
    private static let choices: [(key: String, text: String, command: Command)] = [
        ("1", "duel the computer", .play),
        ("2", "play alone", .solo),
        ("3", "host a table for others to join", .host),
        ("4", "join a friend's host", .join),
        ("5", "watch a duel at a host", .watch),
        ("6", "watch two computer players duel", .demo),
        ("7", "learn the game in a minute", .lesson),
        ("8", "read the rules", .rules),
    ]

    /// Asks until the person makes a choice.
    ///
    /// - Returns: The choice; `nil` for none.
    static func ask(_ environment: [String: String]) -> Invocation? {
        Output.line("\nset-duel: a race to find sets\n")
        for choice in choices { Output.line("  \(choice.key)  \(choice.text)") }
        Output.line("  q  quit\n")
        while let answer = answer(to: "Your choice?") {
            if answer.lowercased() == "q" || answer.lowercased() == "quit" { return nil }
            if let choice = choices.first(where: { $0.key == answer }) {
                return completed(choice.command, environment)
            }
            Output.line("Type a number from 1 to \(choices.count), or q.")
        }
        return nil
    }

    /// Asks for the host if the command needs one.
    private static func completed(
        _ command: Command, _ environment: [String: String]
    ) -> Invocation? {
        guard command == .join || command == .watch else {
            return Invocation(command, environment: environment)
        }
        guard let host = answer(to: "Which host? (Enter: this machine)") else { return nil }
        return Invocation(command, host.isEmpty ? [] : [host], environment: environment)
    }

    private static func answer(to question: String) -> String? {
        Output.prompt(question + " ")
        guard let line = readLine() else { return nil }
        return String(line.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }
}
