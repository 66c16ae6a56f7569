/// Symbols that were drawn before, kept because drawing one from its curve takes far longer than
/// anything else in a frame.
///
/// What it gives is what ``SymbolRaster`` and ``HintedSymbols`` give; that it remembers is only seen
/// in the time it takes.
struct SymbolCache: Hashable, Sendable {
    /// All that decides how a symbol looks.
    private struct Key: Hashable {
        let curve: Curve
        let fill: Fill
        let size: Size
        let isHinted: Bool
        let antialiases: Bool
    }

    private var bitmaps: [Key: Bitmap] = [:]

    /// How many are kept: nine for each of some sizes, as cards have while they grow or shrink.
    private static let limit = 256

    /// A symbol as dots.
    ///
    /// - Parameters:
    ///   - curve: Its shape.
    ///   - fill: What is inside it.
    ///   - size: The extent in dots.
    ///   - isHinted: Whether a drawing by hand is wanted, where there is one.
    ///   - antialiases: Whether dots along its edge may be covered in part.
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
