/// Something a terminal says about itself, asked or unasked.
package enum TerminalReport: Equatable, Sendable {
    /// What a terminal knows of a private mode (DECRPM).
    package enum ModeStatus: Int, Sendable {
        case unknown = 0
        case set = 1
        case reset = 2
        case permanentlySet = 3
        case permanentlyReset = 4

        /// Permanently set or reset by a terminal means: it knows the mode, or it never will do it.
        var isUsable: Bool {
            switch self {
            case .set, .reset, .permanentlySet: true
            case .unknown, .permanentlyReset: false
            }
        }
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
    /// Reads what stands between an introducer, the byte after an escape, and the end of the string.
    init?(_ introducer: Unicode.Scalar, _ body: [UInt8]) {
        let text = String(decoding: body, as: UTF8.self)
        switch introducer {
        case "]":
            let parts = text.split(separator: ";", omittingEmptySubsequences: false)
            guard let color = parts.last.flatMap(RGBColor.init(specification:)) else { return nil }
            switch (parts[0], parts.count) {
            case ("10", 2): self = .foreground(color)
            case ("11", 2): self = .background(color)
            case ("4", 3):
                guard let index = UInt8(parts[1]) else { return nil }
                self = .indexedColor(index, color)
            default: return nil
            }
        case "_" where text.hasPrefix("Gi=31;"): self = .pictures(areShown: text == "Gi=31;OK")
        case "P" where text.hasPrefix(">|"):
            let printable = body.dropFirst(2).filter { 0x20..<0x7F ~= $0 }
            self = .version(String(decoding: printable.prefix(64), as: UTF8.self))
        default: return nil
        }
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
