/// A color as a view requests it; the renderer decides what the terminal can show.
///
/// Thousands are compared in every frame, so it is one number: three bytes of color, and one that says
/// how to read them.
package struct TerminalColor: Hashable, Sendable {
    package enum Kind {
        case standard
        /// One of the 256 indexed colors; 0-15 are the terminal's palette.
        case indexed(UInt8)
        case rgb(RGBColor)
    }

    private let word: UInt32

    package static let standard = TerminalColor(word: 0)

    package static func indexed(_ index: UInt8) -> TerminalColor {
        TerminalColor(word: 1 << 24 | UInt32(index))
    }

    package static func rgb(_ red: UInt8, _ green: UInt8, _ blue: UInt8) -> TerminalColor {
        TerminalColor(word: 2 << 24 | UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue))
    }

    package var kind: Kind {
        switch word >> 24 {
        case 0: .standard
        case 1: .indexed(UInt8(truncatingIfNeeded: word))
        default: .rgb(RGBColor(code: word))
        }
    }
}

/// How a cell looks, apart from its glyph.
package struct Style: Hashable, Sendable {
    package struct Attributes: OptionSet, Hashable, Sendable {
        package let rawValue: UInt8

        package init(rawValue: UInt8) {
            self.rawValue = rawValue
        }

        package static let bold = Attributes(rawValue: 1)
        package static let dim = Attributes(rawValue: 2)
        package static let underline = Attributes(rawValue: 4)
        package static let reverse = Attributes(rawValue: 8)
    }

    package var foreground: TerminalColor
    package var background: TerminalColor
    package var attributes: Attributes

    package init(
        _ foreground: TerminalColor = .standard, on background: TerminalColor = .standard,
        _ attributes: Attributes = []
    ) {
        self.foreground = foreground
        self.background = background
        self.attributes = attributes
    }

    package static let standard = Style()
    package static let bold = Style(.standard, on: .standard, .bold)

    /// What is visible of it without a glyph: the background, unless a line or reversed colors make
    /// the rest visible.
    var onBlank: Style {
        attributes.isDisjoint(with: [.underline, .reverse])
            ? Style(.standard, on: background) : self
    }
}

/// One character position of the screen.
///
/// A canvas has thousands of cells, compared in every frame. So a cell is packed into four 32-bit
/// words: glyph and attributes, two colors, and marks.
package struct Cell: Hashable, Sendable {
    package enum Glyph: Hashable, Sendable {
        case narrow(Unicode.Scalar)
        /// Two columns wide; the next cell is its ``trail``.
        case wide(Unicode.Scalar)
        /// The right half of the wide glyph before it.
        case trail
        /// A part of a picture in place of text; the number, of 21 bits, tells pictures apart.
        case picture(UInt32)
    }

    /// The marks over a glyph, at most two; more make a line unreadable, perhaps on purpose.
    package struct Marks: Hashable, Sendable {
        /// The first mark in the lower half, the second in the upper; none is zero.
        fileprivate var packed: UInt32 = 0

        package var isEmpty: Bool { packed == 0 }

        package var scalars: [Unicode.Scalar] {
            [packed & 0xFFFF, packed >> 16].filter { $0 > 0 }.compactMap { Unicode.Scalar($0) }
        }

        /// Adds a mark; drops a third one, and one outside the basic plane.
        package mutating func append(_ mark: Unicode.Scalar) {
            guard mark.value <= 0xFFFF else { return }
            if packed == 0 {
                packed = mark.value
            } else if packed >> 16 == 0 {
                packed |= mark.value << 16
            }
        }
    }

    /// The scalar in bits 0-20, the kind of glyph in 21-22, the attributes from bit 24.
    private var text: UInt32
    private var foreground: TerminalColor
    private var background: TerminalColor
    /// The marks over the glyph, in the same cell.
    package var marks = Marks()

    package init(_ glyph: Glyph, _ style: Style = .standard) {
        text = glyph.packed | UInt32(style.attributes.rawValue) << 24
        (foreground, background) = (style.foreground, style.background)
    }

    package var glyph: Glyph {
        get { Glyph(packed: text & 0x7F_FFFF) }
        set { text = newValue.packed | text & 0xFF00_0000 }
    }

    package var style: Style {
        get {
            Style(foreground, on: background, Style.Attributes(rawValue: UInt8(text >> 24)))
        }
        set {
            text = text & 0xFF_FFFF | UInt32(newValue.attributes.rawValue) << 24
            (foreground, background) = (newValue.foreground, newValue.background)
        }
    }

    var isBlank: Bool {
        text & 0x7F_FFFF == 0x20 && marks.isEmpty
            && style.attributes.isDisjoint(with: [.underline, .reverse])
    }

    var isPicture: Bool { text >> 21 & 3 == 3 }

    var isErased: Bool { isBlank && background == .standard }

    package static let blank = Cell(.narrow(" "))
}

extension Cell.Glyph {
    /// The scalar in 21 bits and the kind in two more.
    fileprivate var packed: UInt32 {
        switch self {
        case .narrow(let scalar): scalar.value
        case .wide(let scalar): scalar.value | 1 << 21
        case .trail: 2 << 21
        case .picture(let number): number & 0x1F_FFFF | 3 << 21
        }
    }

    fileprivate init(packed: UInt32) {
        // Only scalars were ever packed.
        let scalar = Unicode.Scalar(packed & 0x1F_FFFF) ?? "?"
        switch packed >> 21 {
        case 0: self = .narrow(scalar)
        case 1: self = .wide(scalar)
        case 2: self = .trail
        default: self = .picture(packed & 0x1F_FFFF)
        }
    }
}
