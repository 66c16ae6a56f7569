import SetProtocol
import SetTestSupport
import Testing

@testable import SetClient

/// Whether the shape alone, seen from afar and without its mark, tells how a card is shaded.
@Suite("Shadings")
struct CardShadingTests {
    /// Card sizes from 15 by 5 to 40 by 13, with symbols on whole and on half cells.
    static let sizes = (5...13).flatMap { [Size(3 * $0, $0), Size(3 * $0 + 1, $0)] }

    struct Drawing: CustomTestStringConvertible {
        let view: CardView

        var isMixed: Bool { view.palette.depth >= .indexed }
        var isBlock: Bool { view.blitter != .ascii }
        var testDescription: String {
            "\(view.palette.theme.name), \(view.blitter), \(view.palette.depth)"
        }

        init(_ theme: Theme, _ blitter: Blitter, _ depth: ColorDepth, _ background: Background) {
            view = CardView(Palette(theme, on: background, depth), blitter)
        }

        /// Calls a function for each shape, with a color, at every size.
        func forEach(_ check: (ShadingLooks, Variant, String) -> Void) async {
            let colors = Variant.allCases
            for (turn, size) in CardShadingTests.sizes.enumerated() {
                for (place, shape) in colors.enumerated() {
                    let looks = ShadingLooks(view, shape, colors[(turn + place) % 3], size)
                    check(looks, shape, "shape \(shape) at \(size.width) by \(size.height)")
                }
                await Task.yield()
            }
        }
    }

    /// Every drawing at every depth of color, and the palettes that color-blind players use.
    static let drawings: [Drawing] =
        Blitter.allCases.flatMap { blitter in
            [(ColorDepth.none, .light), (.sixteen, .dark), (.indexed, .light), (.trueColor, .dark)]
                .map { Drawing(.classic, blitter, $0, $1) }
        }
        + Background.allCases.flatMap { background in
            [Theme.colorBlind, .highContrast, .mono, .paper].map {
                Drawing($0, .quadrant, .trueColor, background)
            }
        }

    @Test(
        "Seen from afar, the shape alone tells the shading: half the ink in a whole outline",
        arguments: drawings)
    func shadings(drawing: Drawing) async {
        await drawing.forEach { looks, shape, what in
            Self.expectApart(looks, least: drawing.view.blitter == .ascii ? 1.3 : 2, what)
            Self.expectEven(looks, hasBars: !drawing.isBlock, what)
            // Where colors cannot be mixed, a character of three quarters of the ink is the outline.
            let loss = drawing.isMixed || !drawing.isBlock ? 0.02 : 0.3
            Self.expectOutlined(looks, losing: loss, what)
            let curve = drawing.view.palette.theme.symbols[shape].drawing.curve
            Self.expectSymmetry(looks, isS: curve == .ribbon, what)
            let colors = Set(looks.looks[.solid]?.colors ?? [])
            if drawing.isBlock, colors.count > 2 {
                Issue.record("a solid symbol has \(colors.count) colors: \(what)")
            }
        }
    }

    @Test("Shadings of symbols that are made of characters differ", arguments: Background.allCases)
    func characters(background: Background) async {
        await Drawing(.characters, .quadrant, .trueColor, background).forEach { looks, _, what in
            Self.expectApart(looks, least: 3, what)
        }
    }

    /// Two shadings differ in a ninth of the cells, and clearly as a whole.
    private static func expectApart(_ looks: ShadingLooks, least: Double, _ what: String) {
        for (one, other) in [(Fill.solid, Fill.striped), (.striped, .open), (.solid, .open)] {
            let differences = looks.differences(one, other)
            let cells = differences.count { $0 >= 5 }
            let mean = differences.reduce(0, +) / Double(looks.cells)
            if 9 * cells < looks.cells || mean < least {
                Issue.record("\(one) and \(other) differ in \(cells) cells, by \(mean): \(what)")
            }
        }
    }

    /// A striped symbol is evenly filled with about half the ink; letters have bars.
    private static func expectEven(_ looks: ShadingLooks, hasBars: Bool, _ what: String) {
        let tones = looks.tones(.striped, looks.inside)
        let mean = tones.reduce(0, +) / Double(tones.count)
        if !(0.3...0.82 ~= mean) { Issue.record("a striped one has a tone of \(mean): \(what)") }
        if !hasBars, let least = tones.min(), least < 0.4 {
            Issue.record("a striped one has a hole of \(least): \(what)")
        }
    }

    /// A striped symbol has the outline of an open one.
    private static func expectOutlined(_ looks: ShadingLooks, losing most: Double, _ what: String) {
        let open = looks.tones(.open, looks.outline)
        let losses = zip(open, looks.tones(.striped, looks.outline)).map { $0 - $1 }
        if let worst = losses.max(), worst > most {
            Issue.record("a striped one loses \(worst) of its outline: \(what)")
        }
    }

    /// Diamonds and ovals are mirror images of themselves; squiggles are when turned around.
    private static func expectSymmetry(_ looks: ShadingLooks, isS: Bool, _ what: String) {
        for (fill, look) in looks.looks {
            let width = look.size.width
            let mirrored = look.colors.indices.map { look[width - 1 - $0 % width, $0 / width] }
            if Array(look.colors.reversed()) != look.colors || !isS && mirrored != look.colors {
                Issue.record("a \(fill) one is lopsided: \(what)")
            }
        }
    }

    @Test(
        "Symbols in pixels are as even: both ends and both sides are alike",
        arguments: [5, 8, 12, 13, 20, 27, 36, 41, 64])
    func pixels(width: Int) {
        for curve in [Curve.rhombus, .stadium, .ribbon] {
            for fill in Fill.allCases {
                let symbol = SymbolPixels(curve, fill, width: width)
                for y in 0..<2 * width {
                    for x in 0..<width {
                        let (left, top) = (width - 1 - x, 2 * width - 1 - y)
                        #expect(abs(symbol[x, y] - symbol[left, top]) < 0.01)
                        if curve != .ribbon { #expect(abs(symbol[x, y] - symbol[left, y]) < 0.01) }
                    }
                }
            }
        }
    }
}
