/// What people call a slot of the board in speech and in typed lines, such as `B2`.
///
/// The letter is a row of the keyboard's letters from the top, the number the column: slot 0 is A1,
/// slot 1 is B1, slot 3 is A2, as their keys on the screen are q, a, and w (see ``CardKeys``). Twelve
/// cards are A1 to C4, and each deal adds a column. A card keeps its name for as long as it lies there.
package struct SlotName: Equatable, Sendable, CustomStringConvertible {
    package let slot: Int

    /// As many as the keyboard has rows of letters, and as many cards as a deal adds.
    package static let rows = 3

    /// The slot of the last of 81 cards.
    private static let lastSlot = 80

    package init(slot: Int) { self.slot = slot }

    /// Parses a typed name, in upper or lower case.
    ///
    /// - Returns: `nil` unless it is a letter A-C and a number that name one of 81 slots.
    package init?(_ typed: some StringProtocol) {
        guard Self.looksLikeName(typed), let letter = typed.utf8.first,
            let column = Int(typed.dropFirst())
        else { return nil }
        let row = Int(letter & 0x1F) - 1
        slot = (column - 1) * Self.rows + row
        guard row < Self.rows, 0...Self.lastSlot ~= slot else { return nil }
    }

    /// Whether a typed word is meant as a slot, even one that does not exist.
    ///
    /// Only ASCII counts: Swift lowercases the Kelvin sign to k.
    static func looksLikeName(_ typed: some StringProtocol) -> Bool {
        let bytes = Array(typed.utf8)
        let letters = bytes.prefix { 0x61...0x7A ~= $0 | 0x20 && $0 < 0x80 }
        let digits = bytes.dropFirst(letters.count)
        return 1...2 ~= letters.count && 1...2 ~= digits.count
            && digits.allSatisfy { 0x30...0x39 ~= $0 }
    }

    package var description: String {
        Self.letter(ofRow: slot % Self.rows) + String(slot / Self.rows + 1)
    }

    /// The letter of a row, `A` for row 0.
    package static func letter(ofRow row: Int) -> String {
        String(Unicode.Scalar(UInt8(0x41 + row % rows)))
    }

    static func slots(ofRow row: Int, of count: Int) -> [Int] {
        Array(stride(from: row, to: count, by: rows))
    }
}
