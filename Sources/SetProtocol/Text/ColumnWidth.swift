extension Unicode.Scalar {
    /// How many columns the scalar takes on a terminal: 0, 1 or 2.
    ///
    /// Two are what Unicode calls wide or fullwidth (UAX 11), among them every emoji that shows as
    /// a picture by itself. None are controls, and marks that are drawn over the scalar before;
    /// spacing marks are drawn beside it by some terminals, which a screen must allow for.
    package var columns: Int {
        // Most of what is measured.
        if value < 0x7F { return value < 0x20 ? 0 : 1 }
        return switch value {
        case 0x7F..<0xA0: 0
        case 0xA0..<0x300: 1
        // Lines, blocks, shapes and sextants: what our own drawings are made of, and a screen of
        // them is measured in every frame; also braille and octants.
        case 0x2500...0x25FC, 0x2800...0x28FF, 0x1CC00...0x1CEBF, 0x1FB00...0x1FBFF: 1
        default: columnsByProperties
        }
    }

    /// The same for a scalar that must be looked up in Unicode's tables; a separate function, so
    /// that the fast paths above need none of its setup.
    private var columnsByProperties: Int {
        switch value {
        case 0x1160...0x11FF, 0xD7B0...0xD7FF: return 0
        case 0x303F, 0x3248...0x324F, 0x4DC0...0x4DFF: return 1
        case _: break
        }
        switch properties.generalCategory {
        case .nonspacingMark, .spacingMark, .enclosingMark, .format, .control, .surrogate,
            .lineSeparator,
            .paragraphSeparator:
            return 0
        case _: break
        }
        switch value {
        case 0x1100...0x115F, 0x2329...0x232A, 0x2E80...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3,
            0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6,
            0x16FE0...0x18DFF, 0x1AFF0...0x1B2FF, 0x1F200...0x1F265, 0x20000...0x3FFFD:
            return 2
        case 0x1F1E6...0x1F1FF:
            return 1
        case _:
            return properties.isEmojiPresentation ? 2 : 1
        }
    }
}
