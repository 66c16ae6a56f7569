/// An instant at a table: the time since the table was created.
///
/// It has no relation to any wall clock, and continues after a restart of the host. Readings of the
/// machine's clock are ``MonotonicInstant``s.
package struct TableInstant: InstantProtocol, Sendable {
    package let sinceOpening: Duration

    package init(_ sinceOpening: Duration) {
        self.sinceOpening = sinceOpening
    }

    package static let zero = TableInstant(.zero)

    package func advanced(by duration: Duration) -> TableInstant {
        TableInstant(sinceOpening + duration)
    }

    /// The time from this instant to another; negative if that one is earlier.
    package func duration(to other: TableInstant) -> Duration {
        other.sinceOpening - sinceOpening
    }

    package static func < (left: TableInstant, right: TableInstant) -> Bool {
        left.sinceOpening < right.sinceOpening
    }
}

extension Duration {
    /// The duration in whole milliseconds, rounded towards zero.
    package var wholeMilliseconds: Int { Int(clamping: attoseconds / 1_000_000_000_000_000) }

    /// The duration in whole microseconds, rounded down, as far as the type reaches.
    package var wholeMicroseconds: Int {
        let (whole, rest) = attoseconds.quotientAndRemainder(dividingBy: 1_000_000_000_000)
        return Int(clamping: whole - (rest < 0 ? 1 : 0))
    }

    /// The duration in milliseconds, rounded to the nearest; halves go up.
    package var roundedMilliseconds: Int { (self + .microseconds(500)).wholeMilliseconds }
}
