import SetProtocol

/// How the neutral variants of the cards look and what they are called.
///
/// A theme is data and nothing but: a new one needs no code, and no rule of the game depends on it.
package struct Theme: Hashable, Sendable {
    /// What the player sees in the list, in lower case.
    package var name: String
    @Boxed package var symbols: PerVariant<ThemeSymbol>
    @Boxed package var colors: PerVariant<ThemeColor>
    @Boxed package var fills = PerVariant<ThemeFill>.usual
    /// Whether each card carries the letter of its color.
    package var showsColorLetter = false
    /// The inks of everything but the symbols, where they differ from the usual.
    package var surfaces: [SurfaceRole: AdaptiveColor] = [:]
}

package struct ThemeSymbol: Hashable, Sendable {
    /// How a symbol is drawn where there is room for more than one character.
    package enum Drawing: Hashable, Sendable {
        case curve(Curve)
        /// As many characters, arranged in the silhouette of a curve.
        case characters(Curve)

        /// The curve it is drawn along.
        package var curve: Curve {
            switch self {
            case .curve(let curve), .characters(let curve): curve
            }
        }
    }

    /// One character for each fill, all of one width, for small cards and mosaics.
    package struct Glyphs: Hashable, Sendable {
        package var solid: Unicode.Scalar
        package var striped: Unicode.Scalar
        package var open: Unicode.Scalar

        package init(
            _ solid: Unicode.Scalar, _ striped: Unicode.Scalar? = nil,
            _ open: Unicode.Scalar? = nil
        ) {
            self.solid = solid
            self.striped = striped ?? solid
            self.open = open ?? solid
        }

        package subscript(fill: Fill) -> Unicode.Scalar {
            switch fill {
            case .solid: solid
            case .striped: striped
            case .open: open
            }
        }
    }

    package var drawing: Drawing
    /// How it is drawn when small.
    package var glyphs: Glyphs
    /// A lower-case ASCII letter, different for each of a theme's symbols.
    package var letter: Unicode.Scalar
    package var singular: String
    package var plural: String

    /// Whether its characters are pictures, which have colors of their own.
    package var isPicture: Bool {
        Fill.allCases.contains { glyphs[$0].properties.isEmojiPresentation }
    }

    /// Whether it is set from the same character whatever its fill.
    var hidesFill: Bool {
        switch drawing {
        case .curve: false
        case .characters: Set(Fill.allCases.map { glyphs[$0] }).count < 3
        }
    }

    package init(
        _ drawing: Drawing, _ glyphs: Glyphs, letter: Unicode.Scalar, _ singular: String,
        _ plural: String
    ) {
        self.drawing = drawing
        self.glyphs = glyphs
        self.letter = letter
        self.singular = singular
        self.plural = plural
    }
}

package struct ThemeColor: Hashable, Sendable {
    package var name: PerBackground<String>
    /// An upper-case ASCII letter, different for each of a theme's colors.
    package var letter: PerBackground<Unicode.Scalar>
    package var ink: AdaptiveColor

    /// A color that is called the same on both grounds, unless a second name is given.
    package init(
        _ name: String, _ letter: Unicode.Scalar, onLight other: (String, Unicode.Scalar)? = nil,
        dark: ColorFallbacks, light: ColorFallbacks
    ) {
        self.name = PerBackground(dark: name, light: other?.0 ?? name)
        self.letter = PerBackground(dark: letter, light: other?.1 ?? letter)
        ink = AdaptiveColor(dark: dark, light: light)
    }
}

package struct ThemeFill: Hashable, Sendable {
    package var fill: Fill
    package var name: String
    /// A character that looks like it, for small cards.
    package var mark: Unicode.Scalar
    /// The same in ASCII, different for each of a theme's fills.
    package var asciiMark: Unicode.Scalar
}

extension PerVariant<ThemeFill> {
    package static let usual = PerVariant(
        ThemeFill(fill: .solid, name: "solid", mark: "■", asciiMark: "#"),
        ThemeFill(fill: .striped, name: "striped", mark: "▤", asciiMark: "="),
        ThemeFill(fill: .open, name: "open", mark: "□", asciiMark: "."))
}

extension Theme {
    /// Whether every kind of color vision tells the theme's colors apart as it is: they are those of
    /// the palette for color-blind players, with their letters on the cards.
    package var isForEveryColorVision: Bool {
        colors == Theme.colorBlind.colors && showsColorLetter
    }

    /// The theme with the colors of Okabe and Ito instead of its own, and their letters on the cards;
    /// symbols, fills and paper stay.
    package var forEveryColorVision: Theme {
        var theme = self
        theme.colors = Theme.colorBlind.colors
        theme.showsColorLetter = true
        return theme
    }
}
