import SetProtocol

/// What an ink is printed on.
package enum Surface: CaseIterable, Hashable, Sendable {
    /// The terminal's background, or a sheet of text over it.
    case table
    case card
    case back
}

/// A theme on a certain background with a certain depth of color, as one terminal shows it best.
///
/// A class, because everything that draws has one and none changes.
package final class Palette: Equatable, Sendable {
    package let theme: Theme
    package let background: Background
    package let depth: ColorDepth
    package let colors: TerminalColors
    private let symbols: PerVariant<Gradient>
    private let letters: PerVariant<TerminalColor>
    private let surfaces: [Surface: [SurfaceRole: TerminalColor]]
    /// Whether everybody can tell the symbols' colors apart.
    private let areApart: Bool
    /// Whether a card's face stands out from the background without a line around it.
    package let doesPaperStandOut: Bool

    package init(
        _ theme: Theme, on background: Background = .dark, _ depth: ColorDepth = .trueColor,
        _ colors: TerminalColors = TerminalColors()
    ) {
        self.theme = theme
        self.background = background
        self.depth = depth
        self.colors = colors
        let fitting = ColorFitting(on: background, depth, colors)
        let surfaces = fitting.surfaces(of: theme)
        self.surfaces = surfaces
        let behind = [SurfaceRole.paper, .strip].map { role in
            fitting.shown(surfaces[.card]?[role] ?? .standard)
        }
        symbols = fitting.symbols(of: theme, on: behind[0])
        areApart = fitting.areApart(symbols)
        doesPaperStandOut =
            behind[0].contrast(with: fitting.background) >= ColorFitting.lineContrast
        letters = symbols.map { fitting.ink(asked: $0.top, ColorFitting.textContrast, on: behind) }
    }

    var cardWords: CardWords { CardWords(theme, on: background) }

    /// The same theme on another background, or another theme on the same terminal.
    package func with(_ theme: Theme? = nil, on background: Background? = nil) -> Palette {
        Palette(theme ?? self.theme, on: background ?? self.background, depth, colors)
    }

    package static func == (left: Palette, right: Palette) -> Bool {
        left.isFor(right.theme, on: right.background, right.depth, right.colors)
    }

    func isFor(
        _ theme: Theme, on background: Background, _ depth: ColorDepth, _ colors: TerminalColors
    ) -> Bool {
        self.depth == depth && self.background == background && self.colors == colors
            && self.theme == theme
    }

    /// What a color looks like on the terminal.
    func shown(_ color: TerminalColor) -> RGBColor {
        colors.shown(color, on: colors.background ?? TerminalColors.usualBackground(background))
    }

    /// The ink of a card's symbols, from top to bottom.
    package func ink(of color: Variant) -> Gradient { symbols[color] }

    /// The color halfway between an ink and the paper; `nil` where too few colors can be shown.
    func halfTone(_ ink: Gradient, on paper: TerminalColor) -> Gradient? {
        guard depth >= .indexed else { return nil }
        func half(_ ink: TerminalColor) -> TerminalColor {
            depth.reduce(TerminalColor(shown(ink).blended(with: shown(paper), 0.5)))
        }
        return Gradient(half(ink.top), to: half(ink.bottom))
    }

    /// The ink of a letter on a card that names its color.
    package func letterInk(of color: Variant) -> TerminalColor { letters[color] }

    /// The ink of anything but a symbol.
    package func ink(_ role: SurfaceRole, on surface: Surface = .table) -> TerminalColor {
        surfaces[surface]?[role] ?? .standard
    }

    /// The face of a card with a little of an ink in it; the plain face where nothing can be mixed.
    package func paper(tintedBy role: SurfaceRole) -> TerminalColor {
        ink(.paper).blended(with: ink(role, on: .card), 0.16)
    }

    /// Whether cards carry the letter of their color: because the theme wants it, because its symbols
    /// are pictures with colors of their own, or because not everybody can tell its colors apart here.
    package var showsColorLetter: Bool {
        theme.showsColorLetter || depth == .none || theme.symbols.all.contains(where: \.isPicture)
            || !areApart
    }

    package func letter(of color: Variant) -> Unicode.Scalar {
        theme.colors[color].letter[background]
    }
}
