/// What becomes of a game that its player leaves.
package enum GameSaving: Hashable, Sendable {
    /// It is lost.
    case never
    /// It can be continued later if a set was found in it.
    case ifFound
    /// The same, and another game was saved before it.
    case ifFoundBesideAnother
}
