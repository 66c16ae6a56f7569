import SetProtocol
import SetTestSupport
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

    /// A line each, with a name, the background, and sixteen colors.
    static let all = goldenText("terminal/palettes").split(separator: "\n").map { line in
        let colors = line.split { !$0.isHexDigit }.filter { $0.count == 6 }
            .compactMap { UInt32($0, radix: 16) }
        return KnownPalette(
            name: String(line.prefix { $0 != ":" }), background: colors[0],
            colors: Array(colors.dropFirst()))
    }
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

        func shown(_ color: TerminalColor) -> RGBColor { terminal.shown(color, on: background) }

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
                let least = vision == .normal ? 28.0 : 17.0
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

    @Test("Fifteen palettes of real terminals are known")
    func known() {
        #expect(KnownPalette.all.map(\.colors.count) == Array(repeating: 16, count: 15))
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
        "Color differences are those of CIE94",
        arguments: [
            ([50, 20, 0], [60, 20, 0], 10), ([50, 0, 0], [50, 3, 4], 5),
            ([50, 100, 0], [50, 110, 0], 1.7484), ([50, 50, 0], [50, 0, 50], 40.4061),
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
        #expect(difference(.normal) > 30)
        #expect(difference(.deuteranopia) < 17)
        #expect(difference(.tritanopia) > 35)
        let gray = RGBColor(code: 0x808080)
        for vision in ColorVision.allCases {
            #expect(PerceivedColor(gray).difference(from: PerceivedColor(gray, vision)) < 0.5)
        }
    }
}
