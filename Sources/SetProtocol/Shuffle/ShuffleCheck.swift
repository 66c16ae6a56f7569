/// Checks the host's decks against its shuffle commitments and against every board it showed.
///
/// Only the boards count: an event names what a host says that it dealt, the board is what people
/// play with. A shuffle is fair only if its commitment came before the first cards, every card was
/// seen, and the deck was revealed at the end. What a client missed, such as the cards that came
/// and went while it was away, cannot be verified; nothing that a host sends makes it forget the
/// rest.
package struct ShuffleCheck: Hashable, Sendable {
    package enum Finding: Hashable, Sendable {
        case kept
        /// Nothing is known to be wrong, but a commitment, the reveal, or cards were not seen.
        case unverified
        case broken(Fault)

        package var isBroken: Bool { if case .broken = self { true } else { false } }

        fileprivate var severity: Int {
            switch self {
            case .kept: 0
            case .unverified: 1
            case .broken: 2
            }
        }
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
        /// The deck is not the cards that the rules name.
        case incomplete
        /// The board showed other cards than those that left the deck.
        case dealtOtherwise
        /// The deck was committed to or revealed in an earlier game, so its order was known.
        case reused
        /// Cards lay face down while the game went on.
        case hidden
    }

    /// The finding on the last message, if there is anything new to say.
    package private(set) var news: Finding?
    private var deck: DeckEvidence?
    /// The deck before a sudden death, until it is revealed.
    private var replaced: DeckEvidence?
    /// The worst finding on the finished decks of this game.
    private var finished: Finding?
    /// Whether messages may have been missed since the last state.
    private var hasGap = true
    private var kind = Rules.Deck.full
    private var reported: Finding?
    /// All commitments so far, and the decks revealed, without their salts.
    private var known: Set<SHA256> = []
    /// The highest number of a game whose cards have been seen.
    private var highest = Int.min
    /// The most recent boards of decks without a commitment and of earlier games.
    private var earlierBoards: [CardSet] = []

    /// How many digests are kept, two for each deck: more than anybody plays at one table, and few
    /// enough to be copied with each message that a hostile host sends.
    private static let mostKnown = 10_000
    private static let mostBoards = 64
    /// How many cards of twelve two boards of shuffled decks never share.
    private static let suspicious = 9

    package init() {}

    /// The finding on a game that is over, or a fault, that has not been reported yet.
    package var unreported: Finding? {
        guard let conclusion, reported == nil else { return nil }
        return deck?.isOver == true || conclusion.isBroken ? conclusion : nil
    }

    /// What there is to say about the game so far; `nil` for a client that did not see it played.
    package var conclusion: Finding? {
        Self.worst([finished, replaced?.conclusion, deck?.conclusion])
    }

    /// Notes a message from the host, and returns a finding that is news.
    @discardableResult
    package mutating func receive(_ message: HostMessage) -> Finding? {
        news = nil
        switch message {
        case .welcome(let welcome):
            kind = welcome.rules.deck
            // Messages may have been missed, and a commitment is repeated.
            hasGap = true
            deck?.hasGap = true
        case .state(let state): receive(state)
        case .commitment(let commitment): receive(commitment)
        case .reveal(let reveal): receive(reveal)
        default: reportIfOver()
        }
        return news
    }

    private mutating func receive(_ commitment: Commitment) {
        if commitment.game != deck?.game {
            begin(game: commitment.game, isSuddenDeath: false)
        } else {
            finishReplaced()
        }
        if deck?.promise != commitment.digest {
            if known.contains(commitment.digest) { deck?.blame(.reused) }
            // Before the first state, nobody knows whether the game runs already.
            if hasGap { deck?.isWhole = false }
        }
        remember([commitment.digest])
        deck?.receive(commitment.digest)
    }

    private mutating func receive(_ reveal: Reveal) {
        if replaced?.game == reveal.game {
            replaced = receive(reveal.shuffle, for: replaced)
            finishReplaced()
        } else if deck?.game == reveal.game, deck?.promise != nil {
            deck = receive(reveal.shuffle, for: deck)
            // In the middle of a game, the next state shows whether it goes on.
            if deck?.isOver == true || isBroken { report() }
        }
    }

    private mutating func receive(_ state: TableState) {
        defer { hasGap = false }
        let wasBroken = isBroken
        reportIfOver()
        // A game may have the number of the one before.
        let isAnother =
            hasGap && state.deck > deck?.lastDeck ?? kind.count
            && state.isSuddenDeath == deck?.isSuddenDeath
        if state.game != deck?.game || isAnother {
            begin(game: state.game, isSuddenDeath: state.isSuddenDeath)
        } else if let deck, state.isSuddenDeath != deck.isSuddenDeath {
            finishReplaced()
            replaced = reported != nil || !deck.isUsed ? nil : deck
            if replaced == nil { finish(deck) }
            start(game: state.game, isSuddenDeath: state.isSuddenDeath)
        }
        followCards(of: state)
        let isOver = state.phase == .over
        if isOver, reported == nil && isBroken || deck?.promise == nil { report() }
        if deck?.verdict != nil, !isOver, reported == nil || !wasBroken && isBroken { report() }
    }

    private var isBroken: Bool { deck?.conclusion?.isBroken == true }

    private mutating func followCards(of state: TableState) {
        let wasOpened = deck?.opening != nil
        deck?.receive(state)
        guard let deck, deck.isUsed else { return }
        highest = max(highest, state.game)
        if deck.promise == nil {
            remember(deck.board)
        } else if !wasOpened, let opening = deck.opening,
            earlierBoards.contains(where: {
                min(Self.suspicious, opening.count) <= $0.countShared(with: opening)
            })
        {
            // The first cards had been shown before the commitment.
            self.deck?.isWhole = false
        }
    }

    private mutating func remember(_ board: CardSet) {
        if board.isEmpty || earlierBoards.last == board { return }
        if earlierBoards.count == Self.mostBoards { earlierBoards.removeFirst() }
        earlierBoards.append(board)
    }

    // MARK: - From deck to deck

    /// Begins a game, whose first deck was missed if it begins with a sudden death.
    private mutating func begin(game: Int, isSuddenDeath: Bool) {
        finishReplaced()
        if let deck, reported == nil, deck.isUsed { report() }
        start(game: game, isSuddenDeath: isSuddenDeath)
        if isSuddenDeath || game <= highest { deck?.isWhole = false }
        finished = nil
    }

    private mutating func start(game: Int, isSuddenDeath: Bool) {
        if let deck { remember(deck.board) }
        deck = DeckEvidence(
            game: game, isSuddenDeath: isSuddenDeath, of: kind, hasGap: hasGap)
        reported = nil
    }

    private mutating func finishReplaced() {
        guard let replaced else { return }
        // That the first deck was fair is said at the end, if the second one is.
        if replaced.conclusion != .kept { news = replaced.conclusion }
        finish(replaced)
        self.replaced = nil
    }

    private mutating func finish(_ deck: DeckEvidence) {
        finished = Self.worst([finished, deck.conclusion])
    }

    /// A finished deck is revealed at once; any other message shows that it will not be.
    private mutating func reportIfOver() {
        if deck?.isOver == true, reported == nil { report() }
    }

    private mutating func report() {
        guard deck?.conclusion != nil, let finding = conclusion, finding != reported else { return }
        (news, reported) = (finding, finding)
    }

    /// Compares a revealed deck with the evidence, and with the decks revealed before.
    private mutating func receive(
        _ shuffle: Shuffle, for deck: DeckEvidence?
    ) -> DeckEvidence? {
        guard var evidence = deck, let promise = evidence.promise else { return deck }
        evidence.receive(shuffle)
        let order = SHA256(of: shuffle.deck.map(\.code).joined(separator: " "))
        if known.contains(order) { evidence.blame(.reused) }
        remember([promise, order])
        return evidence
    }

    private mutating func remember(_ digests: [SHA256]) {
        if known.count < Self.mostKnown { known.formUnion(digests) }
    }

    private static func worst(_ findings: [Finding?]) -> Finding? {
        findings.compactMap(\.self).max { $0.severity < $1.severity }
    }
}
