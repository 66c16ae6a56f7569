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

    @Test("A card at three sizes looks as drawn here")
    func pictures() throws {
        let card = try #require(Card(code: "2321"))
        let view = CardView(Palette(.classic, on: .dark, .none), .sextant)
        #expect(
            Self.picture(view, .up(card), Size(19, 6)).lines == [
                "╭─ q ───────── R ─╮",
                "│    ▟▓▓▙ ▟▓▓▙    │",
                "│    ▓▒▒▓ ▓▒▒▓    │",
                "│    ▓▒▒▓ ▓▒▒▓    │",
                "│    ▜▓▓▛ ▜▓▓▛    │",
                "╰─────────────────╯",
            ])
        #expect(
            Self.picture(view, .up(card), Size(12, 4)).lines == [
                "  ▗▓▓▖▗▓▓▖",
                "  ▐▒▒▌▐▒▒▌",
                "  ▝▓▓▘▝▓▓▘",
                "─q ─────▤─R─",
            ])
        #expect(
            Self.picture(view, .up(card), Size(6, 2)).lines == [
                " ◍ ◍",
                "q──▤─R",
            ])
        #expect(
            Self.picture(view, .up(card), Size(6, 1)).lines == [
                "  2Ro="
            ])
        #expect(
            Self.picture(view, .up(card), Size(28, 9), CardState(standing: .match)).lines == [
                "┏━ q ━━━━━━━━━━━━━━━━━━ R ━┓",
                "┃       ▗▄▄▖    ▗▄▄▖       ┃",
                "┃      ▟▓▒▒▓▙  ▟▓▒▒▓▙      ┃",
                "┃      ▓▒▒▒▒▓  ▓▒▒▒▒▓      ┃",
                "┃      ▓▒▒▒▒▓  ▓▒▒▒▒▓      ┃",
                "┃      ▓▒▒▒▒▓  ▓▒▒▒▒▓      ┃",
                "┃      ▜▓▒▒▓▛  ▜▓▒▒▓▛      ┃",
                "┃       ▝▀▀▘    ▝▀▀▘       ┃",
                "┗━━━━━━━━━ ✓ set ━━━━━━━━━━┛",
            ])
        let ascii = CardView(Palette(.classic, on: .dark, .none), .ascii)
        #expect(
            Self.picture(ascii, .up(card), Size(19, 6), CardState(standing: .mine)).lines == [
                "+= q ========= R =+",
                "I    //\\\\ //\\\\    I",
                "I    |==| |==|    I",
                "I    |==| |==|    I",
                "I    \\\\// \\\\//    I",
                "+=== * picked ====+",
            ])
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
            for y in 0..<canvas.size.height {
                for x in 0..<canvas.size.width where !rect.contains(Point(x, y)) {
                    #expect(canvas[x, y] == .blank, "\(x), \(y) of \(size)")
                }
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
