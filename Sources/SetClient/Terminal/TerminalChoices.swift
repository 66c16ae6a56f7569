/// What a player decided about the terminal, instead of what is detected.
package struct TerminalChoices: Hashable, Sendable {
    package var color = ColorChoice.auto
    /// What the terminal draws on.
    package var background = BackgroundChoice.auto
    /// What cards are drawn with.
    package var drawing = DrawingChoice.auto
    /// Whether the terminal leaves gaps between block characters.
    package var gaps = GapChoice.auto
}

/// When to use colors.
package enum ColorChoice: String, CaseIterable, Hashable, Sendable {
    case auto
    case always
    case never
}

/// What to draw cards with.
package enum DrawingChoice: String, CaseIterable, Hashable, Sendable {
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
    package var blitter: Blitter? {
        switch self {
        case .auto, .pixels: nil
        case .sextant: .sextant
        case .quadrant: .quadrant
        case .ascii: .ascii
        }
    }
}

/// Whether to expect gaps between block characters.
package enum GapChoice: String, CaseIterable, Hashable, Sendable {
    case auto
    case yes
    case no
}
