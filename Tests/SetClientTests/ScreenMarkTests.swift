import SetProtocol
import SetTestSupport
import Testing

@testable import SetClient

@Suite("Combining marks on the screen") struct ScreenMarks {
    private func canvas(_ texts: [(String, Int, Int)], _ size: Size = Size(8, 2)) -> Canvas {
        var canvas = Canvas(size)
        for (text, x, y) in texts { canvas.write(text, x, y) }
        return canvas
    }

    @Test("Combining marks share the cell of their character, two at most")
    func cells() {
        let canvas = canvas([("ae\u{301}\u{302}\u{303}b", 0, 0)])
        #expect(canvas[1, 0].glyph == .narrow("e"))
        #expect(canvas[1, 0].marks.scalars == ["\u{301}", "\u{302}"])
        #expect(canvas[2, 0].glyph == .narrow("b") && canvas[2, 0].marks.isEmpty)
        #expect(canvas.lines[0] == "ae\u{301}\u{302}b")
    }

    @Test("Combining marks are left out at the start, beyond the edge and in the last column")
    func edges() {
        #expect(canvas([("\u{301}a", 0, 0)]).lines[0] == "a")
        #expect(canvas([("e\u{301}", 7, 0)])[7, 0].marks.isEmpty)
        #expect(canvas([("中\u{301}", 6, 0)])[6, 0].marks.isEmpty)
        #expect(canvas([("e\u{301}", 20, 0), ("e\u{301}", -1, 0)]).lines[0].isEmpty)
    }

    @Test("Combining marks go with their character when another takes its place")
    func overwritten() {
        let canvas = canvas([("e\u{301}", 2, 0), ("x", 2, 0)])
        #expect(canvas[2, 0] == Cell(.narrow("x")))
    }

    @Test("Combining marks are drawn and taken away, and what stands behind them is written again")
    func rendered() throws {
        let pictures = [
            canvas([("नमस्ते ab", 0, 0)]), canvas([("नमसत ab", 0, 0), ("e\u{301}e", 3, 1)]),
            canvas([("ab", 0, 0)]), canvas([("中\u{301}x", 0, 1)]), canvas([]),
        ]
        var renderer = Renderer(depth: .trueColor, glyphs: .unicode, synchronizes: false)
        var terminal = ReferenceTerminal(Size(8, 2))
        try terminal.feed(Array("\u{1B}[?7l".utf8))
        for picture in pictures {
            let bytes = renderer.frame(picture)
            try terminal.feed(bytes)
            for (x, y) in [(0, 0), (2, 0), (4, 0), (5, 0), (0, 1), (2, 1), (3, 1), (4, 1)] {
                #expect(terminal[x, y].glyph == picture[x, y].glyph)
                #expect(terminal[x, y].marks == picture[x, y].marks)
            }
        }
    }

    @Test("Combining marks are omitted on an ASCII terminal")
    func ascii() {
        var renderer = Renderer(depth: .none, glyphs: .ascii, synchronizes: false)
        let bytes = renderer.frame(canvas([("e\u{301}x", 0, 0)]))
        #expect(bytes.allSatisfy { $0 < 0x80 })
    }

    @Test("Combining marks can be typed into a message and taken back with their character")
    func typed() {
        var line = ChatLine()
        for text in ["a", "e", "\u{301}"] { _ = line.handle(.paste(text)) }
        #expect(line.text == "ae\u{301}")
        _ = line.handle(.key(Key(.backspace)))
        #expect(line.text == "a")
    }
}
