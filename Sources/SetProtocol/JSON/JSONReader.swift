/// Reads a JSON text value by value, as the caller asks for them; nothing is built in between.
///
/// The caller drives: it opens an object, asks for key after key until there is none, and reads or
/// skips each value. What is skipped is checked as strictly as what is read, so that a text is
/// either wholly right or refused.
///
/// ```swift
/// let board = try JSONReader.read(line, limits: .wire) { reader throws(JSONError) in
///     var board: JSONNumber?
///     try reader.beginObject()
///     while let key = try reader.nextKey() {
///         if reader.matches(key, "board") {
///             board = try reader.readNumber()
///         } else {
///             try reader.skipValue()
///         }
///     }
///     return board
/// }
/// ```
package struct JSONReader: ~Copyable {
    package enum Kind: Hashable, Sendable {
        case object, array, string, number, flag, null
    }

    /// A key of an object that is being read, or has been.
    struct Member {
        let key: JSONText
        let position: Int
        /// Where the members of its object begin in ``members``.
        fileprivate let firstSibling: Int
    }

    private var cursor: JSONCursor
    private var depth = 0
    /// Whether the innermost open array or object has shown nothing yet.
    ///
    /// One flag is enough: when a container closes, the one around it has shown at least that.
    private var isAtFirst = false
    /// The members so far of all open objects, outermost first.
    private var members: [Member] = []
    /// Where the members of the innermost open object begin in ``members``.
    private var firstSibling = 0

    /// Reads a whole text: `body` must read exactly one value.
    package static func read<Value>(
        _ bytes: ArraySlice<UInt8>, limits: JSONLimits,
        _ body: (inout JSONReader) throws(JSONError) -> Value
    ) throws(JSONError) -> Value {
        try JSONBytes.borrowing(bytes) { bytes throws(JSONError) in
            var reader = try JSONReader(bytes, limits: limits)
            let value = try body(&reader)
            try reader.finish()
            return value
        }
    }

    /// Goes to the first value; throws if the text is too long, not UTF-8, empty or not an object.
    init(_ bytes: JSONBytes, limits: JSONLimits) throws(JSONError) {
        cursor = JSONCursor(bytes, limits: limits, at: 0)
        guard bytes.count <= limits.totalBytes else {
            throw JSONError(.textTooLong, at: limits.totalBytes)
        }
        try refuseOtherEncodings(bytes)
        cursor.skipWhitespace()
        guard let first = cursor.current else { throw cursor.failure(.unexpectedEnd) }
        if limits.wantsObjectAtTop, first != 0x7B { throw cursor.failure(.notAnObject) }
    }

    /// Goes back to a value of a text that has been read before.
    init(rereading bytes: JSONBytes, limits: JSONLimits, at position: Int) {
        cursor = JSONCursor(bytes, limits: limits, at: position)
    }

    /// The index of the next byte, for going back to it.
    var position: Int { cursor.index }

    private func refuseOtherEncodings(_ bytes: JSONBytes) throws(JSONError) {
        guard bytes.count >= 2 else { return }
        switch (bytes[0], bytes[1]) {
        case (0xFE, 0xFF), (0xFF, 0xFE), (0, _), (_, 0): throw JSONError(.utf16, at: 0)
        case (0xEF, 0xBB) where bytes.count > 2 && bytes[2] == 0xBF:
            throw JSONError(.byteOrderMark, at: 0)
        case _: return
        }
    }
}

// MARK: - Structure

extension JSONReader {
    package func nextKind() throws(JSONError) -> Kind {
        switch cursor.current {
        case 0x7B: return .object
        case 0x5B: return .array
        case 0x22: return .string
        case 0x74, 0x66: return .flag
        case 0x6E: return .null
        case .some(let byte) where byte == 0x2D || 0x30...0x39 ~= byte: return .number
        case .some: throw cursor.failure(.unexpectedByte)
        case .none: throw cursor.failure(.unexpectedEnd)
        }
    }

    /// Opens the object that comes next.
    package mutating func beginObject() throws(JSONError) {
        try open(0x7B)
        firstSibling = members.count
    }

    /// Reads the next key of the open object and goes to its value; `nil` closes the object at its
    /// end.
    package mutating func nextKey() throws(JSONError) -> JSONText? {
        if let key = try nextKeyOrEnd() { return key }
        members.removeLast(members.count - firstSibling)
        firstSibling = members.last?.firstSibling ?? 0
        return nil
    }

    /// Reads the next object, which must not be nested, and returns where its values are.
    mutating func readMembers() throws(JSONError) -> [Member] {
        precondition(members.isEmpty)
        try beginObject()
        while try nextKeyOrEnd() != nil { try skipValue() }
        var found: [Member] = []
        swap(&found, &members)
        return found
    }

    private mutating func nextKeyOrEnd() throws(JSONError) -> JSONText? {
        guard try goToNext(before: 0x7D) else { return nil }
        let start = cursor.index
        let limits = cursor.limits
        let key = try cursor.text(limit: limits.keyBytes, excess: .keyTooLong)
        if members.count - firstSibling >= limits.members {
            throw cursor.failure(.tooManyMembers, at: start)
        }
        if limits.refusesDuplicateKeys {
            for sibling in firstSibling..<members.count
            where cursor.matches(members[sibling].key, key) {
                throw cursor.failure(.duplicateKey, at: start)
            }
        }
        cursor.skipWhitespace()
        try cursor.expect(0x3A)
        cursor.skipWhitespace()
        if members.isEmpty { members.reserveCapacity(16) }
        members.append(Member(key: key, position: cursor.index, firstSibling: firstSibling))
        return key
    }

    /// Opens the array that comes next.
    package mutating func beginArray() throws(JSONError) {
        try open(0x5B)
    }

    /// Goes to the next element of the open array; `false` closes the array at its end.
    package mutating func nextElement() throws(JSONError) -> Bool {
        try goToNext(before: 0x5D)
    }

    /// Makes sure that nothing follows the value.
    mutating func finish() throws(JSONError) {
        cursor.skipWhitespace()
        if cursor.current != nil { throw cursor.failure(.trailingData) }
    }

    private mutating func open(_ bracket: UInt8) throws(JSONError) {
        let start = cursor.index
        try cursor.expect(bracket)
        guard depth < cursor.limits.depth else { throw cursor.failure(.tooDeep, at: start) }
        depth += 1
        isAtFirst = true
    }

    /// Moves past a comma to the next member or element, or past the closing bracket.
    private mutating func goToNext(before bracket: UInt8) throws(JSONError) -> Bool {
        cursor.skipWhitespace()
        if cursor.take(bracket) {
            depth -= 1
            isAtFirst = false
            return false
        }
        if !isAtFirst {
            let comma = cursor.index
            try cursor.expect(0x2C)
            cursor.skipWhitespace()
            if cursor.current == bracket { throw cursor.failure(.trailingComma, at: comma) }
        }
        isAtFirst = false
        return true
    }
}

// MARK: - Values

extension JSONReader {
    /// Reads a string without copying it.
    package mutating func readText() throws(JSONError) -> JSONText {
        try cursor.text(limit: cursor.limits.stringBytes, excess: .stringTooLong)
    }

    package mutating func readString() throws(JSONError) -> String {
        string(try readText())
    }

    package func string(_ text: JSONText) -> String { cursor.string(text) }

    /// Whether a string that this reader has read has a value, byte for byte.
    package func matches(_ text: JSONText, _ value: String) -> Bool { cursor.matches(text, value) }

    /// Whether a string that this reader has read is a word, byte for byte.
    package func matches(_ text: JSONText, _ word: StaticString) -> Bool {
        cursor.matches(text, word)
    }

    package mutating func readNumber() throws(JSONError) -> JSONNumber {
        try cursor.number()
    }

    /// Reads `true` or `false`.
    package mutating func readFlag() throws(JSONError) -> Bool {
        let isTrue = cursor.current == 0x74
        try cursor.expect(literal: isTrue ? "true" : "false")
        return isTrue
    }

    /// Reads `null`.
    package mutating func readNull() throws(JSONError) {
        try cursor.expect(literal: "null")
    }

    /// Reads whatever comes next and forgets it.
    package mutating func skipValue() throws(JSONError) {
        switch try nextKind() {
        case .object:
            try beginObject()
            while try nextKey() != nil { try skipValue() }
        case .array:
            try beginArray()
            while try nextElement() { try skipValue() }
        case .string: _ = try readText()
        case .number: _ = try readNumber()
        case .flag: _ = try readFlag()
        case .null: try readNull()
        }
    }
}
