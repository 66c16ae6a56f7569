import SetProtocol
import Testing

@testable import SetClient

/// The colors of a terminal or of a popular theme for terminals, as they come.
struct KnownPalette: Sendable, CustomTestStringConvertible {
    let name: String
    let background: UInt32
    let colors: [UInt32]

    var testDescription: String { name }

    var isLight: Bool { RGBColor(code: background).luminance > 0.3 }

    func terminal() -> TerminalColors {
        var terminal = TerminalColors()
        terminal.background = RGBColor(code: background)
        for (index, code) in colors.enumerated() {
            terminal[UInt8(index)] = RGBColor(code: code)
        }
        return terminal
    }

    private static let console: [UInt32] = [
        0x000000, 0xAA0000, 0x00AA00, 0xAA5500, 0x0000AA, 0xAA00AA, 0x00AAAA, 0xAAAAAA,
        0x555555, 0xFF5555, 0x55FF55, 0xFFFF55, 0x5555FF, 0xFF55FF, 0x55FFFF, 0xFFFFFF,
    ]
    private static let xterm: [UInt32] = [
        0x000000, 0xCD0000, 0x00CD00, 0xCDCD00, 0x0000EE, 0xCD00CD, 0x00CDCD, 0xE5E5E5,
        0x7F7F7F, 0xFF0000, 0x00FF00, 0xFFFF00, 0x5C5CFF, 0xFF00FF, 0x00FFFF, 0xFFFFFF,
    ]
    private static let gnome: [UInt32] = [
        0x171421, 0xC01C28, 0x26A269, 0xA2734C, 0x12488B, 0xA347BA, 0x2AA1B3, 0xD0CFCC,
        0x5E5C64, 0xF66151, 0x33D17A, 0xE9AD0C, 0x2A7BDE, 0xC061CB, 0x33C7DE, 0xFFFFFF,
    ]
    private static let breeze: [UInt32] = [
        0x232627, 0xED1515, 0x11D116, 0xF67400, 0x1D99F3, 0x9B59B6, 0x1ABC9C, 0xFCFCFC,
        0x7F8C8D, 0xC0392B, 0x1CDC9A, 0xFDBC4B, 0x3DAEE9, 0x8E44AD, 0x16A085, 0xFFFFFF,
    ]
    private static let apple: [UInt32] = [
        0x000000, 0x990000, 0x00A600, 0x999900, 0x0000B2, 0xB200B2, 0x00A6B2, 0xBFBFBF,
        0x666666, 0xE50000, 0x00D900, 0xE5E500, 0x0000FF, 0xE500E5, 0x00E5E5, 0xE5E5E5,
    ]
    private static let campbell: [UInt32] = [
        0x0C0C0C, 0xC50F1F, 0x13A10E, 0xC19C00, 0x0037DA, 0x881798, 0x3A96DD, 0xCCCCCC,
        0x767676, 0xE74856, 0x16C60C, 0xF9F1A5, 0x3B78FF, 0xB4009E, 0x61D6D6, 0xF2F2F2,
    ]
    private static let solarized: [UInt32] = [
        0x073642, 0xDC322F, 0x859900, 0xB58900, 0x268BD2, 0xD33682, 0x2AA198, 0xEEE8D5,
        0x002B36, 0xCB4B16, 0x586E75, 0x657B83, 0x839496, 0x6C71C4, 0x93A1A1, 0xFDF6E3,
    ]
    private static let gruvbox: [UInt32] = [
        0x282828, 0xCC241D, 0x98971A, 0xD79921, 0x458588, 0xB16286, 0x689D6A, 0xA89984,
        0x928374, 0xFB4934, 0xB8BB26, 0xFABD2F, 0x83A598, 0xD3869B, 0x8EC07C, 0xEBDBB2,
    ]
    private static let gruvboxLight: [UInt32] = [
        0xFBF1C7, 0xCC241D, 0x98971A, 0xD79921, 0x458588, 0xB16286, 0x689D6A, 0x7C6F64,
        0x928374, 0x9D0006, 0x79740E, 0xB57614, 0x076678, 0x8F3F71, 0x427B58, 0x3C3836,
    ]
    private static let dracula: [UInt32] = [
        0x21222C, 0xFF5555, 0x50FA7B, 0xF1FA8C, 0xBD93F9, 0xFF79C6, 0x8BE9FD, 0xF8F8F2,
        0x6272A4, 0xFF6E6E, 0x69FF94, 0xFFFFA5, 0xD6ACFF, 0xFF92DF, 0xA4FFFF, 0xFFFFFF,
    ]

    static let all = [
        KnownPalette(name: "Linux console", background: 0x000000, colors: console),
        KnownPalette(name: "xterm, black", background: 0x000000, colors: xterm),
        KnownPalette(name: "xterm, white", background: 0xFFFFFF, colors: xterm),
        KnownPalette(name: "GNOME, dark", background: 0x171421, colors: gnome),
        KnownPalette(name: "GNOME, light", background: 0xFFFFFF, colors: gnome),
        KnownPalette(name: "Konsole", background: 0x232627, colors: breeze),
        KnownPalette(name: "Konsole, light", background: 0xFCFCFC, colors: breeze),
        KnownPalette(name: "macOS Terminal", background: 0xFFFFFF, colors: apple),
        KnownPalette(name: "macOS Terminal, Pro", background: 0x000000, colors: apple),
        KnownPalette(name: "Windows Terminal", background: 0x0C0C0C, colors: campbell),
        KnownPalette(name: "Solarized dark", background: 0x002B36, colors: solarized),
        KnownPalette(name: "Solarized light", background: 0xFDF6E3, colors: solarized),
        KnownPalette(name: "Gruvbox", background: 0x282828, colors: gruvbox),
        KnownPalette(name: "Gruvbox, light", background: 0xFBF1C7, colors: gruvboxLight),
        KnownPalette(name: "Dracula", background: 0x282A36, colors: dracula),
    ]
}

@Suite("The colors of real terminals")
struct TerminalPaletteTests {
    /// What a theme looks like on a terminal.
    private struct Look {
        let palette: Palette
        let background: RGBColor
        private let terminal: TerminalColors

        init(_ theme: Theme, _ depth: ColorDepth, on known: KnownPalette) {
            terminal = known.terminal()
            background = RGBColor(code: known.background)
            palette = Palette(theme, on: known.isLight ? .light : .dark, depth, terminal)
        }

        func shown(_ color: TerminalColor) -> RGBColor {
            switch color.kind {
            case .standard: background
            case .indexed(let index): terminal[index]
            case .rgb(let color): color
            }
        }

        /// Everything that a surface is drawn on.
        func behind(_ surface: Surface) -> [RGBColor] {
            switch surface {
            case .table: [background, shown(palette.ink(.sheet))]
            case .card: [shown(palette.ink(.paper)), shown(palette.ink(.strip))]
            case .back: [shown(palette.ink(.back))]
            }
        }

        /// The contrast of an ink with everything it may be drawn on; the terminal's own text is
        /// its owner's choice.
        func contrast(_ ink: TerminalColor, on surface: Surface) -> Double {
            guard ink != .standard else { return 21 }
            return behind(surface).map { shown(ink).contrast(with: $0) }.min() ?? 0
        }

        /// The least difference between two of the colors, at the top or at the bottom.
        func difference(_ vision: ColorVision) -> Double {
            let inks = Variant.allCases.map { palette.ink(of: $0) }
            return [inks.map(\.top), inks.map(\.bottom)].map { inks in
                let looks = inks.map { PerceivedColor(shown($0), vision) }
                return [(0, 1), (0, 2), (1, 2)].map { looks[$0].difference(from: looks[$1]) }.min()
                    ?? 0
            }.min() ?? 0
        }
    }

    private static let depths = [ColorDepth.trueColor, .indexed, .sixteen]

    @Test(
        "Text has a contrast of 4.5 to 1 and symbols of 3 to 1 in every theme and depth of color",
        arguments: KnownPalette.all)
    func contrast(known: KnownPalette) {
        for (theme, depth) in Self.themes {
            let look = Look(theme, depth, on: known)
            let note = Comment(rawValue: "\(theme.name), \(depth)")
            for surface in Surface.allCases {
                for role in Self.inks {
                    let isLine = role == .edge || role == .pattern
                    let contrast = look.contrast(look.palette.ink(role, on: surface), on: surface)
                    #expect(contrast >= (isLine ? 1.5 : 4.5), "\(role) on \(surface), \(note)")
                }
            }
            for color in Variant.allCases {
                let ramp = look.palette.ink(of: color)
                for ink in [ramp.top, ramp.bottom] {
                    let paper = look.shown(look.palette.ink(.paper))
                    #expect(look.shown(ink).contrast(with: paper) >= 3, note)
                }
                #expect(look.contrast(look.palette.letterInk(of: color), on: .card) >= 4.5, note)
            }
        }
    }

    @Test(
        "Card colors differ for every kind of color vision in every theme but the gray one",
        arguments: KnownPalette.all)
    func differences(known: KnownPalette) {
        for (theme, depth) in Self.themes where theme.name != Theme.mono.name {
            let look = Look(theme, depth, on: known)
            for vision in ColorVision.allCases {
                let difference = look.difference(vision)
                let least = vision == .normal ? 25.0 : 15.0
                #expect(difference >= least, "\(vision), \(theme.name), \(depth): \(difference)")
            }
        }
    }

    @Test("Cards stand out from the background, or have a line around them that does")
    func edges() {
        for known in KnownPalette.all {
            for (theme, depth) in Self.themes {
                let look = Look(theme, depth, on: known)
                let paper = look.shown(look.palette.ink(.paper))
                let edge = look.shown(look.palette.ink(.edge, on: .card))
                let contrast = paper.contrast(with: look.background)
                #expect(look.palette.doesPaperStandOut == (contrast >= 1.5))
                #expect(edge.contrast(with: look.background) >= 1.5)
            }
        }
    }

    @Test("A palette as the theme's author had in mind keeps the colors of the author")
    func asChosen() {
        let palette = Palette(.classic, on: .dark, .indexed)
        #expect(
            Variant.allCases.map { palette.ink(of: $0).top }
                == [202, 120, 183].map { .indexed($0) })
        let light = Palette(.classic, on: .light, .indexed)
        #expect(
            Variant.allCases.map { light.ink(of: $0).top } == [160, 29, 56].map { .indexed($0) })
        #expect(palette.ink(.mine) == .indexed(221))
        let mono = Palette(.mono, on: .dark, .indexed)
        #expect(
            Variant.allCases.map { mono.ink(of: $0).top } == [231, 249, 244].map { .indexed($0) })
    }

    @Test("A palette without three colors that everybody can tell apart shows letters on the cards")
    func letters() {
        var gray = TerminalColors()
        gray.background = .black
        for index: UInt8 in 0...15 { gray[index] = RGBColor(index * 17, index * 17, index * 17) }
        #expect(Palette(.classic, on: .dark, .sixteen, gray).showsColorLetter)
        #expect(!Palette(.classic, on: .dark, .sixteen).showsColorLetter)
    }

    @Test("A background that contradicts the player's choice is ignored")
    func contradiction() {
        var colors = TerminalColors()
        colors.background = .black
        let palette = Palette(.classic, on: .light, .trueColor, colors)
        #expect(palette == Palette(.classic, on: .light, .trueColor, colors))
        #expect(palette.ink(.label) == Palette(.classic, on: .light).ink(.label))
    }

    /// Every theme at every depth that has colors.
    private static let themes = Theme.builtIn.flatMap { theme in depths.map { (theme, $0) } }

    private static let inks = SurfaceRole.allCases.filter {
        ![.paper, .strip, .sheet, .back].contains($0)
    }
}

@Suite("How different colors look")
struct PerceivedColorTests {
    @Test(
        "Color differences are those of the test data for CIEDE2000",
        arguments: [
            ([50, 2.6772, -79.7751], [50, 0, -82.7485], 2.0425),
            ([50, 3.1571, -77.2803], [50, 0, -82.7485], 2.8615),
            ([50, -1.3802, -84.2814], [50, 0, -82.7485], 1.0000),
            ([50, 0, 0], [50, -1, 2], 2.3669),
            ([50, 2.49, -0.001], [50, -2.49, 0.0009], 7.1792),
            ([50, 2.49, -0.001], [50, -2.49, 0.0011], 7.2195),
            ([50, 2.5, 0], [50, 0, -2.5], 4.3065),
            ([50, 2.5, 0], [73, 25, -18], 27.1492),
            ([50, 2.5, 0], [61, -5, 29], 22.8977),
            ([60.2574, -34.0099, 36.2677], [60.4626, -34.1751, 39.4387], 1.2644),
            ([22.7233, 20.0904, -46.6940], [23.0331, 14.9730, -42.5619], 2.0373),
            ([2.0776, 0.0795, -1.1350], [0.9033, -0.0636, -0.5514], 0.9082),
        ] as [([Double], [Double], Double)])
    func differences(_ one: [Double], _ other: [Double], _ difference: Double) {
        func color(_ lab: [Double]) -> PerceivedColor {
            PerceivedColor(lightness: lab[0], greenToRed: lab[1], blueToYellow: lab[2])
        }
        #expect(abs(color(one).difference(from: color(other)) - difference) < 0.0001)
        #expect(abs(color(other).difference(from: color(one)) - difference) < 0.0001)
    }

    @Test("Contrast is that of WCAG")
    func contrast() {
        #expect(RGBColor.black.contrast(with: .white) == 21)
        #expect(abs(RGBColor(code: 0x777777).contrast(with: .white) - 4.478) < 0.001)
        #expect(abs(RGBColor(code: 0xFF0000).contrast(with: .white) - 3.998) < 0.001)
    }

    @Test("A color that is hard to read becomes lighter or darker, as little as necessary")
    func readable() throws {
        let gray = RGBColor(code: 0x777777)
        #expect(gray.withContrast(4.4, on: [.white]) == gray)
        let darker = try #require(gray.withContrast(4.5, on: [.white]))
        #expect(4.5...4.8 ~= darker.contrast(with: .white))
        let lighter = try #require(gray.withContrast(7, on: [.black]))
        #expect(7...7.6 ~= lighter.contrast(with: .black))
        #expect(gray.withContrast(5, on: [.black, .white]) == nil)
    }

    @Test("Red and green look alike without red or green cones, but not without blue ones")
    func visions() {
        func difference(_ vision: ColorVision) -> Double {
            PerceivedColor(RGBColor(code: 0xB05020), vision)
                .difference(from: PerceivedColor(RGBColor(code: 0x607A20), vision))
        }
        #expect(difference(.normal) > 40)
        #expect(difference(.deuteranopia) < 15)
        #expect(difference(.tritanopia) > 35)
        let gray = RGBColor(code: 0x808080)
        for vision in ColorVision.allCases {
            #expect(PerceivedColor(gray).difference(from: PerceivedColor(gray, vision)) < 0.5)
        }
    }
}
