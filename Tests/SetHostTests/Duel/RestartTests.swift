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
        arguments: DuelTable.situations)
    func free(situation: DuelTable.Situation) throws {
        for me in situation.seats {
            var scene = try situation.scene(for: me)
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

    @Test("A host may restart again before anybody is back", arguments: DuelTable.situations)
    func twice(situation: DuelTable.Situation) throws {
        var scene = try situation.scene(for: .first)
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
