/// What a player may set for themselves; nothing of it concerns the game.
package struct ClientSettings: Equatable, Sendable {
    package var theme = "classic"
    /// Whether each new game uses another theme; then ``theme`` is the one of this game.
    package var isThemeRandom = false
    /// Whether the palette for color-blind players replaces the theme's colors.
    package var isColorBlind = false
    /// The keyboard whose letters lie on the cards.
    package var keyboard = Keyboard.qwerty
    /// How much of what happens is shown as movement.
    package var motion = MotionLevel.full
    /// What is decided about the terminal.
    package var terminal = TerminalChoices()
    /// Whether the bell rings for a player who is looking elsewhere.
    package var ringsBell = true
    /// Whether the window's title tells what happens to a player who is looking elsewhere.
    package var setsTitle = true
    package var verbosity = Verbosity.mine
    /// Whether finished games are noted.
    package var keepsHistory = true
    /// What the others see the player as; empty for the name they go by on this machine.
    package var name = ""
    /// Whether the lesson has been taken or declined.
    package var isLessonSeen = false
    /// The last chosen strength of the computer, as a word; empty if none was chosen.
    package var strength = ""
    /// The address of the host that was last joined from the menu; empty if none was.
    package var lastHost = ""

    package static let standard = ClientSettings()
}

package enum MotionLevel: String, CaseIterable, Sendable {
    /// Cards fly, turn over, rise and shake.
    case full
    /// Everything changes in its place; what is new stands out for a moment.
    case reduced
    /// Everything changes in its place.
    case none
}

/// How much the line-mode client announces.
package enum Verbosity: String, CaseIterable, Sendable {
    case all
    /// Everything but the other player's single picks and time; for a watcher, everything.
    case mine
    /// Turns, results, new cards and refusals.
    case min

    var summary: String {
        switch self {
        case .all: "announces everything"
        case .mine: "announces all but the other player's individual picks and time"
        case .min: "announces only turns, results, new cards, and refusals"
        }
    }
}
