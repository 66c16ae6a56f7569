extension Theme {
    /// The themes that come with the game, the usual one first.
    package static let builtIn: [Theme] = [
        classic, colorBlind, highContrast, characters, mono, penguins, gradient, paper,
    ]

    package static let classic = Theme(
        name: "classic", symbols: .classic, colors: .classic)

    /// The classic shapes in colors of Okabe and Ito that every kind of color vision tells apart.
    package static let colorBlind = Theme(
        name: "color-blind", symbols: .classic,
        colors: PerVariant(
            ThemeColor("blue", "B", dark: .init(0x56B4E9, 74, 12), light: .init(0x0072B2, 25, 4)),
            ThemeColor(
                "orange", "O", dark: .init(0xD55E00, 166, 9), light: .init(0xD55E00, 166, 1)),
            ThemeColor(
                "yellow", "Y", onLight: ("black", "K"), dark: .init(0xF0E442, 184, 11),
                light: .init(0x000000, 16, 0))
        ),
        showsColorLetter: true)

    /// Every ink at least seven times as bright as the background, or as dark.
    package static let highContrast = Theme(
        name: "high contrast", symbols: .classic,
        colors: PerVariant(
            ThemeColor("red", "R", dark: .init(0xFF8A80, 210, 9), light: .init(0x9A0000, 88, 1)),
            ThemeColor(
                "cyan", "C", onLight: ("blue", "B"), dark: .init(0x00E5FF, 51, 14),
                light: .init(0x003C9E, 19, 4)),
            ThemeColor(
                "yellow", "Y", onLight: ("black", "K"), dark: .init(0xFFFF33, 227, 11),
                light: .init(0x000000, 16, 0))
        ),
        showsColorLetter: true,
        surfaces: [
            .paper: .none, .strip: .none, .sheet: .none,
            .edge: .utmost, .label: .utmost, .mark: .utmost,
        ])

    package static let characters = Theme(
        name: "characters",
        symbols: PerVariant(
            ThemeSymbol(
                .characters(.triangle), .init("▲", "◭", "△"), letter: "t", "triangle", "triangles"),
            ThemeSymbol(
                .characters(.ellipse), .init("●", "◍", "○"), letter: "c", "circle", "circles"),
            ThemeSymbol(.characters(.box), .init("■", "▤", "□"), letter: "s", "square", "squares")),
        colors: .classic, showsColorLetter: true)

    /// No colors at all: three tones and their letters.
    package static let mono = Theme(
        name: "mono", symbols: .classic,
        colors: PerVariant(
            ThemeColor(
                "light", "L", dark: .init(0xFFFFFF, 231, 15), light: .init(0x8A8A8A, 245, 8)),
            ThemeColor(
                "medium", "M", dark: .init(0xB0B0B0, 249, 7), light: .init(0x555555, 240, 8)),
            ThemeColor("dark", "D", dark: .init(0x7C7C7C, 244, 8), light: .init(0x000000, 16, 0))
        ),
        showsColorLetter: true,
        surfaces: [
            .mine: .utmost, .theirs: .utmost, .match: .utmost, .mismatch: .utmost, .hint: .utmost,
        ])

    package static let penguins = Theme(
        name: "penguins",
        symbols: PerVariant(
            ThemeSymbol(.curve(.penguin), .init("P"), letter: "p", "penguin", "penguins"),
            ThemeSymbol(.curve(.fish), .init("F"), letter: "f", "fish", "fish"),
            ThemeSymbol(.curve(.iceberg), .init("I"), letter: "i", "iceberg", "icebergs")),
        colors: PerVariant(
            ThemeColor(
                "sunrise", "S", dark: .init(0xFF4A3D, to: 0xFFA23D, 202, 9),
                light: .init(0x8A0000, to: 0xC43A00, 88, 1)),
            ThemeColor("ice", "I", dark: .init(0xA6FFE0, 158, 14), light: .init(0x4F8A86, 66, 6)),
            ThemeColor("dusk", "D", dark: .init(0xC6A6FF, 183, 13), light: .init(0x6B26BF, 91, 5))
        ))

    /// The classic shapes, each color running into another from top to bottom.
    package static let gradient = Theme(
        name: "gradient", symbols: .classic,
        colors: PerVariant(
            ThemeColor(
                "flame", "F", dark: .init(0xFF3B30, to: 0xFCCA21, 202, 9),
                light: .init(0xD02E1E, to: 0xB95E17, 160, 1)),
            ThemeColor(
                "lagoon", "L", dark: .init(0x7CF5C4, to: 0x2DA6FA, 86, 14),
                light: .init(0x1A9064, to: 0x0961BB, 29, 6)),
            ThemeColor(
                "orchid", "O", dark: .init(0xB9A2FF, to: 0xD859A8, 183, 13),
                light: .init(0x5F24C1, to: 0x800953, 91, 5))))

    /// The look of printed cards: white paper whatever the terminal's background, and printing inks.
    ///
    /// What is also written beside the cards has a middle tone, to be read on both.
    package static let paper = Theme(
        name: "paper", symbols: .classic,
        colors: PerVariant(
            ThemeColor("red", "R", dark: .init(0xDC1620, 160, 1), light: .init(0xDC1620, 160, 1)),
            ThemeColor("green", "G", dark: .init(0x0A9060, 29, 2), light: .init(0x0A9060, 29, 2)),
            ThemeColor("purple", "P", dark: .init(0x4A1C96, 54, 5), light: .init(0x4A1C96, 54, 5))),
        surfaces: [
            .paper: .printed(0xFBF9F3, 255, 15), .strip: .printed(0xE4E0D4, 254, 15),
            .edge: .printed(0x8A8678, 245, 8), .label: .printed(0x7A7669, 243, 8),
            .cursor: .printed(0x000000, 16, 0), .mark: .printed(0x76736A, 243, 8),
            .mine: .printed(0xB06A00, 130, 3), .theirs: .printed(0x1F77C9, 32, 6),
            .match: .printed(0x1A8A3E, 29, 2), .mismatch: .printed(0xE0245E, 161, 1),
            .hint: .printed(0xA050D0, 134, 5),
        ])
}

extension PerVariant<ThemeSymbol> {
    fileprivate static let classic = PerVariant(
        ThemeSymbol(.curve(.rhombus), .init("◆", "◈", "◇"), letter: "d", "diamond", "diamonds"),
        ThemeSymbol(.curve(.ribbon), .init("≋", "≈", "∼"), letter: "s", "squiggle", "squiggles"),
        ThemeSymbol(.curve(.stadium), .init("●", "◍", "○"), letter: "o", "oval", "ovals"))
}

extension PerVariant<ThemeColor> {
    fileprivate static let classic = PerVariant(
        ThemeColor("red", "R", dark: .init(0xFF5533, 202, 9), light: .init(0xDF1B12, 160, 1)),
        ThemeColor("green", "G", dark: .init(0x8CFFA0, 120, 10), light: .init(0x0B8F5C, 29, 2)),
        ThemeColor("violet", "V", dark: .init(0xC6A6FF, 183, 13), light: .init(0x5518C4, 56, 5)))
}

extension AdaptiveColor {
    fileprivate static let none = AdaptiveColor(
        dark: .init(nil, nil, nil), light: .init(nil, nil, nil))

    /// The same on every background.
    fileprivate static func printed(_ color: UInt32, _ indexed: UInt8, _ basic: UInt8) -> Self {
        let ink = ColorFallbacks(color, indexed, basic)
        return AdaptiveColor(dark: ink, light: ink)
    }

    /// White on dark and black on light.
    fileprivate static let utmost = AdaptiveColor(
        dark: .init(0xFFFFFF, 231, 15), light: .init(0x000000, 16, 0))
}
