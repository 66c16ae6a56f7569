/// Caches symbols, because drawing one from its curve takes longer than anything else in a frame.
struct SymbolCache: Hashable, Sendable {
    /// Everything that determines how a symbol looks.
    private struct Key: Hashable {
        let curve: Curve
        let fill: Fill
        let size: Size
        let isHinted: Bool
        let antialiases: Bool
    }

    private var bitmaps: [Key: Bitmap] = [:]

    /// The maximum number of symbols: nine for each of several sizes, because cards grow and
    /// shrink.
    private static let limit = 256

    /// Returns a symbol as dots.
    ///
    /// `size` is in dots. `isHinted` prefers a hand-drawn symbol. `antialiases` allows partly
    /// covered dots along the edge.
    mutating func bitmap(
        of curve: Curve, _ fill: Fill, _ size: Size, isHinted: Bool, antialiases: Bool
    ) -> Bitmap {
        let key = Key(
            curve: curve, fill: fill, size: size, isHinted: isHinted, antialiases: antialiases)
        if let bitmap = bitmaps[key] { return bitmap }
        let hinted = isHinted ? HintedSymbols.bitmap(of: curve, fill, size) : nil
        let bitmap =
            hinted ?? SymbolRaster.bitmap(of: curve, fill, size, antialiased: antialiases)
        if bitmaps.count >= Self.limit { bitmaps.removeAll(keepingCapacity: true) }
        bitmaps[key] = bitmap
        return bitmap
    }
}
