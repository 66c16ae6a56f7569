package struct Gradient: Hashable, Sendable {
    package let top: TerminalColor
    package let bottom: TerminalColor

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
    /// A true color with a share of another one mixed in, 0...1; any other ink stays as it is.
    package func blended(with other: TerminalColor, _ share: Double) -> TerminalColor {
        guard case .rgb(let color) = kind, case .rgb(let end) = other.kind else { return self }
        return TerminalColor(color.blended(with: end, share))
    }

    package var isTrueColor: Bool { if case .rgb = kind { true } else { false } }
}
