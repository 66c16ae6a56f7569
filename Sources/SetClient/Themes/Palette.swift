import SetProtocol

/// A theme on a certain background with a certain depth of color.
package struct Palette: Hashable, Sendable {
    package let theme: Theme
    /// What the terminal draws on.
    package let background: Background
    package let depth: PaletteDepth

    package init(
        _ theme: Theme, on background: Background = .dark, _ depth: PaletteDepth = .trueColor
    ) {
        self.theme = theme
        self.background = background
        self.depth = depth
    }

    /// The ink of a card's symbols, from top to bottom.
    package func ink(of color: Variant) -> Gradient {
        theme.colors[color].ink[background].ramp(depth)
    }

    /// The ink of anything but a symbol.
    package func ink(_ role: SurfaceRole) -> TerminalColor {
        (theme.surfaces[role] ?? role.usual)[background].ramp(depth).top
    }

    /// The face of a card with a little of an ink in it; the plain face where nothing can be mixed.
    package func paper(tintedBy role: SurfaceRole) -> TerminalColor {
        ink(.paper).blended(with: ink(role), 0.16)
    }

    /// Whether cards carry the letter of their color: because the theme wants it, because its symbols
    /// are pictures with colors of their own, or because there are not three colors to see.
    package var showsColorLetter: Bool {
        theme.showsColorLetter || depth == .plain || theme.symbols.all.contains(where: \.isPicture)
            || Set(Variant.allCases.map { ink(of: $0) }).count < 3
    }

    package func letter(of color: Variant) -> Unicode.Scalar {
        theme.colors[color].letter[background]
    }
}
