import SetProtocol

@testable import SetClient

/// What a terminal shows of a card: the color of every dot of a grid that all drawings share.
struct CardLook {
    /// A cell is two dots wide and twelve high, which halves, thirds and quarters divide.
    static let dots = Size(2, 12)
    private static let dotCount = dots.width * dots.height

    let size: Size
    private(set) var colors: [RGBColor]
    private let cells: Size

    /// - Parameters:
    ///   - palette: That with which the card was drawn.
    ///   - part: The cells to look at.
    init(_ canvas: Canvas, _ palette: Palette, in part: Rect) {
        cells = part.size
        size = Size(cells.width * Self.dots.width, cells.height * Self.dots.height)
        let paper = palette.shown(.standard)
        let writing = palette.background == .dark ? RGBColor(221, 221, 221) : .black
        colors = Array(repeating: paper, count: size.width * size.height)
        var known: [Cell: [RGBColor]] = [:]
        for place in 0..<cells.width * cells.height {
            let (column, row) = (place % cells.width, place / cells.width)
            let cell = canvas[part.minX + column, part.minY + row]
            let dots = known[cell] ?? Self.colors(of: cell, palette, writing, paper)
            known[cell] = dots
            for (dot, color) in dots.enumerated() {
                let x = column * Self.dots.width + dot % Self.dots.width
                let y = row * Self.dots.height + dot / Self.dots.width
                colors[y * size.width + x] = color
            }
        }
    }

    private static func colors(
        of cell: Cell, _ palette: Palette, _ writing: RGBColor, _ paper: RGBColor
    ) -> [RGBColor] {
        let style = cell.style
        var front = style.foreground == .standard ? writing : palette.shown(style.foreground)
        var back = style.background == .standard ? paper : palette.shown(style.background)
        if style.attributes.contains(.reverse) { (front, back) = (back, front) }
        return coverage(of: cell.glyph).map { share in
            share == 0 ? back : share == 1 ? front : back.blended(with: front, share)
        }
    }

    subscript(x: Int, y: Int) -> RGBColor { colors[y * size.width + x] }

    /// The color of a cell seen from afar.
    func mean(_ column: Int, _ row: Int) -> RGBColor {
        var (red, green, blue) = (0, 0, 0)
        for y in 0..<Self.dots.height {
            for x in 0..<Self.dots.width {
                let color = self[column * Self.dots.width + x, row * Self.dots.height + y]
                red += Int(color.red)
                green += Int(color.green)
                blue += Int(color.blue)
            }
        }
        let count = Self.dotCount
        return RGBColor(UInt8(red / count), UInt8(green / count), UInt8(blue / count))
    }

    /// How much each cell differs from that of another look (CIE94).
    func differences(from other: CardLook) -> [Double] {
        (0..<cells.width * cells.height).map { place in
            let (column, row) = (place % cells.width, place / cells.width)
            let (one, two) = (mean(column, row), other.mean(column, row))
            return one == two ? 0 : PerceivedColor(one).difference(from: PerceivedColor(two))
        }
    }

    // MARK: - Characters

    /// How much ink a character puts on each dot, 0...1.
    private static func coverage(of glyph: Cell.Glyph) -> [Double] {
        guard case .narrow(let scalar) = glyph else {
            return Array(repeating: 0.5, count: dotCount)
        }
        return mosaics[scalar] ?? Array(repeating: gray[scalar] ?? 0.2, count: dotCount)
    }

    /// How dark characters are that are not made of dots, about as in DejaVu Sans Mono.
    private static let gray: [Unicode.Scalar: Double] = [
        " ": 0, "▒": 0.5, "▓": 0.75, "#": 0.4, "=": 0.2, "-": 0.1, ".": 0.05,
        "▲": 0.5, "◭": 0.35, "△": 0.2, "●": 0.5, "◍": 0.35, "○": 0.2, "■": 0.5, "▤": 0.35, "□": 0.2,
    ]

    private static let mosaics: [Unicode.Scalar: [Double]] = {
        var mosaics: [Unicode.Scalar: [Double]] = [:]
        for blitter in Blitter.allCases where blitter != .ascii {
            let glyphs = BlitterGlyphs[blitter]
            for (index, scalar) in glyphs.scalars.enumerated() where mosaics[scalar] == nil {
                mosaics[scalar] = (0..<dotCount).map { dot in
                    let x = dot % dots.width * glyphs.dots.width / dots.width
                    let y = dot / dots.width * glyphs.dots.height / dots.height
                    return index >> (y * glyphs.dots.width + x) & 1 == 1 ? 1 : 0
                }
            }
        }
        return mosaics
    }()
}

/// The three shadings of one shape and color, drawn alike and cut out of their cards.
struct ShadingLooks {
    let looks: [Fill: CardLook]
    /// How many cells the symbol has.
    let cells: Int
    /// The dots where only a solid symbol has ink, and those where an open one has it too.
    private(set) var inside: [Point] = []
    private(set) var outline: [Point] = []
    private let paper: RGBColor
    private let ink: RGBColor

    init(_ view: CardView, _ shape: Variant, _ color: Variant, _ size: Size) {
        let fills: [Fill] = [.solid, .striped, .open]
        var symbols = SymbolCache()
        var canvases: [Canvas] = []
        for shading in Variant.allCases {
            var canvas = Canvas(size)
            let sheet = CardSheet(view, CardState(), label: "", canvas.bounds)
            canvas.fill(canvas.bounds, " ", Style(.standard, on: sheet.paper))
            let card = Card(.allCases[0], shape, shading, color)
            CardArt(sheet: sheet, card: card).draw(&symbols, on: &canvas)
            canvases.append(canvas)
        }
        let blank = canvases[0][0, 0]
        let inked = canvases[0].bounds.points.filter { canvases[0][$0.x, $0.y] != blank }
        let (columns, rows) = (inked.map(\.x), inked.map(\.y))
        let part = Rect(
            columns.min() ?? 0, rows.min() ?? 0,
            (columns.max() ?? 0) - (columns.min() ?? 0) + 1,
            (rows.max() ?? 0) - (rows.min() ?? 0) + 1)
        cells = part.size.width * part.size.height
        let drawn = canvases.map { CardLook($0, view.palette, in: part) }
        looks = Dictionary(uniqueKeysWithValues: zip(fills, drawn))
        let (solid, open) = (drawn[0], drawn[2])
        let paper = CardLook(canvases[0], view.palette, in: Rect(0, 0, 1, 1))[0, 0]
        ink = solid.colors.max { $0.contrast(with: paper) < $1.contrast(with: paper) } ?? paper
        self.paper = paper
        for y in 0..<solid.size.height {
            for x in 0..<solid.size.width where solid[x, y] != paper {
                if open[x, y] == paper {
                    inside.append(Point(x, y))
                } else {
                    outline.append(Point(x, y))
                }
            }
        }
    }

    /// How far each of some dots is on the way from the paper to the ink, 0...1.
    func tones(_ fill: Fill, _ points: [Point]) -> [Double] {
        func sum(_ color: RGBColor) -> Double {
            Double(color.red) + Double(color.green) + Double(color.blue)
        }
        guard let look = looks[fill] else { return [] }
        return points.map { (sum(look[$0.x, $0.y]) - sum(paper)) / (sum(ink) - sum(paper)) }
    }

    /// How much two shadings differ in each cell.
    func differences(_ one: Fill, _ other: Fill) -> [Double] {
        guard let one = looks[one], let other = looks[other] else { return [] }
        return one.differences(from: other)
    }
}

extension Rect {
    fileprivate var points: [Point] {
        (minY..<maxY).flatMap { y in (minX..<maxX).map { Point($0, y) } }
    }
}
