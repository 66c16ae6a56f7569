/// Counts everything published at a table; a higher revision is newer.
package struct Revision: Hashable, Sendable, Comparable {
    /// The count, from 0.
    package let number: Int

    /// Wraps a count read from the wire or a journal.
    package init(_ number: Int) {
        self.number = number
    }

    /// The revision of the change after this one.
    package var next: Revision { Revision(number + 1) }

    /// Orders revisions by age.
    package static func < (left: Revision, right: Revision) -> Bool { left.number < right.number }
}

/// Counts the changes of which cards can be claimed; it tells whether a claimant saw this board.
///
/// It grows when cards come onto the board or leave it, and already when a set is found, because
/// from then on its cards are taken although they still lie there to be looked at.
package struct BoardNumber: Hashable, Sendable, Comparable {
    /// The count, from 0.
    package let number: Int

    /// Wraps a count read from the wire or a journal.
    package init(_ number: Int) {
        self.number = number
    }

    /// The number of the board after one more change.
    package var next: BoardNumber { BoardNumber(number + 1) }

    /// Orders boards by age.
    package static func < (left: BoardNumber, right: BoardNumber) -> Bool {
        left.number < right.number
    }
}

/// A moment at a table, counted from when the table opened; no relation to any wall clock.
package struct TableTime: InstantProtocol, Sendable {
    /// How long the table had been open.
    package let sinceOpening: Duration

    /// The moment a given time after the table opened.
    package init(_ sinceOpening: Duration) {
        self.sinceOpening = sinceOpening
    }

    /// The moment the table opened.
    package static let zero = TableTime(.zero)

    /// The moment a duration later.
    package func advanced(by duration: Duration) -> TableTime {
        TableTime(sinceOpening + duration)
    }

    /// How long it is from this moment until another; negative when that one is earlier.
    package func duration(to other: TableTime) -> Duration {
        other.sinceOpening - sinceOpening
    }

    /// Orders moments by time.
    package static func < (left: TableTime, right: TableTime) -> Bool {
        left.sinceOpening < right.sinceOpening
    }
}

extension Duration {
    /// The duration in whole milliseconds, rounded towards zero.
    package var wholeMilliseconds: Int {
        let (seconds, attoseconds) = components
        return Int(seconds) * 1000 + Int(attoseconds / 1_000_000_000_000_000)
    }

    /// The duration in whole microseconds, rounded down, as far as the type reaches.
    package var wholeMicroseconds: Int {
        let (seconds, attoseconds) = components
        // Of a negative time both parts are negative.
        let (rest, isPart) = (attoseconds / 1_000_000_000_000, attoseconds % 1_000_000_000_000 < 0)
        let (product, overflows) = Int(seconds).multipliedReportingOverflow(by: 1_000_000)
        guard !overflows else { return seconds < 0 ? .min : .max }
        let (sum, overflowsToo) = product.addingReportingOverflow(Int(rest) - (isPart ? 1 : 0))
        return overflowsToo ? (seconds < 0 ? .min : .max) : sum
    }

    /// The duration in milliseconds, rounded to the nearest; halves go up.
    package var roundedMilliseconds: Int { (self + .microseconds(500)).wholeMilliseconds }
}
