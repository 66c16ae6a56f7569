/// Finds the values of a JSON text, strictly.
///
/// It works on bytes, because Swift treats U+000D U+000A as one character and two spellings of é as
/// equal.
struct JSONParser {
    private let bytes: JSONBytes
    private let limits: JSONLimits
    private let end: Int
    private var index = 0
    private var found: [JSONNode] = []

    init(_ bytes: JSONBytes, _ limits: JSONLimits) {
        (self.bytes, self.limits, end) = (bytes, limits, bytes.count)
    }

    /// Reads the whole text; throws what is wrong with it first.
    mutating func nodes() throws(JSONError) -> [JSONNode] {
        guard end <= limits.totalBytes else {
            throw JSONError(.textTooLong, at: limits.totalBytes)
        }
        try refuseOtherEncodings()
        skipWhitespace()
        guard let first = current else { throw failure(.unexpectedEnd) }
        if limits.isMessage, first != 0x7B { throw failure(.notAnObject) }
        found.reserveCapacity(16)
        try value(of: .none, depth: 0)
        skipWhitespace()
        if current != nil { throw failure(.trailingData) }
        return found
    }

    private func refuseOtherEncodings() throws(JSONError) {
        guard end >= 2 else { return }
        switch (bytes[0], bytes[1]) {
        case (0xFE, 0xFF), (0xFF, 0xFE), (0, _), (_, 0): throw JSONError(.utf16, at: 0)
        case (0xEF, 0xBB) where end > 2 && bytes[2] == 0xBF:
            throw JSONError(.byteOrderMark, at: 0)
        case _: return
        }
    }

    // MARK: - Bytes

    @inline(__always)
    private var current: UInt8? { index < end ? bytes[index] : nil }

    private func failure(_ kind: JSONError.Kind, at place: Int? = nil) -> JSONError {
        JSONError(kind, at: place ?? index)
    }

    @inline(__always)
    private mutating func skipWhitespace() {
        while let byte = current, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 {
            index += 1
        }
    }

    @inline(__always)
    private mutating func consume(_ byte: UInt8) -> Bool {
        guard current == byte else { return false }
        index += 1
        return true
    }

    /// Consumes the byte at the cursor, which must be the given one.
    @inline(__always)
    private mutating func expect(_ byte: UInt8) throws(JSONError) {
        if !consume(byte) { throw failure(current == nil ? .unexpectedEnd : .unexpectedByte) }
    }

    private mutating func expect(literal: StaticString) throws(JSONError) {
        for place in 0..<literal.utf8CodeUnitCount { try expect(literal.utf8Start[place]) }
    }

    // MARK: - Values

    private mutating func value(of key: JSONText, depth: Int) throws(JSONError) {
        let (offset, place) = (index, found.count)
        let content: JSONNode.Content
        switch current {
        case 0x7B: content = .object
        case 0x5B: content = .array
        case 0x22: content = .string(try text(limit: limits.stringBytes, excess: .stringTooLong))
        case 0x74, 0x66:
            let isTrue = current == 0x74
            try expect(literal: isTrue ? "true" : "false")
            content = .flag(isTrue)
        case 0x6E:
            try expect(literal: "null")
            content = .null
        case .some(let byte) where byte == 0x2D || 0x30...0x39 ~= byte: content = try number()
        case .some: throw failure(.unexpectedByte)
        case .none: throw failure(.unexpectedEnd)
        }
        found.append(JSONNode(key: key, offset: offset, content: content, next: place + 1))
        switch content {
        case .object:
            try open(depth)
            try members(of: place, depth)
            found[place].next = found.count
        case .array:
            try open(depth)
            var isFirst = true
            while try goToNext(before: 0x5D, isFirst) {
                try value(of: .none, depth: depth + 1)
                isFirst = false
            }
            found[place].next = found.count
        case _: break
        }
    }

    private mutating func members(of object: Int, _ depth: Int) throws(JSONError) {
        var count = 0
        while try goToNext(before: 0x7D, count == 0) {
            let start = index
            let key = try text(limit: limits.keyBytes, excess: .keyTooLong)
            if count >= limits.members { throw failure(.tooManyMembers, at: start) }
            if limits.isStrict { try refuseDuplicate(key, of: object, at: start) }
            skipWhitespace()
            try expect(0x3A)
            skipWhitespace()
            try value(of: key, depth: depth + 1)
            count += 1
        }
    }

    private func refuseDuplicate(
        _ key: JSONText, of object: Int, at start: Int
    ) throws(JSONError) {
        var sibling = object + 1
        let plain = key.hasEscapes ? Self.unescaped(bytes[key.range]) : nil
        while sibling < found.count {
            let isSame =
                plain?.withUnsafeBufferPointer { bytes.isEqual(found[sibling].key, to: $0) }
                ?? bytes.isEqual(found[sibling].key, to: bytes[key.range])
            if isSame { throw failure(.duplicateKey, at: start) }
            sibling = found[sibling].next
        }
    }

    private mutating func open(_ depth: Int) throws(JSONError) {
        guard depth < limits.depth else { throw failure(.tooDeep) }
        index += 1
    }

    /// Moves past a comma to the next member or element, or past the closing bracket.
    private mutating func goToNext(
        before bracket: UInt8, _ isFirst: Bool
    ) throws(JSONError) -> Bool {
        skipWhitespace()
        if consume(bracket) { return false }
        if !isFirst {
            let comma = index
            try expect(0x2C)
            skipWhitespace()
            if current == bracket { throw failure(.trailingComma, at: comma) }
        }
        return true
    }

    // MARK: - Strings

    /// Consumes a string with its quotes; throws `excess` if it has more than `limit` bytes,
    /// unescaped.
    private mutating func text(
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
                return JSONText(
                    start: UInt32(start), end: UInt32(index - 1), hasEscapes: hasEscapes)
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

    /// The value of a string that has been checked.
    static func unescaped(_ text: UnsafeBufferPointer<UInt8>) -> [UInt8] {
        var value: [UInt8] = []
        value.reserveCapacity(text.count)
        var parser = JSONParser(JSONBytes(text), .conformance)
        while let byte = parser.current {
            if byte == 0x5C, let scalar = try? parser.escape() {
                value.append(contentsOf: UTF8.encode(scalar) ?? .init())
            } else {
                value.append(byte)
                parser.index += 1
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
            if unit == 0, limits.isStrict { throw failure(.nulCharacter, at: start) }
            return scalar
        }
        guard unit < 0xDC00, consume(0x5C), consume(0x75) else {
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
            guard let byte = current else { throw failure(.unexpectedEnd) }
            guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue, byte < 0x80 else {
                throw failure(.invalidEscape)
            }
            unit = unit << 4 | UInt16(digit)
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

    // MARK: - Numbers

    private mutating func number() throws(JSONError) -> JSONNode.Content {
        let start = index
        let isNegative = consume(0x2D)
        let (magnitude, fits) = try wholePart(from: start)
        let isInteger =
            current != 0x2E && current != 0x65 && current != 0x45
            && !(isNegative && magnitude == 0)
        if limits.isMessage {
            guard isInteger else { throw failure(.notAnInteger, at: start) }
            guard fits, magnitude <= JSONLimits.largestInteger else {
                throw failure(.numberTooLarge, at: start)
            }
        }
        if isInteger, fits { return .integer(isNegative ? -magnitude : magnitude) }
        if consume(0x2E) { try digits(from: start) }
        if consume(0x65) || consume(0x45) {
            if !consume(0x2B) { _ = consume(0x2D) }
            try digits(from: start)
        }
        let text = String(decoding: bytes[start..<index], as: UTF8.self)
        guard let value = Double(text), value.isFinite else {
            throw failure(.numberTooLarge, at: start)
        }
        return .number(value)
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

    private mutating func digits(from start: Int) throws(JSONError) {
        guard currentDigit != nil else { throw invalidNumber(from: start) }
        while currentDigit != nil { index += 1 }
    }

    private func invalidNumber(from start: Int) -> JSONError {
        current == nil ? failure(.unexpectedEnd) : failure(.invalidNumber, at: start)
    }
}
