import SetProtocol
import SetTestSupport
import Testing

@testable import SetHost

@Suite("Game endings")
struct GameEndTests {
    @Test("A game ends when the deck is empty and no set is left")
    func ended() {
        #expect(Game.dealt(Array(DuelDecks.cap.prefix(12))).hasEnded)
        #expect(Game.dealt(Array(DuelDecks.cap.prefix(2))).hasEnded)
        #expect(Game.dealt([]).hasEnded)
    }

    @Test("A game goes on while a set is left or cards are in the deck")
    func running() {
        #expect(!Game.dealt(DuelDecks.lastSet).hasEnded)
        #expect(!Game.dealt(DuelDecks.futileDeal).hasEnded)
        #expect(!Game.dealt(DuelDecks.noSet).hasEnded)
    }

    @Test("A game ends with the last found set, before it is put away")
    func lastSetFound() {
        var game = Game.dealt(DuelDecks.lastSet)
        game.choose(DuelDecks.lastSet)
        #expect(game.hasEnded)
        game.settle(at: .zero)
        #expect(game.hasEnded)
        #expect(game.board.cards.isEmpty)
        #expect(game.discard.map(\.card) == DuelDecks.lastSet)
    }

    @Test("A game with two sets left does not end when one is found")
    func lastButOne() {
        var game = Game.dealt(DuelDecks.lastTwoSets)
        game.choose(DuelDecks.firstSet)
        #expect(!game.hasEnded)
        game.settle(at: .zero)
        game.choose(DuelDecks.secondSet)
        #expect(game.hasEnded)
    }
}
