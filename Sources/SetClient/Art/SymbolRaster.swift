/// Turns a curve and a fill into dots.
///
/// A solid symbol is all ink, an open one only its outline, and a striped one its outline filled
/// with half the ink: at every size, the fill is seen at a glance. The outline is 9 % of the width
/// or one dot, whichever is more, always 8-connected and never omitted.
enum SymbolRaster {
    /// The thickness of the outline as a fraction of the symbol's width.
    static let outline = 0.09

    /// Draws a symbol into its own bitmap.
    ///
    /// `size` is in dots; whatever their shape, the bitmap is one wide and two high on the screen.
    static func bitmap(of curve: Curve, _ fill: Fill, _ size: Size) -> Bitmap {
        var bitmap = Bitmap(size)
        let silhouette = Silhouette(of: curve, size)
        let inside: Bitmap.Dot =
            switch fill {
            case .solid: .ink
            case .striped: .half
            case .open: .paper
            }
        for y in 0..<size.height {
            for x in 0..<size.width where silhouette.isInside(x, y) {
                bitmap[x, y] = silhouette.isOutline(x, y) ? .ink : inside
            }
        }
        return bitmap
    }
}

private struct Silhouette {
    private let curve: Curve
    private let size: Size
    private var inside: [Bool]
    private let isByHand: Bool

    init(of curve: Curve, _ size: Size) {
        (self.curve, self.size) = (curve, size)
        let drawing = HintedSymbols.silhouette(of: curve, size)
        isByHand = drawing != nil
        inside = drawing.map { rows in rows.flatMap { row in row.map { $0 == "#" } } } ?? []
        guard drawing == nil else { return }
        var shares: [Double] = []
        shares.reserveCapacity(size.width * size.height)
        for y in 0..<size.height {
            for x in 0..<size.width { shares.append(Self.share(of: curve, size, x, y)) }
        }
        inside = shares.map { $0 >= 0.5 }
        keepExtremes(shares)
    }

    func isInside(_ x: Int, _ y: Int) -> Bool {
        guard 0..<size.width ~= x, 0..<size.height ~= y else { return false }
        return inside[y * size.width + x]
    }

    /// A dot inside belongs to the outline if it touches the outside or lies within the thickness.
    func isOutline(_ x: Int, _ y: Int) -> Bool {
        guard isInside(x - 1, y), isInside(x + 1, y), isInside(x, y - 1), isInside(x, y + 1)
        else { return true }
        guard !isByHand else { return false }
        let (unitX, unitY) = (1 / Double(size.width), 2 / Double(size.height))
        let distance = curve.distance((Double(x) + 0.5) * unitX, (Double(y) + 0.5) * unitY)
        return -distance < SymbolRaster.outline
    }

    /// Restores a first or last row or column that sampling alone would lose, so that a pointed
    /// symbol is as tall and wide as a blunt one.
    private mutating func keepExtremes(_ shares: [Double]) {
        let (columns, rows) = (Array(0..<size.width), Array(0..<size.height))
        for y in [0, size.height - 1] { keepBest(columns.map { y * size.width + $0 }, shares) }
        for x in [0, size.width - 1] { keepBest(rows.map { $0 * size.width + x }, shares) }
    }

    private mutating func keepBest(_ line: [Int], _ shares: [Double]) {
        guard !line.contains(where: { inside[$0] }) else { return }
        let best = line.map { shares[$0] }.max() ?? 0
        guard best > 0 else { return }
        for index in line where shares[index] > best - 0.1 { inside[index] = true }
    }

    /// Takes four by four samples near the edge, and one elsewhere.
    private static func share(of curve: Curve, _ size: Size, _ x: Int, _ y: Int) -> Double {
        let (unitX, unitY) = (1 / Double(size.width), 2 / Double(size.height))
        let reach = (unitX * unitX + unitY * unitY).squareRoot()
        let centre = curve.distance((Double(x) + 0.5) * unitX, (Double(y) + 0.5) * unitY)
        if abs(centre) > reach { return centre < 0 ? 1 : 0 }
        var hits = 0
        for row in 0..<4 {
            for column in 0..<4 {
                let sampleX = (Double(x) + (Double(column) + 0.5) / 4) * unitX
                let sampleY = (Double(y) + (Double(row) + 0.5) / 4) * unitY
                if curve.distance(sampleX, sampleY) < 1e-9 { hits += 1 }
            }
        }
        return Double(hits) / 16
    }
}

/// Caches symbols, because drawing one from its curve takes longer than anything else in a frame.
struct SymbolCache: Equatable, Sendable {
    private struct Key: Hashable {
        let curve: Curve
        let fill: Fill
        let size: Size
    }

    private var bitmaps: [Key: Bitmap] = [:]

    /// The maximum number of symbols: nine for each of several sizes, because cards grow and
    /// shrink.
    private static let limit = 256

    mutating func bitmap(of curve: Curve, _ fill: Fill, _ size: Size) -> Bitmap {
        let key = Key(curve: curve, fill: fill, size: size)
        if let bitmap = bitmaps[key] { return bitmap }
        let bitmap = SymbolRaster.bitmap(of: curve, fill, size)
        if bitmaps.count >= Self.limit { bitmaps.removeAll(keepingCapacity: true) }
        bitmaps[key] = bitmap
        return bitmap
    }
}
