/// An unordered collection of different cards, one bit each.
///
/// A card's fields are its place: the number field chooses one of three words, the other six bits
/// the bit inside it. Asking for membership is one shift, which is what makes finding every set
/// among n cards a walk over pairs instead of over triples.
public struct CardSet: Hashable, Sendable {
    private var words: SIMD4<UInt64> = .zero

    /// The empty collection.
    public init() {}

    /// Collects cards, counting repeated ones once.
    public init(_ cards: some Sequence<Card>) {
        for card in cards { insert(card) }
    }

    /// How many cards are in the collection.
    public var count: Int {
        words[1].nonzeroBitCount + words[2].nonzeroBitCount + words[3].nonzeroBitCount
    }

    /// Whether there is no card in the collection.
    public var isEmpty: Bool { words == .zero }

    /// Whether the card is in the collection.
    public func contains(_ card: Card) -> Bool {
        words[Int(card.bits >> 6)] >> UInt64(card.bits & 63) & 1 == 1
    }

    /// Adds a card; nothing changes when it is there already.
    public mutating func insert(_ card: Card) {
        words[Int(card.bits >> 6)] |= 1 << UInt64(card.bits & 63)
    }

    /// Takes a card out; nothing changes when it is not there.
    public mutating func remove(_ card: Card) {
        words[Int(card.bits >> 6)] &= ~(1 << UInt64(card.bits & 63))
    }

    /// The cards in ascending order.
    public var cards: [Card] {
        var cards: [Card] = []
        cards.reserveCapacity(count)
        for word in 1...3 {
            var rest = words[word]
            while rest != 0 {
                let place = UInt8(truncatingIfNeeded: rest.trailingZeroBitCount)
                cards.append(Card(uncheckedBits: UInt8(word) << 6 | place))
                rest &= rest - 1
            }
        }
        return cards
    }
}

// MARK: - Sets

extension CardSet {
    /// Every set among the cards, each once, its cards ascending.
    public var sets: [Trio] {
        var found: [Trio] = []
        _ = visitSets { first, second, third in
            if let trio = Trio([first, second, third]) { found.append(trio) }
            return true
        }
        return found
    }

    /// How many sets there are among the cards.
    public var setCount: Int {
        var count = 0
        _ = visitSets { _, _, _ in
            count += 1
            return true
        }
        return count
    }

    /// Whether there is a set among the cards; stops at the first one.
    public var containsSet: Bool { !visitSets { _, _, _ in false } }

    /// Visits each set once, until the visitor answers `false`.
    ///
    /// Two cards decide the third, so a walk over the pairs in ascending order meets each set
    /// exactly once if it counts only third cards greater than both.
    ///
    /// - Returns: Whether the walk came to its end.
    private func visitSets(_ visit: (Card, Card, Card) -> Bool) -> Bool {
        let cards = self.cards
        for (position, first) in cards.enumerated() {
            for second in cards[(position + 1)...] {
                let third = Card.third(completing: first, second)
                if third > second, contains(third), !visit(first, second, third) { return false }
            }
        }
        return true
    }
}
