import SetProtocol
import SetTestSupport
import Testing

@testable import SetHost

@Suite("Hints")
struct GameHintTests {
    @Test("Hints show one card of a set, then two, then all three, each at its price")
    func steps() {
        var game = Game.dealt()
        for count in 1...3 {
            let (hint, event) = game.hint(for: .second)
            #expect(hint.board == game.boardNumber)
            #expect(hint.cards.count == count)
            #expect(event == .hinted(.second, shown: count, points: -1))
            #expect(game.tallies.second.points == -count)
        }
        #expect(game.tallies.first.points == 0)
    }

    @Test("A hint is free when everything has been shown")
    func repetition() {
        var game = Game.dealt()
        let last = (1...3).map { _ in game.hint(for: .first).0 }.last
        let before = game
        let (hint, event) = game.hint(for: .first)
        #expect(hint == last)
        #expect(event == nil)
        #expect(game == before)
    }

    @Test("A hint says once, at the price of one card, that there is no set")
    func none() {
        var game = Game.dealt(DuelDecks.noSet)
        let (hint, event) = game.hint(for: .first)
        #expect(hint == Hint(board: game.boardNumber, cards: []))
        #expect(event == .hinted(.first, shown: 0, points: -1))
        let before = game
        let (again, nothing) = game.hint(for: .first)
        #expect(again == hint)
        #expect(nothing == nil)
        #expect(game == before)
    }
}
