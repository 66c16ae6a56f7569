import SetProtocol
import SetTestSupport
import Testing

@testable import SetHost

@Suite("Host restarts")
struct RestartTests {
    private func restart(_ scene: inout DuelScene) -> [DuelEffect] {
        scene.duel.apply(.restarted, at: scene.now)
    }

    @Test(
        "A restart costs nobody a point or a set, in any situation",
        arguments: DuelSituation.allCases)
    func free(situation: DuelSituation) {
        for me in situation.seats {
            var scene = situation.scene(for: me)
            let before = scene
            let effects = restart(&scene)
            #expect(scene.points == before.points)
            #expect(scene.sets == before.sets)
            #expect(!effects.contains(.close))
            #expect(scene.duel.heldClaim == nil)
            #expect(![.turn, .open].contains(scene.view.phase))
            for seat in Seat.allCases where scene.duel.players[seat] != nil {
                #expect(scene.view.players[seat]?.isPresent == false)
            }
        }
    }

    @Test("A restart cancels a turn at no cost, and play resumes when both are back")
    func turn() {
        var scene = DuelScene.inTurn(.first, picked: 2)
        let cards = scene.view.cards
        #expect(restart(&scene).events == [.away(.first), .away(.second), .paused])
        #expect(scene.view.phase == .paused)
        #expect(scene.view.cards == Array(repeating: nil, count: cards.count))
        #expect(scene.timeLeft == .seconds(60))
        scene.wait(.seconds(59))
        #expect(scene.comeBack(.second).events == [.returned(.second)])
        #expect(scene.comeBack(.first).events == [.returned(.first), .countdown])
        #expect(scene.runOut().events == [.resumed])
        #expect(scene.view.cards == cards)
        #expect(scene.view.selection == nil)
        #expect(scene.claim(DuelDecks.firstSet, by: .first).events.last?.charge?.seat == .first)
    }

    @Test("After a restart a found set is shown again before anybody sees new cards")
    func reveal() {
        var scene = DuelScene.revealing(foundBy: .second)
        let shown = scene.view
        #expect(restart(&scene).events == [.away(.first), .away(.second), .paused])
        #expect(scene.sets.second == 1)
        #expect(scene.comeBack(.first).events == [.returned(.first)])
        #expect(scene.view.cards.allSatisfy { $0 == nil } && scene.view.deck == shown.deck)
        scene.comeBack(.second)
        #expect(scene.runOut().events == [.resumed])
        #expect(scene.view.cards == shown.cards && scene.view.selection == shown.selection)
        #expect(scene.view.clock?.countdown == shown.clock?.countdown)
        #expect(scene.runOut().events.map(\.kind) == ["refilled"])
    }

    @Test("A restart ends a game whose last set was being shown")
    func decided() {
        var scene = DuelScene.revealing(foundBy: .first, decks: [DuelDecks.lastSet])
        _ = restart(&scene)
        #expect(scene.view.phase == .over)
        #expect(scene.view.result?.winner == .first)
    }

    @Test("A restart forgets a held claim, of which nobody knew")
    func heldClaim() {
        var scene = DuelScene.open()
        scene.duel.measured(PerSeat(first: .milliseconds(2), second: .milliseconds(102)))
        scene.jump(.milliseconds(1))
        scene.claim(by: .first)
        #expect(scene.duel.heldClaim != nil)
        _ = restart(&scene)
        #expect(scene.duel.heldClaim == nil)
        #expect(scene.duel.roundTrips == PerSeat(both: .zero))
    }

    @Test("After a restart seats are kept for the full time; then the table closes")
    func time() {
        var scene = DuelScene.away(.second)
        scene.wait(.seconds(50))
        _ = restart(&scene)
        #expect(scene.timeLeft == .seconds(60))
        #expect(scene.runOut().contains(.close))
    }

    @Test("A host may restart again before anybody is back", arguments: DuelSituation.allCases)
    func twice(situation: DuelSituation) {
        var scene = situation.scene(for: .first)
        _ = restart(&scene)
        let before = scene
        #expect(restart(&scene).isEmpty)
        #expect(scene == before)
    }
}

@Suite("Table clock")
struct TableClockTests {
    @Test("A table clock continues from its time and never wakes anything early")
    func clock() {
        let now = MonotonicInstant(.nanoseconds(1_234_567_891_234))
        let clock = TableClock(showing: TableInstant(.seconds(90)), at: now)
        #expect(clock.time(at: now) == TableInstant(.seconds(90)))
        #expect(
            clock.time(at: now.advanced(by: .nanoseconds(2500)))
                == TableInstant(.seconds(90) + .microseconds(2)))
        let deadline = TableInstant(.seconds(91))
        #expect(clock.time(at: clock.instant(at: deadline)) == deadline)
        let early = clock.instant(at: deadline).advanced(by: .nanoseconds(-1))
        #expect(clock.time(at: early) < deadline)
        #expect(TableClock(at: now).time(at: now) == .zero)
    }

    @Test("A table clock rounds down to whole microseconds, also before zero")
    func microseconds() {
        #expect(Duration.nanoseconds(1999).wholeMicroseconds == 1)
        #expect(Duration.nanoseconds(-1).wholeMicroseconds == -1)
        #expect(Duration.nanoseconds(-1000).wholeMicroseconds == -1)
        #expect(Duration.seconds(-3).wholeMicroseconds == -3_000_000)
        #expect(Duration.seconds(Int64.max).wholeMicroseconds == .max)
        #expect(Duration.seconds(Int64.min).wholeMicroseconds == .min)
    }
}
