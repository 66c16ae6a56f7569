import SetProtocol

// MARK: - Help

extension PlainWords {
    /// All commands, and what must be known about cards before them.
    static let help: [String] = {
        let intro = [
            "Help: a set is three cards of which each feature is all the same or all different.",
            "Help: cards are named by row and place, A1 to D3 for twelve cards.",
            "Help: three card names on a line choose or claim these three; one or two names choose "
                + "in your turn and mark otherwise.",
            "Help: an empty line tells where things stand.",
        ]
        return intro + PlainCommand.allCases.map { "Help: \($0.usage): \($0.row.summary)." }
    }()

    /// What one command does.
    static func help(on command: PlainCommand) -> [String] {
        let aliases =
            command.row.aliases.isEmpty
            ? "" : " Also: \(command.row.aliases.joined(separator: ", "))."
        return [
            "Help: \(command.usage): \(command.row.summary). \(command.row.details)\(aliases)"
        ]
    }

    /// What to say to a word that is no command.
    static func unknown(_ word: String) -> String {
        let suggestion =
            Spelling.nearest(to: word, among: PlainCommand.words).map {
                "did you mean \($0)?"
            } ?? "type help for all commands."
        return "Unknown: \(SafeText.sanitized(word, limit: 20)): \(suggestion)"
    }
}
