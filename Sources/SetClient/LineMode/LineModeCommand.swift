import SetProtocol

/// What can be typed in line mode, in addition to the names of cards.
enum LineModeCommand: String, CaseIterable, Hashable, Sendable {
    case set
    case claim
    case pick
    case deal
    case pass
    case hint
    case board
    case what
    case `where`
    case third
    case marks
    case clear
    case score
    case report
    case time
    case turn
    case rules
    case ready
    case new
    case pause
    case resume
    case resign
    case yes
    case no
    case say
    case history
    case again
    case verbosity
    case help
    case q
    case quit

    /// The command with a name or an alias, in lower case.
    init?(word: String) {
        let found = Self.allCases.first { $0.rawValue == word || $0.row.aliases.contains(word) }
        guard let found else { return nil }
        self = found
    }

    /// All names, then all aliases.
    static let words = allCases.map(\.rawValue) + allCases.flatMap(\.row.aliases)

    var usage: String { row.operands.isEmpty ? rawValue : rawValue + " " + row.operands }

    struct Row {
        let summary: String
        /// What `help` adds about this command.
        let details: String
        let aliases: [String]
        /// What follows the command.
        let operands: String
        /// Whether it needs a connection.
        let needsHost: Bool

        fileprivate init(
            _ summary: String, _ details: String = "This does not affect the game.",
            aliases: [String] = [], operands: String = "", needsHost: Bool = false
        ) {
            (self.summary, self.details, self.aliases) = (summary, details, aliases)
            (self.operands, self.needsHost) = (operands, needsHost)
        }
    }

    var row: Row {
        switch self {
        case .set:
            Row(
                "claim if needed, then pick these three cards",
                "You can also type just the three card names.",
                operands: "CARD CARD CARD", needsHost: true)
        case .claim:
            Row(
                "claim a set",
                "With three cards, the host judges it at once. With fewer, or with marks, those cards are picked "
                    + "first, and you pick the rest on your turn.",
                aliases: ["call"], operands: "[CARD...]", needsHost: true)
        case .pick:
            Row(
                "pick cards on your turn, or mark them at other times",
                "You can also type just the names. Naming a picked card again unpicks it.",
                aliases: ["touch", "mark"], operands: "CARD...", needsHost: true)
        case .deal:
            Row(
                "deal three more cards",
                "If a set is shown, new cards replace it. Otherwise, three cards join the board; you "
                    + "lose points if the board had a set, and earn points if it had none.",
                aliases: ["more", "draw", "+"], needsHost: true)
        case .pass:
            Row(
                "end your turn without a set",
                "Passing your own claim counts as a failed claim. Passing after the other player deals is free.",
                aliases: ["-"], needsHost: true)
        case .hint:
            Row(
                "show one more card of a set",
                "A hint costs points. In a duel, the table must allow hints.",
                aliases: ["cheat", "!"], needsHost: true)
        case .board:
            Row(
                "read all cards, row by row",
                "With the letter of a row, for example board a, only that row. Rows A, B, and C follow the "
                    + "rows of the keyboard. A deal adds a column.",
                aliases: ["cards", "look", "row"], operands: "[ROW]")
        case .what:
            Row(
                "describe a card",
                "For example: what b2",
                aliases: ["describe"], operands: "CARD...")
        case .where:
            Row(
                "list the positions of cards with a feature",
                "For example: where red, or where two striped ovals",
                aliases: ["with", "find"], operands: "WORD...")
        case .third:
            Row(
                "describe the card that completes a set with two cards",
                "For example: third a1 b2. This tells you which card you need, not whether it is on the board.",
                aliases: ["need"], operands: "CARD CARD")
        case .marks:
            Row(
                "list picked and marked cards",
                "Only you see your marks: up to three cards, marked before you claim.",
                aliases: ["picks"])
        case .clear:
            Row(
                "clear your marks and unpick your cards",
                "You can unpick cards only on your turn, before the third pick.",
                aliases: ["unmark"])
        case .score:
            Row("read the scores and the cards left", aliases: ["points"])
        case .report:
            Row(
                "read the statistics of this game or the last one",
                "Times are measured from the last new cards to the claim. Missed sets were on the board "
                    + "when a player dealt or passed.",
                aliases: ["figures"])
        case .time:
            Row("read the time left", aliases: ["clock"])
        case .turn:
            Row("read whose turn it is", aliases: ["status"])
        case .rules:
            Row(
                "read the rules of this table",
                "Points and time limits; with all, everything else, too.",
                operands: "[all]")
        case .ready:
            Row(
                "agree to start or resume, or to the other player's request",
                "A duel or rematch starts when both players are ready.",
                aliases: ["start", "rematch"], needsHost: true)
        case .new:
            Row(
                "ask for a new game",
                "The other player must agree. If this ends a game in progress, you are asked to confirm.",
                aliases: ["restart"], needsHost: true)
        case .pause:
            Row(
                "ask for a pause",
                "In a duel, the other player must agree. Ask again to withdraw.",
                needsHost: true)
        case .resume:
            Row(
                "resume after a pause",
                "In a duel, the game resumes when both players agree.",
                aliases: ["continue"], needsHost: true)
        case .resign:
            Row(
                "resign the game",
                "You are asked to confirm: answer yes or no.",
                aliases: ["surrender"], needsHost: true)
        case .yes:
            Row(
                "answer a question, or agree to the other player's request",
                "The last question or request says what a yes does.", aliases: ["y"],
                needsHost: true)
        case .no:
            Row(
                "answer a question, or decline the other player's request", "Nothing changes.",
                aliases: ["n"])
        case .say:
            Row(
                "send a message to everyone at the table",
                "A message can have up to 200 bytes of visible characters.",
                aliases: ["chat", "tell"], operands: "TEXT", needsHost: true)
        case .history:
            Row(
                "repeat recent events",
                "NUMBER is the number of lines: 10 by default, at most 200.",
                aliases: ["log"], operands: "[NUMBER]")
        case .again:
            Row("repeat the last announcement", aliases: ["repeat"])
        case .verbosity:
            Row(
                "set how much is announced",
                "all: everything. mine: all but the other player's individual picks and time. min: turns, "
                    + "results, new cards, and refusals.",
                aliases: ["announce"], operands: "[all|mine|min]")
        case .help:
            Row(
                "list the main commands or all commands, or explain one",
                "For example: help deal",
                aliases: ["?", "h", "commands"], operands: "[all|WORD]")
        case .q:
            Row(
                "leave the table",
                "If this ends a game in progress, you are asked to confirm. In a line such as s e q, q names a card."
            )
        case .quit:
            Row(
                "leave the table",
                "If this ends a game in progress, you are asked to confirm, but not in a script.",
                aliases: ["exit", "leave", "bye"])
        }
    }
}

// MARK: - Help

extension LineModeCommand {
    /// What a newcomer needs, short enough to be heard during a game.
    ///
    /// - Parameter keyboard: The keyboard whose letters name the cards.
    static func overview(_ rules: Rules, _ keyboard: Keyboard, isWatching: Bool) -> [String] {
        let keys = CardKeys.keys(keyboard)
        func key(_ name: String) -> String {
            SlotName(name).flatMap { keys.indices ~= $0.slot ? String(keys[$0.slot]) : nil } ?? name
        }
        let trio = ["a1", "b2", "c3"].map(key).joined(separator: " ")
        let play =
            rules.needsClaim
            ? "Play: type three cards to claim a set: a1 b2 c3, or \(trio). Type one or two to "
                + "mark them."
            : "Play: type three cards to pick a set: a1 b2 c3, or \(trio)."
        let moves: [LineModeCommand] =
            [.deal] + (rules.hints ? [.hint] : []) + (rules.needsClaim ? [.pass] : [])
            + (rules.players == .two ? [.ready, .pause, .new, .say] : [.pause, .new])
        let words = (isWatching ? [.say] : moves).map(\.rawValue)
        return [
            "Help: a set is three cards in which each feature is all the same or all different.",
            "Cards: name a card by row and column, A1 to C4, or by its key: "
                + "\(key("a1")) is A1, \(key("b1")) is B1, \(key("a2")) is A2.",
        ] + (isWatching ? [] : [play]) + [
            "Look: board, where red, third a1 b2, score, again. Press enter to see what you can do now.",
            "Actions: \(words.joined(separator: ", ")). To leave, type q by itself.",
            "More: help all, or help deal.",
        ]
    }

    /// All commands, with one introduction: a topic on each line would be read aloud each time.
    static let everything =
        ["Help: all commands."]
        + allCases.map { "\($0.usage): \($0.row.summary)." }

    var help: [String] {
        let aliases = row.aliases.isEmpty ? "" : " Also: \(row.aliases.joined(separator: ", "))."
        let stop = row.details.hasSuffix(".") ? "" : "."
        return ["Help: \(usage): \(row.summary). \(row.details)\(stop)\(aliases)"]
    }

    /// The answer to a word that is no command.
    static func unknown(_ word: String) -> String {
        let suggestion =
            Spelling.nearest(to: word, among: words.filter { $0.count > 1 })
            .map { "Did you mean \($0)?" }
            ?? "Type help for commands."
        return "Unknown command: \(SafeText.sanitized(word, limit: 20)). \(suggestion)"
    }
}
