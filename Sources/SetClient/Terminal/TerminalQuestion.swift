/// A character whose width is measured, each at the start of its own row.
package enum WidthProbe: Int, CaseIterable, Hashable, Sendable {
    case block = 0
    case sextant = 1
    case shape = 2

    package var scalar: Unicode.Scalar {
        switch self {
        case .block: "\u{2580}"
        case .sextant: "\u{1FB00}"
        case .shape: "\u{25C6}"
        }
    }
}

package struct TerminalQuestion: Equatable, Sendable {
    package let name: String
    package let bytes: [UInt8]

    private init(_ name: String, _ bytes: String) {
        (self.name, self.bytes) = (name, Array(bytes.utf8))
    }

    package static let foreground = TerminalQuestion("OSC 10", "\u{1B}]10;?\u{7}")
    package static let background = TerminalQuestion("OSC 11", "\u{1B}]11;?\u{7}")
    /// What an index of the palette looks like; asking for the last of 256 tells whether there are
    /// as many.
    package static func indexedColor(_ index: UInt8) -> TerminalQuestion {
        TerminalQuestion("OSC 4;\(index)", "\u{1B}]4;\(index);?\u{7}")
    }
    package static let version = TerminalQuestion("XTVERSION", "\u{1B}[>0q")
    package static let secondaryAttributes = TerminalQuestion("DA2", "\u{1B}[>c")
    package static func mode(_ number: Int) -> TerminalQuestion {
        TerminalQuestion("mode \(number)", "\u{1B}[?\(number)$p")
    }
    package static let colorScheme = TerminalQuestion("color scheme", "\u{1B}[?996n")
    package static let keyboard = TerminalQuestion("kitty keyboard", "\u{1B}[?u")
    package static let cellPixels = TerminalQuestion("cell pixels", "\u{1B}[16t")
    package static let pictures = TerminalQuestion(
        "kitty graphics", "\u{1B}_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\u{1B}\\")
    package static let sixelRegisters = TerminalQuestion("sixel registers", "\u{1B}[?1;1;0S")
    package static let sixelExtent = TerminalQuestion("sixel geometry", "\u{1B}[?2;4;0S")
    /// How far a character moves the cursor.
    package static func width(_ probe: WidthProbe) -> TerminalQuestion {
        TerminalQuestion(
            "width of U+" + String(probe.scalar.value, radix: 16).uppercased(),
            "\u{1B}[\(probe.rawValue + 1);1H\(probe.scalar)\u{1B}[6n")
    }
    /// What every terminal answers, which therefore closes a batch of questions.
    package static let attributes = TerminalQuestion("DA1", "\u{1B}[c")

    /// The question that a report answers; `nil` for what comes unasked or is not asked here.
    package init?(answeredBy report: TerminalReport) {
        switch report {
        case .primaryAttributes: self = .attributes
        case .mode(let number, _): self = .mode(number)
        case .keyboardFlags: self = .keyboard
        case .foreground: self = .foreground
        case .background: self = .background
        case .indexedColor(let index, _): self = .indexedColor(index)
        case .version: self = .version
        case .secondaryAttributes: self = .secondaryAttributes
        case .cellPixels: self = .cellPixels
        case .pictures: self = .pictures
        case .sixelRegisters: self = .sixelRegisters
        case .sixelExtent: self = .sixelExtent
        case .colorScheme: self = .colorScheme
        case .cursorPosition(let point):
            guard let probe = WidthProbe(rawValue: point.y) else { return nil }
            self = .width(probe)
        case .ready: return nil
        }
    }
}
