import SetProtocol

/// The cards not yet dealt, in deal order.
package struct Deck: Hashable, Sendable {
    /// The next card is the last element, so that dealing copies nothing.
    private var reversed: [Card]

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

/// What all shuffles of a table are computed from.
package struct ShuffleSeed: Hashable, Sendable {
    /// Determines the decks and coin tosses.
    package let number: UInt64
    /// With it, a revealed deck says nothing about the next one; `nil` if the number alone decides,
    /// for practice and tests.
    package let salt: Salt?

    package init(number: UInt64, salt: Salt? = nil) {
        (self.number, self.salt) = (number, salt)
    }
}

package struct DeckSource: Hashable, Sendable {
    private var generator: SeededGenerator
    private var coins: SeededGenerator
    private var prepared: [[Card]]
    private let seed: ShuffleSeed
    private let kind: Rules.Deck
    private let repeats: Bool
    private var count = 0

    /// - Parameters:
    ///   - prepared: The decks that come first, for end games and tests.
    ///   - repeats: Whether these, or a single shuffled one, come again and again.
    package init(
        _ seed: ShuffleSeed, _ kind: Rules.Deck = .full, after prepared: [[Card]] = [],
        repeats: Bool = false
    ) {
        (self.seed, self.kind, self.repeats) = (seed, kind, repeats)
        self.prepared = prepared.reversed()
        generator = SeededGenerator(seed: seed.number)
        coins = SeededGenerator(seed: ~seed.number)
    }

    mutating func next() -> Shuffle {
        count += 1
        // The salt is revealed after the game and does not help to find another game's.
        let salt = Salt(SHA256(of: "\(secret) salt \(count)"))
        let deck =
            prepared.popLast()
            ?? SeededGenerator.shuffledDeck(seed: generator.next() ^ pepper, of: kind.cards)
        if repeats { prepared.insert(deck, at: 0) }
        return Shuffle(deck: deck, salt: salt)
    }

    private var secret: String { seed.salt?.hex ?? seed.number.hex }

    /// What a number from the generator is mixed with.
    ///
    /// The generator's numbers follow from one another, and somebody who has seen a whole deck
    /// might find the one that shuffled it. A digest reveals nothing about the next one.
    private var pepper: UInt64 {
        guard seed.salt != nil else { return 0 }
        let digest = SHA256(of: "\(secret) shuffle \(count)")
        return digest.bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// Returns either seat with equal probability; does not affect the shuffles.
    mutating func tossCoin() -> Seat {
        coins.next() & 1 == 0 ? .first : .second
    }
}
