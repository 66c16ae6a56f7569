import SetProtocol
import SetTestSupport
import Testing

@testable import SetClient

@Suite struct Rendering {
    /// What a terminal of a depth should show, worked out without the renderer.
    ///
    /// Of a blank only the background shows, unless it is underlined or reversed; both halves of a
    /// wide glyph look like the first.
    private func looks(of canvas: Canvas, at depth: ColorDepth) -> [[Cell]] {
        (0..<canvas.size.height).map { y in
            (0..<canvas.size.width).map { x in
                var cell = canvas[x, y]
                if cell.glyph == .trail { cell.style = canvas[x - 1, y].style }
                cell.style = depth.reduce(cell.style)
                return visible(cell)
            }
        }
    }

    private func looks(of terminal: ReferenceTerminal) -> [[Cell]] {
        (0..<terminal.size.height).map { y in
            (0..<terminal.size.width).map { x in visible(terminal[x, y]) }
        }
    }

    private func visible(_ cell: Cell) -> Cell {
        guard cell.glyph == .narrow(" "),
            cell.style.attributes.isDisjoint(with: [.underline, .reverse])
        else { return cell }
        return Cell(.narrow(" "), Style(on: cell.style.background))
    }

    /// A terminal as entering leaves it: autowrap off.
    private func terminal(_ size: Size) throws -> ReferenceTerminal {
        var terminal = ReferenceTerminal(size)
        try terminal.feed(Array("\u{1B}[?7l".utf8))
        return terminal
    }

    @Test(
        "The renderer turns every picture into every other, at every color depth",
        arguments: ColorDepth.allCases, [Size(1, 1), Size(2, 3), Size(17, 5), Size(80, 24)])
    func pictures(depth: ColorDepth, size: Size) throws {
        for seed in (UInt64(0)..<(size.width > 40 ? 12 : 60)).sampled(every: 4) {
            var generator = SeededGenerator(seed: seed)
            var renderer = Renderer(depth: depth, synchronizes: seed % 2 == 0)
            var terminal = try terminal(size)
            var canvas = generator.canvas(size)
            for step in 0..<5 {
                try terminal.feed(renderer.frame(canvas))
                try #require(
                    looks(of: terminal) == looks(of: canvas, at: depth), "seed \(seed) step \(step)"
                )
                #expect(!terminal.modes.contains(2026))
                if step % 2 == 0 {
                    generator.change(&canvas, times: 4)
                } else {
                    canvas = generator.canvas(size)
                }
            }
        }
    }

    @Test("The renderer clears and draws everything after a change of size or when asked to")
    func repaints() throws {
        var generator = SeededGenerator(seed: 7)
        var renderer = Renderer()
        var terminal = try terminal(Size(20, 6))
        try terminal.feed(renderer.frame(generator.canvas(Size(20, 6))))
        for size in [Size(1, 1), Size(30, 9), Size(30, 8), Size(0, 0), Size(12, 12)] {
            terminal.resize(to: size)
            let canvas = generator.canvas(size)
            try terminal.feed(renderer.frame(canvas))
            #expect(looks(of: terminal) == looks(of: canvas, at: .trueColor))
        }
        let canvas = generator.canvas(Size(12, 12))
        try terminal.feed(renderer.frame(canvas))
        #expect(terminal.clearings == 6)
        terminal.resize(to: Size(12, 12))
        renderer.repaintAll()
        try terminal.feed(renderer.frame(canvas))
        #expect(looks(of: terminal) == looks(of: canvas, at: .trueColor))
        #expect(terminal.clearings == 7)
    }

    @Test("The renderer shows a change of depth with the next frame, without clearing")
    func depthChange() throws {
        var generator = SeededGenerator(seed: 3)
        let canvas = generator.canvas(Size(40, 10))
        var renderer = Renderer(depth: .none)
        var terminal = try terminal(Size(40, 10))
        for depth in [ColorDepth.none, .trueColor, .indexed, .sixteen] {
            renderer.depth = depth
            try terminal.feed(renderer.frame(canvas))
            #expect(looks(of: terminal) == looks(of: canvas, at: depth))
        }
        #expect(terminal.clearings == 1)
        #expect(renderer.frame(canvas) == [])
    }

    @Test("The renderer shows broken canvases as blanks and question marks and stays in sync")
    func brokenCanvas() throws {
        var canvas = Canvas(Size(8, 2))
        canvas[0, 0] = Cell(.narrow("\u{1B}"))
        canvas[1, 0] = Cell(.narrow("\u{9B}"))
        canvas[2, 0] = Cell(.narrow("語"))
        canvas[3, 0] = Cell(.wide("x"))
        canvas[5, 0] = Cell(.trail)
        canvas[7, 0] = Cell(.wide("語"))
        canvas[0, 1] = Cell(.narrow("\u{301}"))
        canvas[1, 1] = Cell(.narrow("z"))
        var renderer = Renderer()
        var terminal = try terminal(Size(8, 2))
        try terminal.feed(renderer.frame(canvas))
        let shown = (0..<8).map { terminal[$0, 0].glyph }
        #expect(shown == ["?", "?", "?", "?", " ", " ", " ", "?"].map { .narrow($0) })
        #expect(terminal[1, 1].glyph == .narrow("z"))
    }

    @Test("The renderer writes nothing but ASCII on a terminal that knows nothing else")
    func asciiOnly() throws {
        var canvas = Canvas(Size(24, 1))
        canvas.write("╭─┬─╮ ◆◇● ▀█▌ é日≈ ⠿⠁", 0, 0)
        var renderer = Renderer(glyphs: .ascii)
        let bytes = renderer.frame(canvas)
        #expect(bytes.allSatisfy { $0 < 0x80 })
        var terminal = try terminal(Size(24, 1))
        try terminal.feed(bytes)
        var text = String.UnicodeScalarView()
        for x in 0..<24 {
            if case .narrow(let scalar) = terminal[x, 0].glyph { text.append(scalar) }
        }
        #expect(String(text) == ".-+-. *v@ \"## e? S ##   ")
    }
}

// MARK: - Byte counts

@Suite struct RendererEconomy {
    private func board() -> Canvas {
        TablePicture(
            model: ViewScene.open.model(), size: Size(80, 24), appearance: Appearance(),
            now: ViewScene.now
        ).still
    }

    @Test("The renderer writes nothing while nothing changes")
    func idle() {
        var renderer = Renderer(synchronizes: true)
        #expect(!renderer.frame(board()).isEmpty)
        #expect(renderer.frame(board()) == [])
        #expect(renderer.frame(board()) == [])
    }

    @Test("The renderer writes nothing for a change the terminal cannot show")
    func invisible() {
        var renderer = Renderer(depth: .none, synchronizes: true)
        var canvas = board()
        _ = renderer.frame(canvas)
        canvas.restyle(canvas.bounds) { $0.foreground = .rgb(1, 2, 3) }
        #expect(renderer.frame(canvas) == [])
    }

    /// A line of text, the next one, and the bytes after the first move of the cursor.
    struct Step {
        var from: String
        var to: String
        var bytes: String
    }

    @Test(
        "The renderer takes the shortest way along a row",
        arguments: [
            // Equal cells between are written again while that is no longer than a jump.
            Step(from: "abcdefghij", to: "Abcdefghij", bytes: "A"),
            Step(from: "abcdefghij", to: "ABcdefghij", bytes: "AB"),
            Step(from: "abcdefghij", to: "AbcdEfghij", bytes: "AbcdE"),
            Step(from: "abcdefghijkl", to: "AbcdefghijkL", bytes: "A\u{1B}[10CL"),
            // A blank end is erased when that is shorter than blanks.
            Step(from: "abcdefghij", to: "abcdefg", bytes: "   "),
            Step(from: "abcdefghij", to: "abcdef", bytes: "\u{1B}[K"),
            Step(from: "abcdefghij", to: "", bytes: "\u{1B}[K"),
            // A blank stretch before more text is erased or written over.
            Step(from: "abcdefghijklmnopqrst", to: "a    fghijklmnopqrst", bytes: "    "),
            Step(from: "abcdefghijklmnopqrst", to: "a          lmnopqrst", bytes: "\u{1B}[10X"),
            Step(from: "abcdefghijklmnopqrst", to: "a      Hijklmnopqrst", bytes: "      H"),
            // Every wide glyph gets its own cursor move.
            Step(from: "aabbcd", to: "日本CD", bytes: "日\u{1B}[1;3H本\u{1B}[1;5HCD"),
        ])
    func shortest(step: Step) {
        var renderer = Renderer()
        func line(_ text: String) -> Canvas {
            var canvas = Canvas(Size(step.from.count, 1))
            canvas.write(text, 0, 0)
            return canvas
        }
        _ = renderer.frame(line(step.from))
        let bytes = String(decoding: renderer.frame(line(step.to)), as: UTF8.self)
        #expect(String(bytes.drop { $0 != "H" }.dropFirst()) == step.bytes)
    }

    @Test("The renderer changes only what differs in a style, or resets it when that is shorter")
    func styles() {
        var renderer = Renderer()
        var canvas = Canvas(Size(4, 1))
        canvas.write("a", 0, 0, Style(.indexed(1), on: .rgb(1, 2, 3), .bold))
        canvas.write("b", 1, 0, Style(.indexed(9), on: .rgb(1, 2, 3), .bold))
        canvas.write("c", 2, 0, Style(.indexed(9), on: .rgb(1, 2, 3), .dim))
        canvas[3, 0] = Cell(.narrow("d"))
        let text = String(decoding: renderer.frame(canvas), as: UTF8.self)
        #expect(
            text == "\u{1B}[m\u{1B}[2J\u{1B}[1H\u{1B}[1;31;48;2;1;2;3ma\u{1B}[91mb\u{1B}[22;2mc"
                + "\u{1B}[md")
    }
}
