/// What people call a slot of the board in speech and in typed lines, such as `B2`.
///
/// The letter is the row, the digit the place in it: slot 0 is A1, slot 2 is A3, slot 3 is B1. Twelve
/// cards are A1 to D3, and each deal adds a row; after Z comes AA. The name does not depend on the
/// size of the terminal, so a card keeps its name for as long as it lies there.
package struct SlotName: Hashable, Sendable, CustomStringConvertible {
    package let slot: Int

    /// As many as a deal adds.
    package static let placesPerRow = 3

    /// The slot of the last of 81 cards.
    private static let lastSlot = 80

    package init(slot: Int) { self.slot = slot }

    /// Parses a typed name, in upper or lower case.
    ///
    /// - Returns: `nil` unless it is one or two letters and a digit 1-3 that name one of 81 slots.
    package init?(_ typed: some StringProtocol) {
        let bytes = Array(typed.utf8)
        guard Self.looksLikeName(typed), let digit = bytes.last, 0x31...0x33 ~= digit else {
            return nil
        }
        var row = 0
        for byte in bytes.dropLast() { row = row * 26 + Int(byte & 0x1F) }
        let slot = (row - 1) * Self.placesPerRow + Int(digit - 0x31)
        guard slot <= Self.lastSlot else { return nil }
        self.slot = slot
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

    /// The name, in upper case.
    package var description: String {
        Self.letters(ofRow: slot / Self.placesPerRow) + String(slot % Self.placesPerRow + 1)
    }

    /// The letters of a row, `A` for row 0.
    package static func letters(ofRow row: Int) -> String {
        var letters = row >= 26 ? letters(ofRow: row / 26 - 1) : ""
        letters.unicodeScalars.append(Unicode.Scalar(UInt8(0x41 + row % 26)))
        return letters
    }
}
