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

    /// The letters from A to Z in 3 by 5 dots, the top left one in the highest bit.
    private static let alphabet: [UInt16] = [
        0x2BED, 0x6BAE, 0x3923, 0x6B6E, 0x79A7, 0x79A4, 0x396B, 0x5BED, 0x7497, 0x126A, 0x5BAD,
        0x4927, 0x5FED, 0x6B6D, 0x2B6A, 0x6BA4, 0x2B73, 0x6BAD, 0x388E, 0x7492, 0x5B6F, 0x5B6A,
        0x5BFD, 0x5AAD, 0x5A92, 0x72A7,
    ]

    /// A name in three lines of half blocks; `nil` if it has a sign that is not there.
    static func name(_ name: String) -> [String]? {
        var letters: [[String]] = []
        for character in name.uppercased() {
            if let value = character.asciiValue, 65...90 ~= value {
                let bits = alphabet[Int(value) - 65]
                letters.append(
                    (0..<5).map { row in
                        String(
                            (0..<3).map { bits >> (14 - 3 * row - $0) & 1 == 1 ? "█" : " " })
                    })
            } else if let place = signs.firstIndex(of: character), place < digits[0].count {
                letters.append(digits.map { $0[place] })
            } else if character == " " {
                letters.append(Array(repeating: "  ", count: 5))
            } else {
                return nil
            }
        }
        return halved((0..<5).map { row in letters.map { $0[row] } })
    }

    /// The five rows of dots of each sign of a text.
    private static func dots(_ text: String) -> [[String]] {
        let places = text.compactMap(signs.firstIndex)
        return zip(digits, letters).map { row in places.map { (row.0 + row.1)[$0] } }
    }

    /// A text in three lines of half blocks.
    static func small(_ text: String) -> [String] {
        halved(dots(text))
    }

    private static func halved(_ rows: [[String]]) -> [String] {
        stride(from: 0, to: rows.count, by: 2).map { top in
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
