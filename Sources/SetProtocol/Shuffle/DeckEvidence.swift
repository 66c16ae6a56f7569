/// What a client has seen of one deck: its commitment, the boards dealt from it, and its reveal.
struct DeckEvidence: Hashable, Sendable {
    /// Cards that a board showed for the first time.
    private struct Deal: Hashable {
        let cards: [Card]
        /// The places in the deck that they must come from.
        let places: Range<Int>
        let match: Match
        /// Whether messages may have been missed before.
        let isAfterGap: Bool
    }

    private enum Match: Hashable {
        /// The cards are those in the places, one by one.
        case inOrder
        /// The cards are those in the places, in any order.
        case all
        /// The cards are among those in the places: messages were missed.
        case some
    }

    let game: Int
    let isSuddenDeath: Bool
    private(set) var promise: SHA256?
    /// What a reveal has shown; a fault found later replaces it.
    private(set) var verdict: ShuffleCheck.Finding?
    /// Whether cards have been dealt from this deck.
    private(set) var isUsed = false
    /// Whether the game was over in the last state.
    private(set) var isOver = false
    /// Whether this client was there while the deck was played with.
    private var isWitness = false
    private var fault: ShuffleCheck.Fault?
    private var gap: ShuffleCheck.Gap?
    private var deals: [Deal] = []
    /// The cards on the board, and all that have been seen.
    private(set) var board = CardSet()
    private var seen = CardSet()
    /// The cards of the first board that was seen face up.
    private(set) var opening: CardSet?
    /// The size of the deck when the board was last seen, and in the last state.
    private(set) var (boardDeck, lastDeck) = (81, 81)
    /// Whether messages may have been missed, and cards lain face down, since that board.
    private var (boardHasGap, hasFaceDown) = (true, false)

    /// - Parameter hasGap: Whether messages may have been missed since the last state.
    init(game: Int, isSuddenDeath: Bool, hasGap: Bool) {
        (self.game, self.isSuddenDeath, boardHasGap) = (game, isSuddenDeath, hasGap)
    }

    /// What there is to say if nothing else follows; `nil` for a deck that was not played with.
    var conclusion: ShuffleCheck.Finding? {
        if let verdict { return verdict }
        if let fault { return .broken(fault) }
        guard isWitness else { return nil }
        if let gap { return .unverified(gap) }
        return .unverified(promise == nil ? .noCommitment : .notRevealed)
    }

    mutating func connectionBegan() {
        boardHasGap = true
    }

    /// Records why the deck can no longer be verified.
    mutating func doubt(_ gap: ShuffleCheck.Gap) {
        if self.gap == nil || self.gap == .missedCards { self.gap = gap }
    }

    /// Records that the host broke a promise; the first fault counts.
    mutating func blame(_ fault: ShuffleCheck.Fault) {
        if self.fault == nil { self.fault = fault }
        if verdict?.isBroken == false { verdict = .broken(fault) }
    }

    // MARK: - The commitment and the reveal

    mutating func receive(_ digest: SHA256) {
        guard promise != digest else { return }
        if promise != nil {
            blame(.promisedTwice)
        } else if deals.contains(where: { !$0.isAfterGap }) {
            blame(.promisedLate)
        } else if isUsed {
            // A newcomer cannot know whether it was made before the first cards.
            doubt(.joinedLate)
        }
        promise = digest
    }

    /// Compares the revealed deck with the commitment and the boards shown.
    mutating func receive(_ shuffle: Shuffle) {
        guard verdict == nil, let promise else { return }
        if let fault = fault ?? self.fault(of: shuffle, promised: promise) {
            verdict = .broken(fault)
        } else if let gap {
            verdict = .unverified(gap)
        } else {
            verdict = boardDeck == lastDeck ? .kept : .unverified(.hiddenCards)
        }
    }

    private func fault(of shuffle: Shuffle, promised digest: SHA256) -> ShuffleCheck.Fault? {
        guard shuffle.digest == digest else { return .anotherDeck }
        let deck = shuffle.deck
        guard deck.count == Card.all.count, CardSet(deck).count == deck.count else {
            return .incomplete
        }
        let isKept = deals.allSatisfy { deal in
            let promised = deck[deal.places]
            return switch deal.match {
            case .inOrder: promised.elementsEqual(deal.cards)
            case .all: CardSet(promised) == CardSet(deal.cards)
            case .some: deal.cards.allSatisfy(CardSet(promised).contains)
            }
        }
        return isKept ? nil : .dealtOtherwise
    }

    // MARK: - Following the boards

    mutating func receive(_ state: TableState) {
        (lastDeck, isOver) = (state.deck, state.phase == .over)
        if state.deck != 81 || !state.cards.isEmpty { isUsed = true }
        if state.phase == .open || state.phase == .turn {
            isWitness = true
            if verdict != nil { blame(.revealedEarly) }
        }
        follow(state)
    }

    private mutating func follow(_ state: TableState) {
        guard 0...81 ~= state.deck else { return blame(.dealtOtherwise) }
        if state.deck == 81, state.cards.isEmpty {
            // Before a game nothing can be missed; between two games nothing is dealt.
            if !isUsed { boardHasGap = false }
            return
        }
        let cards = state.cards.compactMap(\.self)
        guard cards.count == state.cards.count else {
            // All lie face down, and only while the game stands still. The next board that lies face
            // up shows what was dealt.
            let isInPlay = state.phase == .open || state.phase == .turn
            if isInPlay || !cards.isEmpty { blame(.hidden) }
            hasFaceDown = true
            return
        }
        let now = CardSet(cards)
        let fresh = cards.filter { !seen.contains($0) }
        let isReturned = cards.contains { seen.contains($0) && !board.contains($0) }
        let places = (81 - boardDeck)..<max(81 - boardDeck, 81 - state.deck)
        let isMissing = fresh.count < places.count
        if now.count != cards.count || isReturned || state.deck > boardDeck
            || fresh.count > places.count || isMissing && !boardHasGap
        {
            blame(.dealtOtherwise)
        } else {
            if isMissing { doubt(.missedCards) }
            if !fresh.isEmpty { deals.append(deal(of: fresh, from: places, in: state)) }
        }
        (board, boardDeck, boardHasGap, hasFaceDown) = (now, state.deck, false, false)
        if opening == nil { opening = now }
        for card in fresh { seen.insert(card) }
    }

    /// The event tells the order of the cards, if it names them.
    private mutating func deal(
        of fresh: [Card], from places: Range<Int>, in state: TableState
    ) -> Deal {
        let named: [Card?] =
            switch state.event {
            case _ where boardHasGap || hasFaceDown: []
            case .started: state.cards
            case .dealt(_, let cards, _, _), .refilled(let cards): cards
            case _: []
            }
        let isWhole = fresh.count == places.count
        guard isWhole, !named.isEmpty else {
            let match: Match = isWhole ? .all : .some
            return Deal(cards: fresh, places: places, match: match, isAfterGap: boardHasGap)
        }
        // The host said that it dealt other cards than it did.
        if CardSet(named.compactMap(\.self)) != CardSet(fresh) { blame(.dealtOtherwise) }
        return Deal(
            cards: named.compactMap(\.self), places: places, match: .inOrder, isAfterGap: false)
    }
}
