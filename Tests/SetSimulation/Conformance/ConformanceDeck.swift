import SetProtocol

/// The cards of a deck from its commitment to its reveal.
struct ConformanceDeck {
    /// Cards that have left the board of this game.
    fileprivate var putAway = CardSet()
    /// The cards by position in the deck, as far as they have been seen.
    fileprivate var dealt = [Card?](repeating: nil, count: 81)
    fileprivate var promise: Commitment?
    /// Whether messages may have been missed since the commitment.
    fileprivate var mayHaveMissed = true
    fileprivate var isWhole = false
    fileprivate var owesReveal = false
    /// Whether the commitment may be repeated, as it is for newcomers.
    fileprivate var mayRepeat = true

    /// The host does not repeat missed messages, except the commitment.
    mutating func connectionBegan() {
        (mayHaveMissed, isWhole, owesReveal, mayRepeat) = (true, false, false, true)
    }
}

extension ConformanceModel {
    // MARK: - States

    /// Judges the cards of a state.
    ///
    /// `state` has face-down cards filled in as far as they are known. `isNext` says that no state
    /// was missed since the last one. `mayBeAnother` says that a game of the same number may be
    /// against another opponent.
    mutating func judgeDeck(_ state: TableState, isNext: Bool, mayBeAnother: Bool) {
        // There is no commitment before a game begins.
        if state.phase == .waiting { (deck.promise, deck.mayHaveMissed) = (nil, false) }
        findings.demand(!deck.owesReveal, .reveal, "a finished deck was not revealed")
        let isStart = state.event == .started
        if mayBeAnother { deck.promise = nil }
        if state.event?.isPlay == true { deck.mayRepeat = false }
        if let last, !mayBeAnother, !isStart, state.deck != rules.deck.count,
            last.game == state.game, last.isSuddenDeath == state.isSuddenDeath
        {
            followCards(from: last, to: state)
        } else {
            (deck.putAway, deck.isWhole) = (CardSet(), isStart)
            deck.dealt = [Card?](repeating: nil, count: 81)
        }
        if !isNext { deck.isWhole = false }
        findings.demand(
            !isStart || deck.promise?.game == state.game
                || deck.promise == nil && deck.mayHaveMissed, .commitment,
            "there is no commitment to the deck of game \(state.game)")
        noteOrder(state)
        let isFinished =
            state.event == .suddenDeath || state.phase == .over && last?.phase != .over
        deck.owesReveal = isFinished && isNext && deck.promise != nil
    }

    private mutating func followCards(from last: TableState, to state: TableState) {
        let board = CardSet(state.cards.compactMap(\.self))
        let isFaceUp = !state.cards.contains(nil)
        if isFaceUp {
            for case let card? in last.cards where !board.contains(card) {
                deck.putAway.insert(card)
            }
        }
        for case let card? in state.cards {
            findings.demand(!deck.putAway.contains(card), .putAway, "\(card) was discarded")
        }
        let gone = deck.putAway.count
        findings.demand(
            deck.isWhole && isFaceUp ? gone == state.discard : gone <= state.discard, .discard,
            "\(state.discard) are discarded, \(gone) have gone")
        findings.demand(
            state.deck <= last.deck && state.discard >= last.discard, .cards,
            "the deck grows or the discard pile shrinks")
    }

    /// Records which positions of the deck new cards came from.
    private mutating func noteOrder(_ state: TableState) {
        let cards: [Card?] =
            switch state.event {
            case .started: state.cards
            case .dealt(_, let cards, _, _), .refilled(let cards): cards
            default: []
            }
        let first = rules.deck.count - state.deck - cards.count
        guard first >= 0, state.deck >= 0 else { return }
        for (offset, card) in cards.enumerated() { deck.dealt[first + offset] = card }
    }

    // MARK: - Promises

    mutating func observe(_ commitment: Commitment) {
        if let last {
            findings.demand(
                last.game == 0 || commitment.game == last.game
                    || commitment.game == last.game + 1 && last.phase != .countdown, .commitment,
                "a commitment for game \(commitment.game) in game \(last.game)")
        }
        let isAgain = deck.promise == commitment
        findings.demand(
            deck.promise == nil || deck.mayHaveMissed || isAgain && deck.mayRepeat,
            isAgain ? .commitment : .reveal,
            isAgain ? "a second commitment" : "a commitment before the last deck was revealed")
        if isAgain { deck.mayRepeat = false }
        (deck.promise, deck.mayHaveMissed) = (commitment, false)
    }

    /// Judges a revealed deck.
    mutating func observe(_ reveal: Reveal) {
        defer { (deck.promise, deck.owesReveal) = (nil, false) }
        let cards = reveal.shuffle.deck
        findings.demand(
            cards.count == rules.deck.count && CardSet(cards) == CardSet(rules.deck.cards), .reveal,
            "a card is missing or revealed twice")
        guard let promise = deck.promise else {
            return findings.demand(
                deck.mayHaveMissed, .reveal, "a deck is revealed without a commitment")
        }
        findings.demand(promise.game, is: reveal.game, .reveal, "the game of the revealed deck")
        findings.demand(
            promise.digest == reveal.shuffle.digest, .reveal, "the commitment is to another deck")
        for (place, (card, shown)) in zip(deck.dealt, cards).enumerated() {
            findings.demand(
                card == nil || card == shown, .deckOrder, "another card came from place \(place)")
        }
        guard let last else { return }
        let isOver = last.phase == .over || last.event == .suddenDeath
        let isAgreed =
            last.players.second == nil
            || Seat.allCases.contains {
                last.players[$0]?.asks == .new || last.players[$0]?.isReady == true
            }
        findings.demand(isOver || isAgreed, .reveal, "the deck of a running game is revealed")
        guard last.event != .suddenDeath, cards.count == rules.deck.count else { return }
        let left = CardSet(cards.suffix(max(0, last.deck)))
        findings.demand(
            !last.cards.contains { $0.map(left.contains) == true }, .deckOrder,
            "a card on the board is among the last \(last.deck)")
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
