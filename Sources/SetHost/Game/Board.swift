import SetProtocol

/// The face-up cards in their slots, without gaps.
///
/// A card keeps its slot as long as it is on the board. Only if found cards are not replaced do the
/// last cards move, into the holes, so that as few cards as possible change places.
package struct Board: Hashable, Sendable {
    package private(set) var cards: [Card]

    init(_ cards: [Card] = []) {
        self.cards = cards
    }

    package var count: Int { cards.count }

    package func contains(_ card: Card) -> Bool { cards.contains(card) }

    mutating func add(_ added: [Card]) {
        cards += added
    }

    /// Removes three cards and puts others into their slots.
    ///
    /// - Parameters:
    ///   - trio: Cards on the board; any others would lose cards.
    ///   - replacements: At most three cards. The last cards of the board fill the remaining holes.
    mutating func remove(_ trio: Trio, replacedBy replacements: [Card]) {
        precondition(trio.cards.allSatisfy(contains), "a card that is not on the board")
        var fresh = replacements.makeIterator()
        var holes: [Int] = []
        for slot in cards.indices where trio.contains(cards[slot]) {
            if let card = fresh.next() { cards[slot] = card } else { holes.append(slot) }
        }
        for hole in holes.reversed() {
            // Going backward from the last hole, the last card is never itself a hole.
            cards[hole] = cards[cards.count - 1]
            cards.removeLast()
        }
    }
}
