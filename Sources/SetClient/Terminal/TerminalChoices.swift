/// What a player decided about the terminal, instead of what is detected.
package struct TerminalChoices: Equatable, Sendable {
    package var color = ColorChoice.auto
    package var background = BackgroundChoice.auto
    package var drawing = DrawingChoice.auto
    package var gaps = GapChoice.auto
}

/// The user's word on the background, which overrides what the terminal tells.
///
/// Many terminals do not tell: within tmux or screen, over some remote shells, on a console.
package enum BackgroundChoice: String, CaseIterable, Sendable {
    /// What the terminal tells; dark when it does not.
    case auto
    case dark
    case light

    /// The background that was chosen; `nil` when it is left to the terminal.
    package var background: Background? { Background(rawValue: rawValue) }
}

package enum ColorChoice: String, CaseIterable, Sendable {
    case auto
    case always
    case never
}

package enum DrawingChoice: String, CaseIterable, Sendable {
    case auto
    /// Pictures where the terminal shows them.
    case pixels
    case sextant
    case quadrant
    case ascii

    /// What a settings file of an earlier version may name instead of `auto`.
    static let formerWords: Set = ["octant", "half", "braille"]

    /// The chosen blitter; `nil` when the best one for the terminal is used where it shows no
    /// pictures.
    package var blitter: Blitter? { Blitter(rawValue: rawValue) }
}

package enum GapChoice: String, CaseIterable, Sendable {
    case auto
    case yes
    case no
}
