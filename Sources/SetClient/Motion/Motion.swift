import SetProtocol

/// What moves on the screen, as a function of time.
///
/// The state is final before anything moves: keys and clicks go by the final picture, and motion
/// only shows how it came about. When the state changes again while cards are under way, they go on
/// from where they are to where they belong now. ``skip()`` ends everything at once. When nothing
/// moves, the picture is exactly what ``TablePicture`` draws.
package struct Motion: Hashable, Sendable {
    /// How much is shown as movement.
    package var level: MotionLevel

    var flights: [Flight] = []
    var gesture: Gesture?
    /// Cards that stand out because they are new, where nothing moves.
    var highlight: Highlight?
    /// What the discard pile looks like until the cards that fly there have arrived.
    var oldDiscard: PileView.Pile?

    /// New cards that stand out for a moment.
    struct Highlight: Hashable {
        let cards: Set<Card>
        let end: MonotonicInstant
    }

    /// How often a moving picture is drawn when nothing slows it down: thirty times a second.
    static let frame = Duration.milliseconds(33)
    /// How long new cards stand out where nothing moves.
    static let highlightTime = Duration.milliseconds(700)

    /// Nothing that moves.
    package init(level: MotionLevel = .full) {
        self.level = level
    }

    /// Whether the picture at a moment is not yet the final one.
    package func isMoving(at now: MonotonicInstant) -> Bool { end.map { now < $0 } ?? false }

    /// When the last of it comes to rest; `nil` when nothing moves at all.
    private var end: MonotonicInstant? {
        (flights.map(\.arrival) + [gesture?.end, highlight?.end].compactMap(\.self)).max()
    }

    /// When the next picture is due; `nil` when nothing moves.
    ///
    /// - Parameters:
    ///   - now: When the last one was drawn.
    ///   - pace: How many pictures the line to the terminal bears.
    package func nextFrame(after now: MonotonicInstant, pace: FramePacing.Pace = .smooth)
        -> MonotonicInstant?
    {
        guard let end, now < end else { return nil }
        if flights.isEmpty, gesture == nil { return end }
        return min(now.advanced(by: pace.interval), end)
    }

    /// Ends everything that moves; the next picture is the final one.
    package mutating func skip() {
        self = Motion(level: level)
    }

    /// Forgets what has come to rest.
    mutating func settle(at now: MonotonicInstant) {
        flights.removeAll { !$0.isUnderWay(at: now) }
        if let end = gesture?.end, now >= end { gesture = nil }
        if let end = highlight?.end, now >= end { highlight = nil }
        if !flights.contains(where: { $0.goal == .discard }) { oldDiscard = nil }
    }
}
