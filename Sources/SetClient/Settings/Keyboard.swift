import SetProtocol

/// A keyboard layout: which letters lie where.
///
/// A player's own layout has been checked: each of its keys can be printed on a card and pressed.
package struct Keyboard: Equatable, Sendable {
    package let name: String
    /// The four rows of keys from the digits down, left to right, without shift.
    ///
    /// A row may end in keys that belong to commands; they are never on cards.
    package let rows: [String]

    private init(usual name: String, _ rows: [String]) {
        (self.name, self.rows) = (name, rows)
    }

    /// A layout of a player's own.
    ///
    /// `name` has 1...16 columns and is not the name of a built-in layout. `rows` are four rows of
    /// 4...12 keys from the digits down, left to right: each a visible character of one column,
    /// typed without shift, used once, and not a command key.
    package init(_ name: String, rows: [String]) throws(KeyboardError) {
        guard SafeText.isAllowedName(name) else { throw .badName }
        if Self.builtIn.contains(where: { $0.name == name }) { throw .nameOfTheGame }
        guard rows.count == Self.rowCount else { throw .rowCount(rows.count) }
        var rowOfKey: [Unicode.Scalar: Int] = [:]
        for (index, row) in rows.enumerated() {
            let keys = row.unicodeScalars
            guard Self.rowLengths ~= keys.count else {
                throw .row(index, .length(keys.count))
            }
            for key in keys {
                guard SafeText.isAllowed(key), key.columns == 1, key != " " else {
                    throw .row(index, .unusable(key))
                }
                if Self.isCommand(key) { throw .row(index, .command(key)) }
                if key.properties.isUppercase { throw .row(index, .shifted(key)) }
                if let other = rowOfKey[key] { throw .row(index, .repeated(key, in: other)) }
                rowOfKey[key] = index
            }
        }
        self.init(usual: name, rows)
    }

    static let rowCount = 4
    static let rowLengths = 4...12

    /// Whether a key belongs to a command and can never lie on a card: the capital letters, and the
    /// signs that deal, pass, claim, ask and so on.
    static func isCommand(_ key: Unicode.Scalar) -> Bool {
        switch key {
        case "A"..."Z", " ", "+", "=", "-", "!", ":", "?": true
        case _: false
        }
    }

    // MARK: - Those of the game

    package static let builtIn: [Keyboard] = [qwerty, qwertz, azerty, dvorak, colemak]

    package static let qwerty = Keyboard(
        usual: "qwerty", ["1234567890", "qwertyuiop", "asdfghjkl;", "zxcvbnm,./"])
    package static let qwertz = Keyboard(
        usual: "qwertz", ["1234567890", "qwertzuiop", "asdfghjklö", "yxcvbnm,.-"])
    /// The French layout, on which digits are typed with shift; the key of `-`, which passes, is left
    /// out.
    package static let azerty = Keyboard(
        usual: "azerty", ["&é\"'(è_çà", "azertyuiop", "qsdfghjklm", "wxcvbn,;:!"])
    package static let dvorak = Keyboard(
        usual: "dvorak", ["1234567890", "',.pyfgcrl", "aoeuidhtns", ";qjkxbmwvz"])
    package static let colemak = Keyboard(
        usual: "colemak", ["1234567890", "qwfpgjluy;", "arstdhneio", "zxcvbkm,./"])
}

/// Why rows of keys are no keyboard.
package enum KeyboardError: Error, Equatable, Sendable {
    case badName
    case nameOfTheGame
    case rowCount(Int)
    /// A row, counted from 0, cannot be one.
    case row(Int, RowError)

    package enum RowError: Equatable, Sendable {
        case length(Int)
        /// A key cannot be printed in one column.
        case unusable(Unicode.Scalar)
        case command(Unicode.Scalar)
        case shifted(Unicode.Scalar)
        /// A key is in another row, too, or twice in this one.
        case repeated(Unicode.Scalar, in: Int)
    }

    /// The error for a person, without a period; rows count from 1.
    package var sentence: String {
        switch self {
        case .badName:
            "a keyboard name must have 1 to \(SafeText.nameColumns) visible characters"
        case .nameOfTheGame:
            "a built-in keyboard has this name: choose another"
        case .rowCount(let count):
            "a keyboard must have \(Keyboard.rowCount) rows, starting with the digits, not \(count)"
        case .row(let row, let error): "row \(row + 1) \(Self.predicate(error))"
        }
    }

    private static func predicate(_ error: RowError) -> String {
        switch error {
        case .length(let count):
            "must have \(Keyboard.rowLengths.lowerBound) to \(Keyboard.rowLengths.upperBound) keys, "
                + "not \(count)"
        case .unusable(let key):
            "has \(name(of: key)), which is not a single visible character of normal width"
        case .command(let key):
            "has \(name(of: key)), which is a command key at the table"
        case .shifted(let key):
            "has \(name(of: key)): write each key as typed without shift"
        case .repeated(let key, let other):
            "has \(name(of: key)), which is already in row \(other + 1)"
        }
    }

    /// The key itself where it can be shown, else its number.
    private static func name(of key: Unicode.Scalar) -> String {
        if key == " " { return "a space" }
        if SafeText.isAllowed(key) { return "\"\(key)\"" }
        let digits = String(key.value, radix: 16, uppercase: true)
        return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
}

// MARK: - Other scripts

extension Keyboard {
    /// What a key means outside of text: full-width forms are ASCII, and letters of other scripts are
    /// what the keys in their places are on this keyboard.
    ///
    /// - Parameter hasCards: Whether this keyboard's own letters are keys of cards now.
    func meaning(of key: Key, hasCards: Bool) -> Key {
        guard case .character(let character) = key.code,
            let position = KeyPosition.character(of: key), !(hasCards && has(character))
        else { return key }
        let isNarrow = character.halfWidth == position
        let meaning = isNarrow ? position : own(position, hasCards: hasCards)
        return .character(meaning, key.modifiers.subtracting(.shift))
    }

    private func has(_ character: Character) -> Bool { rows.contains { $0.contains(character) } }

    /// What this keyboard has in the place of a US keyboard's character, if it can mean something.
    private func own(_ position: Character, hasCards: Bool) -> Character {
        let base = KeyPosition.keys.first { $0.1 == position }?.0
        let lying = zip(Self.qwerty.rows, rows).lazy.flatMap { zip($0, $1) }
        guard let here = lying.first(where: { $0.0 == base ?? position })?.1 else {
            return position
        }
        guard base != nil else { return here.isASCII || hasCards ? here : position }
        return KeyPosition.keys.first { $0.0 == here }?.1 ?? position
    }

    /// What to tell about a key that writes a letter of a script whose keys are not known.
    func hint(on key: Key) -> String? {
        guard case .character(let character) = key.code, key.modifiers.isSubset(of: .shift),
            !has(character), let scalar = character.unicodeScalars.first, scalar.value >= 0x370,
            scalar.properties.isAlphabetic, !(0x1E00...0x1EFF ~= scalar.value)
        else { return nil }
        let letter = SafeText.sanitized(String(character), limit: 2)
        return
            "Your keyboard writes \(letter): switch to a Latin layout, or choose a keyboard in the "
            + "settings."
    }
}

extension InputEvent {
    func meant(for use: KeyUse, on keyboard: Keyboard) -> InputEvent {
        guard let key else { return self }
        var meaning = use == .text ? key : keyboard.meaning(of: key, hasCards: use == .cards)
        (meaning.base, meaning.isRepeat) = (nil, key.isRepeat)
        return self == .key(key) ? .key(meaning) : .keyUp(meaning)
    }

    private var key: Key? {
        switch self {
        case .key(let key), .keyUp(let key): key
        case .mouse, .focus, .paste, .report: nil
        }
    }
}
