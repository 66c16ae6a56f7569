/// A value for a dark and one for a light background.
package struct PerBackground<Value: Hashable & Sendable>: Hashable, Sendable {
    package var dark: Value
    package var light: Value

    package subscript(background: Background) -> Value {
        switch background {
        case .dark: dark
        case .light: light
        }
    }
}

/// One ink, chosen by hand for every depth of color.
///
/// Nearest matches found at run time merge colors that must stay apart.
package struct ColorFallbacks: Hashable, Sendable {
    /// The color at the top as `0xRRGGBB`; `nil` for the terminal's own.
    package var trueColor: UInt32?
    /// The color it turns into towards the bottom as `0xRRGGBB`; `nil` for the same.
    package var gradient: UInt32?
    /// The index among 256 colors; `nil` for the terminal's own.
    package var indexed: UInt8?
    /// The index among sixteen colors, 0...15; `nil` for the terminal's own.
    package var basic: UInt8?

    package init(
        _ trueColor: UInt32?, to gradient: UInt32? = nil, _ indexed: UInt8?, _ basic: UInt8?
    ) {
        self.trueColor = trueColor
        self.gradient = gradient
        self.indexed = indexed
        self.basic = basic
    }

    /// The ink at a depth, from top to bottom.
    package func ramp(_ depth: ColorDepth) -> Gradient {
        switch depth {
        case .trueColor:
            Gradient(TerminalColor(trueColor), to: TerminalColor(gradient ?? trueColor))
        case .indexed: Gradient(indexed.map(TerminalColor.indexed) ?? .standard)
        case .sixteen: Gradient(basic.map(TerminalColor.indexed) ?? .standard)
        case .none: Gradient(.standard)
        }
    }
}

package typealias AdaptiveColor = PerBackground<ColorFallbacks>

extension TerminalColor {
    init(_ color: RGBColor) { self = .rgb(color.red, color.green, color.blue) }

    /// The true color `0xRRGGBB`, or the terminal's own for `nil`.
    init(_ code: UInt32?) {
        self = code.map { TerminalColor(RGBColor(code: $0)) } ?? .standard
    }
}
