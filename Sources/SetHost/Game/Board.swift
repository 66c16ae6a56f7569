import SetProtocol

/// The face-up cards in their slots, without gaps.
///
/// A card keeps its slot for as long as it lies there. Only when found cards are not replaced do
/// the last cards move, into the holes, so that the fewest cards change place.
package struct Board: Hashable, Sendable {
    /// The cards, slot by slot.
    package private(set) var cards: [Card]

    /// The number of cards a game is played with unless somebody deals.
    package static let usualCount = 12

    /// Lays cards out in the given order.
    init(_ cards: [Card] = []) {
        self.cards = cards
    }

    /// How many cards lie on the board.
    package var count: Int { cards.count }

    /// Whether the card lies on the board.
    package func contains(_ card: Card) -> Bool { cards.contains(card) }

    /// Every set on the board.
    package var sets: [Trio] { CardSet(cards).sets }

    /// Whether there is a set on the board.
    package var containsSet: Bool { CardSet(cards).containsSet }

    /// Adds cards in new slots at the end.
    mutating func add(_ added: [Card]) {
        cards += added
    }

    /// Takes three cards away and puts others into their slots.
    ///
    /// - Parameters:
    ///   - trio: Cards that lie on the board; anything else would lose cards.
    ///   - replacements: At most three cards. The holes that remain are filled by the last cards of
    ///     the board.
    mutating func remove(_ trio: Trio, replacedBy replacements: [Card]) {
        precondition(trio.cards.allSatisfy(contains), "a card that is not on the board")
        var fresh = replacements.makeIterator()
        var holes: [Int] = []
        for slot in cards.indices where trio.contains(cards[slot]) {
            if let card = fresh.next() { cards[slot] = card } else { holes.append(slot) }
        }
        for hole in holes.reversed() {
            // From the last hole backwards the last card is never itself a hole.
            cards[hole] = cards[cards.count - 1]
            cards.removeLast()
        }
    }
}
