/// How drawings are turned into characters, from the finest grid of dots to plain text.
///
/// The best one for a terminal is detected; each can also be chosen by name.
package enum Blitter: String, CaseIterable, Hashable, Sendable {
    /// Two by four dots per cell, with the newest characters (Unicode 16).
    case octant
    /// Two by three dots per cell.
    case sextant
    /// One by two square dots per cell, each with its own color if there is true color.
    case halfBlock
    /// Two by two dots per cell.
    case quadrant
    /// Two by four round dots per cell that never touch.
    case braille
    /// Letters and punctuation only.
    case ascii
}
