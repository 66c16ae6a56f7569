import SetProtocol
import SetTestSupport

@testable import SetHost

extension Game {
    /// A game whose first cards have been dealt at time zero.
    static func dealt(_ deck: [Card] = DuelDecks.twoSets, rules: Rules = Rules()) -> Game {
        var game = Game(rules: rules, deck: Deck(deck))
        game.start(at: .zero)
        return game
    }

    /// Chooses three cards one after the other.
    mutating func choose(_ cards: [Card], by seat: Seat = .first) {
        for card in cards { _ = try? toggle(card, by: seat, at: .zero) }
    }

    enum CardStatus: Equatable {
        case inDeck
        case onBoard(slot: Int)
        case discarded(by: Seat)
    }

    /// Where the card is; `nil` for a card that is not part of this game's deck.
    func status(of card: Card) -> CardStatus? {
        if let slot = board.cards.firstIndex(of: card) { return .onBoard(slot: slot) }
        if let found = discard.first(where: { $0.card == card }) {
            return .discarded(by: found.seat)
        }
        return deck.cards.contains(card) ? .inDeck : nil
    }
}

extension TableInstant {
    /// So many milliseconds after the table opened.
    static func ms(_ milliseconds: Int) -> TableInstant {
        TableInstant(.milliseconds(milliseconds))
    }
}

extension Rules {
    /// The usual rules but for what a test is about.
    static func with(_ change: (inout Rules) -> Void) -> Rules {
        var rules = Rules()
        change(&rules)
        return rules
    }
}
