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

        var isMixed: Bool { view.palette.depth >= .indexed && view.blitter != .braille }
        var isBlock: Bool { view.blitter != .braille && view.blitter != .ascii }
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
            ColorDepth.allCases.map { depth in
                Drawing(.classic, blitter, depth, depth.rawValue.isMultiple(of: 2) ? .light : .dark)
            }
        }
        + Background.allCases.flatMap { background in
            [Theme.colorBlind, .highContrast, .mono, .paper].map {
                Drawing($0, .quadrant, .trueColor, background)
            }
        }
    static let characters = Background.allCases.map {
        Drawing(.characters, .quadrant, .trueColor, $0)
    }

    @Test(
        "Two shadings of a shape differ in a ninth of its cells and clearly as a whole",
        arguments: drawings + characters)
    func apart(drawing: Drawing) async {
        let least = drawing.view.blitter == .ascii ? 1.3 : 3
        await drawing.forEach { looks, _, what in
            for (one, other) in [(Fill.solid, Fill.striped), (.striped, .open), (.solid, .open)] {
                let differences = looks.differences(one, other)
                let cells = differences.count { $0 >= 5 }
                let mean = differences.reduce(0, +) / Double(looks.cells)
                if 9 * cells < looks.cells || mean < least {
                    Issue.record("\(one) and \(other): \(cells) cells, \(mean): \(what)")
                }
            }
        }
    }

    @Test("A striped symbol is evenly filled with about half the ink", arguments: drawings)
    func evenness(drawing: Drawing) async {
        await drawing.forEach { looks, _, what in
            let tones = looks.tones(.striped, looks.inside)
            let mean = tones.reduce(0, +) / Double(tones.count)
            if !(0.3...0.82 ~= mean) { Issue.record("a tone of \(mean): \(what)") }
            // Round dots and letters have bars instead.
            guard drawing.isBlock, let least = tones.min(), least < 0.4 else { return }
            Issue.record("a hole of \(least): \(what)")
        }
    }

    @Test("A striped symbol has the outline of an open one", arguments: drawings)
    func outline(drawing: Drawing) async {
        await drawing.forEach { looks, _, what in
            let loss = zip(
                looks.tones(.open, looks.outline), looks.tones(.striped, looks.outline)
            ).map { $0 - $1 }
            // Where colors cannot be mixed, a character of three quarters of the ink has it.
            let most = drawing.isMixed || !drawing.isBlock ? 0.02 : 0.3
            if let worst = loss.max(), worst > most { Issue.record("it loses \(worst): \(what)") }
        }
    }

    @Test(
        "Diamonds and ovals are mirror images of themselves, squiggles when turned around",
        arguments: drawings)
    func symmetry(drawing: Drawing) async {
        await drawing.forEach { looks, shape, what in
            for (fill, look) in looks.looks {
                let turned = Array(look.colors.reversed())
                let width = look.size.width
                let mirrored = look.colors.indices.map { place in
                    look[width - 1 - place % width, place / width]
                }
                let isS = drawing.view.palette.theme.symbols[shape].drawing.curve == .ribbon
                if turned != look.colors || !isS && mirrored != look.colors {
                    Issue.record("\(fill): \(what)")
                }
            }
        }
    }

    @Test("A solid symbol has no color but its own", arguments: drawings)
    func plainness(drawing: Drawing) async {
        guard drawing.isBlock else { return }
        await drawing.forEach { looks, _, what in
            let colors = Set(looks.looks[.solid]?.colors ?? [])
            if colors.count > 2 { Issue.record("\(colors.count) colors: \(what)") }
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
