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
        guard text.hasPrefix(">|") else { return nil }
        let printable = body.dropFirst(2).filter { 0x20..<0x7F ~= $0 }
        self = .version(String(decoding: printable.prefix(64), as: UTF8.self))
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
