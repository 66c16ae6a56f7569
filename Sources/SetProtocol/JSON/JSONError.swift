package struct JSONError: Error, Hashable, Sendable {
    package let kind: Kind
    /// How many bytes were fine before it.
    package let offset: Int

    package init(_ kind: Kind, at offset: Int) {
        self.kind = kind
        self.offset = offset
    }

    package enum Kind: String, CaseIterable, Sendable {
        case unexpectedEnd = "unexpected end of text"
        /// A byte that no value, separator or end of a container begins with.
        case unexpectedByte = "unexpected character"
        case trailingData = "unexpected text after the value"
        case trailingComma = "trailing comma"
        /// U+FEFF at the start, in UTF-8.
        case byteOrderMark = "byte order marks are not allowed"
        case utf16 = "the text must be UTF-8, not UTF-16"
        /// Bytes in a string that are not UTF-8: overlong, a surrogate, beyond U+10FFFF, cut short.
        case invalidUTF8 = "invalid UTF-8"
        case controlCharacter = "a control character must be escaped"
        case nulCharacter = "NUL characters are not allowed"
        case invalidEscape = "unknown escape"
        case loneSurrogate = "unpaired surrogate"
        /// Digits that are no number, as `01`, `1.` or `-`.
        case invalidNumber = "invalid number"
        /// A point, an exponent or a negative zero where only whole numbers are taken.
        case notAnInteger = "only whole numbers are allowed"
        case numberTooLarge = "the number is too large"
        case tooDeep = "arrays and objects are nested too deeply"
        case tooManyMembers = "the object has too many members"
        case keyTooLong = "the key is too long"
        case stringTooLong = "the string is too long"
        case textTooLong = "the text is too long"
        case duplicateKey = "duplicate key"
        case notAnObject = "expected an object"
    }

    package var sentence: String { "At byte \(offset): \(reason)." }

    package var reason: String { kind.rawValue }
}
