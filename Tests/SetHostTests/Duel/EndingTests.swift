import SetHost
import SetProtocol
import SetTestSupport
import Testing

@Suite("Results")
struct EndingTests {
    @Test("Points decide by default, even against more sets", arguments: Seat.allCases)
    func byPoints(seat: Seat) {
        // The one with the only set has paid for five failed claims.
        var scene = lastSetTakenAfterFailures(by: seat)
        scene.runOut()
        #expect(scene.points[seat] < 0)
        #expect(scene.view.result == GameResult(winner: seat.opponent, decider: .points))
    }

    @Test("Sets decide if the rules say so", arguments: Seat.allCases)
    func bySets(seat: Seat) {
        var scene = lastSetTakenAfterFailures(by: seat, rules: .with { $0.victory = .sets })
        scene.runOut()
        #expect(scene.points[seat] < 0)
        #expect(scene.view.result == GameResult(winner: seat, decider: .sets))
    }

    private func lastSetTakenAfterFailures(by seat: Seat, rules: Rules = Rules()) -> DuelScene {
        var scene = DuelScene.open(rules: rules, decks: [DuelDecks.lastSet])
        for _ in 0..<5 {
            scene.claim(by: seat)
            scene.send(.pass, from: seat)
            scene.send(.pass, from: seat.opponent)
        }
        scene.claim(DuelDecks.lastSet, by: seat)
        return scene
    }

    /// Each has found one set, equally fast, and nothing is left.
    private func level(rules: Rules = Rules()) -> (DuelScene, [DuelEffect]) {
        var scene = DuelScene.open(
            rules: rules, decks: [DuelDecks.lastTwoSets, DuelDecks.twoSets])
        scene.claim(DuelDecks.firstSet, by: .second)
        scene.runOut()
        scene.claim(DuelDecks.secondSet, by: .first)
        let effects = scene.runOut()
        return (scene, effects)
    }

    @Test("A draw stands if the rules say so", arguments: Rules.Victory.allCases)
    func drawStands(victory: Rules.Victory) {
        let (scene, effects) = level(
            rules: .with { ($0.draw, $0.victory) = (.stands, victory) })
        #expect(effects.events == [.refilled([]), .over])
        #expect(scene.view.result?.winner == nil)
        #expect(Seat.allCases.allSatisfy { scene.view.players[$0]?.wins == 0 })
    }

    @Test(
        "Otherwise a draw is settled by sudden death with a new deck",
        arguments: Rules.Victory.allCases)
    func suddenDeath(victory: Rules.Victory) {
        var (scene, effects) = level(rules: .with { $0.victory = victory })
        #expect(effects.events == [.refilled([]), .suddenDeath])
        #expect(scene.view.phase == .countdown)
        #expect(scene.view.isSuddenDeath)
        #expect(scene.timeLeft == .seconds(3))
        #expect(scene.view.deck == 81)
        effects = scene.runOut()
        #expect(effects.events == [.started])
        #expect(scene.view.cards == DuelDecks.twoSets.prefix(12).map { $0 })
        #expect(scene.points == PerSeat(both: 5))
    }

    @Test("Without a countdown, the state of a sudden death still has a clock, which is at its end")
    func suddenDeathWithoutCountdown() throws {
        let (_, effects) = level(rules: .with { $0.countdown = .zero })
        #expect(effects.events == [.refilled([]), .suddenDeath, .started])
        let state = try #require(effects.states.first { $0.event == .suddenDeath })
        let none = Countdown(remaining: .zero, total: .zero)
        #expect(state.phase == .countdown && state.cards.isEmpty)
        #expect(state.clock == Clock(reason: .start, countdown: none))
    }

    @Test("The next set wins a sudden death, whatever the points", arguments: Seat.allCases)
    func suddenDeathWon(seat: Seat) {
        var scene = DuelScene.suddenDeath()
        scene.claim(Array(DuelDecks.filler.prefix(3)), by: seat)
        scene.send(.pass, from: seat.opponent)
        scene.claim(Array(DuelDecks.filler.prefix(3)), by: seat)
        scene.send(.pass, from: seat.opponent)
        scene.wait(.seconds(16))
        scene.claim(DuelDecks.secondSet, by: seat)
        #expect(scene.points[seat] < scene.points[seat.opponent])
        let effects = scene.runOut()
        #expect(effects.events.last == .over)
        #expect(scene.view.result == GameResult(winner: seat, decider: .suddenDeath))
        #expect(scene.view.players[seat]?.wins == 1)
        #expect(scene.view.players[seat.opponent]?.wins == 0)
    }

    @Test("The game after a sudden death is a normal one")
    func afterSuddenDeath() {
        var scene = DuelScene.suddenDeath()
        scene.claim(DuelDecks.firstSet, by: .first)
        scene.runOut()
        #expect(scene.view.phase == .over && scene.view.isSuddenDeath)
        for seat in Seat.allCases { scene.send(.ready, from: seat) }
        #expect(scene.view.phase == .countdown && !scene.view.isSuddenDeath)
        scene.runOut()
        // One set does not decide it.
        while scene.view.phase == .open, scene.sets == PerSeat(both: 0) {
            let trio = CardSet(scene.view.cards.compactMap(\.self)).sets.first
            if let trio { scene.claim(trio.cards, by: .second) } else { scene.deal(by: .second) }
            scene.runOut()
        }
        #expect(scene.sets.second == 1)
        #expect(scene.view.phase == .open && !scene.view.isSuddenDeath)
    }

    @Test(
        "A rematch begins when both are ready, with new cards and no points",
        arguments: Seat.allCases)
    func rematch(seat: Seat) {
        var scene = DuelScene.open(decks: [DuelDecks.lastSet, DuelDecks.twoSets])
        scene.claim(DuelDecks.lastSet, by: seat)
        scene.runOut()
        #expect(scene.send(.ready, from: seat).events == [.ready(seat)])
        #expect(
            scene.send(.ready, from: seat.opponent).events
                == [.ready(seat.opponent), .countdown])
        scene.runOut()
        #expect(scene.view.phase == .open)
        #expect(scene.view.game == 2)
        #expect(scene.points == PerSeat(both: 0))
        #expect(scene.sets == PerSeat(both: 0))
        #expect(scene.view.discard == 0)
        #expect(scene.view.players[seat]?.wins == 1)
    }

    @Test("The series counts wins over several games", arguments: Seat.allCases)
    func series(seat: Seat) {
        var scene = DuelScene.over(wonBy: seat)
        for (winner, own, others) in [(seat, 2, 0), (seat.opponent, 2, 1), (seat, 3, 1)] {
            for place in Seat.allCases { scene.send(.ready, from: place) }
            scene.runOut()
            scene.send(.resign, from: winner.opponent)
            #expect(scene.view.players[seat]?.wins == own)
            #expect(scene.view.players[seat.opponent]?.wins == others)
        }
        #expect(scene.view.game == 4)
    }

    @Test(
        "Resigning gives the game to the other player, whatever the points",
        arguments: Seat.allCases)
    func resign(seat: Seat) {
        var scene = DuelScene.revealing(foundBy: seat)
        #expect(scene.send(.resign, from: seat).events == [.resigned(seat)])
        #expect(scene.view.result == GameResult(winner: seat.opponent, decider: .resigned))
        #expect(scene.timeLeft == nil)
    }

    @Test(
        "A decided game keeps its result while the last set is shown",
        arguments: Seat.allCases)
    func decided(seat: Seat) {
        let hurries: [(inout DuelScene) -> Void] = [
            { $0.leave(seat) }, { $0.leave(seat.opponent) }, { $0.send(.leave, from: seat) },
            { $0.send(.resign, from: seat) }, { $0.lose(seat) },
            { scene in for place in Seat.allCases { scene.send(.new, from: place) } },
        ]
        for hurry in hurries {
            var scene = DuelScene.revealing(foundBy: seat, decks: [DuelDecks.lastSet])
            let state = scene.after { hurry(&$0) }
            #expect(
                state.duel.players[seat.opponent]?.name == nil
                    || state.view.players[seat.opponent]?.wins == 0)
            if let winner = state.view.players[seat] { #expect(winner.wins == 1) }
            scene.runOut()
            #expect(scene.view.players[seat]?.wins == 1)
        }
    }

    @Test(
        "At the end of a game the cards lie face up and nothing is timed", arguments: Seat.allCases)
    func overIsOver(seat: Seat) {
        let scene = DuelScene.paused().after { $0.send(.resign, from: seat) }
        #expect(scene.view.phase == .over)
        #expect(scene.view.cards == DuelDecks.twoSets.prefix(12).map { $0 })
        #expect(scene.timeLeft == nil)
    }
}
