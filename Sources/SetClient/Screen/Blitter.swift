/// How drawings are turned into characters, from the finest grid of dots to plain text.
///
/// The best one for a terminal is detected; each can also be chosen by name.
package enum Blitter: String, CaseIterable, Hashable, Sendable {
    /// Two by three dots per cell.
    case sextant
    /// Two by two dots per cell.
    case quadrant
    /// Letters and punctuation only.
    case ascii
}
