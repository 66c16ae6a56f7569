import SetProtocol

/// A control sequence (`CSI … final`) taken apart.
struct ControlSequence: Equatable, Sendable {
    /// One of `<=>?` at the start, which makes the rest private.
    var prefix: Unicode.Scalar?
    /// The numbers; those between colons belong together, a missing one is `nil`.
    var parameters: [[Int?]]
    /// What stands between the numbers and the final character, mostly nothing.
    var intermediates: [UInt8]
    var final: Unicode.Scalar

    /// - Returns: `nil` when the bytes do not follow the grammar of ECMA-48.
    init?(body: [UInt8], final: UInt8) {
        self.final = Unicode.Scalar(final)
        var rest = body[...]
        if let first = rest.first, 0x3C...0x3F ~= first {
            prefix = Unicode.Scalar(first)
            rest.removeFirst()
        }
        let numbers = rest.prefix { 0x30...0x3B ~= $0 }
        intermediates = Array(rest.dropFirst(numbers.count))
        guard intermediates.allSatisfy({ 0x20...0x2F ~= $0 }) else { return nil }
        parameters = numbers.split(separator: 0x3B, omittingEmptySubsequences: false).map { part in
            part.split(separator: 0x3A, omittingEmptySubsequences: false).map { digits in
                digits.isEmpty
                    ? nil : digits.reduce(0) { min(1_000_000_000, $0 * 10 + Int($1 - 0x30)) }
            }
        }
    }

    func number(_ place: Int, default missing: Int = 0) -> Int {
        part(place, 0) ?? missing
    }

    /// One of the numbers that belong together at a place.
    func part(_ place: Int, _ position: Int) -> Int? {
        guard parameters.indices.contains(place), parameters[place].indices.contains(position)
        else { return nil }
        return parameters[place][position]
    }

    var isBare: Bool { prefix == nil && intermediates.isEmpty && parameters == [[nil]] }
}

// MARK: - Reports, mouse, and keys

extension ControlSequence {
    var report: TerminalReport? {
        let numbers = parameters.indices.map { number($0) }
        switch (prefix, String(decoding: intermediates, as: UTF8.self), final, numbers.count) {
        case ("?", "", "c", _): return .primaryAttributes(numbers)
        case (">", "", "c", _): return .secondaryAttributes(numbers)
        case ("?", "$", "y", 2):
            return .mode(numbers[0], TerminalReport.ModeStatus(rawValue: numbers[1]) ?? .unknown)
        case ("?", "", "u", 1): return .keyboardFlags(numbers[0])
        case ("?", "", "S", 3) where numbers[0] == 1 && numbers[1] == 0:
            return .sixelRegisters(numbers[2])
        case ("?", "", "S", 4) where numbers[0] == 2 && numbers[1] == 0:
            return .sixelExtent(Size(numbers[2], numbers[3]))
        case ("?", "", "n", 2) where numbers[0] == 997 && 1...2 ~= numbers[1]:
            return .colorScheme(isDark: numbers[1] == 1)
        case (nil, "", "n", 1) where numbers[0] == 0 && !isBare: return .ready
        case (nil, "", "R", 2) where numbers[0] >= 1 && numbers[1] >= 1:
            return .cursorPosition(Point(numbers[1] - 1, numbers[0] - 1))
        case (nil, "", "t", 3) where numbers[0] == 6:
            return .cellPixels(Size(numbers[2], numbers[1]))
        default: return nil
        }
    }

    /// What the mouse did, if that is what the sequence is (mode 1006).
    var mouse: Mouse? {
        guard prefix == "<", intermediates.isEmpty, parameters.count == 3, final == "M" else {
            return nil
        }
        return Mouse(code: number(0), column: number(1), row: number(2))
    }

    /// The key pressed, if any, in the forms of xterm, the Linux console, rxvt and kitty.
    var key: InputEvent? {
        guard prefix == nil, intermediates.isEmpty, var key = pressedKey else { return nil }
        // The kitty protocol's event types: 1 pressed, 2 held down, 3 released.
        key.isRepeat = part(1, 1) == 2
        return part(1, 1) == 3 ? .keyUp(key) : .key(key)
    }

    private var pressedKey: Key? {
        switch final {
        case "u":
            return Key(code: number(0), shifted: part(0, 1), base: part(0, 2), modifiers)
        case "~", "^", "@": return numberedKey
        case "Z": return Key(.backtab, modifiers.subtracting(.shift))
        // rxvt says shift by a small letter.
        case "a", "b", "c", "d":
            let capital = Unicode.Scalar(UInt8(final.value) - 0x20)
            return isBare ? Key.Code(letter: capital).map { Key($0, .shift) } : nil
        default: return Key.Code(letter: final).map { Key($0, modifiers) }
        }
    }

    private var modifiers: Key.Modifiers { Key.Modifiers(parameter: number(1, default: 1)) }

    private var numberedKey: Key? {
        // xterm's modifyOtherKeys: 27, modifiers, code.
        if number(0) == 27, parameters.count == 3, final == "~" {
            return Key(code: number(2), modifiers)
        }
        guard let code = Key.Code(number: number(0)) else { return nil }
        switch final {
        // rxvt says modifiers by the final character.
        case "^": return Key(code, .control)
        case "@": return Key(code, [.control, .shift])
        default: return Key(code, modifiers)
        }
    }
}

extension Key.Modifiers {
    init(parameter: Int) {
        let bits = max(0, parameter - 1)
        // Shift, alt, and control are the same bits here as there.
        self.init(rawValue: UInt8(bits & 0b111))
        if bits & 0b111000 != 0 { insert(.command) }
    }
}

extension Key.Code {
    /// The key of a final letter after `CSI` or `SS3`.
    init?(letter: Unicode.Scalar) {
        switch letter {
        case "A": self = .up
        case "B": self = .down
        case "C": self = .right
        case "D": self = .left
        case "F": self = .end
        case "H": self = .home
        default: return nil
        }
    }

    /// The key of a number before `~`.
    init?(number: Int) {
        switch number {
        case 1, 7: self = .home
        case 3: self = .delete
        case 4, 8: self = .end
        case 5: self = .pageUp
        case 6: self = .pageDown
        default: return nil
        }
    }
}

extension Key {
    /// A key of the kitty keyboard protocol; `nil` for modifiers alone, media keys and what is no
    /// character.
    ///
    /// `code` is the key's code point without shift, or a private one for other keys; `shifted` is
    /// what shift makes of it, and `base` the code point of its place on a US keyboard, if the
    /// terminal says so.
    init?(code: Int, shifted: Int? = nil, base: Int? = nil, _ modifiers: Modifiers) {
        switch code {
        case 9 where modifiers.contains(.shift):
            self.init(.backtab, modifiers.subtracting(.shift))
        case 8, 9, 13, 27, 127: self.init(Key(ascii: UInt8(code)).code, modifiers)
        case 57399...57408: self = .character(Character("\(code - 57399)"), modifiers)
        case 57344...63743:
            guard let code = Self.keypad[code] else { return nil }
            self.init(code, modifiers)
        default:
            guard let scalar = UInt32(exactly: code).flatMap(Unicode.Scalar.init),
                scalar.columns > 0
            else { return nil }
            self = Self.character(Character(scalar), shifted: shifted, modifiers)
            guard !scalar.isASCII else { return }
            if let base, 0x21...0x7E ~= base { self.base = Character(Unicode.Scalar(UInt8(base))) }
            // A letter with control or alt is a command, known by where it lies.
            if !modifiers.isDisjoint(with: [.control, .alt]),
                let position = KeyPosition.character(of: self)
            {
                self = Key(.character(position), self.modifiers)
            }
        }
    }

    /// A character's key with shift put into the character where that can be done.
    ///
    /// With control it is left, since control and a capital is nobody's idea of a key.
    private static func character(
        _ character: Character, shifted: Int?, _ modifiers: Modifiers
    ) -> Key {
        guard modifiers.contains(.shift), !modifiers.contains(.control) else {
            return Key(.character(character), modifiers)
        }
        if let scalar = shifted.flatMap({ UInt32(exactly: $0) }).flatMap(Unicode.Scalar.init),
            scalar.columns > 0
        {
            return Key(.character(Character(scalar)), modifiers.subtracting(.shift))
        }
        let capital = character.uppercased()
        guard capital.count == 1, let capital = capital.first, capital != character else {
            return Key(.character(character), modifiers)
        }
        return Key(.character(capital), modifiers.subtracting(.shift))
    }

    /// The keypad's keys, which mean the same as their like elsewhere.
    private static let keypad: [Int: Code] = [
        57409: .character("."), 57410: .character("/"), 57411: .character("*"),
        57412: .character("-"), 57413: .character("+"), 57414: .enter, 57415: .character("="),
        57416: .character(","), 57417: .left, 57418: .right, 57419: .up, 57420: .down,
        57421: .pageUp, 57422: .pageDown, 57423: .home, 57424: .end, 57426: .delete,
    ]

    /// Reads what follows `SS3`: arrows and the keypad in application mode.
    init?(singleShift final: UInt8, parameter: Int?) {
        let modifiers = Modifiers(parameter: parameter ?? 1)
        switch final {
        case UInt8(ascii: "M"): self.init(.enter, modifiers)
        case UInt8(ascii: "I"): self.init(.tab, modifiers)
        case UInt8(ascii: "X"): self = .character("=", modifiers)
        case UInt8(ascii: " "): self = .character(" ", modifiers)
        // rxvt says control by a small letter.
        case UInt8(ascii: "a")...UInt8(ascii: "d"):
            guard let code = Code(letter: Unicode.Scalar(final - 0x20)) else { return nil }
            self.init(code, .control)
        // The keypad's keys are its characters moved up by 0x40.
        case UInt8(ascii: "j")...UInt8(ascii: "y"):
            self = .character(Character(Unicode.Scalar(final - 0x40)), modifiers)
        default:
            guard let code = Code(letter: Unicode.Scalar(final)) else { return nil }
            self.init(code, modifiers)
        }
    }
}
