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
