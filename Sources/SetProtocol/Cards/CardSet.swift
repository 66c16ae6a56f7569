/// An unordered collection of different cards, one bit each.
///
/// A card's fields are its place: the number field chooses one of three words, the other six bits
/// the bit inside it. Asking for membership is one shift, which is what makes finding every set
/// among n cards a walk over pairs instead of over triples.
package struct CardSet: Hashable, Sendable {
    private var words: SIMD4<UInt64> = .zero

    package init() {}

    /// Collects cards, counting repeated ones once.
    package init(_ cards: some Sequence<Card>) {
        for card in cards { insert(card) }
    }

    package var count: Int {
        words[1].nonzeroBitCount + words[2].nonzeroBitCount + words[3].nonzeroBitCount
    }

    package var isEmpty: Bool { words == .zero }

    package func countShared(with other: CardSet) -> Int {
        let both = words & other.words
        return both.indices.reduce(0) { $0 + both[$1].nonzeroBitCount }
    }

    package func contains(_ card: Card) -> Bool {
        words[Int(card.bits >> 6)] >> UInt64(card.bits & 63) & 1 == 1
    }

    package mutating func insert(_ card: Card) {
        words[Int(card.bits >> 6)] |= 1 << UInt64(card.bits & 63)
    }

    package mutating func remove(_ card: Card) {
        words[Int(card.bits >> 6)] &= ~(1 << UInt64(card.bits & 63))
    }

    package var cards: [Card] {
        var cards: [Card] = []
        cards.reserveCapacity(count)
        for word in 1...3 {
            var rest = words[word]
            while rest != 0 {
                let place = UInt8(truncatingIfNeeded: rest.trailingZeroBitCount)
                cards.append(Card(uncheckedBits: UInt8(word) << 6 | place))
                rest &= rest &- 1
            }
        }
        return cards
    }

    // MARK: - Sets

    /// Every set among the cards, each once, its cards ascending.
    package var sets: [Trio] {
        var found: [Trio] = []
        _ = visitSets { first, second, third in
            if let trio = Trio(first, second, third) { found.append(trio) }
            return true
        }
        return found
    }

    package var setCount: Int {
        var count = 0
        _ = visitSets { _, _, _ in
            count += 1
            return true
        }
        return count
    }

    /// Whether there is a set among the cards; stops at the first one.
    package var containsSet: Bool { !visitSets { _, _, _ in false } }

    /// Visits each set once, until the visitor answers `false`.
    ///
    /// Two cards decide the third, so a walk over the pairs in ascending order meets each set
    /// exactly once if it counts only third cards greater than both. In ascending order the numbers
    /// of a set are alike, or 1, 2 and 3: other pairs are not looked at.
    ///
    /// - Returns: Whether the walk came to its end.
    private func visitSets(_ visit: (Card, Card, Card) -> Bool) -> Bool {
        let (ones, twos, threes) = (words[1], words[2], words[3])
        var firsts = ones
        while let first = Card(lowestOf: &firsts, number: 1) {
            guard Self.visit(first, firsts, number: 1, thirds: ones, visit),
                Self.visit(first, twos, number: 2, thirds: threes, visit)
            else { return false }
        }
        for (number, word) in [(2 as UInt8, twos), (3, threes)] {
            firsts = word
            while let first = Card(lowestOf: &firsts, number: number) {
                guard Self.visit(first, firsts, number: number, thirds: word, visit) else {
                    return false
                }
            }
        }
        return true
    }

    /// Visits the sets of one card with second cards of one number and third cards of one number.
    @inline(__always)
    private static func visit(
        _ first: Card, _ seconds: UInt64, number: UInt8, thirds: UInt64,
        _ visit: (Card, Card, Card) -> Bool
    ) -> Bool {
        var seconds = seconds
        while let second = Card(lowestOf: &seconds, number: number) {
            let third = Card.third(completing: first, second)
            if third > second, thirds >> UInt64(third.bits & 63) & 1 == 1,
                !visit(first, second, third)
            {
                return false
            }
        }
        return true
    }
}

extension Card {
    /// Removes the lowest card from a word of cards; `nil` if it is empty.
    @inline(__always)
    fileprivate init?(lowestOf word: inout UInt64, number: UInt8) {
        guard word != 0 else { return nil }
        self.init(
            uncheckedBits: number << 6 | UInt8(truncatingIfNeeded: word.trailingZeroBitCount))
        word &= word &- 1
    }
}
