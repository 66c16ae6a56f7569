import SetProtocol

/// Checks published states by their cards and sums alone.
///
/// A replay repeats the faults of the referee that it uses. This check shares no code with the
/// referee, so that no journal passes with a set that was none.
package struct StateReview: Sendable {
    package enum Fault: String, Error, Hashable, Sendable {
        case cardCount = "the board, the deck, and the discard pile do not hold the whole deck"
        case cardTwice = "a card is on the board twice, or again after it was found"
        case cardGone = "a card left the board that was not part of a found set"
        case offBoard = "a set has a card that was not on the board"
        case noSet = "three cards were accepted that are not a set"
        case points = "the points do not add up"
        case sets = "the sets do not add up"
    }

    private let deck: Set<Card>

    package init(_ rules: Rules) { deck = Set(rules.deck.cards) }

    private var before = TableState()
    private var board: [Card] = []
    /// The cards of this deck that were found; the last three may still be on the board.
    private var found: Set<Card> = []

    package mutating func observe(_ state: TableState) throws(Fault) {
        let isSameDeck =
            state.game == before.game && state.isSuddenDeath == before.isSuddenDeath
            && !state.awaitsFirstCards
        if !isSameDeck { (board, found) = ([], []) }
        try countCards(state)
        if case .setFound(_, let trio, _) = state.event { try find(trio) }
        try sum(state, isSameDeck)
        before = state
    }

    private mutating func countCards(_ state: TableState) throws(Fault) {
        guard state.cards.count + state.deck + state.discard == deck.count else {
            throw .cardCount
        }
        let cards = state.cards.compactMap(\.self)
        guard cards.count == state.cards.count else { return }
        let newcomers = Set(cards).subtracting(board)
        guard deck.isSuperset(of: cards), Set(cards).count == cards.count,
            newcomers.isDisjoint(with: found)
        else {
            throw .cardTwice
        }
        guard found.isSuperset(of: Set(board).subtracting(cards)) else { throw .cardGone }
        board = cards
    }

    private mutating func find(_ trio: Trio) throws(Fault) {
        let cards = Set(trio.cards)
        guard cards.isSubset(of: board), cards.isDisjoint(with: found) else { throw .offBoard }
        // The digits of a card's code are its features, 1 to 3: alike or all different if and only
        // if their sum is a multiple of three.
        let digits = trio.cards.map { $0.code.utf8.map(Int.init) }
        let areSets = (0..<4).map { feature in
            digits.reduce(0) { $0 + $1[feature] - 48 }.isMultiple(of: 3)
        }
        guard areSets == [true, true, true, true] else { throw .noSet }
        found.formUnion(cards)
    }

    /// Points and sets change by what the event says; another game begins without any.
    private func sum(_ state: TableState, _ isSameDeck: Bool) throws(Fault) {
        let traits = state.event?.traits
        for seat in Seat.allCases {
            guard let player = state.players[seat] else { continue }
            if !isSameDeck, player.points == 0, player.sets == 0 { continue }
            let old = before.players[seat]
            let gain = traits?.seat == seat ? traits?.points ?? 0 : 0
            guard player.points == (old?.points ?? 0) + gain else { throw .points }
            let isFinder = traits?.seat == seat && traits?.kind == .setFound
            guard player.sets == (old?.sets ?? 0) + (isFinder ? 1 : 0) else { throw .sets }
        }
    }
}
