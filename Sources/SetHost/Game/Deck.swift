import SetProtocol

/// The cards not yet dealt, in deal order.
package struct Deck: Hashable, Sendable {
    /// The next card is the last element, so that dealing copies nothing.
    private var reversed: [Card]

    /// All 81 cards, shuffled by the seed.
    ///
    /// The order is public knowledge given the seed (``SeededGenerator/shuffledDeck(seed:)``), so a
    /// client can check it when the seed is revealed.
    package init(seed: UInt64) {
        self.init(SeededGenerator.shuffledDeck(seed: seed))
    }

    /// Given cards, the next one first; for end games and tests.
    package init(_ cards: [Card]) {
        reversed = cards.reversed()
    }

    package var count: Int { reversed.count }

    package var isEmpty: Bool { reversed.isEmpty }

    /// The cards left, the next one first.
    package var cards: [Card] { reversed.reversed() }

    /// Removes and returns the next cards: as many as asked for, or all that are left.
    mutating func deal(_ count: Int) -> [Card] {
        let dealt = reversed.suffix(count).reversed()
        reversed.removeLast(dealt.count)
        return Array(dealt)
    }
}
