/// What the first page offers.
enum MainMenuChoice: Hashable, Sendable {
    case computer, host, join, alone, watch, demonstration, themes, lesson, settings, rules, quit
}

/// The items of the first page: a row here, a case above and a line in ``MainMenu`` make a new one.
enum MainMenuItems {
    static let items: [ChoiceList<MainMenuChoice>.Item] = [
        .init("c", "Duel the computer", "A race against one of five strengths.", .computer),
        .init("h", "Host a duel", "Opens a table here; a friend joins over the network.", .host),
        .init("j", "Join a duel", "Takes a seat at a friend's table.", .join),
        .init("a", "Play alone", "The whole deck at your own pace, with hints.", .alone),
        .init("w", "Watch a duel", "Looks on while others play.", .watch),
        .init("d", "See a demonstration", "Two computer players duel.", .demonstration),
        .init("t", "Themes", "How the cards look.", .themes),
        .init("l", "Learn the game", "A minute with cards to try, and you can play.", .lesson),
        .init("s", "Settings", "Motion, keyboard, colors, your name and more.", .settings),
        .init("r", "Rules", "What a set is, and how a duel goes: a minute's reading.", .rules),
        .init("q", "Quit", "Until next time.", .quit),
    ]

    /// What is pointed at until somebody has seen the lesson, or does not want it.
    static let firstStep = MainMenuChoice.lesson
    /// What they are told.
    static let welcome = "New here? Enter teaches the game in a minute. You know it? Esc."
    /// What they are told who know the game.
    static let dismissal = "Good. The lesson stays here: l."
}
