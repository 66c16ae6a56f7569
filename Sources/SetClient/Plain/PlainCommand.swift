/// What can be typed in line mode, besides the names of cards.
enum PlainCommand: String, CaseIterable, Hashable, Sendable {
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
        let found = Self.allCases.first { $0.rawValue == word || $0.aliases.contains(word) }
        guard let found else { return nil }
        self = found
    }

    /// Other words for the same.
    var aliases: [String] {
        switch self {
        case .set: []
        case .claim: ["call"]
        case .pick: ["touch", "mark"]
        case .deal: ["more", "draw"]
        case .pass: ["agree"]
        case .hint: ["cheat"]
        case .board: ["cards", "look"]
        case .what: ["describe"]
        case .marks: ["picks"]
        case .clear: ["unmark"]
        case .score: ["points"]
        case .report: ["figures"]
        case .time: ["clock"]
        case .turn: ["status"]
        case .rules: []
        case .ready: ["start", "rematch"]
        case .new: ["restart"]
        case .pause: []
        case .resume: ["continue"]
        case .resign: ["surrender"]
        case .yes: ["y"]
        case .no: ["n"]
        case .say: ["chat", "tell"]
        case .history: ["log"]
        case .verbosity: ["announce"]
        case .help: ["?", "h", "commands"]
        case .quit: ["exit", "leave", "bye"]
        }
    }

    /// Every word that is understood, names first.
    static let words = allCases.map(\.rawValue) + allCases.flatMap(\.aliases)

    /// What stands behind the command, empty for nothing.
    var operands: String {
        switch self {
        case .set: " CARD CARD CARD"
        case .claim: " [CARD...]"
        case .pick, .what: " CARD..."
        case .say: " TEXT"
        case .history: " [NUMBER]"
        case .verbosity: " [all|mine|min]"
        case .help: " [WORD]"
        case .deal, .pass, .hint, .board, .marks, .clear, .score, .report, .time, .turn, .rules,
            .ready,
            .new, .pause, .resume, .resign, .yes, .no, .quit:
            ""
        }
    }

    /// One line for the list of commands.
    var summary: String {
        switch self {
        case .set: "choose these three cards, claiming first where that is needed"
        case .claim: "say that you see a set"
        case .pick: "touch cards: choose them in your turn, mark them otherwise"
        case .deal: "ask for three more cards"
        case .pass: "give up your turn"
        case .hint: "be shown one more card of a set"
        case .board: "hear all cards, row by row"
        case .what: "hear what lies at a place"
        case .marks: "hear which cards are chosen or marked"
        case .clear: "take your marks and choices back"
        case .score: "hear points, sets and piles"
        case .report: "hear the figures of the game that has ended"
        case .time: "hear what is left of the time"
        case .turn: "hear whose turn it is"
        case .rules: "hear the rules of this table"
        case .ready: "agree to start, to go on, or to what the other asks for"
        case .new: "ask for a new game"
        case .pause: "ask for a pause"
        case .resume: "go on after a pause"
        case .resign: "give the game up, after a question"
        case .yes: "answer a question"
        case .no: "answer a question"
        case .say: "say something to everybody at the table"
        case .history: "hear again what happened last"
        case .verbosity: "decide how much is told"
        case .help: "list all commands, or explain one"
        case .quit: "leave the table at once"
        }
    }

    /// What `help` adds about one command.
    var details: String {
        switch self {
        case .set: "Three card names alone on a line do the same."
        case .claim:
            "With three cards it is judged at once. With fewer, or with marks, those are chosen "
                + "first and you name the rest in your turn."
        case .pick: "The names alone do the same. Touching a chosen card takes it back."
        case .deal:
            "While a match is shown, it is replaced. Otherwise three cards join the board; in a "
                + "duel the other may then prove that there was a set, which costs you points."
        case .pass: "A claim that is passed counts as failed. After the other dealt it is free."
        case .hint: "It costs points. In a duel the table must allow it."
        case .board: "Three cards to a row: A1, A2, A3, then B1. A deal adds a row."
        case .what: "As in: what b2"
        case .marks: "Marks are yours alone: up to three cards, noted before claiming."
        case .clear: "Choices are taken back only in your turn and before the third."
        case .report:
            "Times run from the last change of the cards to the call. Missed are sets that lay "
                + "there when somebody dealt or gave up."
        case .score, .time, .turn, .yes, .no: "It changes nothing at the table by itself."
        case .rules: "Points, times and what else the table decides."
        case .ready: "A duel starts, and starts again, when both players are ready."
        case .new: "The other must agree; where a game would be lost at once it asks first."
        case .pause: "In a duel the other must agree. Asking again takes it back."
        case .resume: "In a duel the game goes on when both have said so."
        case .resign: "It asks first: answer yes or no."
        case .say: "At most 200 bytes of plain visible characters."
        case .history: "Ten lines without a number, at most 200."
        case .verbosity:
            "all: everything. mine: not the other's single choices. min: turns, results, new "
                + "cards and refusals."
        case .help: "As in: help deal"
        case .quit: "Nothing is asked. A running duel is lost by leaving."
        }
    }
}
