import SetClient
import SetProtocol

/// A duel as one client sees it, in which things happen one after another.
struct BenchTable {
    private(set) var model: TableModel
    private(set) var state = TableState()
    private var hidden: [Card?] = []
    private var deck = SeededGenerator.shuffledDeck(seed: 1)
    /// The moment of the last thing that happened.
    var now = MonotonicInstant(.seconds(100))

    /// A table in the middle of a game.
    ///
    /// - Parameter count: How many cards lie there, 12...81.
    init(cards count: Int) {
        model = TableModel()
        guard let code = TableCode("K7M2QX") else { return }
        let welcome = Welcome(seat: .first, token: nil, table: code, rules: .duel)
        _ = model.receive(.welcome(welcome), at: now)
        state.players = PerSeat(first: PlayerState(name: "Ann"), second: PlayerState(name: "Bob"))
        (state.game, state.phase, state.discard) = (1, .open, min(9, 81 - count))
        state.lastDiscard = state.discard > 0 ? deck.last : nil
        state.cards = draw(count)
        publish(nil)
    }

    private mutating func draw(_ count: Int) -> [Card?] {
        defer { deck.removeFirst(min(count, deck.count)) }
        return Array(deck.prefix(count))
    }

    /// The host tells what has changed.
    private mutating func publish(_ event: TableEvent?) {
        state.revision = Revision(state.revision.number + 1)
        state.event = event
        state.deck = max(0, 81 - state.cards.count - state.discard)
        _ = model.receive(.state(state), at: now)
    }

    // MARK: - What happens

    /// This player has said that they see a set.
    mutating func claim() {
        state.phase = .turn
        state.turn = Turn(
            seat: .first, reason: .claim,
            countdown: Countdown(remaining: .seconds(5), total: .seconds(5)))
        publish(.claimed(.first))
    }

    /// This player picks a card.
    mutating func pick(slot: Int) {
        guard let card = state.cards[slot] else { return }
        let cards = (state.selection?.cards ?? []) + [card]
        state.selection = Selection(seat: .first, cards: cards, verdict: .undecided)
        publish(.picked(.first, card))
    }

    /// This player marks a card for themselves.
    mutating func mark(slot: Int) {
        _ = model.perform(.touch(slot: slot), at: now)
    }

    /// Three cards turn out to be a set, or not.
    mutating func judge(_ slots: [Int], isSet: Bool) {
        guard let trio = Trio(slots.compactMap { state.cards[$0] }) else { return }
        (state.phase, state.turn) = (.open, nil)
        state.selection = Selection(
            seat: .first, cards: trio.cards, verdict: isSet ? .match : .mismatch)
        publish(isSet ? .setFound(.first, trio, points: 3) : .mismatch(.first, trio, points: -2))
    }

    /// The opponent has said that they see a set.
    mutating func opponentClaims() {
        state.phase = .turn
        state.turn = Turn(
            seat: .second, reason: .claim,
            countdown: Countdown(remaining: .seconds(5), total: .seconds(5)))
        publish(.claimed(.second))
    }

    /// The cards are turned face down for a pause.
    mutating func pause() {
        hidden = state.cards
        state.cards = hidden.map { _ in nil }
        state.phase = .paused
        publish(.paused)
    }

    /// The pause is over.
    mutating func resume() {
        state.cards = hidden
        state.phase = .open
        publish(.resumed)
    }

    /// Three cards join.
    mutating func deal() {
        let cards = draw(3)
        state.board = BoardNumber(state.board.number + 1)
        state.cards += cards
        publish(.dealt(.first, cards.compactMap(\.self), setsBefore: 0, points: 1))
    }

    /// The cards of a found set leave, and others take their places.
    mutating func refill() {
        guard let found = state.selection?.cards else { return }
        state.board = BoardNumber(state.board.number + 1)
        (state.discard, state.lastDiscard) = (state.discard + 3, found.last)
        state.selection = nil
        let cards = draw(found.count)
        for (card, next) in zip(found, cards) {
            if let slot = state.cards.firstIndex(of: card) { state.cards[slot] = next }
        }
        publish(.refilled(cards.compactMap(\.self)))
    }
}
