import SetProtocol

/// Checks that a host deals the deck it promised: against its promise, and against every card that
/// this client saw being dealt.
struct ShuffleCheck: Hashable, Sendable {
    /// What came of it.
    enum Finding: Hashable, Sendable {
        /// The deck was the promised one, and was dealt in its order.
        case kept
        /// It was not.
        case broken(Fault)
    }

    /// What is wrong.
    enum Fault: Hashable, Sendable {
        /// Another promise was made in the middle of a game.
        case promisedTwice
        /// The deck is not the one that was promised.
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

    /// What came of the decks of the present game that have been shown; a fault stays.
    private(set) var finding: Finding?
    private var game = 0
    private var promise: Commitment?
    private var fault: Fault?
    private var dealt: [Dealt] = []

    /// More than there can be in a game; a host that tells of more is not believed for ever.
    private static let limit = 100

    /// Takes a promise; whoever comes back is told the same one again.
    mutating func receive(_ commitment: Commitment) {
        if commitment.game != game { self = ShuffleCheck(game: commitment.game) }
        if promise == commitment { return }
        if promise != nil { fault = .promisedTwice }
        promise = commitment
        dealt = []
    }

    init(game: Int = 0) {
        self.game = game
    }

    /// Takes note of the cards that come onto the table.
    mutating func receive(_ state: TableState) {
        let fresh: [Card?] =
            switch state.event {
            case .started: state.cards
            case .dealt(_, let cards, _, _), .refilled(let cards): cards
            case .joined, .left, .away, .returned, .seatReleased, .ready, .countdown, .claimed,
                .picked, .unpicked, .setFound, .mismatch, .timedOut, .passed, .hinted, .asked,
                .withdrew, .paused, .resumed, .suddenDeath, .resigned, .over, nil:
                []
            }
        guard promise != nil, !fresh.isEmpty, !fresh.contains(nil), dealt.count < Self.limit else {
            return
        }
        dealt.append(Dealt(cards: fresh.compactMap(\.self), left: state.deck))
    }

    /// Compares what is revealed with what was promised and dealt.
    ///
    /// - Returns: `nil` when no promise was heard, as by somebody who came when it was over.
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
    /// What a person is told.
    var sentence: String {
        switch self {
        case .kept: "Verified: the shuffle matches its commitment."
        case .broken(.promisedTwice):
            "The host changed its shuffle commitment during the game."
        case .broken(.anotherDeck): "The deck does not match the host's commitment."
        case .broken(.incomplete): "The host's deck does not contain the 81 cards."
        case .broken(.dealtOtherwise): "The host dealt cards that do not match its deck."
        }
    }
}
