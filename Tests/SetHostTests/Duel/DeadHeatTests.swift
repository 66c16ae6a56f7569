import SetHost
import SetProtocol
import SetTestSupport
import Testing

@Suite("Claims at the same instant")
struct DeadHeatTests {
    /// Both claim at the same instant.
    private static func contest(_ scene: inout DuelScene) -> Race? {
        _ = scene.duel.apply(.measured(PerSeat(both: .zero)), at: .zero)
        scene.jump(.microseconds(1))
        let claim = ClientMessage.claim(Claim(board: scene.board))
        let held = scene.duel.receive(claim, from: .first, isContested: true, at: scene.now)
        #expect(held == [])
        return scene.duel.receive(claim, from: .second, at: scene.now).races.first
    }

    /// The winner of a contest passes, and so does the other.
    private static func passTwice(_ race: Race?, _ scene: inout DuelScene) throws {
        let winner = try #require(race?.winner)
        for seat in [winner, winner.opponent] { scene.send(.pass, from: seat) }
    }

    @Test("A dead heat goes to the player behind, then the last one's loser, then chance")
    func behind() throws {
        var scene = DuelScene.open()
        let first = Self.contest(&scene)
        #expect(first?.isDeadHeat == true)
        try Self.passTwice(first, &scene)
        // Passing a claim has cost points: the one who passed is behind now.
        let second = Self.contest(&scene)
        #expect(second?.winner == first?.winner)
        scene = DuelScene.open(rules: .with { $0.timeoutPoints = 0 })
        let third = Self.contest(&scene)
        try Self.passTwice(third, &scene)
        #expect(Self.contest(&scene)?.winner == third?.winner.opponent)
    }

    @Test("A dead heat goes to the loser of the last one, however that was decided")
    func afterPoints() {
        // In both ways around: a coin would fall the same way twice.
        for ahead in Seat.allCases {
            var scene = DuelScene.open(rules: .with { $0.timeoutPoints = 0 })
            scene.claim(DuelDecks.firstSet, by: ahead)
            scene.runOut()
            #expect(Self.contest(&scene)?.winner == ahead.opponent)
            scene.pick(DuelDecks.secondSet, by: ahead.opponent)
            scene.runOut()
            #expect(scene.points.first == scene.points.second)
            #expect(Self.contest(&scene)?.winner == ahead)
        }
    }

    @Test("Simultaneous claims with equal latency are decided by arrival times")
    func contested() {
        var scene = DuelScene.open()
        let claim = ClientMessage.claim(Claim(board: scene.board))
        _ = scene.duel.receive(claim, from: .second, isContested: true, at: scene.now)
        let later = scene.now.advanced(by: .microseconds(1_500))
        let effects = scene.duel.receive(claim, from: .first, at: later)
        #expect(effects.events == [.claimed(.second)])
        #expect(effects.races.first?.winner == .second)
    }
}

extension [DuelEffect] {
    /// The published races.
    var races: [Race] {
        compactMap { effect in
            guard case .race(let race) = effect else { return nil }
            return race
        }
    }
}
