/// Something a terminal says about itself, asked or unasked.
package enum TerminalReport: Equatable, Sendable {
    /// What a terminal knows of a private mode (DECRPM).
    package enum ModeStatus: Int, Sendable {
        case unknown = 0
        case set = 1
        case reset = 2
        case permanentlySet = 3
        case permanentlyReset = 4
    }

    /// The answer every terminal gives (DA1), which closes a batch of questions.
    case primaryAttributes([Int])
    /// The kind of terminal in numbers (DA2).
    case secondaryAttributes([Int])
    case mode(Int, ModeStatus)
    /// The flags of the kitty keyboard protocol; a terminal without it says nothing.
    case keyboardFlags(Int)
    case foreground(RGBColor)
    case background(RGBColor)
    /// What an index of the palette looks like.
    case indexedColor(UInt8, RGBColor)
    /// The value of a capability of terminfo; `nil` if the terminal does not have it (XTGETTCAP).
    case capability(String, String?)
    /// Name and version (XTVERSION), printable ASCII.
    case version(String)
    case cursorPosition(Point)
    case cellPixels(Size)
    /// Whether a picture was accepted that was only sent to ask (kitty graphics).
    case pictures(areShown: Bool)
    /// How many colors a picture in sixels can have (XTSMGRAPHICS).
    case sixelRegisters(Int)
    /// How large a picture in sixels can be.
    case sixelExtent(Size)
    case areaPixels(Size)
    case areaCells(Size)
    /// All is well: everything written before the question has been taken in.
    case ready
    /// The user's choice between dark and light, when it changes or was asked for.
    case colorScheme(isDark: Bool)
}

// MARK: - Reading strings

extension TerminalReport {
    init?(command body: [UInt8]) {
        let text = String(decoding: body, as: UTF8.self)
        if text.hasPrefix("10;"), let color = RGBColor(specification: text.dropFirst(3)) {
            self = .foreground(color)
        } else if text.hasPrefix("11;"), let color = RGBColor(specification: text.dropFirst(3)) {
            self = .background(color)
        } else if text.hasPrefix("4;") {
            let parts = text.dropFirst(2).split(separator: ";", omittingEmptySubsequences: false)
            guard parts.count == 2, let index = UInt8(parts[0]),
                let color = RGBColor(specification: parts[1])
            else { return nil }
            self = .indexedColor(index, color)
        } else {
            return nil
        }
    }

    init?(application body: [UInt8]) {
        let text = String(decoding: body, as: UTF8.self)
        guard text.hasPrefix("Gi=31;") else { return nil }
        self = .pictures(areShown: text == "Gi=31;OK")
    }

    init?(deviceControl body: [UInt8]) {
        let text = String(decoding: body, as: UTF8.self)
        if text.hasPrefix(">|") {
            let printable = body.dropFirst(2).filter { 0x20..<0x7F ~= $0 }
            self = .version(String(decoding: printable.prefix(64), as: UTF8.self))
        } else if text.hasPrefix("1+r") || text.hasPrefix("0+r") {
            let parts = text.dropFirst(3).split(separator: "=", maxSplits: 1)
            guard let name = parts.first.flatMap(Self.decoded) else { return nil }
            let value = parts.count > 1 ? Self.decoded(parts[1]) ?? "" : ""
            self = .capability(name, text.hasPrefix("1") ? value : nil)
        } else {
            return nil
        }
    }

    /// Reads printable ASCII from hexadecimal digits.
    private static func decoded(_ digits: Substring) -> String? {
        let digits = Array(digits.utf8.prefix(128))
        let codes = stride(from: 0, to: digits.count, by: 2).compactMap { place in
            UInt8(
                String(decoding: digits[place..<min(place + 2, digits.count)], as: UTF8.self),
                radix: 16)
        }
        guard codes.allSatisfy({ 0x20..<0x7F ~= $0 }), codes.count * 2 == digits.count else {
            return nil
        }
        return String(decoding: codes, as: UTF8.self)
    }
}

extension RGBColor {
    /// Reads `rgb:R/G/B` or `rgba:R/G/B/A` with one to four hexadecimal digits each, or `#RRGGBB`.
    init?(specification: Substring) {
        var parts: [Substring]
        if specification.hasPrefix("#"), specification.utf8.count == 7 {
            let digits = Array(specification.dropFirst())
            parts = stride(from: 0, to: digits.count, by: 2).map {
                Substring(String(digits[$0..<min($0 + 2, digits.count)]))
            }
        } else if specification.hasPrefix("rgb:") || specification.hasPrefix("rgba:") {
            parts = specification.drop { $0 != ":" }.dropFirst()
                .split(separator: "/", omittingEmptySubsequences: false)
        } else {
            return nil
        }
        let values = parts.prefix(3).compactMap(Self.strength)
        guard values.count == 3 else { return nil }
        self.init(values[0], values[1], values[2])
    }

    /// One part of a color, scaled to 0...255.
    private static func strength(_ digits: Substring) -> UInt8? {
        guard 1...4 ~= digits.utf8.count, digits.allSatisfy(\.isHexDigit),
            let value = Int(digits, radix: 16)
        else { return nil }
        return UInt8(value * 255 / (1 << (4 * digits.utf8.count) - 1))
    }
}
