/// A color in one word, as cells hold it: three bytes of color and one that tells how to read them.
///
/// An ``TerminalColor`` is what views work with. Of these thousands are compared in every frame, and comparing
/// two of them is comparing two numbers.
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

/// A ``Style`` in packed colors: how a cell looks, as cells, the pen and the painter compare it.
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

    /// The terminal's own look.
    static var standard: Rendition { Rendition(.standard, on: .standard) }

    /// What shows of it where there is no glyph: the background, unless a line or the exchange of
    /// colors makes the rest show too.
    var onBlank: Rendition {
        attributes.isDisjoint(with: [.underline, .reverse])
            ? Rendition(.standard, on: background) : self
    }
}

extension ColorDepth {
    func reduce(_ rendition: Rendition) -> Rendition {
        // There is nothing to reduce where every color can be shown.
        self == .trueColor ? rendition : Rendition(reduce(rendition.style))
    }
}
