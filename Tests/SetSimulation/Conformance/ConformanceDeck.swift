import SetProtocol

/// Follows the cards of a deck from its commitment to its reveal.
struct ConformanceDeck {
    /// Cards that have left the board of this game.
    private var putAway = CardSet()
    /// The cards by position in the deck, as far as they have been seen.
    private var dealt = [Card?](repeating: nil, count: 81)
    private var promise: Commitment?
    /// Whether messages may have been missed since the commitment.
    private var mayHaveMissed = true
    private var isWhole = false
    private var owesReveal = false
    /// Whether the commitment may be repeated, as it is for newcomers.
    private var mayRepeat = true

    /// The host does not repeat missed messages, except the commitment.
    mutating func connectionBegan() {
        (mayHaveMissed, isWhole, owesReveal, mayRepeat) = (true, false, false, true)
    }

    // MARK: - States

    /// Judges the cards of a state.
    ///
    /// `told` has face-down cards filled in as far as they are known. `isNext` says that no state
    /// was missed since `before`. `mayBeAnother` says that a game of the same number may be against
    /// another opponent.
    mutating func observe(
        _ told: TableState, after before: TableState?, isNext: Bool,
        mayBeAnother: Bool, _ findings: inout ConformanceFindings
    ) {
        // There is no commitment before a game begins.
        if told.phase == .waiting { (promise, mayHaveMissed) = (nil, false) }
        findings.demand(!owesReveal, .reveal, "a finished deck was not revealed")
        owesReveal = false
        let isStart = told.event == .started
        if mayBeAnother { promise = nil }
        if told.event?.isPlay == true { mayRepeat = false }
        if mayBeAnother || before == nil
            || before?.game != told.game && !(told.deck == 81 && before?.deck == 81)
            || before?.isSuddenDeath != told.isSuddenDeath || told.deck == 81 || isStart
        {
            putAway = CardSet()
            dealt = [Card?](repeating: nil, count: 81)
            isWhole = isStart
        } else if let before {
            followCards(from: before, to: told, &findings)
        }
        if !isNext { isWhole = false }
        if isStart { judgePromise(of: told, &findings) }
        noteOrder(told)
        if told.event == .suddenDeath || told.phase == .over && before?.phase != .over, isNext {
            owesReveal = promise != nil
        }
    }

    private mutating func followCards(
        from before: TableState, to told: TableState, _ findings: inout ConformanceFindings
    ) {
        let board = CardSet(told.cards.compactMap(\.self))
        if !told.cards.contains(nil) {
            for case let card? in before.cards where !board.contains(card) { putAway.insert(card) }
        }
        for case let card? in told.cards {
            findings.demand(!putAway.contains(card), .putAway, "\(card) was discarded")
        }
        findings.demand(
            isWhole && !told.cards.contains(nil)
                ? putAway.count == told.discard : putAway.count <= told.discard, .discard,
            "\(told.discard) are discarded, \(putAway.count) have gone")
        findings.demand(
            told.deck <= before.deck && told.discard >= before.discard, .cards,
            "the deck grows or the discard pile shrinks")
    }

    /// Records which positions of the deck new cards came from.
    private mutating func noteOrder(_ told: TableState) {
        let cards: [Card?] =
            switch told.event {
            case .started: told.cards
            case .dealt(_, let cards, _, _), .refilled(let cards): cards
            default: []
            }
        let first = 81 - told.deck - cards.count
        guard first >= 0, told.deck >= 0 else { return }
        for (offset, card) in cards.enumerated() { dealt[first + offset] = card }
    }

    // MARK: - Promises

    private mutating func judgePromise(
        of told: TableState, _ findings: inout ConformanceFindings
    ) {
        findings.demand(
            promise?.game == told.game || promise == nil && mayHaveMissed, .commitment,
            "there is no commitment to the deck of game \(told.game)")
    }

    mutating func observe(
        _ commitment: Commitment, after state: TableState?, _ findings: inout ConformanceFindings
    ) {
        if let state {
            findings.demand(
                state.game == 0 || commitment.game == state.game
                    || commitment.game == state.game + 1 && state.phase != .countdown, .commitment,
                "a commitment for game \(commitment.game) in game \(state.game)")
        }
        let isAgain = promise == commitment
        findings.demand(
            promise == nil || mayHaveMissed || isAgain && mayRepeat,
            isAgain ? .commitment : .reveal,
            isAgain ? "a second commitment" : "a commitment before the last deck was revealed")
        if isAgain { mayRepeat = false }
        promise = commitment
        mayHaveMissed = false
    }

    /// Judges a revealed deck.
    mutating func observe(
        _ reveal: Reveal, after state: TableState?, _ findings: inout ConformanceFindings
    ) {
        defer { (promise, owesReveal) = (nil, false) }
        let deck = reveal.shuffle.deck
        findings.demand(
            deck.count == 81 && CardSet(deck).count == 81, .reveal,
            "a card is missing or revealed twice")
        guard let promise else {
            findings.demand(mayHaveMissed, .reveal, "a deck is revealed without a commitment")
            return
        }
        findings.demand(promise.game, is: reveal.game, .reveal, "the game of the revealed deck")
        findings.demand(
            promise.digest == reveal.shuffle.digest, .reveal, "the commitment is to another deck")
        for (place, (card, shown)) in zip(dealt, deck).enumerated() {
            guard let card else { continue }
            findings.demand(card == shown, .deckOrder, "\(card) came from place \(place)")
        }
        guard let state else { return }
        let isOver = state.phase == .over || state.event == .suddenDeath
        let isAgreed =
            state.players.second == nil
            || Seat.allCases.contains {
                state.players[$0]?.asks == .new || state.players[$0]?.isReady == true
            }
        findings.demand(isOver || isAgreed, .reveal, "the deck of a running game is revealed")
        guard state.event != .suddenDeath, deck.count == 81 else { return }
        let left = CardSet(deck.suffix(max(0, state.deck)))
        findings.demand(
            !state.cards.contains { $0.map(left.contains) == true }, .deckOrder,
            "a card on the board is among the last \(state.deck)")
    }
}

extension TableEvent {
    /// Whether a player did something with the cards, as opposed to joining or leaving.
    fileprivate var isPlay: Bool {
        switch self {
        case .claimed, .picked, .setFound, .mismatch, .timedOut, .passed, .dealt: true
        default: false
        }
    }
}
