/// Where the keys that write letters of other scripts lie.
enum KeyPosition {
    /// The keys of a US keyboard, without and with shift.
    static let keys = Array(
        zip(
            "qwertyuiop[]asdfghjkl;'zxcvbnm,./`", "QWERTYUIOP{}ASDFGHJKL:\"ZXCVBNM<>?~"))
    /// What the same keys write elsewhere; ASCII where they write no letter of the script.
    ///
    /// The second row has what only Ukrainian and Belarusian have.
    private static let scripts = [
        "йцукенгшщзхъфывапролджэячсмитьбю/ё", "qwertyuiўp[їaіdfghjkl;єzxcvbnm,./`",
        ";ςερτυθιοπ[]ασδφγηξκλ;'ζχψωβνμ,./`",
    ]

    private static let characters: [Character: Character] = {
        var characters: [Character: Character] = [:]
        for (letter, key) in scripts.flatMap({ zip($0, keys) }) where !letter.isASCII {
            characters[letter] = key.0
            characters[Character(letter.uppercased())] = key.1
        }
        return characters
    }()

    /// What a key that writes no ASCII writes on a US keyboard; `nil` if its place is not known.
    static func character(of key: Key) -> Character? {
        guard case .character(let character) = key.code, !character.isASCII else { return nil }
        let narrow = character.halfWidth
        guard narrow == character else { return narrow }
        guard let base = key.base, !key.modifiers.contains(.control) else {
            return key.base ?? characters[character]
        }
        let isShifted = character.isUppercase || key.modifiers.contains(.shift)
        return isShifted ? keys.first { $0.0 == base }?.1 ?? base : base
    }
}

extension Character {
    /// The ASCII character that a full-width form or an ideographic space stands for, else itself.
    var halfWidth: Character {
        switch unicodeScalars.first?.value {
        case let value? where 0xFF01...0xFF5E ~= value && unicodeScalars.count == 1:
            Character(Unicode.Scalar(UInt8(value - 0xFF01 + 0x21)))
        case 0x3000: " "
        case _: self
        }
    }
}

extension String {
    /// The text with ASCII in place of full-width forms.
    var halfWidth: String { String(map(\.halfWidth)) }
}
