/// Symbols drawn by hand, dot by dot, for the sizes at which sampling a curve loses it.
///
/// Two and three cells high there is room for an outline and one stripe or two, if every dot is
/// placed. The tables are keyed by the extent in dots, so the same curve has another drawing for
/// each kind of blitter.
enum HintedSymbols {
    /// The drawing of a curve, when there is one of that extent.
    static func bitmap(of curve: Curve, _ fill: Fill, _ size: Size) -> Bitmap? {
        guard let rows = drawings[size]?[curve] else { return nil }
        let height = size.height
        switch fill {
        case .solid: return Bitmap(rows: Array(rows[0..<height]))
        case .striped: return Bitmap(rows: Array(rows[height..<2 * height]))
        case .open: return Bitmap(rows: Array(rows[2 * height..<3 * height]))
        }
    }

    /// The same in plain characters; two cells high the upper row tells the shape and the lower
    /// one the fill.
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

    /// A symbol for a shape that nobody has drawn: its letter above its fill.
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

    /// The rows of a drawing below one another: solid, then striped, then open.
    private static let drawings: [Size: [Curve: [String]]] = [
        Size(4, 4): quadrant2, Size(4, 6): sextant2, Size(4, 8): octant2,
        Size(6, 6): quadrant3, Size(6, 9): sextant3, Size(6, 12): octant3,
    ]

    private static let quadrant2: [Curve: [String]] = [
        .rhombus: [
            ".##.", "####", "####", ".##.",
            ".##.", "####", "#..#", ".##.",
            ".##.", "#..#", "#..#", ".##.",
        ],
        .stadium: [
            "####", "####", "####", "####",
            "####", "####", "#..#", "####",
            "####", "#..#", "#..#", "####",
        ],
        .ribbon: [
            ".###", "###.", ".###", "###.",
            ".###", "####", "..##", "###.",
            ".###", "##..", "..##", "###.",
        ],
    ]

    private static let sextant2: [Curve: [String]] = [
        .rhombus: [
            ".##.", ".##.", "####", "####", ".##.", ".##.",
            ".##.", ".##.", "####", "#..#", ".##.", ".##.",
            ".##.", ".##.", "#..#", "#..#", ".##.", ".##.",
        ],
        .stadium: [
            ".##.", "####", "####", "####", "####", ".##.",
            ".##.", "####", "#..#", "####", "#..#", ".##.",
            ".##.", "#..#", "#..#", "#..#", "#..#", ".##.",
        ],
        .ribbon: [
            ".###", "####", "###.", ".###", "####", "###.",
            ".###", "####", "##..", "..##", "####", "###.",
            ".###", "##..", "##..", "..##", "..##", "###.",
        ],
    ]

    private static let octant2: [Curve: [String]] = [
        .rhombus: [
            ".##.", ".##.", "####", "####", "####", "####", ".##.", ".##.",
            ".##.", ".##.", "####", "#..#", "####", "#..#", ".##.", ".##.",
            ".##.", ".##.", "#..#", "#..#", "#..#", "#..#", ".##.", ".##.",
        ],
        .stadium: [
            ".##.", "####", "####", "####", "####", "####", "####", ".##.",
            ".##.", "#..#", "####", "#..#", "####", "#..#", "####", ".##.",
            ".##.", "#..#", "#..#", "#..#", "#..#", "#..#", "#..#", ".##.",
        ],
        .ribbon: [
            ".###", "####", "###.", "###.", ".###", ".###", "####", "###.",
            ".###", "####", "#...", "###.", ".###", "...#", "####", "###.",
            ".###", "##..", "#...", "##..", "..##", "...#", "..##", "###.",
        ],
    ]

    private static let quadrant3: [Curve: [String]] = [
        .rhombus: [
            "..##..", ".####.", "######", "######", ".####.", "..##..",
            "..##..", ".#..#.", "######", "#....#", ".####.", "..##..",
            "..##..", ".#..#.", "#....#", "#....#", ".#..#.", "..##..",
        ],
        .stadium: [
            ".####.", "######", "######", "######", "######", ".####.",
            ".####.", "#....#", "######", "#....#", "######", ".####.",
            ".####.", "#....#", "#....#", "#....#", "#....#", ".####.",
        ],
        .ribbon: [
            "..####", "#####.", "#####.", ".#####", ".#####", "####..",
            "..####", "##..#.", "#####.", ".##..#", ".#####", "####..",
            "..####", "##..#.", "#..##.", ".##..#", ".#..##", "####..",
        ],
    ]

    private static let sextant3: [Curve: [String]] = [
        .rhombus: [
            "..##..", "..##..", ".####.", "######", "######", "######", ".####.", "..##..",
            "..##..",
            "..##..", "..##..", ".####.", "#....#", "######", "#....#", ".####.", "..##..",
            "..##..",
            "..##..", "..##..", ".#..#.", "#....#", "#....#", "#....#", ".#..#.", "..##..",
            "..##..",
        ],
        .stadium: [
            ".####.", "######", "######", "######", "######", "######", "######", "######",
            ".####.",
            ".####.", "#....#", "######", "#....#", "######", "#....#", "######", "#....#",
            ".####.",
            ".####.", "#....#", "#....#", "#....#", "#....#", "#....#", "#....#", "#....#",
            ".####.",
        ],
        .ribbon: [
            "..####", ".#####", "#####.", "####..", ".####.", "..####", ".#####", "#####.",
            "####..",
            "..####", ".#..##", "#####.", "#..#..", ".####.", "..#..#", ".#####", "##..#.",
            "####..",
            "..####", ".#..##", "#..##.", "#..#..", ".#..#.", "..#..#", ".##..#", "##..#.",
            "####..",
        ],
    ]

    private static let octant3: [Curve: [String]] = [
        .rhombus: [
            "..##..", "..##..", "..##..", ".####.", ".####.", "######", "######", ".####.",
            ".####.", "..##..", "..##..", "..##..",
            "..##..", "..##..", "..##..", ".#..#.", ".####.", "#....#", "######", ".#..#.",
            ".####.", "..##..", "..##..", "..##..",
            "..##..", "..##..", "..##..", ".#..#.", ".#..#.", "#....#", "#....#", ".#..#.",
            ".#..#.", "..##..", "..##..", "..##..",
        ],
        .stadium: [
            "..##..", ".####.", "######", "######", "######", "######", "######", "######",
            "######", "######", ".####.", "..##..",
            "..##..", ".#..#.", "######", "#....#", "######", "#....#", "######", "#....#",
            "######", "#....#", ".####.", "..##..",
            "..##..", ".#..#.", "#....#", "#....#", "#....#", "#....#", "#....#", "#....#",
            "#....#", "#....#", ".#..#.", "..##..",
        ],
        .ribbon: [
            "..###.", ".#####", ".#####", "####..", "####..", ".####.", ".####.", "..####",
            "..####", "#####.", "#####.", ".###..",
            "..###.", ".#...#", ".#####", "#..#..", "####..", ".#..#.", ".####.", "..#..#",
            "..####", "##..#.", "#####.", ".###..",
            "..###.", ".#...#", ".#..##", "#..#..", "#..#..", ".#..#.", ".#..#.", "..#..#",
            "..#..#", "##..#.", "#...#.", ".###..",
        ],
    ]
}
