/// Text five rows high, and three: the game's name, scores, clocks, and the last seconds before a game.
enum BigText {
    private static let signs = Array("0123456789-ABCDEFGHIJKLMNOPQRSTUVWXYZ")
    /// The same in 3 by 5 dots, the top left one in the highest bit.
    private static let bits: [UInt16] = [
        0x7B6F, 0x2C97, 0x73E7, 0x73CF, 0x5BC9, 0x79CF, 0x79EF, 0x7249, 0x7BEF, 0x7BCF, 0x01C0,
        0x2BED, 0x6BAE, 0x3923, 0x6B6E, 0x79A7, 0x79A4, 0x396B, 0x5BED, 0x7497, 0x126A, 0x5BAD,
        0x4927, 0x5FED, 0x6B6D, 0x2B6A, 0x6BA4, 0x2B73, 0x6BAD, 0x388E, 0x7492, 0x5B6F, 0x5B6A,
        0x5BFD, 0x5AAD, 0x5A92, 0x72A7,
    ]

    private static let otherSigns = Array("setdul :")
    private static let others = [
        [" ███", "████", "█████", "███ ", "█  █", "█   ", "  ", " "],
        ["█   ", "█   ", "  █  ", "█  █", "█  █", "█   ", "  ", "█"],
        [" ██ ", "███ ", "  █  ", "█  █", "█  █", "█   ", "  ", " "],
        ["   █", "█   ", "  █  ", "█  █", "█  █", "█   ", "  ", "█"],
        ["███ ", "████", "  █  ", "███ ", " ██ ", "████", "  ", " "],
    ]

    /// The five rows of dots of each sign.
    private static let dots: [Character: [String]] = {
        let narrow = bits.map { bits in
            (0..<5).map { row in
                String((0..<3).map { bits >> (14 - 3 * row - $0) & 1 == 1 ? "█" : " " })
            }
        }
        let other = otherSigns.indices.map { sign in others.map { $0[sign] } }
        return Dictionary(uniqueKeysWithValues: zip(signs + otherSigns, narrow + other))
    }()

    /// A name in three lines of half blocks; `nil` if it has a sign that is not there.
    static func name(_ name: String) -> [String]? {
        let name = name.uppercased()
        return name.allSatisfy { dots[$0] != nil } ? small(name) : nil
    }

    /// A text in three lines of half blocks.
    static func small(_ text: String) -> [String] {
        let signs = text.compactMap { dots[$0] }
        return stride(from: 0, to: 5, by: 2).map { top in
            signs.map { rows in
                let blank = String(repeating: " ", count: rows[top].count)
                return String(zip(rows[top], top < 4 ? rows[top + 1] : blank).map(half))
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
        let signs = text.compactMap { dots[$0] }
        return (0..<5).map { row in
            signs.map { rows in String(rows[row].flatMap { [$0, $0] }) }.joined(separator: "  ")
        }
    }
}
