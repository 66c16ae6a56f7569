import SetProtocol

// MARK: - The promise of a fair shuffle

extension Duel {
    /// What was promised of the deck that is being played; for somebody who has just come.
    package var commitment: Commitment? { isDeckPromised ? promise : nil }

    private var promise: Commitment { Commitment(game: gamesStarted, digest: shuffle.digest) }

    /// Promises the deck, just before its first cards are dealt.
    mutating func promiseDeck() -> [DuelEffect] {
        isDeckPromised = true
        return [.promise(promise)]
    }

    /// Shows a deck that was promised and is done with; nothing to do without one.
    mutating func revealDeck() -> [DuelEffect] {
        guard isDeckPromised else { return [] }
        isDeckPromised = false
        return [.reveal(Reveal(game: gamesStarted, shuffle: shuffle))]
    }

    /// A game with the next deck.
    ///
    /// - Parameter tallies: What has been earned before; for a sudden death.
    mutating func nextGame(
        tallies: PerSeat<Game.Tally> = PerSeat(both: Game.Tally())
    ) -> Game {
        shuffle = decks.next()
        return Game(
            rules: rules, deck: Deck(shuffle.deck), boardNumber: game.boardNumber.next,
            tallies: tallies, edition: edition)
    }
}
