import SetProtocol
import SetTestSupport
import Testing

@testable import SetClient

@Suite("Card cache")
struct CardCacheTests {
    private static let states = [
        CardState(), CardState(standing: .mine), CardState(standing: .theirs, isUnderCursor: true),
        CardState(standing: .match), CardState(standing: .mismatch), CardState(isMarked: true),
        CardState(isHinted: true),
        CardState(isDimmed: true), CardState(isNew: true),
    ]

    private static let cases =
        [Theme.classic, .characters, .penguins].flatMap { theme in
            Blitter.allCases.map { (theme, $0) }
        }
        + [Theme.colorBlind, .highContrast, .mono, .gradient, .paper].map { ($0, Blitter.sextant) }

    @Test("Cached cards look exactly as the card view draws them", arguments: cases)
    func same(theme: Theme, blitter: Blitter) async {
        var prints = CardCache()
        for (depth, isOutlined, isSketched) in [
            (ColorDepth.trueColor, false, false), (.trueColor, true, false),
            (.none, false, true),
        ] {
            var view = CardView(
                Palette(theme, on: .dark, depth), blitter, isOutlined: isOutlined)
            view.isSketched = isSketched
            for size in CardViewTests.sizes.sampled(every: 3) {
                for (place, state) in Self.states.enumerated() {
                    let face = place % 5 == 4 ? .down : CardView.Face.up(Card.all[place * 8])
                    expectSame(&prints, view, face, state, size)
                }
                await Task.yield()
            }
        }
    }

    /// Wide glyphs that a card breaks wherever it lies.
    private static let background: Canvas = {
        var canvas = Canvas(Size(24, 8))
        for row in 0..<8 { canvas.write(String(repeating: "語", count: 12), 0, row) }
        return canvas
    }()

    private func expectSame(
        _ prints: inout CardCache, _ view: CardView, _ face: CardView.Face, _ state: CardState,
        _ size: Size
    ) {
        // The first place makes a print, the second one uses it, the last one hangs over the edge.
        for (x, y) in [(1, 1), (2, 0), (-2, 1)] {
            var (drawn, printed) = (Self.background, Self.background)
            let rect = Rect(x, y, size.width, size.height)
            view.draw(face, state, label: "q", in: rect, on: &drawn)
            prints.draw(face, state, label: "q", in: rect, by: view, on: &printed)
            #expect(drawn == printed, "\(face) \(state) \(size) at \(x), \(y)")
        }
    }

    @Test("A cached card with one label is not used for another label")
    func labels() throws {
        var prints = CardCache()
        let view = CardView(Palette(.classic), .quadrant)
        let pictures = ["q", "w", "", "q"].map { label -> Canvas in
            var canvas = Canvas(Size(19, 6))
            prints.draw(.down, label: label, in: canvas.bounds, by: view, on: &canvas)
            return canvas
        }
        #expect(Set(pictures).count == 3)
        #expect(pictures[0] == pictures[3])
    }

    @Test("The card cache is emptied when the look changes and stays within its limit")
    func limit() {
        var prints = CardCache()
        var canvas = Canvas(Size(400, 100))
        let view = CardView(Palette(.classic), .sextant)
        var most = 0
        // Backs, which are quickly drawn.
        for width in 380..<400 {
            prints.draw(.down, in: Rect(0, 0, width, 100), by: view, on: &canvas)
            most = max(most, prints.cells)
        }
        #expect(most <= CardCache.limit)
        #expect(most > CardCache.limit / 2)
        let other = CardView(Palette(.classic, on: .light), .sextant)
        prints.draw(.down, in: Rect(0, 0, 10, 3), by: other, on: &canvas)
        #expect(prints.cells == 30)
    }
}

@Suite("Cells")
struct CellTests {
    @Test("A cell returns what is put into it, and no two cells are equal")
    func packing() {
        // The numbers are alike, so that one difference could be taken for the end of another.
        let inks: [TerminalColor] = [
            .standard, .indexed(0), .indexed(1), .indexed(2), .indexed(255), .rgb(0, 0, 0),
            .rgb(0, 0, 1), .rgb(0, 0, 0x20), .rgb(255, 1, 128), .rgb(255, 255, 255),
        ]
        let glyphs: [Cell.Glyph] = [
            .narrow(" "), .narrow("\u{1}"), .narrow("!"), .narrow("\u{10FFFF}"), .wide("語"),
            .wide("!"), .wide("\u{1F427}"), .trail, .narrow("\0"),
        ]
        var (cells, count): (Set<Cell>, Int) = ([], 0)
        for (glyph, foreground) in glyphs.flatMap({ glyph in inks.map { (glyph, $0) } }) {
            for (background, bits) in inks.flatMap({ ink in
                [0, 1, 8, 15, 255].map { (ink, UInt8($0)) }
            }) {
                for mark in [nil, "\u{1}", "\u{301}"] as [Unicode.Scalar?] {
                    let style = Style(foreground, on: background, .init(rawValue: bits))
                    var cell = Cell(glyph, style)
                    if let mark { cell.marks.append(mark) }
                    #expect(cell.glyph == glyph && cell.style == style)
                    #expect(cell.marks.scalars == [mark].compactMap(\.self))
                    cells.insert(cell)
                    count += 1
                    (cell.glyph, cell.marks) = (.narrow("x"), Cell.Marks())
                    #expect(cell == Cell(.narrow("x"), style))
                    cell.style = .standard
                    #expect(cell == Cell(.narrow("x")))
                }
            }
        }
        #expect(cells.count == count)
        #expect(MemoryLayout<Cell>.stride == 16)
    }
}
