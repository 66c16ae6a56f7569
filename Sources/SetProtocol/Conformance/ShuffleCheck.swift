/// Checks the host's decks against its shuffle commitments and against every board it showed.
///
/// Only the boards count: an event names what a host says that it dealt, the board is what people
/// play with. A shuffle is fair only if its commitment came before the first cards, every card was
/// seen, and the deck was revealed at the end. What a client missed, such as the cards that came
/// and went while it was away, cannot be verified; nothing that a host sends makes it forget the
/// rest.
package struct ShuffleCheck: Hashable, Sendable {
    package enum Finding: Hashable, Sendable {
        /// The deck matches the commitment and was dealt in its order.
        case kept
        /// Nothing is known to be wrong, but the check was impossible.
        case unverified(Gap)
        case broken(Fault)

        /// Whether the host broke a promise.
        package var isBroken: Bool { if case .broken = self { true } else { false } }

        fileprivate var severity: Int {
            switch self {
            case .kept: 0
            case .unverified: 1
            case .broken: 2
            }
        }
    }

    package enum Gap: Hashable, Sendable {
        /// Cards were dealt without a commitment.
        case noCommitment
        /// The game ended, and its deck was not revealed to this client.
        case notRevealed
        /// Cards that were dealt have never been seen.
        case hiddenCards
        /// Cards came and went while this client was away.
        case missedCards
        /// The client came after the first cards, so the commitment may have been made later.
        case joinedLate
    }

    package enum Fault: Hashable, Sendable {
        /// Another commitment came in the middle of a game.
        case promisedTwice
        /// The commitment came after cards had been dealt.
        case promisedLate
        /// The deck was revealed, and the game went on with it.
        case revealedEarly
        /// The deck does not match the commitment.
        case anotherDeck
        /// The deck is not the 81 cards.
        case incomplete
        /// The board showed other cards than those that left the deck.
        case dealtOtherwise
        /// The deck was revealed in an earlier game, so its order was known.
        case reused
    }

    /// The finding on the last message, if there is anything new to say.
    package private(set) var news: Finding?
    private var deck: DeckEvidence?
    /// The deck before a sudden death, until it is revealed.
    private var replaced: DeckEvidence?
    /// The worst finding on the finished decks of this game.
    private var finished: Finding?
    /// The players in the last state; `nil` before the first one.
    private var names: PerSeat<String?>?
    /// Whether messages may have been missed since the last state.
    private var hasGap = true
    /// Whether the finding on the current deck has been told.
    private var isTold = false
    /// The commitments of the decks revealed so far, and those decks without their salts.
    private var revealed: Set<SHA256> = []

    /// How many digests of revealed decks are kept, two for each.
    private static let mostRevealed = 2000

    package init() {}

    /// What there is to say about the game so far; `nil` for a client that did not see it played.
    package var conclusion: Finding? {
        Self.worst([finished, replaced?.conclusion, deck?.conclusion])
    }

    /// Notes a message from the host.
    ///
    /// - Returns: A finding that is news.
    @discardableResult
    package mutating func receive(_ message: HostMessage) -> Finding? {
        news = nil
        switch message {
        case .welcome: connectionBegan()
        case .state(let state): receive(state)
        case .commitment(let commitment): receive(commitment)
        case .reveal(let reveal): receive(reveal)
        default: tellIfOver()
        }
        return news
    }

    /// Messages may have been missed, and a commitment is repeated.
    private mutating func connectionBegan() {
        hasGap = true
        deck?.connectionBegan()
    }

    private mutating func receive(_ commitment: Commitment) {
        if commitment.game != deck?.game {
            begin(game: commitment.game, isSuddenDeath: false)
        } else {
            finishReplaced()
        }
        if revealed.contains(commitment.digest), deck?.promise != commitment.digest {
            deck?.blame(.reused)
        }
        deck?.receive(commitment.digest)
    }

    private mutating func receive(_ reveal: Reveal) {
        if replaced?.game == reveal.game {
            replaced?.receive(reveal.shuffle)
            replaced = blamed(replaced, for: reveal.shuffle)
            finishReplaced()
        } else if deck?.game == reveal.game, deck?.promise != nil {
            deck?.receive(reveal.shuffle)
            deck = blamed(deck, for: reveal.shuffle)
            // In the middle of a game, the next state shows whether it goes on.
            if deck?.isOver == true || isBroken { tell() }
        }
    }

    private mutating func receive(_ state: TableState) {
        defer { (names, hasGap) = (state.players.map { $0?.name }, false) }
        let wasBroken = deck?.conclusion?.isBroken == true
        tellIfOver()
        guard state.phase != .waiting else { return }
        if state.game != deck?.game || hasGap && isAnotherGame(state) {
            begin(game: state.game, isSuddenDeath: state.isSuddenDeath)
        } else if let deck, state.isSuddenDeath != deck.isSuddenDeath {
            finishReplaced()
            replaced = isTold || !deck.isUsed ? nil : deck
            if replaced == nil { finish(deck) }
            start(game: state.game, isSuddenDeath: state.isSuddenDeath)
        }
        deck?.receive(state)
        if deck?.verdict != nil, state.phase != .over, !isTold || !wasBroken && isBroken { tell() }
        if state.phase == .over, deck?.promise == nil { tell() }
    }

    private var isBroken: Bool { deck?.conclusion?.isBroken == true }

    /// Whether a game that has the same number as the last one is another: hosts of before count
    /// from 1 again when another opponent sits down.
    private func isAnotherGame(_ state: TableState) -> Bool {
        guard let deck else { return false }
        return state.deck > deck.lastDeck && state.isSuddenDeath == deck.isSuddenDeath
            || names.map { $0 != state.players.map { $0?.name } } ?? false
    }

    // MARK: - From deck to deck

    private mutating func begin(game: Int, isSuddenDeath: Bool) {
        finishReplaced()
        if let deck, !isTold, deck.isUsed { tell() }
        start(game: game, isSuddenDeath: isSuddenDeath)
        finished = nil
    }

    private mutating func start(game: Int, isSuddenDeath: Bool) {
        deck = DeckEvidence(game: game, isSuddenDeath: isSuddenDeath, hasGap: hasGap)
        isTold = false
    }

    private mutating func finishReplaced() {
        guard let replaced else { return }
        news = replaced.conclusion
        finish(replaced)
        self.replaced = nil
    }

    private mutating func finish(_ deck: DeckEvidence) {
        finished = Self.worst([finished, deck.conclusion])
    }

    /// A finished deck is revealed at once; any other message shows that it will not be.
    private mutating func tellIfOver() {
        if deck?.isOver == true, !isTold { tell() }
    }

    private mutating func tell() {
        guard let finding = deck?.conclusion else { return }
        (news, isTold) = (finding, true)
    }

    /// Notes a revealed deck, which must not come again.
    private mutating func blamed(_ evidence: DeckEvidence?, for shuffle: Shuffle) -> DeckEvidence? {
        guard var evidence, let promise = evidence.promise else { return evidence }
        let order = SHA256(of: shuffle.deck.map(\.code).joined(separator: " "))
        if revealed.contains(order) { evidence.blame(.reused) }
        if revealed.count >= Self.mostRevealed { revealed.removeAll() }
        revealed.formUnion([promise, order])
        return evidence
    }

    private static func worst(_ findings: [Finding?]) -> Finding? {
        findings.compactMap(\.self).max { $0.severity < $1.severity }
    }
}
