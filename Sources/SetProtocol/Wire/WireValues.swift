// The values that messages are made of.

/// Each of these takes a value whose bytes have passed a strict reading before; `nil` means that it
/// is of another kind or out of range, never that it is malformed.
extension JSONCursor {
    static let anyInteger = -JSONLimits.largestInteger...JSONLimits.largestInteger

    var isAtNull: Bool { current == 0x6E }

    mutating func flag() -> Bool? {
        let isTrue = current == 0x74
        return (try? expect(literal: isTrue ? "true" : "false")).map { isTrue }
    }

    mutating func integer(in range: ClosedRange<Int>) -> Int? {
        guard case .integer(let number)? = try? number(), range ~= number else { return nil }
        return number
    }

    mutating func string() -> String? {
        text().map(string)
    }

    mutating func text() -> JSONText? {
        try? text(limit: limits.stringBytes, excess: .stringTooLong)
    }

    mutating func word<Word: RawRepresentable<String>>(_ type: Word.Type) -> Word? {
        string().flatMap(Word.init(spelled:))
    }

    mutating func seat() -> Seat? {
        integer(in: 0...1).flatMap(Seat.init(rawValue:))
    }

    mutating func card() -> Card? {
        guard let text = text() else { return nil }
        return text.hasEscapes
            ? Card(code: string(text)) : Card(codeDigits: bytes.part(text.range))
    }

    mutating func cards(count: ClosedRange<Int>) -> [Card]? {
        guard let cards = array({ $0.card() }), count ~= cards.count else { return nil }
        return cards
    }

    /// Cards on the board: `null` is one that lies face down.
    mutating func slots() -> [Card?]? {
        guard let slots = array({ $0.orNull { $0.card() } }), slots.count <= 81 else { return nil }
        return slots
    }

    mutating func nonce() -> Nonce? {
        guard let text = string(), 1...32 ~= text.utf8.count,
            text.utf8.allSatisfy({ 0x21...0x7E ~= $0 })
        else { return nil }
        return Nonce(text)
    }

    mutating func token() -> SeatToken? { string().flatMap(SeatToken.init(hex:)) }

    mutating func digest() -> SHA256? { string().flatMap(SHA256.init(hex:)) }

    mutating func salt() -> Salt? { string().flatMap(Salt.init(hex:)) }

    mutating func tableCode() -> TableCode? { string().flatMap(TableCode.init) }

    /// Takes `null`, for which the outer optional is there, or a value.
    mutating func orNull<Value>(_ read: (inout JSONCursor) -> Value?) -> Value?? {
        guard isAtNull else { return read(&self).map { .some($0) } }
        return (try? expect(literal: "null")).map { nil }
    }

    mutating func array<Element>(_ read: (inout JSONCursor) -> Element?) -> [Element]? {
        guard take(0x5B) else { return nil }
        skipWhitespace()
        if take(0x5D) { return [] }
        var elements: [Element] = []
        repeat {
            skipWhitespace()
            guard let element = read(&self) else { return nil }
            elements.append(element)
            skipWhitespace()
        } while take(0x2C)
        return take(0x5D) ? elements : nil
    }
}

extension RawRepresentable<String> {
    /// The value with a raw value spelled byte for byte like this.
    ///
    /// Only ASCII can be one: Swift takes the Kelvin sign, for example, for the letter K.
    init?(spelled text: String) {
        guard text.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
        self.init(rawValue: text)
    }
}
