/// The ink of a symbol, which may change from its top to its bottom.
package struct Gradient: Hashable, Sendable {
    package let top: TerminalColor
    package let bottom: TerminalColor

    /// Creates a single ink, unless a second one is given.
    package init(_ top: TerminalColor, to bottom: TerminalColor? = nil) {
        self.top = top
        self.bottom = bottom ?? top
    }

    /// The ink at a fraction of the height, 0...1 from the top.
    package func ink(at share: Double) -> TerminalColor {
        top == bottom ? top : top.blended(with: bottom, share)
    }

    /// The gradient with both ends blended toward another ink.
    package func blended(with other: TerminalColor, _ share: Double) -> Gradient {
        Gradient(top.blended(with: other, share), to: bottom.blended(with: other, share))
    }
}

extension TerminalColor {
    /// Blends two true colors; any other ink stays as it is.
    ///
    /// - Parameter share: How much of the other ink, 0...1.
    package func blended(with other: TerminalColor, _ share: Double) -> TerminalColor {
        guard case .rgb(let red, let green, let blue) = self,
            case .rgb(let otherRed, let otherGreen, let otherBlue) = other
        else { return self }
        let color = RGBColor(red, green, blue)
        return TerminalColor(
            color.blended(with: RGBColor(otherRed, otherGreen, otherBlue), share))
    }

    /// Whether the ink is a true color and can be blended.
    package var isTrueColor: Bool { if case .rgb = self { true } else { false } }
}
