import SetProtocol

/// The last picture of a table, and what moves from one picture to the next.
package struct AnimatedTable: Sendable {
    /// `nil` before the first picture.
    package private(set) var picture: TablePicture?
    private var motion = Motion()
    private var cache = CardCache()

    package init() {}

    /// Shows another picture.
    ///
    /// - Parameters:
    ///   - level: How much is shown as movement.
    ///   - isCut: Whether to show the picture without a transition.
    package mutating func show(
        _ next: TablePicture, _ level: MotionLevel, isCut: Bool = false, at now: MonotonicInstant
    ) {
        motion.level = level
        if isCut { motion.skip() }
        motion.changed(from: isCut ? nil : picture, to: next, at: now)
        picture = next
    }

    package mutating func skip() { motion.skip() }

    package func isMoving(at now: MonotonicInstant) -> Bool { motion.isMoving(at: now) }

    /// When the next picture is due; `nil` when nothing moves.
    package func nextFrame(after now: MonotonicInstant, _ pace: FramePacing.Pace)
        -> MonotonicInstant?
    {
        motion.nextFrame(after: now, pace: pace)
    }

    package mutating func draw(on canvas: inout Canvas, at now: MonotonicInstant) {
        guard let picture else { return }
        motion.draw(picture, on: &canvas, with: &cache, at: now)
    }
}
