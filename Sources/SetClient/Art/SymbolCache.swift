/// Caches symbols, because drawing one from its curve takes longer than anything else in a frame.
struct SymbolCache: Hashable, Sendable {
    /// Everything that determines how a symbol looks.
    private struct Key: Hashable {
        let curve: Curve
        let fill: Fill
        let size: Size
    }

    private var bitmaps: [Key: Bitmap] = [:]

    /// The maximum number of symbols: nine for each of several sizes, because cards grow and
    /// shrink.
    private static let limit = 256

    /// Returns a symbol of a size in dots.
    mutating func bitmap(of curve: Curve, _ fill: Fill, _ size: Size) -> Bitmap {
        let key = Key(curve: curve, fill: fill, size: size)
        if let bitmap = bitmaps[key] { return bitmap }
        let bitmap = SymbolRaster.bitmap(of: curve, fill, size)
        if bitmaps.count >= Self.limit { bitmaps.removeAll(keepingCapacity: true) }
        bitmaps[key] = bitmap
        return bitmap
    }
}
