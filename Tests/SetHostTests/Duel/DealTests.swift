import SetHost
import SetProtocol
import SetTestSupport
import Testing

@Suite("Deals")
struct DealTests {
    @Test(
        "A deal adds three cards, reports the sets, and gives the other a grace turn",
        arguments: Seat.allCases)
    func wrong(seat: Seat) {
        var scene = DuelScene.open()
        let effects = scene.deal(by: seat)
        #expect(
            effects.events == [.dealt(seat, DuelDecks.nextThree, setsBefore: 2, points: -2)])
        #expect(scene.view.cards.count == 15)
        #expect(scene.view.deck == 66)
        #expect(scene.points[seat] == -2)
        #expect(scene.points[seat.opponent] == 0)
        #expect(scene.view.turn?.seat == seat.opponent)
        #expect(scene.view.turn?.reason == .grace)
        #expect(scene.timeLeft == .seconds(7))
    }

    @Test("A deal is rewarded when there was no set", arguments: Seat.allCases)
    func right(seat: Seat) {
        var scene = DuelScene.open(decks: [DuelDecks.noSet])
        let cards = Array(DuelDecks.noSet[12..<15])
        #expect(
            scene.deal(by: seat).events == [.dealt(seat, cards, setsBefore: 0, points: 1)])
        #expect(scene.points[seat] == 1)
        #expect(scene.view.turn?.seat == seat.opponent)
    }

    @Test("A deal may follow a deal: twenty cards may hold no set", arguments: Seat.allCases)
    func again(seat: Seat) {
        var scene = DuelScene.open(decks: [DuelDecks.noSet])
        for count in [15, 18, 21] {
            scene.deal(by: seat)
            #expect(scene.view.cards.count == count)
            #expect(
                scene.send(.pass, from: seat.opponent).events.last
                    == .passed(seat.opponent, .grace, points: 0))
        }
        #expect(scene.points[seat] == 3)
        #expect(scene.deal(by: seat).events.last?.charge?.points == -2)
    }

    @Test("Passing ends the grace turn", arguments: Seat.allCases)
    func agreed(seat: Seat) {
        var scene = DuelScene.inTurn(seat, because: .grace)
        let effects = scene.send(.pass, from: seat)
        #expect(effects.events == [.passed(seat, .grace, points: 0)])
        #expect(scene.view.phase == .open)
        #expect(scene.timeLeft == nil)
    }

    @Test("A deal gives no turn if the rules have no grace", arguments: Seat.allCases)
    func withoutGrace(seat: Seat) {
        var scene = DuelScene.open(rules: .with { $0.grace = .zero })
        scene.deal(by: seat)
        #expect(scene.view.phase == .open)
        #expect(scene.timeLeft == nil)
    }

    @Test("A deal while a found set is shown only replaces it", arguments: Seat.allCases)
    func duringReveal(seat: Seat) {
        for finder in Seat.allCases {
            var scene = DuelScene.revealing(foundBy: finder)
            let points = scene.points
            #expect(scene.deal(by: seat).events == [.refilled(DuelDecks.nextThree)])
            #expect(scene.points == points)
            #expect(scene.view.phase == .open)
            #expect(scene.view.turn == nil)
            #expect(scene.timeLeft == nil)
        }
    }

    @Test("A deal while a set is shown brings no free cards", arguments: Seat.allCases)
    func neverRefilled(seat: Seat) {
        let rules = Rules.with { $0.refill = .never }
        var dealt = DuelScene.revealing(foundBy: seat, rules: rules)
        let board = dealt.board
        #expect(dealt.deal(by: seat).events == [.refilled([])])
        #expect(dealt.view.cards.count == 9)
        #expect(dealt.board == board, "nothing that can be claimed has changed")
        // The next one is a deal like any other.
        #expect(dealt.deal(by: seat).events.first?.charge?.points == -2)
        #expect(dealt.view.turn?.reason == .grace)

        var waited = DuelScene.revealing(foundBy: seat, rules: rules)
        #expect(waited.runOut().events == [.refilled([])])
        #expect(waited.view.cards.count == 9)
    }

    @Test("A deal with fewer than three cards left lays down those", arguments: [1, 2])
    func shortDeck(left: Int) {
        let deck = Array(DuelDecks.twoSets.prefix(12 + left))
        var scene = DuelScene.open(decks: [deck])
        #expect(scene.deal(by: .first).events.last?.cards == Array(deck.suffix(left)))
        #expect(scene.view.cards.count == 12 + left)
        #expect(scene.view.deck == 0)
    }

    @Test("A deal leaves a mismatch highlighted", arguments: Seat.allCases)
    func keepsMismatch(seat: Seat) {
        var scene = DuelScene.inTurn(seat, because: .answer)
        scene.pick(Array(DuelDecks.filler.prefix(3)), by: seat)
        let lit = scene.view.selection
        #expect(lit?.verdict == .mismatch)
        scene.deal(by: seat)
        #expect(scene.view.selection == lit)
    }
}
