/// Why a text is not the JSON that was asked for, and where.
package struct JSONError: Error, Hashable, Sendable {
    package let kind: Kind
    /// How many bytes were fine before it.
    package let offset: Int

    package init(_ kind: Kind, at offset: Int) {
        self.kind = kind
        self.offset = offset
    }

    /// What can be the matter with a text.
    package enum Kind: CaseIterable, Hashable, Sendable {
        case unexpectedEnd
        /// A byte that no value, separator or end of a container begins with.
        case unexpectedByte
        /// Something follows the value.
        case trailingData
        case trailingComma
        /// U+FEFF at the start, in UTF-8.
        case byteOrderMark
        /// The text is in UTF-16.
        case utf16
        /// Bytes in a string that are not UTF-8: overlong, a surrogate, beyond U+10FFFF, cut short.
        case invalidUTF8
        case controlCharacter
        /// `\u0000` where it is refused.
        case nulCharacter
        /// A backslash with something other than an escape after it.
        case invalidEscape
        /// Half of an escaped surrogate pair.
        case loneSurrogate
        /// Digits that are no number, as `01`, `1.` or `-`.
        case invalidNumber
        /// A point, an exponent or a negative zero where only whole numbers are taken.
        case notAnInteger
        /// A number beyond what can be held.
        case numberTooLarge
        /// More arrays and objects in each other than the limit.
        case tooDeep
        /// More members in an object than the limit.
        case tooManyMembers
        case keyTooLong
        case stringTooLong
        case textTooLong
        /// The same key twice in an object.
        case duplicateKey
        /// Something other than an object where one was asked for.
        case notAnObject
    }

    package var sentence: String { "At byte \(offset): \(kind.phrase)." }

    /// The error without its offset.
    package var reason: String { kind.phrase }
}

extension JSONError.Kind {
    fileprivate var phrase: String {
        switch self {
        case .unexpectedEnd: "unexpected end of text"
        case .unexpectedByte: "unexpected character"
        case .trailingData: "unexpected text after the value"
        case .trailingComma: "trailing comma"
        case .byteOrderMark: "byte order marks are not allowed"
        case .utf16: "the text must be UTF-8, not UTF-16"
        case .invalidUTF8: "invalid UTF-8"
        case .controlCharacter: "a control character must be escaped"
        case .nulCharacter: "NUL characters are not allowed"
        case .invalidEscape: "unknown escape"
        case .loneSurrogate: "unpaired surrogate"
        case .invalidNumber: "invalid number"
        case .notAnInteger: "only whole numbers are allowed"
        case .numberTooLarge: "the number is too large"
        case .tooDeep: "arrays and objects are nested too deeply"
        case .tooManyMembers: "the object has too many members"
        case .keyTooLong: "the key is too long"
        case .stringTooLong: "the string is too long"
        case .textTooLong: "the text is too long"
        case .duplicateKey: "duplicate key"
        case .notAnObject: "expected an object"
        }
    }
}
