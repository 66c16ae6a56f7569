import SetHost
import SetProtocol
import SetTestSupport
import Testing

@Suite("Table of situations and events")
struct DuelTableTests {
    @Test("Every event in every situation is in the table", arguments: DuelSituation.allCases)
    func isComplete(situation: DuelSituation) throws {
        let outcomes = try #require(DuelTable.outcomes[situation])
        #expect(Set(DuelStimulus.allCases).subtracting(outcomes.keys) == [])
    }

    @Test(
        "Every event does what the table says, from both seats", arguments: DuelSituation.allCases)
    func outcomes(situation: DuelSituation) throws {
        let outcomes = try #require(DuelTable.outcomes[situation])
        for me in situation.seats {
            for stimulus in DuelStimulus.allCases {
                var scene = situation.scene(for: me)
                let (before, effects) = stimulus.apply(to: &scene, by: me)
                let outcome = DuelWording(me: me).outcome(effects, from: before, to: scene)
                #expect(
                    outcome == outcomes[stimulus], "\(stimulus) by the \(me) seat, \(situation)")
            }
        }
    }

    @Test("A refused event changes nothing and costs nothing", arguments: DuelSituation.allCases)
    func refusals(situation: DuelSituation) {
        for me in situation.seats {
            for stimulus in DuelStimulus.allCases {
                var scene = situation.scene(for: me)
                let (before, effects) = stimulus.apply(to: &scene, by: me)
                guard !effects.refusals.isEmpty else { continue }
                let told = effects.filter { if case .race = $0 { false } else { true } }
                #expect(told.count == 1)
                #expect(scene == before, "\(stimulus) by the \(me) seat, \(situation)")
            }
        }
    }

    @Test("An event charges exactly the points it announces", arguments: DuelSituation.allCases)
    func points(situation: DuelSituation) {
        for me in situation.seats {
            for stimulus in DuelStimulus.allCases {
                var scene = situation.scene(for: me)
                let (before, effects) = stimulus.apply(to: &scene, by: me)
                guard scene.duel.gamesStarted == before.duel.gamesStarted else { continue }
                for seat in Seat.allCases {
                    let told = effects.events.compactMap(\.charge).filter { $0.seat == seat }
                    let charged = scene.points[seat] - before.points[seat]
                    #expect(charged == told.reduce(0) { $0 + $1.points })
                }
            }
        }
    }

    @Test(
        "Every event leaves exactly the deadlines that the situation needs",
        arguments: DuelSituation.allCases)
    func deadlines(situation: DuelSituation) {
        for me in situation.seats {
            for stimulus in DuelStimulus.allCases {
                var scene = situation.scene(for: me)
                let (_, effects) = stimulus.apply(to: &scene, by: me)
                guard !effects.contains(.close) else { continue }
                let view = scene.view
                let asks = PerSeat(
                    first: view.players.first?.asks, second: view.players.second?.asks)
                let isAgreed = asks.first == .pause && asks.second == .pause
                let isAsked = (asks.first ?? asks.second) != nil && !isAgreed
                let isTimed = view.turn?.countdown != nil || view.clock != nil || isAsked
                #expect(
                    (scene.timeLeft != nil) == (isTimed || isSomebodyAwaited(scene)),
                    "\(stimulus) by the \(me) seat, \(situation)")
                #expect(scene.timeLeft ?? .seconds(1) > .zero)
            }
        }
    }

    /// Whether a seat is kept for a lost player, also while a turn or a countdown runs.
    private func isSomebodyAwaited(_ scene: DuelScene) -> Bool {
        var waiting = scene
        guard Seat.allCases.contains(where: { scene.view.players[$0]?.isPresent == false }) else {
            return false
        }
        return !waiting.wait(.seconds(60)).events.isEmpty
    }

    @Test("The table contains every refusal a duel can give")
    func everyReason() {
        let given = Set(
            DuelTable.outcomes.values.flatMap(\.values).compactMap { outcome -> Refusal? in
                guard outcome.hasPrefix("refused ") else { return nil }
                return Refusal(rawValue: String(outcome.dropFirst(8)))
            })
        // These are about the connection: the table gives them before the duel hears of it.
        let others: Set<Refusal> = [.onlyWatching, .tooFast, .badText, .unknownType]
        #expect(given == Set(Refusal.allCases).subtracting(others))
    }

    @Test("No message contains an undealt card", arguments: DuelSituation.allCases)
    func secrecy(situation: DuelSituation) {
        for me in situation.seats {
            for stimulus in DuelStimulus.allCases {
                var scene = situation.scene(for: me)
                let game = scene.view.game
                let (_, effects) = stimulus.apply(to: &scene, by: me)
                guard scene.view.game == game else { continue }
                let told = effects.states.flatMap { state in
                    state.cards.compactMap { $0 } + (state.selection?.cards ?? [])
                        + (state.event?.cards ?? [])
                }
                let hinted = effects.hints.flatMap(\.cards)
                #expect(Set(scene.duel.game.deck.cards).isDisjoint(with: told + hinted))
            }
        }
    }

    @Test(
        "Leaving never leaves the other player stuck, in any situation",
        arguments: DuelSituation.allCases
    )
    func leaving(situation: DuelSituation) {
        for me in situation.seats {
            var scene = situation.scene(for: me)
            guard scene.duel.players[me.opponent] != nil else { continue }
            let effects = scene.leave(me)
            if effects.contains(.close) { continue }
            #expect(scene.duel.players[me] == nil)
            #expect([.waiting, .over].contains(scene.view.phase))
            #expect(scene.duel.freeSeat == me)
            scene.comeBack(me.opponent)
            scene.sit(me)
            for place in Seat.allCases { scene.send(.ready, from: place) }
            #expect(scene.view.phase == .countdown, "after leaving \(situation)")
        }
    }
}
