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

    @Test(
        "A hint goes only to the player who asked; everybody is told its price",
        arguments: Seat.allCases)
    func inADuel(seat: Seat) throws {
        var scene = DuelScene.open(rules: .with { $0.hints = true })
        let effects = scene.send(.hint, from: seat)
        let hint = try #require(effects.hints.first)
        #expect(effects.first == .show(hint, to: seat))
        #expect(effects.events == [.hinted(seat, shown: 1, points: -1)])
        #expect(effects.count == 2)
        #expect(scene.points[seat] == -1)
        #expect(scene.points[seat.opponent] == 0)
    }

    @Test("Hints are refused if the rules do not allow them", arguments: Seat.allCases)
    func off(seat: Seat) {
        var scene = DuelScene.open()
        let before = scene
        #expect(scene.send(.hint, from: seat).refusals == [.hintsOff])
        #expect(scene == before)
    }

    @Test("Hints already paid for are shown again to a player who returns")
    func afterReturn() {
        var scene = DuelScene.open(rules: .with { $0.hints = true })
        let paid = scene.send(.hint, from: .second).hints
        scene.lose(.second)
        let effects = scene.comeBack(.second)
        #expect(effects.hints == paid)
        #expect(scene.points.second == -1)
    }

    @Test("Hints are not shown again after the game is over", arguments: Seat.allCases)
    func overGame(_ seat: Seat) {
        var scene = DuelScene.open(rules: .with { $0.hints = true })
        scene.send(.hint, from: seat)
        scene.send(.resign, from: seat.opponent)
        scene.lose(seat)
        #expect(scene.comeBack(seat).allSatisfy { if case .show = $0 { false } else { true } })
    }
}
