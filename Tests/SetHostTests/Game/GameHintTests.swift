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

    @Test("A further hint adds a card to those shown, and together they make a set")
    func growing() throws {
        var game = Game.dealt()
        let hints = (1...3).map { _ in game.hint(for: .first).0.cards }
        #expect(Array(hints[2].prefix(1)) == hints[0])
        #expect(Array(hints[2].prefix(2)) == hints[1])
        #expect(try #require(Trio(hints[2])).isSet)
        #expect(hints[2].allSatisfy(game.board.contains))
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

    @Test("Hints start over when the cards change")
    func newBoard() {
        var game = Game.dealt()
        for _ in 0..<3 { _ = game.hint(for: .first) }
        _ = game.deal(by: .first, at: .zero)
        #expect(game.shownHint(for: .first) == nil)
        #expect(game.hint(for: .first).0.cards.count == 1)
    }

    @Test("Hints ignore the found set that is still shown")
    func notTheFoundOne() {
        var game = Game.dealt()
        game.choose(DuelDecks.firstSet)
        let hints = (1...3).map { _ in game.hint(for: .second).0.cards }
        #expect(Set(hints[2]) == Set(DuelDecks.secondSet))
    }

    @Test("Each seat has its own hints", arguments: Seat.allCases)
    func ownHints(seat: Seat) {
        var game = Game.dealt()
        _ = game.hint(for: seat)
        #expect(game.shownHint(for: seat)?.cards.count == 1)
        #expect(game.shownHint(for: seat.opponent) == nil)
    }
}
