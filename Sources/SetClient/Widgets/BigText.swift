/// Text five rows high, and three: the game's name, scores, clocks, and the last seconds before a game.
enum BigText {
    private static let signs = Array("0123456789-:setdul ")
    private static let digits = [
        ["███", " █ ", "███", "███", "█ █", "███", "███", "███", "███", "███", "   ", " "],
        ["█ █", "██ ", "  █", "  █", "█ █", "█  ", "█  ", "  █", "█ █", "█ █", "   ", "█"],
        ["█ █", " █ ", "███", "███", "███", "███", "███", "  █", "███", "███", "███", " "],
        ["█ █", " █ ", "█  ", "  █", "  █", "  █", "█ █", "  █", "█ █", "  █", "   ", "█"],
        ["███", "███", "███", "███", "  █", "███", "███", "  █", "███", "███", "   ", " "],
    ]
    private static let letters = [
        [" ███", "████", "█████", "███ ", "█  █", "█   ", "  "],
        ["█   ", "█   ", "  █  ", "█  █", "█  █", "█   ", "  "],
        [" ██ ", "███ ", "  █  ", "█  █", "█  █", "█   ", "  "],
        ["   █", "█   ", "  █  ", "█  █", "█  █", "█   ", "  "],
        ["███ ", "████", "  █  ", "███ ", " ██ ", "████", "  "],
    ]

    /// The five rows of dots of each sign of a text.
    private static func dots(_ text: String) -> [[String]] {
        let places = text.compactMap(signs.firstIndex)
        return zip(digits, letters).map { row in places.map { (row.0 + row.1)[$0] } }
    }

    /// A text in three lines of half blocks.
    static func small(_ text: String) -> [String] {
        let rows = dots(text)
        return stride(from: 0, to: rows.count, by: 2).map { top in
            rows[top].indices.map { sign in
                let upper = rows[top][sign]
                let isLast = top + 1 == rows.count
                let lower =
                    isLast ? String(repeating: " ", count: upper.count) : rows[top + 1][sign]
                return String(zip(upper, lower).map(half))
            }.joined(separator: " ")
        }
    }

    private static func half(_ upper: Character, _ lower: Character) -> Character {
        switch (upper == "█", lower == "█") {
        case (true, true): "█"
        case (true, false): "▀"
        case (false, true): "▄"
        case (false, false): " "
        }
    }

    /// A text in five lines; every dot two columns wide, so that it is as wide as high.
    static func lines(_ text: String) -> [String] {
        dots(text).map { row in
            row.map { String($0.flatMap { [$0, $0] }) }.joined(separator: "  ")
        }
    }
}
