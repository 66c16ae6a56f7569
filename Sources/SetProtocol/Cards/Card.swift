/// One of the 81 cards: a variant for each of the four features.
///
/// A card is stored as four two-bit fields holding 1, 2 or 3, number in the highest bits. Read as
/// digits the fields are the card's code on the wire, and they make the set law a matter of five
/// bit operations (see ``third(completing:_:)``).
package struct Card: Hashable, Sendable, Comparable, CustomStringConvertible {
    /// The four two-bit fields, each 1...3: number, shape, shading, color from high to low.
    package let bits: UInt8

    package init(_ number: Variant, _ shape: Variant, _ shading: Variant, _ color: Variant) {
        bits =
            number.rawValue << 6 | shape.rawValue << 4 | shading.rawValue << 2 | color.rawValue
    }

    /// Trusts that no field of `bits` is zero; only for code that composed the fields itself.
    init(uncheckedBits bits: UInt8) {
        self.bits = bits
    }

    /// The card at a position of the ordered deck, 0...80: color fastest, number slowest.
    package init?(index: Int) {
        guard 0..<81 ~= index else { return nil }
        let (number, shape, shading, color) = (index / 27, index / 9 % 3, index / 3 % 3, index % 3)
        bits = UInt8((number + 1) << 6 | (shape + 1) << 4 | (shading + 1) << 2 | (color + 1))
    }

    package subscript(feature: Feature) -> Variant {
        Variant(rawValue: bits >> UInt8(6 - 2 * feature.rawValue) & 3) ?? .three
    }

    package static let all: [Card] = (0..<81).compactMap(Card.init(index:))

    /// Orders cards as their codes read: number first, color last.
    package static func < (left: Card, right: Card) -> Bool { left.bits < right.bits }

    // MARK: - Code

    /// The card as four digits 1-3: number, shape, shading, color.
    package var code: String { String(decoding: codeDigits, as: UTF8.self) }

    package var codeDigits: [UInt8] {
        Feature.allCases.map { 0x30 + self[$0].rawValue }
    }

    /// The card's code, so that a failing test or a log line reads like the wire.
    package var description: String { code }

    /// Parses a code: exactly four ASCII digits 1-3.
    package init?(code: String) {
        self.init(codeDigits: Array(code.utf8))
    }

    package init?(codeDigits: some Collection<UInt8>) {
        guard codeDigits.count == 4 else { return nil }
        var fields: UInt8 = 0
        for digit in codeDigits {
            guard 0x31...0x33 ~= digit else { return nil }
            fields = fields << 2 | (digit - 0x30)
        }
        bits = fields
    }

    // MARK: - The set law

    /// The one card that makes a set with two others.
    ///
    /// Field by field: of two different variants the third is their exclusive or (1 ^ 2 = 3, and so
    /// on around); of two equal variants it is that variant again. So of one card twice it is that card.
    package static func third(completing first: Card, _ second: Card) -> Card {
        let different = first.bits ^ second.bits
        let low = (different | different >> 1) & 0b0101_0101
        let fieldsThatDiffer = low | low << 1
        return Card(uncheckedBits: different | first.bits & ~fieldsThatDiffer)
    }
}
