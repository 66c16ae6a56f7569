/// The colors that a terminal really shows, as far as it told.
package struct TerminalColors: Hashable, Sendable {
    /// The color of plain text; `nil` if the terminal did not tell.
    package var foreground: RGBColor?
    /// The color behind it; `nil` if the terminal did not tell.
    package var background: RGBColor?
    /// The indexes that differ from the standard palette.
    private var differing: [UInt8: RGBColor] = [:]
    private let isConsole: Bool

    /// - Parameter isConsole: Whether it is the console of Linux, which has a palette of its own and
    ///   answers no questions.
    package init(isConsole: Bool = false) { self.isConsole = isConsole }

    /// What an index of the palette looks like; by default as in xterm.
    package subscript(index: UInt8) -> RGBColor {
        get { differing[index] ?? standard(index) }
        set { differing[index] = newValue == standard(index) ? nil : newValue }
    }

    /// What a color looks like behind text; the terminal's own is the background.
    func shown(_ color: TerminalColor, on background: RGBColor) -> RGBColor {
        switch color.kind {
        case .standard: background
        case .indexed(let index): self[index]
        case .rgb(let color): color
        }
    }

    private func standard(_ index: UInt8) -> RGBColor {
        isConsole && index < 16 ? Self.console[Int(index)] : RGBColor(indexed: index)
    }

    /// The usual color behind text on a background.
    package static func usualBackground(_ background: Background) -> RGBColor {
        background == .dark ? RGBColor(code: 0x1E1E1E) : .white
    }

    /// The colors of the text mode of VGA.
    private static let console: [RGBColor] = [
        0x000000, 0xAA0000, 0x00AA00, 0xAA5500, 0x0000AA, 0xAA00AA, 0x00AAAA, 0xAAAAAA,
        0x555555, 0xFF5555, 0x55FF55, 0xFFFF55, 0x5555FF, 0xFF55FF, 0x55FFFF, 0xFFFFFF,
    ].map(RGBColor.init(code:))
}

package enum Background: String, CaseIterable, Sendable {
    /// Light letters on a dark background.
    case dark
    /// Dark letters on a light background.
    case light
}
