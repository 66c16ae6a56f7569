/// How close two claims on the same board were.
package struct Race: Hashable, Sendable {
    /// Who needed less time from seeing the board to pressing.
    package var winner: Seat
    /// By how much, as the host judged it: after what was made up for.
    package var margin: Duration
    /// How much of the slower line's round trip was made up for; never negative.
    package var adjustment: Duration
    /// Whether the margin was too small to measure, and points, turns or chance decided.
    package var isDeadHeat: Bool

    /// A race with a known end.
    package init(winner: Seat, margin: Duration, adjustment: Duration, isDeadHeat: Bool = false) {
        self.winner = winner
        self.margin = margin
        self.adjustment = adjustment
        self.isDeadHeat = isDeadHeat
    }
}
