import SetProtocol
import SetTestSupport
import Testing

@testable import SetHost

@Suite("Claim review")
struct ClaimReviewTests {
    /// Simulated duels, by seed.
    private static let histories = Dictionary(
        uniqueKeysWithValues: (1...24).map { ($0, Simulation.history(seed: $0)) })

    /// Reviews a simulated duel with its effects changed.
    ///
    /// - Returns: Whether all of it is found right, and how many effects were changed.
    private func review(
        seed: UInt64, _ spoil: (DuelEffect) -> DuelEffect? = { $0 }
    ) -> (isRight: Bool, changes: Int) {
        guard let history = Self.histories[seed] else { return (false, 0) }
        var review = ClaimReview(history.rules, countsSets: true)
        var changes = 0
        for step in history.steps {
            let effects = step.effects.compactMap(spoil)
            if effects != step.effects { changes += 1 }
            let held = step.duel.heldClaim?.seat
            guard review.check(step.input, effects, at: step.time, held: held) else {
                return (false, changes)
            }
        }
        return (true, changes)
    }

    /// Seeds of duels with a certain effect in them.
    private static func seeds(with isWanted: (DuelEffect) -> Bool) -> [UInt64] {
        histories.filter { $1.steps.contains { $0.effects.contains(where: isWanted) } }.keys
            .sorted()
    }

    @Test("A claim review agrees with the duel", arguments: (1...24).map { UInt64($0) })
    func agrees(seed: UInt64) {
        #expect(review(seed: seed).isRight)
    }

    @Test("A claim review finds a wrong winner, margin, or adjustment, and a missing race")
    func wrong() throws {
        let eventful = Self.seeds { if case .race = $0 { true } else { false } }
        try #require(!eventful.isEmpty)
        let spoilers: [(inout Race) -> Void] = [
            { $0.winner = $0.winner.opponent }, { $0.margin += .microseconds(1) },
            { $0.adjustment += .milliseconds(1) },
        ]
        for seed in eventful {
            for spoil in spoilers {
                let outcome = review(seed: seed) { effect in
                    guard case .race(var race) = effect else { return effect }
                    spoil(&race)
                    return .race(race)
                }
                #expect(outcome.changes == 1 && !outcome.isRight, "seed \(seed)")
            }
        }
    }

    @Test("A claim review tells a claim that is late for one set from a race for the next")
    func late() {
        var duel = DuelScene.open(rules: .duel).duel
        var review = ClaimReview(.duel, countsSets: true)
        for seat in Seat.allCases {
            _ = review.check(.joined(seat, name: "Ann"), [], at: .zero, held: nil)
        }
        var now = TableInstant(.seconds(4))
        var races = 0
        func happens(_ input: DuelInput) -> [DuelEffect] {
            let effects = duel.apply(input, at: now)
            let isRight = review.check(input, effects, at: now, held: duel.heldClaim?.seat)
            #expect(isRight)
            races += effects.count { if case .race = $0 { true } else { false } }
            return effects
        }
        func claim(_ cards: [Card]?, on board: BoardNumber, by seat: Seat) -> [DuelEffect] {
            let claim = ClientMessage.claim(Claim(board: board, cards: cards))
            return happens(.received(claim, from: seat, arrival: now))
        }
        _ = happens(.measured(PerSeat(first: .milliseconds(2), second: .milliseconds(102))))
        let board = duel.game.boardNumber
        _ = claim(DuelDecks.firstSet, on: board, by: .first)
        now = now.advanced(by: .milliseconds(100))
        #expect(happens(.deadlinePassed).events.last?.kind == "setFound")
        // The faster player claims again; the slower one's claim to the set before is still on its way.
        now = now.advanced(by: .milliseconds(2))
        _ = claim(nil, on: duel.game.boardNumber, by: .first)
        #expect(duel.heldClaim?.seat == .first)
        now = now.advanced(by: .milliseconds(3))
        #expect(claim(nil, on: board, by: .second).refusals == [.notYourTurn])
        #expect(races == 1)
    }

    @Test("A claim review finds a claim that was granted too early", arguments: [99, 100])
    func early(milliseconds: Int) {
        var review = ClaimReview(.duel, countsSets: true)
        let lines = PerSeat(first: Duration.milliseconds(2), second: .milliseconds(102))
        let claim = ClientMessage.claim(Claim(board: BoardNumber(1)))
        var state = TableState()
        state.event = .claimed(.first)
        for seat in Seat.allCases {
            _ = review.check(.joined(seat, name: "Ann"), [], at: .zero, held: nil)
        }
        let isRight = [
            review.check(.measured(lines), [], at: .zero, held: nil),
            review.check(
                .received(claim, from: .first, arrival: .zero), [], at: .zero, held: .first),
            review.check(
                .deadlinePassed, [.publish(state)], at: TableInstant(.milliseconds(milliseconds)),
                held: nil),
        ]
        #expect(isRight == [true, true, milliseconds == 100])
    }

    @Test("A claim review finds a claim granted to a seat that made none")
    func foreign() {
        let seeds = Self.seeds { effect in
            guard case .publish(let state) = effect, case .claimed = state.event else {
                return false
            }
            return true
        }
        #expect(seeds.count >= 4)
        for seed in seeds.prefix(4) {
            let outcome = review(seed: seed) { effect in
                guard case .publish(var state) = effect, case .claimed(let seat) = state.event
                else { return effect }
                state.event = .claimed(seat.opponent)
                return .publish(state)
            }
            #expect(outcome.changes == 1 && !outcome.isRight, "seed \(seed)")
        }
    }
}
