import SetProtocol
import SetTestSupport
import Testing

@testable import SetHost

/// What touching cards does where nobody needs to claim.
@Suite("Solo selection")
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

    @Test("A solo player selects one card, then two, in the order of picking")
    func selects() {
        #expect(solo().view.selection == nil)
        #expect(solo(touching: [other]).view.selection == selection([other], .undecided))
        #expect(
            solo(touching: [other, set[0]]).view.selection
                == selection([other, set[0]], .undecided))
    }

    @Test("Picking one of two selected cards again deselects it")
    func deselects() {
        #expect(solo(touching: [other, other]).view.selection == nil)
        #expect(
            solo(touching: [other, set[0], other]).view.selection
                == selection([set[0]], .undecided))
        #expect(
            solo(touching: [other, set[0], set[0]]).view.selection
                == selection([other], .undecided))
    }

    @Test("The third card brings the verdict at once")
    func judges() {
        #expect(solo(touching: set).view.selection == selection(set, .match))
        #expect(solo(touching: noSet).view.selection == selection(noSet, .mismatch))
    }

    @Test("A match stays on the board until the next pick")
    func matchStays() {
        var scene = solo(touching: set)
        scene.wait(.seconds(3600))
        #expect(scene.view.cards == DuelDecks.twoSets.prefix(12).map { $0 })
        #expect(scene.view.selection == selection(set, .match))
        #expect(scene.view.discard == 0)
        #expect(scene.timeLeft == nil)
    }

    @Test("Picking another card replaces a match and selects that card")
    func touchAfterMatch() {
        var scene = solo(touching: set)
        let effects = scene.pick([other], by: .first)
        #expect(effects.events == [.refilled(DuelDecks.nextThree), .picked(.first, other)])
        #expect(scene.view.selection == selection([other], .undecided))
        #expect(scene.view.cards.prefix(3).map { $0 } == DuelDecks.nextThree)
        #expect(scene.view.discard == 3)
        #expect(scene.view.lastDiscard == set[2])
    }

    @Test("Picking a card of a match replaces it and selects nothing", arguments: 0..<3)
    func touchInsideMatch(slot: Int) {
        var scene = solo(touching: set)
        let effects = scene.pick([set[slot]], by: .first)
        #expect(effects.events == [.refilled(DuelDecks.nextThree)])
        #expect(scene.view.selection == nil)
        #expect(scene.view.cards.prefix(3).map { $0 } == DuelDecks.nextThree)
    }

    @Test("With an empty deck the other cards close the gap of a match")
    func touchAfterMatchWithoutDeck() {
        var scene = DuelScene.solo(deck: DuelDecks.lastTwoSets + DuelDecks.filler)
        scene.pick(set, by: .first)
        scene.pick([other], by: .first)
        #expect(scene.view.cards.count == 9)
        #expect(scene.view.selection == selection([other], .undecided))
    }

    @Test("Picking any card clears a mismatch and selects it, even if it is one of the three")
    func touchAfterMismatch() {
        for card in [other] + noSet {
            var scene = solo(touching: noSet)
            let effects = scene.pick([card], by: .first)
            #expect(effects.events == [.picked(.first, card)])
            #expect(scene.view.selection == selection([card], .undecided))
            #expect(scene.view.cards.count == 12)
        }
    }

    @Test("Dealing replaces a match with three new cards")
    func dealAfterMatch() {
        var scene = solo(touching: set)
        let effects = scene.deal(by: .first)
        #expect(effects.events == [.refilled(DuelDecks.nextThree)])
        #expect(scene.view.cards.count == 12)
        #expect(scene.view.selection == nil)
    }

    @Test("Dealing without a match adds three cards and keeps the selection")
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

    @Test("Dealing from an empty deck is refused, even while a match is shown")
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

    @Test("A card that is not on the board cannot be picked")
    func forged() {
        for touches in [[], [other], set, noSet] {
            var scene = solo(touching: touches)
            let before = scene
            #expect(
                scene.pick([DuelDecks.nextThree[0]], by: .first).refusals == [.cardNotOnBoard])
            #expect(scene == before)
        }
    }

    @Test("Deselecting a card is charged and announced")
    func deselectCosts() {
        var scene = DuelScene.solo(rules: .soloWith { $0.deselectPoints = -1 })
        let effects = scene.pick([other, other], by: .first)
        #expect(effects.events == [.picked(.first, other), .unpicked(.first, other, points: -1)])
        #expect(scene.points.first == -1)
    }
}
