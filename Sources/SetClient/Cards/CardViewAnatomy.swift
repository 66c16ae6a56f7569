/// Where the parts of a card are, computed from its size alone.
///
/// | rows | level | edge | symbols | label and signs |
/// |---|---|---|---|---|
/// | 5 and more | vector or hinted | a line around | about 68 % of the height | in the edge |
/// | 3, 4 | hinted | none | all rows but the last | in the last row |
/// | 2 | glyph | none | one character each | in the last row |
/// | 1 | code | none | four letters | beside them |
struct CardAnatomy: Equatable {
    /// How much detail the card can show at its size.
    enum Level: CaseIterable {
        /// Symbols sampled from their curves, inside an edge.
        case vector
        /// Symbols drawn by hand, dot by dot.
        case hinted
        /// One character per symbol.
        case glyph
        case code
    }

    let level: Level
    /// The size of one symbol in cells.
    let symbol: Size
    /// The cells the symbols are centered in, relative to the card.
    let art: Rect
    /// Whether the outermost cells are kept free for a line.
    let hasEdge: Bool

    /// - Parameter cellAspect: The height of a cell over its width; it keeps symbols one to two.
    init(_ size: Size, cellAspect: Double) {
        let bounds = Rect(0, 0, size.width, size.height)
        hasEdge = size.height >= 5
        art = hasEdge ? bounds.inset(1, 1) : Rect(0, 0, size.width, max(1, size.height - 1))
        var rows =
            switch size.height {
            case ...1: 0
            case 2...4: size.height - 1
            default: min(art.size.height, Int((Double(size.height) * 0.68).rounded()))
            }
        while rows > 1, 3 * Self.columns(rows, cellAspect) + 2 > art.size.width { rows -= 1 }
        symbol = Size(Self.columns(rows, cellAspect), rows)
        level = rows >= 4 ? .vector : rows >= 2 ? .hinted : rows == 1 ? .glyph : .code
    }

    /// Whether a card of this size has room for its key.
    static func carriesLabel(_ size: Size) -> Bool { size.height > 1 || size.width >= 6 }

    private static func columns(_ rows: Int, _ cellAspect: Double) -> Int {
        max(1, Int((Double(rows) * cellAspect / 2).rounded()))
    }

    /// The gap between two symbols: whole columns, so that all symbols of a card look alike.
    var gap: Int {
        let room = (art.size.width - 3 * symbol.width) / 3
        return max(1, min(Int((Double(symbol.width) * 0.28).rounded()), room))
    }

    /// The dots at which symbols start, from the left of the art.
    func offsets(of count: Int, dotsPerCell: Int) -> [Int] {
        let (width, gap) = (symbol.width * dotsPerCell, gap * dotsPerCell)
        let total = count * width + (count - 1) * gap
        let start = (art.size.width * dotsPerCell - total) / 2
        return (0..<count).map { start + $0 * (width + gap) }
    }
}
