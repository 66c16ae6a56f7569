/// A colour as a view asks for it; what the terminal can show of it is for the renderer to decide.
public enum Ink: Hashable, Sendable {
    /// The terminal's own foreground or background.
    case standard
    /// One of the 256 indexed colours; 0-15 are the terminal's palette.
    case indexed(UInt8)
    /// True colour.
    case rgb(UInt8, UInt8, UInt8)
}

/// How a cell looks apart from what stands in it.
public struct Style: Hashable, Sendable {
    /// The attributes that need no colour.
    public struct Attributes: OptionSet, Hashable, Sendable {
        /// One bit an attribute.
        public let rawValue: UInt8

        /// Combines attributes from their bits.
        public init(rawValue: UInt8) {
            self.rawValue = rawValue
        }

        /// Bold.
        public static let bold = Attributes(rawValue: 1)
        /// Dim.
        public static let dim = Attributes(rawValue: 2)
        /// Underlined.
        public static let underline = Attributes(rawValue: 4)
        /// Foreground and background exchanged.
        public static let reverse = Attributes(rawValue: 8)
    }

    /// The colour of the glyph.
    public var foreground: Ink
    /// The colour behind it.
    public var background: Ink
    /// Bold and the like.
    public var attributes: Attributes

    /// The terminal's own look unless said otherwise.
    public init(
        _ foreground: Ink = .standard, on background: Ink = .standard,
        _ attributes: Attributes = []
    ) {
        self.foreground = foreground
        self.background = background
        self.attributes = attributes
    }

    /// The terminal's own look.
    public static let standard = Style()
}

/// One character position of the screen.
public struct Cell: Hashable, Sendable {
    /// What stands in a cell.
    public enum Glyph: Hashable, Sendable {
        /// One column wide.
        case narrow(Unicode.Scalar)
        /// Two columns wide; the next cell is its ``trail``.
        case wide(Unicode.Scalar)
        /// The right half of the wide glyph before it.
        case trail
    }

    /// The marks over a glyph, at most two; more make a line unreadable, and may be meant to.
    public struct Marks: Hashable, Sendable {
        /// The first one.
        public private(set) var first: Unicode.Scalar?
        /// The second one.
        public private(set) var second: Unicode.Scalar?

        /// No marks.
        public init() {}

        /// Whether there are none.
        public var isEmpty: Bool { first == nil }

        /// The marks in their order.
        public var scalars: [Unicode.Scalar] { [first, second].compactMap(\.self) }

        /// Adds a mark; a third one is left out.
        public mutating func append(_ mark: Unicode.Scalar) {
            if first == nil { first = mark } else if second == nil { second = mark }
        }
    }

    /// What stands in it.
    public var glyph: Glyph
    /// What is drawn over that, in the same cell.
    public var marks = Marks()
    /// How it looks.
    public var style: Style

    /// A glyph in a style.
    public init(_ glyph: Glyph, _ style: Style = .standard) {
        self.glyph = glyph
        self.style = style
    }

    /// An empty cell in the terminal's own look.
    public static let blank = Cell(.narrow(" "))
}
