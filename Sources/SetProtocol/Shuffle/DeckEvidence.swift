/// What a client has seen of one deck: its commitment, the boards dealt from it, and its reveal.
struct DeckEvidence: Hashable, Sendable {
    /// Cards that a board showed for the first time, and the places of the deck that they must come
    /// from.
    private struct Deal: Hashable {
        let cards: CardSet
        let places: Range<Int>
    }

    let game: Int
    let isSuddenDeath: Bool
    private(set) var promise: SHA256?
    /// What a reveal has shown; a fault found later replaces it.
    private(set) var verdict: ShuffleCheck.Finding?
    /// Whether cards have been dealt from this deck.
    private(set) var isUsed = false
    private(set) var isOver = false
    /// Whether everything that the deck must prove was seen so far.
    var isWhole = true
    /// Whether messages may have been missed since the last board.
    var hasGap: Bool
    /// Whether this client was there while the deck was played with.
    private var isWitness = false
    /// Whether it was there when cards were dealt.
    private var sawDealing = false
    private var fault: ShuffleCheck.Fault?
    private var deals: [Deal] = []
    /// The cards on the board, and all that have been seen.
    private(set) var board = CardSet()
    private var seen = CardSet()
    /// The cards of the first board that was seen face up.
    private(set) var opening: CardSet?
    private let kind: Rules.Deck
    /// The size of the deck when the board was last seen, and in the last state.
    private(set) var boardDeck, lastDeck: Int

    /// - Parameter hasGap: Whether messages may have been missed since the last state.
    init(game: Int, isSuddenDeath: Bool, of kind: Rules.Deck, hasGap: Bool) {
        (self.game, self.isSuddenDeath, self.hasGap) = (game, isSuddenDeath, hasGap)
        (self.kind, boardDeck, lastDeck) = (kind, kind.count, kind.count)
    }

    /// What there is to say if nothing else follows; `nil` for a deck that was not played with.
    var conclusion: ShuffleCheck.Finding? {
        if let verdict { return verdict }
        if let fault { return .broken(fault) }
        return isWitness ? .unverified : nil
    }

    /// Records that the host broke a promise; the first fault counts.
    mutating func blame(_ fault: ShuffleCheck.Fault) {
        if self.fault == nil { self.fault = fault }
        if verdict?.isBroken == false { verdict = .broken(fault) }
    }

    mutating func receive(_ digest: SHA256) {
        guard promise != digest else { return }
        if promise != nil {
            blame(.promisedTwice)
        } else if sawDealing {
            blame(.promisedLate)
        } else if isUsed {
            // A newcomer cannot know whether it was made before the first cards.
            isWhole = false
        }
        promise = digest
    }

    /// Compares the revealed deck with the commitment and the boards shown.
    mutating func receive(_ shuffle: Shuffle) {
        guard verdict == nil, let promise else { return }
        let deck = shuffle.deck
        if shuffle.digest != promise {
            blame(.anotherDeck)
        } else if deck.count != kind.count || CardSet(deck) != CardSet(kind.cards) {
            blame(.incomplete)
        } else if !deals.allSatisfy({ deal in
            deal.cards.cards.allSatisfy(CardSet(deck[deal.places]).contains)
        }) {
            blame(.dealtOtherwise)
        }
        let isSeen = isWhole && boardDeck == lastDeck
        verdict = fault.map { .broken($0) } ?? (isSeen ? .kept : .unverified)
    }

    mutating func receive(_ state: TableState) {
        (lastDeck, isOver) = (state.deck, state.phase == .over)
        if state.deck != kind.count || !state.cards.isEmpty { isUsed = true }
        let isInPlay = state.phase == .open || state.phase == .turn
        if isInPlay {
            isWitness = true
            if verdict != nil { blame(.revealedEarly) }
        }
        guard 0...kind.count ~= state.deck else { return blame(.dealtOtherwise) }
        if state.deck == kind.count, state.cards.isEmpty {
            // Before a game nothing can be missed; between two games nothing is dealt.
            if !isUsed { hasGap = false }
            return
        }
        let cards = state.cards.compactMap(\.self)
        guard cards.count == state.cards.count else {
            // All lie face down, and only while the game stands still. The next board that lies face
            // up shows what was dealt.
            if isInPlay || !cards.isEmpty { blame(.hidden) }
            return
        }
        follow(cards, deck: state.deck)
    }

    private mutating func follow(_ cards: [Card], deck: Int) {
        let now = CardSet(cards)
        let fresh = cards.filter { !seen.contains($0) }
        let isReturned = cards.contains { seen.contains($0) && !board.contains($0) }
        let places = (kind.count - boardDeck)..<max(kind.count - boardDeck, kind.count - deck)
        let isMissing = fresh.count < places.count
        if now.count != cards.count || isReturned || deck > boardDeck || fresh.count > places.count
            || isMissing && !hasGap
        {
            blame(.dealtOtherwise)
        } else {
            if isMissing { isWhole = false }
            if !fresh.isEmpty {
                if !hasGap { sawDealing = true }
                deals.append(Deal(cards: CardSet(fresh), places: places))
            }
        }
        (board, boardDeck, hasGap) = (now, deck, false)
        if opening == nil { opening = now }
        for card in fresh { seen.insert(card) }
    }
}
