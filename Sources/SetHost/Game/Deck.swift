import SetProtocol

/// The cards not yet dealt, in the order in which they will be.
package struct Deck: Hashable, Sendable {
    /// The next card is the last, so that dealing takes no copy.
    private var reversed: [Card]

    /// All 81 cards, shuffled as the seed decides.
    ///
    /// The order is public knowledge given the seed (``SeededGenerator/shuffledDeck(seed:)``), so a
    /// client can check it when the seed is revealed.
    package init(seed: UInt64) {
        self.init(SeededGenerator.shuffledDeck(seed: seed))
    }

    /// Some cards in a fixed order, the next one first; for end games and for tests.
    package init(_ cards: [Card]) {
        reversed = cards.reversed()
    }

    /// How many cards are left.
    package var count: Int { reversed.count }

    /// Whether all cards have been dealt.
    package var isEmpty: Bool { reversed.isEmpty }

    /// The cards left, the next one first.
    package var cards: [Card] { reversed.reversed() }

    /// Takes the next cards off the deck: as many as asked for, or all that are left.
    mutating func deal(_ count: Int) -> [Card] {
        let dealt = reversed.suffix(count).reversed()
        reversed.removeLast(dealt.count)
        return Array(dealt)
    }
}
