/// How much detail a card can show at its size.
package enum LevelOfDetail: String, CaseIterable, Hashable, Sendable {
    /// Symbols sampled from their curves, inside an edge.
    case vector
    /// Symbols drawn by hand, dot by dot.
    case hinted
    /// One character per symbol.
    case glyph
    /// One row of letters per card.
    case code

    /// The levels by the smallest number of rows; the first row of the table that fits applies.
    private static let ladder: [(leastRows: Int, level: LevelOfDetail)] = [
        (4, .vector), (2, .hinted), (1, .glyph), (0, .code),
    ]

    /// The level for a symbol of the given height in rows; 0 if the card has no row for it.
    package static func level(forSymbolRows rows: Int) -> LevelOfDetail {
        ladder.first { rows >= $0.leastRows }?.level ?? .code
    }
}
