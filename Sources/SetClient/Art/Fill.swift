/// What the inside of a symbol shows.
package enum Fill: String, CaseIterable, Hashable, Sendable {
    /// All ink.
    case solid
    /// Stripes across.
    case striped
    /// The outline alone.
    case open
}
