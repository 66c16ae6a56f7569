package struct Race: Hashable, Sendable {
    package var winner: Seat
    /// By how much, after compensation for latency.
    package var margin: Duration
    /// How much of the slower connection's round trip was compensated; never negative.
    package var adjustment: Duration
    /// Whose connection was slower and was compensated; `nil` if nobody's, or if the host does not say.
    package var credited: Seat?
    /// Whether the margin was too small to measure, and points, the last dead heat, or chance
    /// decided.
    package var isDeadHeat: Bool

    package init(
        winner: Seat, margin: Duration, adjustment: Duration, credited: Seat? = nil,
        isDeadHeat: Bool = false
    ) {
        (self.winner, self.credited) = (winner, credited)
        self.margin = margin
        self.adjustment = adjustment
        self.isDeadHeat = isDeadHeat
    }
}
