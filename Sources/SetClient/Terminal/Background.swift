/// What the terminal draws on.
package enum Background: String, CaseIterable, Hashable, Sendable {
    /// Light letters on a dark background.
    case dark
    /// Dark letters on a light background.
    case light
}

/// The user's word on the background, which overrides what the terminal tells.
///
/// Many terminals do not tell: within tmux or screen, over some remote shells, on a console.
package enum BackgroundChoice: String, CaseIterable, Hashable, Sendable {
    /// What the terminal tells; dark when it does not.
    case auto
    case dark
    case light

    /// The background that was chosen; `nil` when it is left to the terminal.
    package var background: Background? { Background(rawValue: rawValue) }
}
