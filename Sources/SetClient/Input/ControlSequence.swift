/// A control sequence (`CSI … final`) taken apart.
struct ControlSequence: Hashable, Sendable {
    /// One of `<=>?` at the start, which makes the rest private.
    var prefix: Unicode.Scalar?
    /// The numbers; those between colons belong together, a missing one is `nil`.
    var parameters: [[Int?]]
    /// What stands between the numbers and the final character, mostly nothing.
    var intermediates: [UInt8]
    /// What kind of sequence it is.
    var final: Unicode.Scalar

    /// Takes the bytes between `CSI` and the final one apart.
    ///
    /// - Returns: `nil` when they do not follow the grammar of ECMA-48.
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
        parameters = [[]]
        var number: Int?
        for byte in numbers {
            switch byte {
            case 0x3A, 0x3B:
                parameters[parameters.count - 1].append(number)
                number = nil
                if byte == 0x3B { parameters.append([]) }
            default:
                number = min(1_000_000_000, (number ?? 0) * 10 + Int(byte - 0x30))
            }
        }
        parameters[parameters.count - 1].append(number)
    }

    /// A number by its place, or what it is when left out.
    func number(_ place: Int, default missing: Int = 0) -> Int {
        part(place, 0) ?? missing
    }

    /// One of the numbers that belong together at a place.
    func part(_ place: Int, _ position: Int) -> Int? {
        guard parameters.indices.contains(place), parameters[place].indices.contains(position)
        else { return nil }
        return parameters[place][position]
    }

    /// Whether nothing stands between `CSI` and the final character.
    var isBare: Bool { prefix == nil && intermediates.isEmpty && parameters == [[nil]] }
}

// MARK: - Reports and mouse

extension ControlSequence {
    /// What the terminal says about itself, if that is what the sequence is.
    var report: TerminalReport? {
        let numbers = parameters.indices.map { number($0) }
        switch (prefix, String(decoding: intermediates, as: UTF8.self), final, numbers.count) {
        case ("?", "", "c", _): return .primaryAttributes(numbers)
        case (">", "", "c", _): return .secondaryAttributes(numbers)
        case ("?", "$", "y", 2):
            return .mode(numbers[0], TerminalReport.ModeStatus(rawValue: numbers[1]) ?? .unknown)
        case ("?", "", "u", 1): return .keyboardFlags(numbers[0])
        case ("?", "", "n", 2) where numbers[0] == 997 && 1...2 ~= numbers[1]:
            return .colorScheme(isDark: numbers[1] == 1)
        case (nil, "", "n", 1) where numbers[0] == 0 && !isBare: return .ready
        case (nil, "", "R", 2) where numbers[0] >= 1 && numbers[1] >= 1:
            return .cursorPosition(Point(numbers[1] - 1, numbers[0] - 1))
        case (nil, "", "t", 3):
            let size = Size(numbers[2], numbers[1])
            switch numbers[0] {
            case 4: return .areaPixels(size)
            case 6: return .cellPixels(size)
            case 8: return .areaCells(size)
            default: return nil
            }
        default: return nil
        }
    }

    /// What the mouse did, if that is what the sequence is (mode 1006).
    var mouse: Mouse? {
        guard prefix == "<", intermediates.isEmpty, parameters.count == 3,
            final == "M" || final == "m"
        else { return nil }
        return Mouse(
            code: number(0), column: number(1), row: number(2), isRelease: final == "m")
    }
}
