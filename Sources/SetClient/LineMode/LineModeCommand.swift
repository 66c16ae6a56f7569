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
    case verbosity
    case help
    case quit

    /// The command with a name or an alias.
    ///
    /// - Parameter word: In lower case.
    init?(word: String) {
        let found = Self.allCases.first { $0.rawValue == word || $0.row.aliases.contains(word) }
        guard let found else { return nil }
        self = found
    }

    /// Every word that is understood, names first.
    static let words = allCases.map(\.rawValue) + allCases.flatMap(\.row.aliases)

    /// How it is typed.
    var usage: String { row.operands.isEmpty ? rawValue : rawValue + " " + row.operands }

    /// What there is to know about a command.
    struct Row {
        /// One line for the list of commands.
        let summary: String
        /// What `help` adds about this one.
        let details: String
        /// Other words for the same.
        let aliases: [String]
        /// What stands behind the command; empty for nothing.
        let operands: String
        /// Whether the host must hear of it.
        let needsHost: Bool

        fileprivate init(
            _ summary: String, _ details: String, aliases: [String] = [], operands: String = "",
            needsHost: Bool = false
        ) {
            self.summary = summary
            self.details = details
            self.aliases = aliases
            self.operands = operands
            self.needsHost = needsHost
        }
    }

    var row: Row {
        switch self {
        case .set:
            Row(
                "choose these three cards, claiming first where that is needed",
                "Three card names alone on a line do the same.",
                operands: "CARD CARD CARD", needsHost: true)
        case .claim:
            Row(
                "say that you see a set",
                "With three cards it is judged at once. With fewer, or with marks, those are chosen "
                    + "first and you name the rest in your turn.",
                aliases: ["call"], operands: "[CARD...]", needsHost: true)
        case .pick:
            Row(
                "touch cards: choose them in your turn, mark them otherwise",
                "The names alone do the same. Touching a chosen card takes it back.",
                aliases: ["touch", "mark"], operands: "CARD...", needsHost: true)
        case .deal:
            Row(
                "ask for three more cards",
                "While a match is shown, it is replaced. Otherwise three cards join the board; in a "
                    + "duel the other may then prove that there was a set, which costs you points.",
                aliases: ["more", "draw"], needsHost: true)
        case .pass:
            Row(
                "give up your turn",
                "A claim that is passed counts as failed. After the other dealt it is free.",
                aliases: ["agree"], needsHost: true)
        case .hint:
            Row(
                "be shown one more card of a set",
                "It costs points. In a duel the table must allow it.",
                aliases: ["cheat"], needsHost: true)
        case .board:
            Row(
                "hear all cards, row by row",
                "Three cards to a row: A1, A2, A3, then B1. A deal adds a row.",
                aliases: ["cards", "look"])
        case .what:
            Row(
                "hear what lies at a place",
                "As in: what b2",
                aliases: ["describe"], operands: "CARD...")
        case .marks:
            Row(
                "hear which cards are chosen or marked",
                "Marks are yours alone: up to three cards, noted before claiming.",
                aliases: ["picks"])
        case .clear:
            Row(
                "take your marks and choices back",
                "Choices are taken back only in your turn and before the third.",
                aliases: ["unmark"])
        case .score:
            Row(
                "hear points, sets and piles",
                "It changes nothing at the table by itself.",
                aliases: ["points"])
        case .report:
            Row(
                "hear the figures of the game that has ended",
                "Times run from the last change of the cards to the call. Missed are sets that lay "
                    + "there when somebody dealt or gave up.",
                aliases: ["figures"])
        case .time:
            Row(
                "hear what is left of the time",
                "It changes nothing at the table by itself.",
                aliases: ["clock"])
        case .turn:
            Row(
                "hear whose turn it is",
                "It changes nothing at the table by itself.",
                aliases: ["status"])
        case .rules:
            Row(
                "hear the rules of this table",
                "Points, times and what else the table decides.")
        case .ready:
            Row(
                "agree to start, to go on, or to what the other asks for",
                "A duel starts, and starts again, when both players are ready.",
                aliases: ["start", "rematch"], needsHost: true)
        case .new:
            Row(
                "ask for a new game",
                "The other must agree; where a game would be lost at once it asks first.",
                aliases: ["restart"], needsHost: true)
        case .pause:
            Row(
                "ask for a pause",
                "In a duel the other must agree. Asking again takes it back.",
                needsHost: true)
        case .resume:
            Row(
                "go on after a pause",
                "In a duel the game goes on when both have said so.",
                aliases: ["continue"], needsHost: true)
        case .resign:
            Row(
                "give the game up, after a question",
                "It asks first: answer yes or no.",
                aliases: ["surrender"], needsHost: true)
        case .yes:
            Row(
                "answer a question",
                "It changes nothing at the table by itself.",
                aliases: ["y"], needsHost: true)
        case .no:
            Row(
                "answer a question",
                "It changes nothing at the table by itself.",
                aliases: ["n"])
        case .say:
            Row(
                "say something to everybody at the table",
                "At most 200 bytes of plain visible characters.",
                aliases: ["chat", "tell"], operands: "TEXT", needsHost: true)
        case .history:
            Row(
                "hear again what happened last",
                "Ten lines without a number, at most 200.",
                aliases: ["log"], operands: "[NUMBER]")
        case .verbosity:
            Row(
                "decide how much is told",
                "all: everything. mine: not the other's single choices. min: turns, results, new "
                    + "cards and refusals.",
                aliases: ["announce"], operands: "[all|mine|min]")
        case .help:
            Row(
                "list all commands, or explain one",
                "As in: help deal",
                aliases: ["?", "h", "commands"], operands: "[WORD]")
        case .quit:
            Row(
                "leave the table at once",
                "Nothing is asked. A running duel is lost by leaving.",
                aliases: ["exit", "leave", "bye"])
        }
    }
}

// MARK: - Help

extension LineModeCommand {
    /// All commands, and what must be known about cards before them.
    static let overview: [String] = {
        let intro = [
            "Help: a set is three cards of which each feature is all the same or all different.",
            "Help: cards are named by row and place, A1 to D3 for twelve cards.",
            "Help: three card names on a line choose or claim these three; one or two names choose "
                + "in your turn and mark otherwise.",
            "Help: an empty line tells where things stand.",
        ]
        return intro + allCases.map { "Help: \($0.usage): \($0.row.summary)." }
    }()

    /// What the command does.
    var help: [String] {
        let aliases = row.aliases.isEmpty ? "" : " Also: \(row.aliases.joined(separator: ", "))."
        return ["Help: \(usage): \(row.summary). \(row.details)\(aliases)"]
    }

    /// What to say to a word that is no command.
    static func unknown(_ word: String) -> String {
        let suggestion =
            Spelling.nearest(to: word, among: words).map {
                "did you mean \($0)?"
            } ?? "type help for all commands."
        return "Unknown: \(SafeText.sanitized(word, limit: 20)): \(suggestion)"
    }
}
