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

    @Test("A duel ends after the last set has been shown", arguments: Seat.allCases)
    func inADuel(seat: Seat) {
        var scene = DuelScene.open(decks: [DuelDecks.lastSet])
        scene.claim(DuelDecks.lastSet, by: seat)
        #expect(scene.view.phase == .open)
        let effects = scene.runOut()
        #expect(effects.events == [.refilled([]), .over])
        #expect(scene.view.phase == .over)
        #expect(scene.view.result == GameResult(winner: seat, decider: .points))
        #expect(scene.timeLeft == nil)
    }

    @Test("A solo game ends at once with the last set")
    func alone() {
        var scene = DuelScene.solo(deck: DuelDecks.lastSet)
        let effects = scene.pick(DuelDecks.lastSet, by: .first)
        #expect(Array(effects.events.suffix(2)) == [.refilled([]), .over])
        #expect(scene.view.result == GameResult(winner: nil, decider: .played))
        #expect(scene.view.discard == 3)
        #expect(scene.points.first == 5)
    }

    @Test(
        "A duel ends with a deal that empties the deck and brings no set", arguments: Seat.allCases)
    func futileDeal(seat: Seat) {
        let rules = Rules.with { $0.draw = .stands }
        var scene = DuelScene.open(rules: rules, decks: [DuelDecks.futileDeal])
        let effects = scene.deal(by: seat)
        let cards = Array(DuelDecks.futileDeal.suffix(3))
        #expect(effects.events == [.dealt(seat, cards, setsBefore: 0, points: 1), .over])
        #expect(scene.view.result == GameResult(winner: seat, decider: .points))
        #expect(scene.timeLeft == nil)
    }

    @Test("A solo game ends with a deal that empties the deck and brings no set")
    func futileDealAlone() {
        var scene = DuelScene.solo(deck: DuelDecks.futileDeal)
        #expect(scene.deal(by: .first).events.last == .over)
        #expect(scene.view.phase == .over)
    }

    @Test("A last deal that brings a set does not end the game")
    func saviourDeal() {
        var scene = DuelScene.open(decks: [DuelDecks.saviourDeal])
        scene.deal(by: .first)
        #expect(scene.view.deck == 0)
        #expect(scene.view.turn?.reason == .grace)
    }

    @Test("A game with a deck without any set ends at once")
    func hopelessDeck() {
        let rules = Rules.with { $0.draw = .stands }
        let scene = DuelScene.open(rules: rules, decks: [Array(DuelDecks.cap.prefix(9))])
        #expect(scene.view.phase == .over)
        #expect(scene.view.result == GameResult(winner: nil, decider: .points))
    }
}
