import SetProtocol

/// Where a table takes a deck for each game from.
public struct DeckSource: Hashable, Sendable {
    private var generator: SeededGenerator
    private var coins: SeededGenerator
    private var prepared: [[Card]]

    /// Shuffles every deck as the seed decides.
    public init(seed: UInt64) {
        generator = SeededGenerator(seed: seed)
        coins = SeededGenerator(seed: ~seed)
        prepared = []
    }

    /// Uses prepared decks first and shuffled ones after them; for end games and for tests.
    public init(prepared: [[Card]], thenSeed seed: UInt64) {
        self.init(seed: seed)
        self.prepared = prepared.reversed()
    }

    /// The deck for one more game.
    mutating func next() -> Deck {
        if let cards = prepared.popLast() { return Deck(cards) }
        return Deck(seed: generator.next())
    }

    /// Either seat, equally likely; takes nothing from the shuffles.
    mutating func tossCoin() -> Seat {
        coins.next() & 1 == 0 ? .first : .second
    }
}
