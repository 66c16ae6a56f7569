import SetProtocol

enum MainMenuChoice: Equatable, Sendable {
    case open(MainMenu.Screen)
    case end(MainMenu.Outcome)
    /// Changes a setting, or asks for its value; on the screen, ``SettingsSheet`` does.
    case set(Setting, String?)
    /// Changes the rules of a duel against the computer.
    case rules(Rules)
}

struct MainMenuItem {
    let key: String
    let title: String
    let explanation: String
    let choice: MainMenuChoice
    /// The command of the program that does the same, if it has one.
    let command: String?

    /// What chooses it in line mode.
    var word: String { command ?? title.lowercased() }

    init(
        _ key: String, _ title: String, _ explanation: String, _ choice: MainMenuChoice,
        command: String? = nil
    ) {
        (self.key, self.title, self.explanation) = (key, title, explanation)
        (self.choice, self.command) = (choice, command)
    }
}

/// The items of the main menu; a row here makes a new one.
enum MainMenuItems {
    static let items: [MainMenuItem] = [
        .init(
            "c", "Duel the computer", "Race the computer. Pick a strength.", .open(.computer),
            command: "play"),
        .init(
            "h", "Host a duel", "Open a table here for a friend to join.", .open(.host),
            command: "host"),
        .init(
            "j", "Join a duel", "Take a seat at a friend's table.", .open(.join), command: "join"),
        .init(
            "a", "Play alone", "Play the whole deck at your own pace, with hints.", .open(.alone),
            command: "solo"),
        .init("w", "Watch a duel", "Watch others play.", .open(.watch), command: "watch"),
        .init(
            "d", "Watch a demo", "Two computer players duel.", .end(.demonstration),
            command: "demo"),
        .init("p", "Your games", "A replay of the last one, and how you play.", .open(.games)),
        .init("t", "Themes", "How the cards look.", .open(.themes), command: "themes"),
        .init(
            "l", "Learn the game", "Try it with real cards, in two minutes.", firstStep,
            command: "lesson"),
        .init(
            "s", "Settings", "Motion, keyboard, colors, your name, and more.", .open(.settings)),
        .init(
            "r", "Rules", "What a set is and how a duel works.", .open(.rules), command: "rules"),
        .init("q", "Quit", "Exit set-duel.", .end(.quit)),
    ]

    static let games: [MainMenuItem] = [
        .init(
            "p", "Replay a duel", "Watch a replay of the last duel that you hosted or played here.",
            .end(.replay), command: "replay"),
        .init(
            "r", "Results and times", "Duels, times, races, and opponents so far.",
            .end(.statistics), command: "stats"),
    ]

    /// The strengths of the computer, and what else a duel against it can have.
    static func duels(_ rules: Rules) -> [MainMenuItem] {
        let strengths = zip("bemhxa", Strength.allCases).map { key, strength in
            MainMenuItem(
                String(key),
                strength == .even ? "As good as you" : strength.rawValue.capitalizedFirst,
                strength.summary.capitalizedFirst + ".", .end(.computer(strength, rules)),
                command: strength.rawValue)
        }
        let keys = [(RuleChoice.deck, "c"), (.bestOf, "g")]
        return strengths
            + keys.map { choice, key in
                MainMenuItem(
                    key, "\(choice.label): \(choice.words[choice.chosen(in: rules)])",
                    choice.explanation(rules), .rules(choice.next(after: rules)),
                    command: choice.label.lowercased())
            }
    }

    /// What is highlighted until the player has seen or declined the lesson.
    static let firstStep = MainMenuChoice.end(.lesson)
    static let welcome = "New here? Press enter for a short lesson."
    static let dismissal = "To take the lesson later, press l."
}

extension String {
    package var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}

/// A rule as the forms of the menu offer it: its values in words, and what they mean.
struct RuleChoice: Sendable {
    let label: String
    let words: [String]
    private let meanings: [String]
    private let values: [@Sendable (inout Rules) -> Void]

    private init<Value: Sendable>(
        _ label: String, _ path: RulePath<Value>, _ rows: [(word: String, value: Value, String)]
    ) {
        (self.label, words, meanings) = (label, rows.map(\.word), rows.map(\.2))
        values = rows.map { row in { $0[keyPath: path] = row.value } }
    }

    static let deck = RuleChoice(
        "Cards", \.deck,
        [
            ("all 81", .full, "All cards, with four features."),
            ("junior", .junior, "The 27 solid cards: three features, for a first or a short game."),
        ])

    static let bestOf = RuleChoice(
        "Best of", \.bestOf,
        [("off", 0, "Game after game, without an end.")]
            + [3, 5, 7, 9].map { games in
                ("\(games)", games, "Who first wins \(games / 2 + 1) games wins the match.")
            })

    /// The place of the rules' value; the first where they have another one.
    func chosen(in rules: Rules) -> Int {
        values.indices.first { apply($0, to: rules) == rules } ?? 0
    }

    func explanation(_ rules: Rules) -> String { meanings[chosen(in: rules)] }

    func apply(_ place: Int, to rules: Rules) -> Rules {
        var rules = rules
        values[place](&rules)
        return rules
    }

    func next(after rules: Rules) -> Rules {
        apply((chosen(in: rules) + 1) % values.count, to: rules)
    }

    func row(_ rules: Rules) -> ListView.Row {
        .choice(label, words, chosen: chosen(in: rules))
    }
}
