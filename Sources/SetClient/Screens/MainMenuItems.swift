/// What the first page offers.
enum MainMenuChoice: Hashable, Sendable {
    case computer, host, join, alone, watch, demonstration, themes, lesson, settings, rules, quit
}

/// The items of the first page: a row here, a case above and a line in ``MainMenu`` make a new one.
enum MainMenuItems {
    static let items: [ChoiceList<MainMenuChoice>.Item] = [
        .init("c", "Duel the computer", "Race the computer: five levels.", .computer),
        .init("h", "Host a duel", "Open a table here for a friend to join.", .host),
        .init("j", "Join a duel", "Take a seat at a friend's table.", .join),
        .init("a", "Play alone", "Play the whole deck at your own pace, with hints.", .alone),
        .init("w", "Watch a duel", "Watch others play.", .watch),
        .init("d", "Watch a demo", "Two computer players duel.", .demonstration),
        .init("t", "Themes", "How the cards look.", .themes),
        .init("l", "Learn the game", "Try it with real cards in one minute.", .lesson),
        .init("s", "Settings", "Motion, keyboard, colors, your name, and more.", .settings),
        .init("r", "Rules", "What a set is and how a duel works.", .rules),
        .init("q", "Quit", "Leave the game.", .quit),
    ]

    /// What is pointed at until somebody has seen the lesson, or does not want it.
    static let firstStep = MainMenuChoice.lesson
    /// What they are told.
    static let welcome = "New here? Press enter for a one-minute lesson, or esc."
    /// What they are told who know the game.
    static let dismissal = "To take the lesson later, press l."
}
