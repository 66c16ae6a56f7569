import SetProtocol

// MARK: - The promise of a fair shuffle

extension Duel {
    /// The commitment to the current deck, for a newcomer.
    package var commitment: Commitment? { isDeckPromised ? promise : nil }

    private var promise: Commitment { Commitment(game: gameNumber, digest: shuffle.digest) }

    /// Commits to the deck, just before its first cards are dealt.
    mutating func promiseDeck() -> [DuelEffect] {
        isDeckPromised = true
        return [.promise(promise)]
    }

    /// Reveals a deck that was committed to and is no longer used; does nothing without one.
    mutating func revealDeck() -> [DuelEffect] {
        guard isDeckPromised else { return [] }
        isDeckPromised = false
        return [.reveal(Reveal(game: gameNumber, shuffle: shuffle))]
    }

    /// A game with the next deck.
    ///
    /// - Parameter tallies: Points and sets so far, for a sudden death.
    mutating func nextGame(
        tallies: PerSeat<Game.Tally> = PerSeat(both: Game.Tally())
    ) -> Game {
        shuffle = decks.next()
        return Game(
            rules: rules, deck: Deck(shuffle.deck), boardNumber: game.boardNumber.next,
            tallies: tallies)
    }
}
