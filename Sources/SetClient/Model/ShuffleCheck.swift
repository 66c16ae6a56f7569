import SetProtocol

/// Checks the host's deck against its shuffle commitment and against every card dealt.
struct ShuffleCheck: Hashable, Sendable {
    enum Finding: Hashable, Sendable {
        /// The deck matches the commitment and was dealt in its order.
        case kept
        case broken(Fault)
    }

    enum Fault: Hashable, Sendable {
        /// Another commitment came in the middle of a game.
        case promisedTwice
        /// The deck does not match the commitment.
        case anotherDeck
        /// The deck is not the 81 cards.
        case incomplete
        /// Cards were dealt in another order.
        case dealtOtherwise
    }

    /// Cards that were dealt, and how many were left then.
    private struct Dealt: Hashable {
        let cards: [Card]
        let left: Int
    }

    /// The finding on the decks of this game revealed so far; a fault stays.
    private(set) var finding: Finding?
    private var game = 0
    private var promise: Commitment?
    private var fault: Fault?
    private var dealt: [Dealt] = []

    /// More deals than a game has, which bounds what a hostile host can have recorded.
    private static let limit = 100

    /// Notes a commitment; it comes again after reconnecting.
    mutating func receive(_ commitment: Commitment) {
        if commitment.game != game { self = ShuffleCheck(game: commitment.game) }
        if promise == commitment { return }
        if promise != nil { fault = .promisedTwice }
        promise = commitment
        dealt = []
    }

    init(game: Int = 0) { self.game = game }

    /// Notes the cards that a state brings onto the table.
    mutating func receive(_ state: TableState) {
        let fresh: [Card?] =
            switch state.event {
            case .started: state.cards
            case .dealt(_, let cards, _, _), .refilled(let cards): cards
            case _: []
            }
        guard promise != nil, !fresh.isEmpty, !fresh.contains(nil), dealt.count < Self.limit
        else { return }
        dealt.append(Dealt(cards: fresh.compactMap(\.self), left: state.deck))
    }

    /// Compares a revealed shuffle with its commitment and the cards dealt.
    ///
    /// - Returns: `nil` without a commitment, for a client that joined later.
    mutating func receive(_ reveal: Reveal) -> Finding? {
        guard let promise, promise.game == reveal.game else { return nil }
        let faultNow = fault ?? self.fault(of: reveal.shuffle, promised: promise.digest)
        self.promise = nil
        fault = nil
        dealt = []
        if case .broken = finding { return finding }
        finding = faultNow.map { .broken($0) } ?? .kept
        return finding
    }

    private func fault(of shuffle: Shuffle, promised digest: SHA256) -> Fault? {
        guard shuffle.digest == digest else { return .anotherDeck }
        let deck = shuffle.deck
        guard deck.count == Card.all.count, Set(deck).count == deck.count else {
            return .incomplete
        }
        for some in dealt {
            let end = deck.count - some.left
            guard end <= deck.count, end >= some.cards.count,
                deck[(end - some.cards.count)..<end].elementsEqual(some.cards)
            else { return .dealtOtherwise }
        }
        return nil
    }
}

extension ShuffleCheck.Finding {
    var sentence: String {
        switch self {
        case .kept: "Fair shuffle: the deck matches the host's commitment."
        case .broken(.promisedTwice): "The host changed its shuffle commitment during the game."
        case .broken(.anotherDeck): "The deck does not match the host's commitment."
        case .broken(.incomplete): "The host's deck does not have all 81 cards."
        case .broken(.dealtOtherwise): "The host dealt cards that do not match its deck."
        }
    }
}
