enum MainMenuChoice: Equatable, Sendable {
    case open(MainMenu.Screen)
    case end(MainMenu.Outcome)
    /// Changes a setting, or asks for its value; on the screen, ``SettingsSheet`` does.
    case set(Setting, String?)
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
        .init(
            "p", "Replay a duel", "Watch a replay of the last duel played here.",
            .end(.replay), command: "replay"),
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

    static let strengths: [MainMenuItem] =
        zip("bemhxa", Strength.allCases).map { key, strength in
            .init(
                String(key),
                strength == .even ? "As good as you" : strength.rawValue.capitalizedFirst,
                strength.summary.capitalizedFirst + ".", .end(.computer(strength)),
                command: strength.rawValue)
        }

    /// What is highlighted until the player has seen or declined the lesson.
    static let firstStep = MainMenuChoice.end(.lesson)
    static let welcome = "New here? Press enter for a short lesson."
    static let dismissal = "To take the lesson later, press l."
}

extension String {
    package var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
