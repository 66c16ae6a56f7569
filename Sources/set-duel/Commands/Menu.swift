import SetProtocol

/// What a person in front of a terminal is asked who typed `set-duel` and nothing more.
enum Menu {
    private static let choices: [(key: String, text: String, arguments: [String])] = [
        ("1", "duel the computer", ["play"]),
        ("2", "play alone", ["solo"]),
        ("3", "host tables for others to join", ["host"]),
        ("4", "join a friend's host", ["join"]),
        ("5", "watch a duel at a host", ["watch"]),
        ("6", "see two computer players duel", ["demo"]),
        ("7", "learn the game in a minute", ["lesson"]),
        ("8", "read the rules", ["rules"]),
    ]

    /// Asks until one of the choices is made.
    ///
    /// - Returns: The arguments that do what was chosen; `nil` when nothing is wanted.
    static func ask() -> [String]? {
        Output.line("\nset-duel: a race to see sets\n")
        for choice in choices { Output.line("  \(choice.key)  \(choice.text)") }
        Output.line("  q  quit\n")
        while let answer = answer(to: "What shall it be?") {
            if answer.lowercased() == "q" || answer.lowercased() == "quit" { return nil }
            if let choice = choices.first(where: { $0.key == answer }) {
                return completed(choice.arguments)
            }
            Output.line("Type a number from 1 to \(choices.count), or q.")
        }
        return nil
    }

    /// Asks for the host where one is needed.
    private static func completed(_ arguments: [String]) -> [String]? {
        guard arguments == ["join"] || arguments == ["watch"] else { return arguments }
        guard let host = answer(to: "At which host? (Enter: this machine)") else { return nil }
        return host.isEmpty ? arguments : arguments + ["--", host]
    }

    private static func answer(to question: String) -> String? {
        Output.prompt(question + " ")
        guard let line = readLine() else { return nil }
        return String(line.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }
}
