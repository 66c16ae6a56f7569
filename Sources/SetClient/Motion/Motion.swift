import SetProtocol

/// What moves on the screen, as a function of time.
///
/// Keys and clicks go by the final picture; motion only shows how it came about. When the state
/// changes again, cards continue from where they are to where they belong now. At rest, the picture is
/// exactly what ``TablePicture`` draws.
package struct Motion: Equatable, Sendable {
    package var level: MotionLevel

    var flights: [Flight] = []
    var gesture: Gesture?
    var celebration: Celebration?
    /// New cards that stand out, where nothing moves.
    var highlight: Highlight?
    /// The discard pile until the cards that fly there have arrived.
    var oldDiscard: PileView.Pile?

    struct Highlight: Equatable {
        let cards: Set<Card>
        let end: MonotonicInstant
    }

    /// The time of a frame: thirty a second.
    static let frame = Duration.milliseconds(33)
    static let highlightTime = Duration.milliseconds(700)

    package init(level: MotionLevel = .full) { self.level = level }

    /// Whether the picture at a moment is not yet the final one.
    package func isMoving(at now: MonotonicInstant) -> Bool { end.map { now < $0 } ?? false }

    private var end: MonotonicInstant? {
        (flights.map(\.arrival)
            + [gesture?.end, highlight?.end, celebration?.end].compactMap(\.self)).max()
    }

    /// When the next frame is due; `nil` when nothing moves.
    package func nextFrame(
        after now: MonotonicInstant, pace: FramePacing.Pace = .smooth
    ) -> MonotonicInstant? {
        guard let end, now < end else { return nil }
        if flights.isEmpty, gesture == nil, celebration == nil { return end }
        return min(now.advanced(by: pace.interval), end)
    }

    /// Ends all motion; the next picture is the final one.
    package mutating func skip() { self = Motion(level: level) }

    mutating func settle(at now: MonotonicInstant) {
        flights.removeAll { !$0.isUnderWay(at: now) }
        if let end = gesture?.end, now >= end { gesture = nil }
        if let end = highlight?.end, now >= end { highlight = nil }
        if let end = celebration?.end, now >= end { celebration = nil }
        if !flights.contains(where: { $0.goal == .discard }) { oldDiscard = nil }
    }
}
