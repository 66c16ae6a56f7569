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

package enum TerminalQuestion: Equatable, Sendable {
    case foreground
    case background
    /// What an index of the palette looks like; asking for the last of 256 tells whether there are
    /// as many.
    case indexedColor(UInt8)
    case version
    case secondaryAttributes
    case mode(Int)
    case colorScheme
    /// The flags of the kitty keyboard protocol.
    case keyboard
    case cellPixels
    case pictures
    case sixelRegisters
    case sixelExtent
    /// How far a character moves the cursor.
    case width(WidthProbe)
    /// What every terminal answers, which therefore closes a batch of questions.
    case attributes

    package var bytes: [UInt8] { Array(row.bytes.utf8) }

    package var name: String { row.name }

    private var row: (name: String, bytes: String) {
        switch self {
        case .foreground: ("OSC 10", "\u{1B}]10;?\u{7}")
        case .background: ("OSC 11", "\u{1B}]11;?\u{7}")
        case .indexedColor(let index): ("OSC 4;\(index)", "\u{1B}]4;\(index);?\u{7}")
        case .version: ("XTVERSION", "\u{1B}[>0q")
        case .secondaryAttributes: ("DA2", "\u{1B}[>c")
        case .mode(let number): ("mode \(number)", "\u{1B}[?\(number)$p")
        case .colorScheme: ("color scheme", "\u{1B}[?996n")
        case .keyboard: ("kitty keyboard", "\u{1B}[?u")
        case .cellPixels: ("cell pixels", "\u{1B}[16t")
        case .pictures: ("kitty graphics", "\u{1B}_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\u{1B}\\")
        case .sixelRegisters: ("sixel registers", "\u{1B}[?1;1;0S")
        case .sixelExtent: ("sixel geometry", "\u{1B}[?2;4;0S")
        case .width(let probe):
            (
                "width of U+" + String(probe.scalar.value, radix: 16).uppercased(),
                "\u{1B}[\(probe.rawValue + 1);1H\(probe.scalar)\u{1B}[6n"
            )
        case .attributes: ("DA1", "\u{1B}[c")
        }
    }

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
