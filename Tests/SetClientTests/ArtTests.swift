import SetProtocol
import SetTestSupport
import Testing

@testable import SetClient

@Suite("Symbols as dots")
struct ArtTests {
    static let builtIn: [Curve] = [.rhombus, .stadium, .ribbon]
    /// Sizes in dots of symbols from four cells up, for every kind of grid.
    static let sizes = [4, 5, 6, 7, 10, 13].flatMap { rows in
        [Size(1, 2), Size(2, 2), Size(2, 3)].map {
            Size(rows * $0.width, rows * $0.height)
        }
    }

    @Test(
        "Symbols: every symbol fills its box from side to side",
        arguments: Curve.builtIn.map(\.curve))
    func extremes(curve: Curve) {
        for size in Self.sizes where size.width >= 8 {
            let bitmap = SymbolRaster.bitmap(of: curve, .solid, size)
            let (columns, rows) = (0..<size.width, 0..<size.height)
            #expect(rows.contains { bitmap[0, $0] == .ink }, "left, \(size)")
            #expect(rows.contains { bitmap[size.width - 1, $0] == .ink }, "right, \(size)")
            #expect(columns.contains { bitmap[$0, 0] == .ink }, "top, \(size)")
            #expect(columns.contains { bitmap[$0, size.height - 1] == .ink }, "bottom, \(size)")
        }
    }

    @Test("Symbols: the rhombus and the stadium are mirror images of themselves")
    func symmetry() {
        for curve in [Curve.rhombus, .stadium] {
            for size in Self.sizes {
                let rows = SymbolRaster.bitmap(of: curve, .solid, size).rows
                #expect(rows == rows.map { String($0.reversed()) })
                #expect(rows == rows.reversed())
            }
        }
    }

    @Test("Symbols: the ribbon is an S: turned by half a circle it is itself, mirrored it is not")
    func ribbonIsAnS() {
        for size in Self.sizes where size.width >= 8 {
            let rows = SymbolRaster.bitmap(of: .ribbon, .solid, size).rows
            let mirrored = rows.map { String($0.reversed()) }
            #expect(rows == mirrored.reversed())
            #expect(rows != mirrored)
        }
    }

    @Test("Symbols: an outline has no gaps", arguments: builtIn)
    func closedOutline(curve: Curve) {
        for size in Self.sizes {
            let solid = SymbolRaster.bitmap(of: curve, .solid, size)
            let open = SymbolRaster.bitmap(of: curve, .open, size)
            let reached = Self.reachedFromOutside(open)
            for y in 0..<size.height {
                for x in 0..<size.width where solid[x, y] == .ink && open[x, y] != .ink {
                    #expect(!reached.contains(Point(x, y)), "\(curve) \(size) at \(x), \(y)")
                }
            }
        }
    }

    @Test("Symbols: fills and shapes differ at every size")
    func distances() {
        for size in Self.sizes + [Size(6, 12)] {
            let symbols = Self.builtIn.flatMap { curve in
                Fill.allCases.map { SymbolRaster.bitmap(of: curve, $0, size) }
            }
            // Single dots are only drawn from six rows of cells up.
            let isTall = size.width * 2 == size.height
            let least = isTall ? size.width < 4 ? 1 : size.width < 6 ? 2 : 8 : 4
            for (position, one) in symbols.enumerated() {
                for other in symbols[..<position] {
                    #expect(one.distance(to: other) >= least, "\(size) \(position)")
                }
            }
        }
    }

    @Test("Symbols: a striped one is an open one filled with half the ink", arguments: builtIn)
    func halfInk(curve: Curve) {
        for size in Self.sizes {
            let (solid, striped, open) = (
                SymbolRaster.bitmap(of: curve, .solid, size),
                SymbolRaster.bitmap(of: curve, .striped, size),
                SymbolRaster.bitmap(of: curve, .open, size)
            )
            for y in 0..<size.height {
                for x in 0..<size.width {
                    let isInside = solid[x, y] == .ink && open[x, y] == .paper
                    #expect(striped[x, y] == (isInside ? .half : solid[x, y]))
                }
            }
        }
    }

    /// The dots without ink that four-way steps from outside reach.
    private static func reachedFromOutside(_ bitmap: Bitmap) -> Set<Point> {
        var reached: Set<Point> = []
        var open = [Point(-1, -1)]
        while let point = open.popLast() {
            guard -1...bitmap.size.width ~= point.x, -1...bitmap.size.height ~= point.y,
                bitmap[point.x, point.y] != .ink, reached.insert(point).inserted
            else { continue }
            open += [
                Point(point.x - 1, point.y), Point(point.x + 1, point.y),
                Point(point.x, point.y - 1), Point(point.x, point.y + 1),
            ]
        }
        return reached
    }
}

@Suite("Blitters")
struct ArtBlitterTests {
    @Test(
        "Blitters: each pattern of a cell has its own character, one column wide",
        arguments: Blitter.allCases)
    func tables(blitter: Blitter) {
        let glyphs = BlitterGlyphs[blitter]
        #expect(glyphs.scalars.count == 1 << (glyphs.dots.width * glyphs.dots.height))
        #expect(Set(glyphs.scalars).count == glyphs.scalars.count)
        #expect(glyphs.scalars.allSatisfy { $0.columns == 1 })
    }

    @Test("Blitters: characters have the expected Unicode names")
    func names() {
        #expect(BlitterGlyphs[.sextant].scalars[0b00_0001] == "\u{1FB00}")
        #expect(BlitterGlyphs[.sextant].scalars[0b01_0110] == "\u{1FB14}")
        #expect(BlitterGlyphs[.sextant].scalars[0b11_1110] == "\u{1FB3B}")
        #expect(BlitterGlyphs[.quadrant].scalars[0b0110] == "▞")
    }

    @Test("Blitters: one bitmap drawn with each blitter")
    func pictures() {
        func picture(_ blitter: Blitter) -> [String] {
            let glyphs = BlitterGlyphs[blitter]
            let size = Size(4 * glyphs.dots.width, 4 * glyphs.dots.height)
            var canvas = Canvas(Size(4, 4))
            canvas.blit(
                SymbolRaster.bitmap(of: .rhombus, .open, size), at: Point(0, 0),
                Blitting(
                    glyphs: glyphs, ink: Gradient(.standard), paper: .standard))
            return canvas.lines
        }
        #expect(picture(.sextant) == [" 🬘🬣", "🬖🬀🬁🬢", "🬈🬏🬞🬅", " 🬧🬔"])
        #expect(picture(.quadrant) == [" ▞▚", "▞  ▚", "▚  ▞", " ▚▞"])
    }

    @Test("Blitters: half the ink is a background or a shaded character")
    func halfInk() {
        func cell(_ blitter: Blitter, half: TerminalColor?, _ dots: [Bitmap.Dot]) -> Cell {
            let glyphs = BlitterGlyphs[blitter]
            var bitmap = Bitmap(glyphs.dots)
            for place in 0..<glyphs.dots.width * glyphs.dots.height {
                let (x, y) = (place % glyphs.dots.width, place / glyphs.dots.width)
                bitmap[x, y] = dots[min(y, dots.count - 1)]
            }
            var canvas = Canvas(Size(1, 1))
            canvas.blit(
                bitmap, at: Point(0, 0),
                Blitting(
                    glyphs: glyphs, ink: Gradient(.indexed(9)), half: half.map { Gradient($0) },
                    paper: .indexed(0)))
            return canvas[0, 0]
        }
        let (ink, mixed) = (TerminalColor.indexed(9), TerminalColor.indexed(1))
        #expect(cell(.quadrant, half: mixed, [.half]) == Cell(.narrow(" "), Style(ink, on: mixed)))
        let rim = Cell(.narrow("▀"), Style(ink, on: mixed))
        #expect(cell(.quadrant, half: mixed, [.ink, .half]) == rim)
        let plain = Style(ink, on: .indexed(0))
        #expect(cell(.quadrant, half: nil, [.half]) == Cell(.narrow("▒"), plain))
        #expect(cell(.sextant, half: nil, [.ink, .half]) == Cell(.narrow("▓"), plain))
        // Beside paper, only two colors are left.
        #expect(cell(.sextant, half: mixed, [.paper, .ink, .half]) == Cell(.narrow("🬹"), plain))
    }

    @Test("Blitters: plain characters follow the slope of the edge")
    func characters() {
        #expect(
            CharacterRaster.rows(of: .rhombus, .open, Size(6, 6)) == [
                "  /\\  ", " /  \\ ", "/    \\", "\\    /", " \\  / ", "  \\/  ",
            ])
        #expect(
            CharacterRaster.rows(of: .stadium, .striped, Size(6, 6)) == [
                " /==\\ ", "|====|", "|====|", "|====|", "|====|", " \\==/ ",
            ])
    }
}

extension Bitmap {
    /// The drawing as text, `#` for ink and `.` for none.
    fileprivate var rows: [String] {
        (0..<size.height).map { y in
            String((0..<size.width).map { self[$0, y] == .ink ? "#" : "." as Character })
        }
    }
}
