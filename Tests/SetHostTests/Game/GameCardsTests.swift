import SetProtocol
import SetTestSupport
import Testing

@testable import SetHost

@Suite("Card positions")
struct GameCardsTests {
    @Test("All cards are in the deck before the first deal")
    func undealt() {
        let game = Game(rules: Rules(), deck: Deck(SeededGenerator.shuffledDeck(seed: 7)))
        #expect(Card.all.allSatisfy { game.status(of: $0) == .inDeck })
        #expect(game.board.cards.isEmpty)
        #expect(game.boardNumber == BoardNumber(0))
    }

    @Test("The first board has twelve different cards, in deck order")
    func firstBoard() {
        let game = Game.dealt()
        #expect(game.board.cards == Array(DuelDecks.twoSets.prefix(12)))
        #expect(game.deck.cards == Array(DuelDecks.twoSets.dropFirst(12)))
        #expect(Set(game.board.cards).count == 12)
    }

    @Test("Every card's position is known: deck, slot, or who found it")
    func statuses() {
        var game = Game.dealt()
        game.choose(DuelDecks.firstSet, by: .second)
        for (slot, card) in DuelDecks.twoSets.prefix(12).enumerated() {
            #expect(game.status(of: card) == .onBoard(slot: slot))
        }
        game.settle(at: .zero)
        game.choose(DuelDecks.secondSet, by: .first)
        game.settle(at: .zero)

        for card in DuelDecks.firstSet {
            #expect(game.status(of: card) == .discarded(by: .second))
        }
        for card in DuelDecks.secondSet {
            #expect(game.status(of: card) == .discarded(by: .first))
        }
        #expect(game.status(of: DuelDecks.nextThree[1]) == .onBoard(slot: 1))
        for card in DuelDecks.twoSets.dropFirst(18) { #expect(game.status(of: card) == .inDeck) }
    }

    @Test("A card outside a partial deck has no position")
    func outside() {
        let game = Game.dealt(DuelDecks.lastSet)
        #expect(game.status(of: DuelDecks.secondSet[0]) == nil)
        #expect(game.status(of: DuelDecks.lastSet[2]) == .onBoard(slot: 2))
        #expect(game.deck.isEmpty)
    }

    @Test("A card that is not on the board cannot be selected", arguments: Seat.allCases)
    func offBoard(_ seat: Seat) throws {
        var game = Game.dealt()
        game.choose(DuelDecks.firstSet, by: seat.opponent)
        game.settle(at: .zero)
        let before = game
        for card in game.deck.cards + game.discard.map(\.card) {
            #expect(throws: Refusal.cardNotOnBoard) { try game.toggle(card, by: seat, at: .zero) }
        }
        #expect(game == before)
    }

    @Test("The cards of a found set cannot be picked, the others can")
    func spent() {
        var game = Game.dealt()
        game.choose(DuelDecks.firstSet)
        #expect(game.foundTrio == Trio(DuelDecks.firstSet))
        for card in DuelDecks.firstSet { #expect(!game.canBePicked(card)) }
        for card in DuelDecks.secondSet { #expect(game.canBePicked(card)) }
        #expect(!game.canBePicked(DuelDecks.nextThree[0]))
    }
}
