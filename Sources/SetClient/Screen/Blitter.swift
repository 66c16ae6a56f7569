/// How drawings are turned into characters, from the finest grid of dots to plain text.
///
/// Which one a terminal can show is detected; every one can be asked for by name.
package enum Blitter: String, CaseIterable, Hashable, Sendable {
    /// Two by four dots a cell, the newest characters (Unicode 16).
    case octant
    /// Two by three dots a cell.
    case sextant
    /// One by two square dots a cell, each in a color of its own where there is true color.
    case halfBlock
    /// Two by two dots a cell.
    case quadrant
    /// Two by four round dots a cell that never touch.
    case braille
    /// Letters and punctuation only.
    case ascii
}
