/// Checks the host's deck against its shuffle commitment and against every board it showed.
///
/// Only the boards count: an event names what a host says that it dealt, the board is what people
/// play with. While messages arrive without a gap, cards that a board shows for the first time must
/// be exactly those that left the deck since the last board. After a gap, as for a newcomer, they
/// must be among those.
package struct ShuffleCheck: Hashable, Sendable {
    package enum Finding: Hashable, Sendable {
        /// The deck matches the commitment and was dealt in its order.
        case kept
        /// Nothing is known to be wrong, but the check was impossible.
        case unverified(Gap)
        case broken(Fault)
    }

    package enum Gap: Hashable, Sendable {
        /// Cards were dealt without a commitment.
        case noCommitment
        /// The game ended, and its deck was not revealed to this client.
        case notRevealed
        /// Cards that were dealt have never been seen.
        case hiddenCards
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
    }

    /// Cards that a board showed for the first time.
    private struct Deal: Hashable {
        let cards: [Card]
        /// The places in the deck that they must come from.
        let places: Range<Int>
        let match: Match
    }

    private enum Match: Hashable {
        /// The cards are those in the places, one by one.
        case inOrder
        /// The cards are those in the places, in any order.
        case all
        /// The cards are among those in the places: messages were missed.
        case some
    }

    /// The finding on the decks of this game revealed so far; a fault stays.
    package private(set) var finding: Finding?
    private var game = 0
    private var isSuddenDeath = false
    private var promise: Commitment?
    private var fault: Fault?
    private var deals: [Deal] = []
    /// The cards that lie on the board, and all that have been seen from this deck.
    private var (board, seen) = (CardSet(), CardSet())
    /// The size of the deck when the board was last seen, and in the last state.
    private var (boardDeck, lastDeck) = (81, 81)
    /// The players in the last state; `nil` before the first one.
    private var names: PerSeat<String?>?
    /// Whether messages may have been missed since the last state, and since the last board.
    private var (hasGap, boardHasGap) = (true, true)
    /// Whether the commitment's deck was replaced and is about to be revealed.
    private var isReplaced = false
    /// Whether some of that deck's cards have never been seen.
    private var hidReplacedCards = false
    private var isRevealed = false
    /// Whether this client was there while the game was played.
    private var isWitness = false

    package init() {}

    /// Notes that a connection begins: messages may have been missed, and a commitment is repeated.
    package mutating func connectionBegan() {
        (hasGap, boardHasGap) = (true, true)
    }

    /// Notes a commitment.
    package mutating func receive(_ commitment: Commitment) {
        if commitment.game != game { begin(game: commitment.game) }
        if promise == commitment { return }
        if promise != nil {
            blame(.promisedTwice)
        } else if deals.contains(where: { $0.match != .some }) {
            blame(.promisedLate)
        }
        (promise, isReplaced) = (commitment, false)
    }

    /// Compares a revealed deck with its commitment and the boards shown.
    ///
    /// - Returns: `nil` if there is no commitment to it.
    package mutating func receive(_ reveal: Reveal) -> Finding? {
        guard let promise, promise.game == reveal.game else { return nil }
        let faultNow = fault ?? self.fault(of: reveal.shuffle, promised: promise.digest)
        isRevealed = !isReplaced
        let isHidden = isReplaced ? hidReplacedCards : hidesCards
        (self.promise, fault, deals) = (nil, nil, [])
        if case .broken = finding { return finding }
        finding = faultNow.map { .broken($0) } ?? (isHidden ? .unverified(.hiddenCards) : .kept)
        return finding
    }

    /// Notes the cards that a state shows.
    ///
    /// - Returns: A finding, if the state shows that the host broke a promise.
    package mutating func receive(_ state: TableState) -> Finding? {
        defer { (names, hasGap) = (state.players.map { $0?.name }, false) }
        guard state.game > 0, state.phase != .waiting else { return nil }
        if state.game != game || hasGap && isAnotherGame(state) {
            begin(game: state.game)
        } else if state.isSuddenDeath != isSuddenDeath {
            beginDeck()
            isReplaced = promise != nil
            // While messages were missed, the old deck was revealed.
            if hasGap { (promise, fault, deals) = (nil, nil, []) }
        }
        (isSuddenDeath, lastDeck) = (state.isSuddenDeath, state.deck)
        follow(state)
        guard state.phase == .open || state.phase == .turn else { return nil }
        isWitness = true
        guard isRevealed else { return nil }
        if case .broken = finding { return nil }
        finding = .broken(.revealedEarly)
        return finding
    }

    /// What there is to say about a finished game; `nil` for a client that joined after it.
    package var conclusion: Finding? {
        if let finding { return finding }
        if let fault { return .broken(fault) }
        if promise != nil { return .unverified(.notRevealed) }
        return isWitness ? .unverified(.noCommitment) : nil
    }

    // MARK: - Following the boards

    private mutating func begin(game: Int) {
        let (hasGap, names) = (hasGap, names)
        self = ShuffleCheck()
        (self.game, self.hasGap, self.names, boardHasGap) = (game, hasGap, names, hasGap)
    }

    /// Whether dealt cards lie face down, or have been taken away without having been shown.
    private var hidesCards: Bool { boardDeck != lastDeck }

    private mutating func beginDeck() {
        hidReplacedCards = hidesCards
        (board, seen, boardDeck, isRevealed) = (CardSet(), CardSet(), 81, false)
        boardHasGap = hasGap
    }

    /// Whether a game that has the same number as the last one is another: hosts of before count
    /// from 1 again when another opponent sits down.
    private func isAnotherGame(_ state: TableState) -> Bool {
        state.deck > lastDeck && state.isSuddenDeath == isSuddenDeath
            || names.map { $0 != state.players.map { $0?.name } } ?? false
    }

    private mutating func follow(_ state: TableState) {
        guard 0...81 ~= state.deck else { return blame(.dealtOtherwise) }
        let cards = state.cards.compactMap(\.self)
        // The next board that lies face up shows what was dealt.
        guard cards.count == state.cards.count else { return }
        let now = CardSet(cards)
        let fresh = cards.filter { !seen.contains($0) }
        let isReturned = cards.contains { seen.contains($0) && !board.contains($0) }
        let places = (81 - boardDeck)..<max(81 - boardDeck, 81 - state.deck)
        if now.count != cards.count || isReturned || state.deck > boardDeck
            || fresh.count > places.count || fresh.count < places.count && !boardHasGap
        {
            blame(.dealtOtherwise)
        } else if !fresh.isEmpty {
            deals.append(deal(of: fresh, from: places, in: state))
        }
        (board, boardDeck, boardHasGap) = (now, state.deck, false)
        for card in fresh { seen.insert(card) }
    }

    /// The event tells the order of the cards, if it names them.
    private mutating func deal(
        of fresh: [Card], from places: Range<Int>, in state: TableState
    ) -> Deal {
        let named: [Card?] =
            switch state.event {
            case .started: state.cards
            case .dealt(_, let cards, _, _), .refilled(let cards): cards
            case _: []
            }
        if boardHasGap { return Deal(cards: fresh, places: places, match: .some) }
        if named.isEmpty { return Deal(cards: fresh, places: places, match: .all) }
        // The host said that it dealt other cards than it did.
        if CardSet(named.compactMap(\.self)) != CardSet(fresh) { blame(.dealtOtherwise) }
        return Deal(cards: named.compactMap(\.self), places: places, match: .inOrder)
    }

    private mutating func blame(_ fault: Fault) {
        if self.fault == nil { self.fault = fault }
    }

    // MARK: - Judging a deck

    private func fault(of shuffle: Shuffle, promised digest: SHA256) -> Fault? {
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
}
