/// A color in one word, as stored in cells: three bytes of color and one that says how to read
/// them.
///
/// Views work with ``TerminalColor``. Thousands of packed colors are compared in every frame, and
/// comparing two of them means comparing two numbers.
struct PackedColor: Hashable, Sendable {
    private let word: UInt32

    init(_ ink: TerminalColor) {
        word =
            switch ink {
            case .standard: 0
            case .indexed(let index): 1 << 24 | UInt32(index)
            case .rgb(let red, let green, let blue):
                2 << 24 | UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue)
            }
    }

    var ink: TerminalColor {
        switch word >> 24 {
        case 0: .standard
        case 1: .indexed(UInt8(truncatingIfNeeded: word))
        default:
            .rgb(
                UInt8(truncatingIfNeeded: word >> 16), UInt8(truncatingIfNeeded: word >> 8),
                UInt8(truncatingIfNeeded: word))
        }
    }

    static var standard: PackedColor { PackedColor(.standard) }
}

/// A ``Style`` with packed colors: how a cell looks, in the form that cells, the pen, and the
/// painter compare.
///
/// Rendition is what ECMA-48 calls the look of characters.
struct Rendition: Hashable, Sendable {
    var foreground: PackedColor
    var background: PackedColor
    var attributes: Style.Attributes

    init(
        _ foreground: PackedColor, on background: PackedColor, _ attributes: Style.Attributes = []
    ) {
        (self.foreground, self.background) = (foreground, background)
        self.attributes = attributes
    }

    init(_ style: Style) {
        self.init(
            PackedColor(style.foreground), on: PackedColor(style.background), style.attributes)
    }

    var style: Style { Style(foreground.ink, on: background.ink, attributes) }

    static var standard: Rendition { Rendition(.standard, on: .standard) }

    /// What is visible of it without a glyph: the background, unless a line or reversed colors make
    /// the rest visible.
    var onBlank: Rendition {
        attributes.isDisjoint(with: [.underline, .reverse])
            ? Rendition(.standard, on: background) : self
    }
}

extension ColorDepth {
    func reduce(_ rendition: Rendition) -> Rendition {
        // There is nothing to reduce if every color can be shown.
        self == .trueColor ? rendition : Rendition(reduce(rendition.style))
    }
}
