/// An instant of the machine's monotonic clock, whose zero means nothing.
///
/// What a table announces or records is a ``TableInstant``; only the host's `TableClock` converts.
package struct MonotonicInstant: InstantProtocol, Sendable {
    package let sinceZero: Duration

    package init(_ sinceZero: Duration) {
        self.sinceZero = sinceZero
    }

    package static let zero = MonotonicInstant(.zero)

    package func advanced(by duration: Duration) -> MonotonicInstant {
        MonotonicInstant(sinceZero + duration)
    }

    /// The time from this instant to another; negative if that one is earlier.
    package func duration(to other: MonotonicInstant) -> Duration {
        other.sinceZero - sinceZero
    }

    package static func < (left: MonotonicInstant, right: MonotonicInstant) -> Bool {
        left.sinceZero < right.sinceZero
    }
}
