/// How much of a card can be drawn at its size.
package enum LevelOfDetail: String, CaseIterable, Hashable, Sendable {
    /// Symbols sampled from their curves, inside an edge.
    case vector
    /// Symbols drawn by hand, dot by dot.
    case hinted
    /// One character a symbol.
    case glyph
    /// One row of letters a card.
    case code

    /// The level a symbol of so many rows of cells is drawn at; the first row that fits counts.
    private static let ladder: [(leastRows: Int, level: LevelOfDetail)] = [
        (4, .vector), (2, .hinted), (1, .glyph), (0, .code),
    ]

    /// The level for a symbol so many rows of cells high; 0 when the card has no row for it.
    package static func level(forSymbolRows rows: Int) -> LevelOfDetail {
        ladder.first { rows >= $0.leastRows }?.level ?? .code
    }
}
