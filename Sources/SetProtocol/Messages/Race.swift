/// How close two claims on the same board were.
public struct Race: Hashable, Sendable {
    /// Who needed less time from seeing the board to pressing.
    public var winner: Seat
    /// By how much, as the host judged it: after what was made up for.
    public var margin: Duration
    /// How much of the slower line's round trip was made up for; never negative.
    public var adjustment: Duration
    /// Whether the margin was too small to measure, and points, turns or chance decided.
    public var isDeadHeat: Bool

    /// A race with a known end.
    public init(winner: Seat, margin: Duration, adjustment: Duration, isDeadHeat: Bool = false) {
        self.winner = winner
        self.margin = margin
        self.adjustment = adjustment
        self.isDeadHeat = isDeadHeat
    }
}
