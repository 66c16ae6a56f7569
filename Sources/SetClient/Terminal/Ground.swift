/// What the terminal draws on.
package enum Ground: String, CaseIterable, Hashable, Sendable {
    /// Light letters on a dark ground.
    case dark
    /// Dark letters on a light ground.
    case light
}

/// The user's word on the ground, which overrides what the terminal tells.
///
/// Many terminals do not tell: within tmux or screen, over some remote shells, on a console.
package enum GroundChoice: String, CaseIterable, Hashable, Sendable {
    /// What the terminal tells; dark when it does not.
    case auto
    /// A dark ground, whatever the terminal tells.
    case dark
    /// A light ground, whatever the terminal tells.
    case light

    /// The ground that was chosen; `nil` when it is left to the terminal.
    package var ground: Ground? {
        switch self {
        case .auto: nil
        case .dark: .dark
        case .light: .light
        }
    }
}
