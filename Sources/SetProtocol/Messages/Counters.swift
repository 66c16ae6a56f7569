/// Counts everything published at a table; a higher revision is newer.
package struct Revision: Hashable, Sendable, Comparable {
    package let number: Int

    package init(_ number: Int) {
        self.number = number
    }

    package var next: Revision { Revision(number + 1) }

    package static func < (left: Revision, right: Revision) -> Bool { left.number < right.number }
}

/// Counts changes of the claimable cards; shows whether a claimant saw this board.
///
/// It grows when cards enter or leave the board, and as soon as a set is found, whose cards stay
/// visible but are taken.
package struct BoardNumber: Hashable, Sendable, Comparable {
    package let number: Int

    package init(_ number: Int) {
        self.number = number
    }

    package var next: BoardNumber { BoardNumber(number + 1) }

    package static func < (left: BoardNumber, right: BoardNumber) -> Bool {
        left.number < right.number
    }
}
