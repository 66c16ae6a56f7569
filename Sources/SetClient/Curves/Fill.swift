/// What the inside of a symbol shows.
package enum Fill: String, CaseIterable, Hashable, Sendable {
    case solid
    case striped
    /// Only the outline.
    case open
}
