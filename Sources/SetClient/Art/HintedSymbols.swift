/// Symbols drawn by hand where sampling loses a curve: two and three cells high.
enum HintedSymbols {
    /// The rows of a curve's silhouette in a size in dots, if it is drawn by hand; `#` is ink.
    static func silhouette(of curve: Curve, _ size: Size) -> [String]? {
        curve == .ribbon ? ribbons[size] : nil
    }

    /// A symbol in ASCII, if it is drawn by hand.
    ///
    /// At two cells high, the upper row shows the shape and the lower row the fill.
    static func text(of curve: Curve, _ fill: Fill, rows: Int) -> [String]? {
        let (inner, rim): (Character, Character) =
            switch fill {
            case .solid: ("#", "#")
            case .striped: ("=", "=")
            case .open: (rows == 2 ? "." : " ", "-")
            }
        let drawing = rows == 2 ? smallText[curve] : largeText[curve]
        return drawing?.map { row in
            String(row.map { $0 == "*" ? inner : $0 == "+" ? rim : $0 })
        }
    }

    /// A symbol for a shape without a drawing: its letter above its fill.
    static func text(framing letter: Unicode.Scalar, _ fill: Fill, rows: Int) -> [String] {
        let mark =
            switch fill {
            case .solid: "#"
            case .striped: "="
            case .open: rows == 2 ? "." : " "
            }
        let letters = String(repeating: Character(letter), count: rows)
        return rows == 2
            ? [letters, mark + mark] : [".\(mark).", letters, "'\(mark)'"]
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
