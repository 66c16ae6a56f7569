import SetHost
import SetProtocol
import SetTestSupport
import Testing

@Suite("Turns")
struct TurnTests {
    private let wrong = Array(DuelDecks.filler.prefix(3))

    @Test("In a turn only its holder may pick", arguments: Seat.allCases)
    func exclusive(seat: Seat) {
        for reason in TurnReason.allCases {
            var scene = DuelScene.inTurn(seat, because: reason, picked: 2)
            let before = scene
            #expect(
                scene.pick([DuelDecks.firstSet[2]], by: seat.opponent).refusals == [.notYourTurn])
            #expect(scene == before)
        }
    }

    @Test("Both players see each pick of a turn as it is made", arguments: Seat.allCases)
    func picksAreSeen(seat: Seat) {
        var scene = DuelScene.inTurn(seat)
        let effects = scene.pick(Array(DuelDecks.firstSet.prefix(2)), by: seat)
        #expect(effects.states.map { $0.selection?.cards.count } == [1, 2])
        #expect(effects.states.allSatisfy { $0.selection?.seat == seat })
    }

    @Test("A turn lasts as long as the rules say, to the millisecond", arguments: Seat.allCases)
    func windows(seat: Seat) {
        for (reason, seconds) in [(TurnReason.claim, 5), (.answer, 10), (.grace, 7)] {
            var scene = DuelScene.inTurn(seat, because: reason)
            #expect(scene.timeLeft == .seconds(seconds))
            #expect(scene.wait(.milliseconds(seconds * 1000 - 1)).isEmpty)
            #expect(scene.view.turn?.countdown?.remaining == .milliseconds(1))
            let before = scene.duel
            #expect(scene.wake().isEmpty)
            #expect(scene.duel == before)
            let event = scene.wait(.milliseconds(1)).events.first
            #expect(event == .timedOut(seat, reason, points: reason == .claim ? -2 : 0))
        }
    }

    @Test(
        "A late timer does not lengthen a turn: a pick after its end is too late",
        arguments: Seat.allCases)
    func latePick(seat: Seat) {
        var scene = DuelScene.inTurn(seat, picked: 2)
        scene.jump(.seconds(5))
        let effects = scene.pick([DuelDecks.firstSet[2]], by: seat)
        #expect(effects.events == [.timedOut(seat, .claim, points: -2)])
        #expect(effects.refusals == [.notYourTurn])
        #expect(scene.points[seat] == -2)
        #expect(scene.view.turn?.seat == seat.opponent)
    }

    @Test("A late timer does not shorten the next turn", arguments: Seat.allCases)
    func lateTimer(seat: Seat) {
        var scene = DuelScene.inTurn(seat)
        scene.jump(.milliseconds(5024))
        #expect(scene.wake().states.last?.turn?.countdown?.remaining == .seconds(10))
        #expect(scene.timeLeft == .seconds(10))
    }

    @Test(
        "A failed claim gives the other player an answer turn of twice the time",
        arguments: Seat.allCases
    )
    func answer(seat: Seat) {
        let failures: [(inout DuelScene) -> Void] = [
            { $0.pick(wrong, by: seat) }, { $0.runOut() }, { $0.send(.pass, from: seat) },
        ]
        for fail in failures {
            var scene = DuelScene.inTurn(seat)
            fail(&scene)
            #expect(scene.points[seat] == -2)
            #expect(scene.points[seat.opponent] == 0)
            let all = Duration.seconds(10)
            #expect(
                scene.view.turn
                    == Turn(
                        seat: seat.opponent, reason: .answer,
                        countdown: Countdown(remaining: all, total: all)))
            #expect(scene.timeLeft == all)
        }
    }

    @Test("An answer turn may time out for free; only a mismatch costs", arguments: Seat.allCases)
    func answerCosts(seat: Seat) {
        var missed = DuelScene.inTurn(seat, because: .answer, picked: 2)
        #expect(missed.runOut().events == [.timedOut(seat, .answer, points: 0)])
        var passed = DuelScene.inTurn(seat, because: .answer, picked: 2)
        #expect(passed.send(.pass, from: seat).events == [.passed(seat, .answer, points: 0)])
        var failed = DuelScene.inTurn(seat, because: .answer)
        #expect(failed.pick(wrong, by: seat).events.last?.charge?.points == -2)

        #expect(missed.points[seat] == 0)
        #expect(passed.points[seat] == 0)
        #expect(failed.points[seat] == -2)
        for scene in [missed, passed, failed] {
            #expect(scene.view.phase == .open)
            #expect(scene.timeLeft == nil)
        }
    }

    @Test("A grace turn costs nothing whatever happens", arguments: Seat.allCases)
    func graceCosts(seat: Seat) {
        let rules = Rules.with { $0.deselectPoints = -1 }
        let endings: [(inout DuelScene) -> Void] = [
            { $0.pick(wrong, by: seat) }, { $0.runOut() }, { $0.send(.pass, from: seat) },
            { $0.pick([wrong[0], wrong[0]], by: seat) },
        ]
        for end in endings {
            var scene = DuelScene.inTurn(seat, because: .grace, rules: rules)
            end(&scene)
            #expect(scene.points[seat] == 0)
        }
    }

    @Test("A set earns the same in every kind of turn", arguments: Seat.allCases)
    func found(seat: Seat) {
        for (reason, points) in [(TurnReason.claim, 5), (.answer, 5), (.grace, 4)] {
            var scene = DuelScene.inTurn(seat, because: reason, picked: 2)
            scene.pick([DuelDecks.firstSet[2]], by: seat)
            #expect(scene.points[seat] == points)
            #expect(scene.sets[seat] == 1)
            #expect(scene.view.turn == nil)
        }
    }

    @Test(
        "In an answer or grace turn, search time runs to the third card", arguments: Seat.allCases)
    func timing(seat: Seat) {
        for (reason, quick) in [(TurnReason.answer, 5), (.grace, 4)] {
            for (search, points) in [(5000, quick), (5001, quick - 1)] {
                var scene = DuelScene.inTurn(seat, because: reason, picked: 2)
                scene.wait(.milliseconds(search))
                scene.pick([DuelDecks.firstSet[2]], by: seat)
                #expect(scene.points[seat] == points, "\(reason)")
            }
        }
    }

    @Test(
        "An unlimited answer turn ends with a pass or three cards",
        arguments: Seat.allCases)
    func unlimited(seat: Seat) {
        let rules = Rules.with { $0.answer = .zero }
        var scene = DuelScene.inTurn(seat, because: .answer, rules: rules)
        #expect(scene.timeLeft == nil)
        #expect(scene.view.turn == Turn(seat: seat, reason: .answer, countdown: nil))
        #expect(scene.wait(.seconds(86_400)).isEmpty)
        #expect(
            scene.send(.pass, from: seat).events == [.passed(seat, .answer, points: 0)])
    }

    @Test("A handicap shortens turns of its seat only", arguments: Seat.allCases)
    func handicap(seat: Seat) {
        let rules = Rules.with {
            if seat == .first { $0.firstWindow = 40 } else { $0.secondWindow = 40 }
        }
        for (reason, own, full) in [
            (TurnReason.claim, 2000, 5000), (.answer, 4000, 10_000), (.grace, 2800, 7000),
        ] {
            let weak = DuelScene.inTurn(seat, because: reason, rules: rules)
            #expect(weak.timeLeft == .milliseconds(own))
            #expect(weak.view.turn?.countdown?.total == .milliseconds(own))
            let strong = DuelScene.inTurn(seat.opponent, because: reason, rules: rules)
            #expect(strong.timeLeft == .milliseconds(full))
        }
    }

    @Test(
        "A mismatch stays highlighted until the next pick and delays nobody",
        arguments: Seat.allCases)
    func mismatchStaysLit(seat: Seat) {
        var scene = DuelScene.inTurn(seat)
        scene.pick(wrong, by: seat)
        scene.wait(.seconds(4))
        #expect(scene.view.selection == Selection(seat: seat, cards: wrong, verdict: .mismatch))
        #expect(scene.timeLeft == .seconds(6))
        // One of the three starts a new selection.
        scene.pick([wrong[1]], by: seat.opponent)
        #expect(
            scene.view.selection
                == Selection(seat: seat.opponent, cards: [wrong[1]], verdict: .undecided))
        #expect(scene.timeLeft == .seconds(6))
    }

    @Test("A turn that ends without three cards leaves nothing selected", arguments: Seat.allCases)
    func droppedSelection(seat: Seat) {
        for reason in TurnReason.allCases {
            var scene = DuelScene.inTurn(seat, because: reason, picked: 2)
            scene.runOut()
            #expect(scene.view.selection == nil)
        }
    }

    @Test("A player who must wait is told how many seconds remain", arguments: Seat.allCases)
    func sentence(seat: Seat) {
        let name = seat == .first ? "Ann" : "Bob"
        for (wait, words) in [
            (0, "5 more seconds"), (4000, "1 more second"), (4999, "1 more second"),
        ] {
            var scene = DuelScene.inTurn(seat)
            scene.wait(.milliseconds(wait))
            guard case .refuse(let refused, to: _) = scene.claim(by: seat.opponent).first else {
                Issue.record("the claim was not refused")
                return
            }
            #expect(refused.message == "It is \(name)'s turn for \(words).")
            #expect(refused.request == .claim)
        }
    }
}
