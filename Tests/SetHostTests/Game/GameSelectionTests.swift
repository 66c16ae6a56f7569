import SetProtocol
import SetTestSupport
import Testing

@testable import SetHost

/// What touching cards does where nobody needs to claim.
@Suite("Choosing cards alone")
struct GameSelectionTests {
    private let set = DuelDecks.firstSet
    private let noSet = [Card](codes: "2312 2323 1111")
    private let other = DuelDecks.filler[0]

    private func solo(touching cards: [Card] = []) -> DuelScene {
        var scene = DuelScene.solo()
        scene.pick(cards, by: .first)
        return scene
    }

    private func selection(_ cards: [Card], _ verdict: Verdict) -> Selection {
        Selection(seat: .first, cards: cards, verdict: verdict)
    }

    @Test("selects one card, then two, in the order they were touched")
    func selects() {
        #expect(solo().view.selection == nil)
        #expect(solo(touching: [other]).view.selection == selection([other], .undecided))
        #expect(
            solo(touching: [other, set[0]]).view.selection
                == selection([other, set[0]], .undecided))
    }

    @Test("a second touch deselects while one card or two are selected")
    func deselects() {
        #expect(solo(touching: [other, other]).view.selection == nil)
        #expect(
            solo(touching: [other, set[0], other]).view.selection
                == selection([set[0]], .undecided))
        #expect(
            solo(touching: [other, set[0], set[0]]).view.selection
                == selection([other], .undecided))
    }

    @Test("the third card brings the verdict at once")
    func judges() {
        #expect(solo(touching: set).view.selection == selection(set, .match))
        #expect(solo(touching: noSet).view.selection == selection(noSet, .mismatch))
    }

    @Test("a match stays on the board until the next touch")
    func matchStays() {
        var scene = solo(touching: set)
        scene.wait(.seconds(3600))
        #expect(scene.view.cards == DuelDecks.twoSets.prefix(12).map { $0 })
        #expect(scene.view.selection == selection(set, .match))
        #expect(scene.view.discard == 0)
        #expect(scene.timeLeft == nil)
    }

    @Test("touching another card replaces a match and selects that card")
    func touchAfterMatch() {
        var scene = solo(touching: set)
        let effects = scene.pick([other], by: .first)
        #expect(effects.events == [.refilled(DuelDecks.nextThree), .picked(.first, other)])
        #expect(scene.view.selection == selection([other], .undecided))
        #expect(scene.view.cards.prefix(3).map { $0 } == DuelDecks.nextThree)
        #expect(scene.view.discard == 3)
        #expect(scene.view.lastDiscard == set[2])
    }

    @Test("touching one of a match replaces it and selects nothing", arguments: 0..<3)
    func touchInsideMatch(slot: Int) {
        var scene = solo(touching: set)
        let effects = scene.pick([set[slot]], by: .first)
        #expect(effects.events == [.refilled(DuelDecks.nextThree)])
        #expect(scene.view.selection == nil)
        #expect(scene.view.cards.prefix(3).map { $0 } == DuelDecks.nextThree)
    }

    @Test("with an empty deck the space of a match goes to the others")
    func touchAfterMatchWithoutDeck() {
        var scene = DuelScene.solo(deck: DuelDecks.lastTwoSets + DuelDecks.filler)
        scene.pick(set, by: .first)
        scene.pick([other], by: .first)
        #expect(scene.view.cards.count == 9)
        #expect(scene.view.selection == selection([other], .undecided))
    }

    @Test("touching any card ends a mismatch and selects that card, also one of the three")
    func touchAfterMismatch() {
        for card in [other] + noSet {
            var scene = solo(touching: noSet)
            let effects = scene.pick([card], by: .first)
            #expect(effects.events == [.picked(.first, card)])
            #expect(scene.view.selection == selection([card], .undecided))
            #expect(scene.view.cards.count == 12)
        }
    }

    @Test("dealing replaces a match with three new cards")
    func dealAfterMatch() {
        var scene = solo(touching: set)
        let effects = scene.deal(by: .first)
        #expect(effects.events == [.refilled(DuelDecks.nextThree)])
        #expect(scene.view.cards.count == 12)
        #expect(scene.view.selection == nil)
    }

    @Test("dealing otherwise adds three cards and leaves the selection alone")
    func dealKeepsSelection() {
        for cards in [[], [other], [other, set[0]], noSet] {
            var scene = solo(touching: cards)
            let before = scene.view
            scene.deal(by: .first)
            #expect(scene.view.selection == before.selection)
            #expect(scene.view.cards == before.cards + DuelDecks.nextThree)
            #expect(scene.view.deck == before.deck - 3)
        }
    }

    @Test("dealing is refused when the deck is empty, also while a match is shown")
    func dealFromEmptyDeck() {
        var scene = DuelScene.solo(deck: DuelDecks.lastTwoSets)
        for touches in [[], [set[0]], Array(set.dropFirst())] {
            scene.pick(touches, by: .first)
            let before = scene
            #expect(scene.deal(by: .first).refusals == [.deckEmpty])
            #expect(scene == before)
        }
        #expect(scene.view.selection?.verdict == .match)
    }

    @Test("a card that is not on the board cannot be touched")
    func forged() {
        for touches in [[], [other], set, noSet] {
            var scene = solo(touching: touches)
            let before = scene
            #expect(
                scene.pick([DuelDecks.nextThree[0]], by: .first).refusals == [.cardNotOnBoard])
            #expect(scene == before)
        }
    }

    @Test("the price of taking a choice back is charged and told")
    func deselectCosts() {
        var scene = DuelScene.solo(rules: .soloWith { $0.deselectPoints = -1 })
        let effects = scene.pick([other, other], by: .first)
        #expect(effects.events == [.picked(.first, other), .unpicked(.first, other, points: -1)])
        #expect(scene.points.first == -1)
    }
}
