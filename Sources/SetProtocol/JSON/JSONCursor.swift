/// A string in a JSON text, found and checked but not yet copied out.
package struct JSONText: Hashable, Sendable {
    /// The bytes between the quotes.
    let range: Range<Int>
    /// Whether any of them belong to an escape; otherwise the bytes are the value.
    let hasEscapes: Bool
}

/// A number as it was written.
package enum JSONNumber: Hashable, Sendable {
    /// A whole number, written as one.
    case integer(Int)
    /// Any other, or a whole number too large for `Int`; always finite.
    case double(Double)
}

/// A position in a JSON text, and the tokens that can be read from there.
///
/// It works on bytes, because Swift treats U+000D U+000A as one character and two spellings of é as
/// equal. Nesting is up to ``JSONReader``.
struct JSONCursor {
    let bytes: JSONBytes
    let limits: JSONLimits
    private(set) var index: Int
    private let end: Int

    init(_ bytes: JSONBytes, limits: JSONLimits, at index: Int) {
        self.bytes = bytes
        self.limits = limits
        self.index = index
        end = bytes.count
    }

    /// The byte at the cursor; `nil` at the end.
    @inline(__always)
    var current: UInt8? { index < end ? bytes[index] : nil }

    func failure(_ kind: JSONError.Kind, at place: Int? = nil) -> JSONError {
        JSONError(kind, at: place ?? index)
    }

    @inline(__always)
    mutating func skipWhitespace() {
        while let byte = current, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 {
            index += 1
        }
    }

    /// Consumes the byte at the cursor if it is the given one.
    @inline(__always)
    mutating func take(_ byte: UInt8) -> Bool {
        guard current == byte else { return false }
        index += 1
        return true
    }

    /// Consumes the byte at the cursor, which must be the given one.
    @inline(__always)
    mutating func expect(_ byte: UInt8) throws(JSONError) {
        if !take(byte) { throw failure(current == nil ? .unexpectedEnd : .unexpectedByte) }
    }

    /// Consumes `true`, `false` or `null`.
    mutating func expect(literal: String) throws(JSONError) {
        for byte in literal.utf8 { try expect(byte) }
    }
}

// MARK: - Strings

extension JSONCursor {
    /// Consumes a string with its quotes; throws `excess` if it has more than `limit` bytes,
    /// unescaped.
    mutating func text(
        limit: Int, excess: JSONError.Kind
    ) throws(JSONError) -> JSONText {
        try expect(0x22)
        let start = index
        var length = 0
        var hasEscapes = false
        while true {
            let plain = plainBytesAhead
            index += plain
            length += plain
            guard let byte = current else { break }
            switch byte {
            case 0x22:
                if length > limit { throw failure(excess, at: start) }
                index += 1
                return JSONText(range: start..<(index - 1), hasEscapes: hasEscapes)
            case 0x5C:
                hasEscapes = true
                length += UTF8.width(try escape())
            case 0..<0x20:
                throw failure(.controlCharacter)
            case _:
                let width = try multibyteSequence()
                index += width
                length += width
            }
            if length > limit { throw failure(excess, at: start) }
        }
        throw failure(.unexpectedEnd)
    }

    /// How many bytes from here on need no decoding: ASCII except controls, `"` and `\`.
    @inline(__always)
    private var plainBytesAhead: Int {
        var place = index
        while place < end {
            let byte = bytes[place]
            guard byte &- 0x20 < 0x60, byte != 0x22, byte != 0x5C else { break }
            place += 1
        }
        return place - index
    }

    func string(_ text: JSONText) -> String {
        guard text.hasEscapes else { return bytes.part(text.range).string }
        return String(decoding: unescaped(text), as: UTF8.self)
    }

    /// Whether the string has this value, byte for byte.
    func matches(_ text: JSONText, _ value: String) -> Bool {
        guard text.hasEscapes else { return value.utf8.elementsEqual(bytes.part(text.range)) }
        return value.utf8.elementsEqual(unescaped(text))
    }

    /// Whether the string is this word, byte for byte.
    @inline(__always)
    func matches(_ text: JSONText, _ word: StaticString) -> Bool {
        guard text.hasEscapes else {
            return text.range.count == word.utf8CodeUnitCount
                && bytes.part(text.range).isEqual(to: word)
        }
        return matches(text, word.description)
    }

    /// Whether two strings have the same value, byte for byte.
    @inline(__always)
    func matches(_ text: JSONText, _ other: JSONText) -> Bool {
        guard text.hasEscapes || other.hasEscapes else {
            return text.range.count == other.range.count
                && bytes.part(text.range).isEqual(to: bytes.part(other.range))
        }
        return unescaped(text) == unescaped(other)
    }

    private func unescaped(_ text: JSONText) -> [UInt8] {
        var value: [UInt8] = []
        value.reserveCapacity(text.range.count)
        var cursor = JSONCursor(bytes.part(text.range), limits: limits, at: 0)
        while let byte = cursor.current {
            if byte == 0x5C, let scalar = try? cursor.escape() {
                value.append(contentsOf: UTF8.encode(scalar) ?? .init())
            } else {
                value.append(byte)
                cursor.index += 1
            }
        }
        return value
    }

    /// Consumes one escape, or two that form a surrogate pair.
    private mutating func escape() throws(JSONError) -> Unicode.Scalar {
        let start = index
        index += 1
        guard let letter = current else { throw failure(.unexpectedEnd) }
        index += 1
        switch letter {
        case 0x22, 0x5C, 0x2F: return Unicode.Scalar(letter)
        case 0x62: return "\u{08}"
        case 0x66: return "\u{0C}"
        case 0x6E: return "\n"
        case 0x72: return "\r"
        case 0x74: return "\t"
        case 0x75: break
        case _: throw failure(.invalidEscape, at: start)
        }
        let unit = try fourHexadecimalDigits()
        if let scalar = Unicode.Scalar(unit) {
            if unit == 0, limits.refusesNUL { throw failure(.nulCharacter, at: start) }
            return scalar
        }
        guard unit < 0xDC00, take(0x5C), take(0x75) else {
            throw failure(current == nil ? .unexpectedEnd : .loneSurrogate, at: start)
        }
        let low = try fourHexadecimalDigits()
        guard 0xDC00...0xDFFF ~= low,
            let scalar = Unicode.Scalar(
                0x10000 + UInt32(unit - 0xD800) << 10 + UInt32(low - 0xDC00))
        else { throw failure(.loneSurrogate, at: start) }
        return scalar
    }

    private mutating func fourHexadecimalDigits() throws(JSONError) -> UInt16 {
        var unit: UInt16 = 0
        for _ in 0..<4 {
            switch current {
            case .some(let digit) where 0x30...0x39 ~= digit:
                unit = unit << 4 | UInt16(digit - 0x30)
            case .some(let digit) where 0x41...0x46 ~= digit:
                unit = unit << 4 | UInt16(digit - 0x37)
            case .some(let digit) where 0x61...0x66 ~= digit:
                unit = unit << 4 | UInt16(digit - 0x57)
            case .some: throw failure(.invalidEscape)
            case .none: throw failure(.unexpectedEnd)
            }
            index += 1
        }
        return unit
    }

    /// The length of the UTF-8 sequence at the cursor, which does not begin with ASCII.
    ///
    /// The bounds of the second byte exclude overlong forms, surrogates and what is beyond U+10FFFF
    /// (Unicode, table 3-7).
    private func multibyteSequence() throws(JSONError) -> Int {
        let second: ClosedRange<UInt8>
        let length: Int
        switch bytes[index] {
        case 0xC2...0xDF: (length, second) = (2, 0x80...0xBF)
        case 0xE0: (length, second) = (3, 0xA0...0xBF)
        case 0xED: (length, second) = (3, 0x80...0x9F)
        case 0xE1...0xEF: (length, second) = (3, 0x80...0xBF)
        case 0xF0: (length, second) = (4, 0x90...0xBF)
        case 0xF1...0xF3: (length, second) = (4, 0x80...0xBF)
        case 0xF4: (length, second) = (4, 0x80...0x8F)
        case _: throw failure(.invalidUTF8)
        }
        guard index + length <= end, second ~= bytes[index + 1] else { throw failure(.invalidUTF8) }
        for place in (index + 2)..<(index + length) where bytes[place] & 0xC0 != 0x80 {
            throw failure(.invalidUTF8)
        }
        return length
    }
}

// MARK: - Numbers

extension JSONCursor {
    mutating func number() throws(JSONError) -> JSONNumber {
        let start = index
        let isNegative = take(0x2D)
        let (magnitude, fits) = try wholePart(from: start)
        let isWhole = current != 0x2E && current != 0x65 && current != 0x45
        if limits.takesIntegersOnly {
            guard isWhole, !(isNegative && magnitude == 0) else {
                throw failure(.notAnInteger, at: start)
            }
            guard fits, magnitude <= JSONLimits.largestInteger else {
                throw failure(.numberTooLarge, at: start)
            }
        }
        if isWhole, fits, !(isNegative && magnitude == 0) {
            return .integer(isNegative ? -magnitude : magnitude)
        }
        try fractionAndExponent(from: start)
        guard let value = Double(bytes.part(start..<index).string),
            value.isFinite
        else { throw failure(.numberTooLarge, at: start) }
        return .double(value)
    }

    private var currentDigit: Int? {
        guard let byte = current, 0x30...0x39 ~= byte else { return nil }
        return Int(byte - 0x30)
    }

    private mutating func wholePart(
        from start: Int
    ) throws(JSONError) -> (magnitude: Int, fits: Bool) {
        guard let first = currentDigit else { throw invalidNumber(from: start) }
        index += 1
        var magnitude = first
        var fits = true
        while let digit = currentDigit {
            if first == 0 { throw failure(.invalidNumber, at: start) }
            let (shifted, isLost) = magnitude.multipliedReportingOverflow(by: 10)
            let (sum, isLostToo) = shifted.addingReportingOverflow(digit)
            magnitude = sum
            fits = fits && !isLost && !isLostToo
            index += 1
        }
        return (magnitude, fits)
    }

    private mutating func fractionAndExponent(from start: Int) throws(JSONError) {
        if take(0x2E) { try digits(from: start) }
        if take(0x65) || take(0x45) {
            if !take(0x2B) { _ = take(0x2D) }
            try digits(from: start)
        }
    }

    private mutating func digits(from start: Int) throws(JSONError) {
        guard currentDigit != nil else { throw invalidNumber(from: start) }
        while currentDigit != nil { index += 1 }
    }

    private func invalidNumber(from start: Int) -> JSONError {
        current == nil ? failure(.unexpectedEnd) : failure(.invalidNumber, at: start)
    }
}
