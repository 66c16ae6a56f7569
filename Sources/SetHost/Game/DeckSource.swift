import SetProtocol

/// What all shuffles of a table follow from.
package struct ShuffleSeed: Hashable, Sendable {
    /// Decides the decks and the tosses of a coin.
    package let number: UInt64
    /// Makes them impossible to foresee.
    ///
    /// With it a deck that has been seen says nothing about the next one. `nil` where the number alone
    /// is to decide, for practice and tests.
    package let salt: Salt?

    /// A seed that decides everything by itself, or a part of one that cannot be guessed.
    package init(number: UInt64, salt: Salt? = nil) {
        (self.number, self.salt) = (number, salt)
    }
}

/// Where a table takes a deck for each game from.
package struct DeckSource: Hashable, Sendable {
    private var generator: SeededGenerator
    private var coins: SeededGenerator
    private var prepared: [[Card]]
    private let seed: ShuffleSeed
    private var count = 0

    /// Shuffles every deck as the seed decides.
    package init(_ seed: ShuffleSeed) {
        self.seed = seed
        generator = SeededGenerator(seed: seed.number)
        coins = SeededGenerator(seed: ~seed.number)
        prepared = []
    }

    /// Shuffles every deck as a number decides.
    package init(seed: UInt64) {
        self.init(ShuffleSeed(number: seed))
    }

    /// Uses prepared decks first and shuffled ones after them; for end games and for tests.
    package init(prepared: [[Card]], thenSeed seed: UInt64) {
        self.init(seed: seed)
        self.prepared = prepared.reversed()
    }

    /// The deck for one more game.
    mutating func next() -> Shuffle {
        count += 1
        // Told at the end of the game, and of no help in finding the salt of another.
        let salt = Salt(SHA256(of: "\(secret) salt \(count)"))
        if let cards = prepared.popLast() { return Shuffle(deck: cards, salt: salt) }
        let deck = SeededGenerator.shuffledDeck(seed: generator.next() ^ pepper)
        return Shuffle(deck: deck, salt: salt)
    }

    private var secret: String { seed.salt?.hex ?? seed.number.hex }

    /// What a number taken from the generator is mixed with.
    ///
    /// The generator's next number follows from its last, and whoever has seen a whole deck might
    /// find what it was shuffled with. A digest gives nothing away about the next one.
    private var pepper: UInt64 {
        guard seed.salt != nil else { return 0 }
        let digest = SHA256(of: "\(secret) shuffle \(count)")
        return digest.bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// Either seat, equally likely; takes nothing from the shuffles.
    mutating func tossCoin() -> Seat {
        coins.next() & 1 == 0 ? .first : .second
    }
}
