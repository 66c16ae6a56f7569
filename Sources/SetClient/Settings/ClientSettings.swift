/// What a player may set for themselves; nothing of it concerns the game.
package struct ClientSettings: Hashable, Sendable {
    /// The name of the theme in use.
    package var theme: String
    /// Whether each new game uses another theme; then ``theme`` is the one of this game.
    package var isThemeRandom: Bool
    /// Whether the palette for colour-blind players replaces the theme's colours.
    package var isColorBlind: Bool
    /// The keyboard whose letters lie on the cards.
    package var keyboard: Keyboard
    /// How much of what happens is shown as movement.
    package var motion: MotionLevel
    /// When colours are used.
    package var color: TerminalProfile.ColorChoice
    /// What the terminal is taken to draw on.
    package var ground: GroundChoice
    /// Whether the bell rings for a player who is looking elsewhere.
    package var ringsBell: Bool
    /// Whether the window's title tells what happens to a player who is looking elsewhere.
    package var setsTitle: Bool
    /// How much the line-mode client tells.
    package var verbosity: PlainVerbosity
    /// What the others see the player as; empty for the name they go by on this machine.
    package var name: String

    /// The given settings.
    package init(
        theme: String = "classic", isThemeRandom: Bool = false, isColorBlind: Bool = false,
        keyboard: Keyboard = .qwerty, motion: MotionLevel = .full,
        color: TerminalProfile.ColorChoice = .auto, ground: GroundChoice = .auto,
        ringsBell: Bool = true, setsTitle: Bool = true, verbosity: PlainVerbosity = .all,
        name: String = ""
    ) {
        self.theme = theme
        self.isThemeRandom = isThemeRandom
        self.isColorBlind = isColorBlind
        self.keyboard = keyboard
        self.motion = motion
        self.color = color
        self.ground = ground
        self.ringsBell = ringsBell
        self.setsTitle = setsTitle
        self.verbosity = verbosity
        self.name = name
    }
}

/// How much of what happens at the table is shown as movement.
package enum MotionLevel: String, CaseIterable, Hashable, Sendable {
    /// Cards fly, turn over, rise and shake.
    case full
    /// Everything changes in its place; what is new stands out for a moment.
    case reduced
    /// Everything changes in its place.
    case none

    /// The level after this one, around and around.
    package var next: MotionLevel {
        switch self {
        case .full: .reduced
        case .reduced: .none
        case .none: .full
        }
    }
}

/// How much of what happens the line-mode client tells.
package enum PlainVerbosity: String, CaseIterable, Hashable, Sendable {
    /// Everything.
    case all
    /// Everything but the other's single choices.
    case mine
    /// Turns, results, new cards and refusals.
    case min

    /// What a player is told about it.
    var summary: String {
        switch self {
        case .all: "everything is told"
        case .mine: "all but the other's single choices is told"
        case .min: "only turns, results, new cards and refusals are told"
        }
    }
}
