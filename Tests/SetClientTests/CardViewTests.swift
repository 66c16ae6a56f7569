import SetProtocol
import SetTestSupport
import Testing

@testable import SetClient

@Suite("Card view")
struct CardViewTests {
    /// One size a level of detail, and two for hinted drawings with and without an edge.
    static let sizes = [
        Size(19, 6), Size(15, 5), Size(12, 4), Size(9, 3), Size(6, 2), Size(6, 1), Size(4, 1),
    ]

    @Test("A card with symbols three rows high shows a sign for its shading")
    func shadingSign() throws {
        let view = CardView(Palette(.classic, on: .dark, .none), .sextant)
        for (code, sign) in [("2311", "■"), ("2321", "▤"), ("2331", "□")] {
            let card = try #require(Card(code: code))
            let top = Self.picture(view, .up(card), Size(15, 5)).lines[0]
            #expect(top.contains(sign), "\(top)")
            #expect(!Self.picture(view, .up(card), Size(19, 6)).lines[0].contains(sign))
        }
    }

    @Test("A card has a line around it unless its paper stands out from the background")
    func line() throws {
        let card = try #require(Card(code: "2321"))
        for (theme, background, corner) in [
            (Theme.classic, Background.dark, "╭"), (.classic, .light, "╭"), (.paper, .light, "╭"),
            (.paper, .dark, "▟"),
        ] {
            let view = CardView(Palette(theme, on: background), .sextant)
            let top = Self.picture(view, .up(card), Size(19, 6)).lines[0]
            #expect(top.hasPrefix(corner), "\(theme.name) on \(background): \(top)")
        }
        let ascii = CardView(Palette(.classic, on: .light), .ascii)
        #expect(Self.picture(ascii, .up(card), Size(19, 6)).lines[0].hasPrefix("."))
    }

    @Test("On a table, cards that touch have lines around them where their paper stands out")
    func touching() {
        let appearance = Appearance(palette: Palette(.paper, on: .dark))
        var canvas = Canvas(Size(80, 24))
        TablePicture(
            ViewScene.solo.view(), size: canvas.size, appearance: appearance, now: ViewScene.now
        ).draw(on: &canvas)
        expectPicture(canvas.lines.joined(separator: "\n"), "table/touching-80x24")
    }

    @Test("Where characters leave gaps, cells that are mostly ink have it as their background")
    func gaps() throws {
        let card = try #require(Card(code: "1311"))
        for depth in [ColorDepth.trueColor, .indexed, .none] {
            for blitter in [Blitter.quadrant, .sextant] {
                let palette = Palette(.classic, on: .dark, depth)
                let plain = Self.picture(CardView(palette, blitter), .up(card), Size(28, 9))
                let filled = Self.picture(
                    CardView(palette, blitter, fillsGaps: true), .up(card), Size(28, 9))
                let full = BlitterGlyphs.table(blitter, symbolRows: 9).scalars.last
                var changed = 0
                for index in plain.cells.indices {
                    let (old, new) = (plain.cells[index], filled.cells[index])
                    if old == new { continue }
                    changed += 1
                    #expect(new.style.attributes.contains(.reverse))
                    var swapped = new.style
                    swapped.attributes.remove(.reverse)
                    #expect(swapped == old.style)
                    if full.map({ old.glyph == .narrow($0) }) == true {
                        #expect(new.glyph == .narrow(" "))
                    }
                }
                #expect(changed > 20, "\(blitter), \(depth)")
                #expect(
                    !filled.cells.contains { $0.glyph == .narrow(full ?? " ") && blitter != .ascii }
                )
            }
        }
    }

    @Test("Cards and piles look as drawn in the golden picture")
    func pictures() throws {
        let (card, last) = (try #require(Card(code: "2321")), try #require(Card(code: "1321")))
        let palette = Palette(.classic, on: .dark, .none)
        var lines: [String] = []
        for (blitter, size, state) in [
            (Blitter.sextant, Size(19, 6), CardState()), (.sextant, Size(12, 4), CardState()),
            (.sextant, Size(6, 2), CardState()), (.sextant, Size(6, 1), CardState()),
            (.sextant, Size(28, 9), CardState(standing: .match)),
            (.ascii, Size(19, 6), CardState(standing: .mine)),
        ] {
            let view = CardView(palette, blitter)
            lines += Self.picture(view, .up(card), size, state).lines + [""]
        }
        for pile in [
            PileView.Pile.deck(count: 66), .discard(count: 3, last: last),
            .discard(count: 0, last: nil),
        ] {
            var canvas = Canvas(PileView.size(forCard: Size(12, 4)))
            let view = PileView(CardView(palette, .ascii))
            var cache = CardCache()
            view.draw(pile, card: Size(12, 4), at: Point(0, 0), &cache, on: &canvas)
            lines += canvas.lines + [""]
        }
        expectPicture(lines.joined(separator: "\n"), "table/cards")
    }

    @Test(
        "Every card state shows without color at every size with room for a sign",
        arguments: Blitter.allCases)
    func states(blitter: Blitter) throws {
        let card = try #require(Card(code: "3222"))
        let states = [
            CardState(), CardState(isMarked: true), CardState(isUnderCursor: true),
            CardState(standing: .mine), CardState(standing: .theirs), CardState(standing: .match),
            CardState(standing: .mismatch), CardState(isHinted: true),
            CardState(standing: .mine, isUnderCursor: true),
            CardState(isDimmed: true),
        ]
        let view = CardView(Palette(.classic, on: .dark, .none), blitter)
        for size in [Size(28, 9)] + Self.sizes.dropLast() {
            var pictures = states.map { Self.picture(view, .up(card), size, $0) }
            pictures.append(Self.picture(view, .down, size))
            #expect(Set(pictures).count == pictures.count, "\(size)")
        }
    }

    @Test("Every state has a line of one weight: around what is played, at the corners of the rest")
    func frames() throws {
        let card = try #require(Card(code: "3222"))
        let view = CardView(Palette(.classic), .quadrant)
        for (state, isWhole) in [
            (CardState(standing: .mine), true), (CardState(standing: .theirs), true),
            (CardState(standing: .match), true), (CardState(standing: .mismatch), true),
            (CardState(isMarked: true), false), (CardState(isHinted: true), false),
            (CardState(isNew: true), false), (CardState(isUnderCursor: true), false),
        ] {
            let picture = Self.picture(view, .up(card), Size(15, 5), state)
            let lines = picture.lines.map { Array($0) }
            #expect(lines[0].first == "┏" && lines[0].last == "┓")
            #expect(lines[4].first == "┗" && lines[4].last == "┛")
            #expect(lines[1][0] == (isWhole ? "┃" : "│"))
            #expect(lines[0].contains("─") != isWhole)
            let role = CardAccent(state)?.role ?? .cursor
            #expect(picture[0, 0].style.foreground == view.palette.ink(role, on: .card))
        }
    }

    @Test("Card symbols appear twice as high as wide", arguments: [1.4, 1.7, 2.0, 2.4, 2.8])
    func symbolRatio(aspect: Double) throws {
        for height in 6...20 {
            let width = Int((BoardLayout.ratio * aspect * Double(height)).rounded())
            let anatomy = CardAnatomy(Size(width, height), cellAspect: aspect)
            let symbol = anatomy.symbol
            let exact = Double(symbol.height) * aspect / 2
            #expect(abs(Double(symbol.width) - exact) <= 0.5)
            #expect(anatomy.level == .vector)
            let share = Double(symbol.height) / Double(height)
            #expect(0.55...0.75 ~= share, "\(symbol) in \(height)")
            let offsets = anatomy.offsets(of: 3, dotsPerCell: 2)
            #expect(offsets[0] >= 0)
            #expect(offsets[2] + 2 * symbol.width <= 2 * anatomy.art.size.width)
        }
    }

    @Test("A card draws only inside its rectangle", arguments: Blitter.allCases)
    func clipped(blitter: Blitter) {
        let view = CardView(Palette(.classic, on: .dark, .trueColor), blitter)
        for size in Self.sizes {
            var canvas = Canvas(Size(size.width + 4, size.height + 4))
            let rect = Rect(2, 2, size.width, size.height)
            for card in Card.all {
                view.draw(
                    .up(card), CardState(standing: .mine, isUnderCursor: true), label: "q",
                    in: rect,
                    on: &canvas)
            }
            expectBlank(canvas, around: rect)
        }
    }

    @Test("A pile stays within its cells at every size", arguments: 0...20)
    func clippedPile(height: Int) {
        let view = PileView(CardView(Palette(.classic), .quadrant))
        let card = Size(height * 3, height)
        let place = PileView.size(forCard: card)
        var cache = CardCache()
        var canvas = Canvas(Size(place.width + 2, place.height + 2))
        for count in 0...4 {
            for pile in [
                PileView.Pile.deck(count: count), .discard(count: count, last: Card.all[80]),
            ] {
                view.draw(pile, card: card, at: Point(1, 1), &cache, on: &canvas)
            }
        }
        expectBlank(canvas, around: Rect(1, 1, place.width, place.height))
    }

    private func expectBlank(_ canvas: Canvas, around rect: Rect) {
        for y in 0..<canvas.size.height {
            for x in 0..<canvas.size.width where !rect.contains(Point(x, y)) {
                #expect(canvas[x, y] == .blank, "\(x), \(y) around \(rect)")
            }
        }
    }

    @Test("Drawing a card of any size does not crash")
    func anySize() throws {
        let card = try #require(Card(code: "3333"))
        for blitter in Blitter.allCases {
            let view = CardView(Palette(.penguins, on: .light, .trueColor), blitter)
            for height in 0...8 {
                for width in 0...20 {
                    let size = Size(width, height)
                    _ = Self.picture(view, .up(card), size, CardState(standing: .match))
                    _ = Self.picture(view, .down, size)
                }
            }
        }
    }

    // MARK: - Pictures

    static func picture(
        _ view: CardView, _ face: CardView.Face, _ size: Size, _ state: CardState = CardState()
    ) -> Canvas {
        var canvas = Canvas(size)
        view.draw(face, state, label: size.height > 1 ? "q" : "", in: canvas.bounds, on: &canvas)
        return canvas
    }
}
