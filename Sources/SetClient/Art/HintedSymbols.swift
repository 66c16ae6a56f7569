/// Symbols drawn by hand where sampling loses a curve: two and three cells high.
enum HintedSymbols {
    /// The rows of a curve's silhouette in a size in dots, if it is drawn by hand; `#` is ink.
    static func silhouette(of curve: Curve, _ size: Size) -> [String]? {
        curve == .ribbon ? ribbons[size] : nil
    }

    /// A symbol in ASCII; a shape without a drawing is shown by its letter.
    ///
    /// At two cells high, the upper row shows the shape and the lower row the fill.
    static func text(
        of curve: Curve, _ letter: Unicode.Scalar, _ fill: Fill, rows: Int
    ) -> [String] {
        let (inner, rim): (Character, Character) =
            switch fill {
            case .solid: ("#", "#")
            case .striped: ("=", "=")
            case .open: (rows == 2 ? "." : " ", "-")
            }
        let letters = String(repeating: Character(letter), count: rows)
        let drawing =
            rows == 2
            ? smallText[curve] ?? [letters, "**"] : largeText[curve] ?? [".*.", letters, "'*'"]
        return drawing.map { row in
            String(row.map { $0 == "*" ? inner : $0 == "+" ? rim : $0 })
        }
    }

    /// A star stands for the inside, a plus for a rim that becomes inside when the fill is not open.
    private static let smallText: [Curve: [String]] = [
        .rhombus: ["<>", "**"], .stadium: ["()", "**"], .ribbon: ["~~", "**"],
    ]

    private static let largeText: [Curve: [String]] = [
        .rhombus: ["/*\\", "<*>", "\\*/"], .stadium: ["(*)", "(*)", "(*)"],
        .ribbon: ["/++", "\\*\\", "++/"],
    ]

    /// Sampling a squiggle of this size would leave little of its S.
    private static let ribbons: [Size: [String]] = [
        Size(4, 4): [".###", "###.", ".###", "###."],
        Size(6, 6): ["..####", "#####.", "#####.", ".#####", ".#####", "####.."],
    ]
}
