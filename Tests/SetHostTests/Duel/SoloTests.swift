import SetHost
import SetProtocol
import SetTestSupport
import Testing

@Suite("Solo games")
struct SoloTests {
    private let set = DuelDecks.firstSet

    @Test("A solo game starts at once, without an opponent and without \"ready\"")
    func starts() {
        var scene = DuelScene(rules: .solo)
        #expect(scene.sit(.first).events == [.joined(.first), .started])
        #expect(scene.view.phase == .open)
        #expect(scene.view.cards.count == 12)
        #expect(scene.duel.freeSeat == nil)
        #expect(scene.sit(.second).isEmpty)
    }

    @Test("A solo game needs no claim and has no time limit")
    func noClaim() {
        var scene = DuelScene.solo()
        let before = scene
        #expect(scene.claim(by: .first).refusals == [.noClaimNeeded])
        #expect(scene == before)
        #expect(scene.wait(.seconds(86_400)).isEmpty)
        scene.pick(set, by: .first)
        #expect(scene.points.first == 3)
        #expect(scene.sets.first == 1)
    }

    @Test("A solo board of fifteen stays at fifteen, as found cards are always replaced")
    func refill() {
        var scene = DuelScene.solo()
        scene.deal(by: .first)
        scene.pick(set, by: .first)
        scene.pick([set[0]], by: .first)
        #expect(scene.view.cards.count == 15)
    }

    @Test("A solo game can be restarted at any time, even in its countdown")
    func newGame() {
        let touches: [[Card]] = [[], [set[0]], set, Array(DuelDecks.filler.prefix(3))]
        for cards in touches {
            var scene = DuelScene.solo()
            scene.pick(cards, by: .first)
            #expect(scene.send(.new, from: .first).events == [.started])
            #expect(scene.view.game == 2)
            #expect(scene.view.selection == nil)
            #expect(scene.points.first == 0)
        }
        var paused = DuelScene.solo()
        paused.send([.pause, .new], from: .first)
        #expect(paused.view.phase == .open)
        var over = DuelScene.solo(deck: DuelDecks.lastSet)
        over.pick(DuelDecks.lastSet, by: .first)
        over.send(.new, from: .first)
        #expect(over.view.phase == .open)
        var counting = DuelScene.solo(rules: .soloWith { $0.countdown = .seconds(3) })
        #expect(counting.view.phase == .countdown)
        #expect(counting.send(.new, from: .first).events == [.countdown])
        #expect(counting.runOut().events == [.started])
    }

    @Test("A solo game pauses and resumes with the same selection")
    func pause() {
        var scene = DuelScene.solo()
        scene.pick(Array(set.prefix(2)), by: .first)
        let before = scene.view
        #expect(scene.send(.pause, from: .first).events == [.paused])
        #expect(scene.view.cards.allSatisfy { $0 == nil })
        #expect(scene.view.selection == nil)
        #expect(scene.send(.ready, from: .first).events == [.ready(.first), .resumed])
        #expect(scene.view.selection == before.selection)
        #expect(scene.view.cards == before.cards)
    }

    @Test("A solo game waits for its player and keeps the selection")
    func away() {
        var scene = DuelScene.solo()
        scene.pick(Array(set.prefix(2)), by: .first)
        let before = scene.view
        #expect(scene.lose(.first).events == [.away(.first), .paused])
        scene.wait(.seconds(59))
        #expect(scene.comeBack(.first).events == [.returned(.first), .resumed])
        #expect(scene.view.selection == before.selection)
        scene.lose(.first)
        #expect(scene.runOut() == [.close])
    }

    @Test("A solo game may require claims; a failed claim gives nobody a turn")
    func withClaims() {
        let rules = Rules.soloWith { ($0.claim, $0.answer) = (.seconds(5), .seconds(10)) }
        var scene = DuelScene.solo(rules: rules)
        #expect(scene.pick([set[0]], by: .first).refusals == [.claimFirst])
        scene.claim(by: .first)
        #expect(scene.timeLeft == .seconds(5))
        #expect(scene.runOut().events == [.timedOut(.first, .claim, points: -2)])
        #expect(scene.view.phase == .open)
        #expect(scene.timeLeft == nil)
        scene.claim(set, by: .first)
        #expect(scene.sets.first == 1)
    }

    @Test("A solo deal gives nobody a turn, even with a grace time")
    func dealing() {
        var scene = DuelScene.solo(rules: .soloWith { $0.grace = .seconds(7) })
        scene.deal(by: .first)
        #expect(scene.view.phase == .open)
        #expect(scene.timeLeft == nil)
    }

    @Test("A solo game ends when resigned, without a winner")
    func resign() {
        var scene = DuelScene.solo()
        #expect(scene.send(.resign, from: .first).events == [.resigned(.first)])
        #expect(scene.view.result == GameResult(winner: nil, decider: .resigned))
    }

    @Test("A solo table closes when its player leaves")
    func leave() {
        var scene = DuelScene.solo()
        #expect(scene.send(.leave, from: .first) == [.close])
    }

    @Test(
        "A solo game can be played to its end by finding every set",
        arguments: 1...5 as ClosedRange<UInt64>)
    func whole(seed: UInt64) {
        var scene = DuelScene.solo(deck: SeededGenerator.shuffledDeck(seed: seed))
        var touches = 0
        while scene.view.phase == .open, touches < 400 {
            let chosen =
                scene.view.selection?.verdict == .match
                ? Set(scene.view.selection?.cards ?? []) : []
            let cards = scene.view.cards.compactMap { $0 }.filter { !chosen.contains($0) }
            if let trio = CardSet(cards).sets.first {
                scene.pick(trio.cards, by: .first)
            } else {
                scene.deal(by: .first)
            }
            touches += 1
        }
        #expect(scene.view.result?.decider == .played)
        #expect(scene.view.deck == 0)
        #expect(scene.sets.first == scene.view.discard / 3)
    }
}
