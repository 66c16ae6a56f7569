/// The characters that a terminal can display reliably.
package enum GlyphSet: String, CaseIterable, Sendable {
    case unicode
    case ascii

    /// The scalar that replaces another one; always exactly one column wide for a narrow one.
    package func substitute(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        switch self {
        case .unicode: scalar
        case .ascii where scalar.isASCII: scalar
        case .ascii: Self.asciiLooks[scalar] ?? Self.asciiByBlock(scalar)
        }
    }

    // MARK: - Signs that have a look of their own in ASCII

    /// The sign before the highlighted row of a list.
    var pointer: String { self == .ascii ? ">" : "▸" }
    /// A larger pointer, next to a card or a name.
    var largePointer: String { self == .ascii ? ">" : "▶" }
    var moreAbove: String { self == .ascii ? "^" : "▴" }
    var moreBelow: String { self == .ascii ? "v" : "▾" }
    /// A value that the arrow keys change.
    func framed(_ value: String) -> String {
        self == .ascii ? "< \(value) >" : "‹ \(value) ›"
    }

    /// Blocks that are too large to list.
    private static func asciiByBlock(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        switch scalar.value {
        case 0x2500...0x257F: "+"
        case 0x2580...0x259F, 0x2800...0x28FF, 0x1FB00...0x1FB3B, 0x1CD00...0x1CDE5: "#"
        default: "?"
        }
    }

    private static let asciiLooks: [Unicode.Scalar: Unicode.Scalar] = {
        let rows: [(String, String)] = [
            // Lines and corners.
            ("─━┄┅┈┉╌╍╴╶╸╺╼╾", "--------------"),
            ("│┃┆┇┊┋╎╏╵╷╹╻╽╿║", "|||||||||||||||"),
            ("═╭╮╰╯╱╲╳", "=..''/\\X"),
            // Blocks, from light to dark.
            ("▀▔▁▂▃▄▅▆▇█", "\"\"___===##"),
            ("▏▎▍▌▋▊▉▐▕", "|||####]|"),
            ("░▒▓▖▗▘▝▚▞", ".:%..''\\/"),
            // Shapes: filled, half filled, and open remain distinct.
            ("■▣□◼◻▪▫", "#%o#o#o"),
            ("●◍◐◑◉○◯•◦", "@0009oo*o"),
            ("◆◈◇♦", "*%v*"),
            ("▲△▼▽▶▷◀◁►◄▸◂", "A^VvD>C<><><"),
            ("★☆♥♡♠♣", "**uuxx"),
            ("≈∿∼", "SSS"),
            // Signs and punctuation.
            ("←↑→↓↵⏎⇧⌫␣", "<^>v//^<_"),
            ("✓✔✗✘×÷±−", "++xxx/+-"),
            ("‘’‚“”„‹›«»", "'',\"\"\"<><>"),
            ("–—‐…·‧\u{A0}", "---... "),
            ("°¹²³½µ¿¡§©®", "o123hu?!SCR"),
            // Latin letters without their marks.
            ("ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏ", "AAAAAAACEEEEIIII"),
            ("ÐÑÒÓÔÕÖØÙÚÛÜÝÞß", "DNOOOOOOUUUUYTs"),
            ("àáâãäåæçèéêëìíîï", "aaaaaaaceeeeiiii"),
            ("ðñòóôõöøùúûüýþÿ", "dnoooooouuuuyty"),
        ]
        var looks: [Unicode.Scalar: Unicode.Scalar] = [:]
        for (glyphs, letters) in rows {
            for (glyph, letter) in zip(glyphs.unicodeScalars, letters.unicodeScalars) {
                looks[glyph] = letter
            }
        }
        return looks
    }()
}

/// How drawings are turned into characters, from the finest grid of dots to plain text.
///
/// The best one for a terminal is detected; each can also be chosen by name.
package enum Blitter: String, CaseIterable, Sendable {
    /// Two by three dots per cell.
    case sextant
    /// Two by two dots per cell.
    case quadrant
    case ascii
}
