import SetHost
import SetProtocol
import SetTestSupport
import Testing

@Suite("Table of situations and events")
struct DuelTableTests {
    @Test("Every event in every situation is in the table", arguments: DuelTable.situations)
    func isComplete(situation: DuelTable.Situation) {
        #expect(Set(situation.outcomes.keys) == Set(DuelTable.stimuli.map(\.name)))
    }

    @Test(
        "Every event does what the table says, from both seats", arguments: DuelTable.situations)
    func outcomes(situation: DuelTable.Situation) throws {
        try situation.forEach { trial in
            let outcome = DuelWording(me: trial.me)
                .outcome(trial.effects, from: trial.before, to: trial.after)
            #expect(outcome == situation.outcomes[trial.name], trial.comment)
        }
    }

    @Test("A refused event changes nothing and costs nothing", arguments: DuelTable.situations)
    func refusals(situation: DuelTable.Situation) throws {
        try situation.forEach { trial in
            guard !trial.effects.refusals.isEmpty else { return }
            let announced = trial.effects.filter { if case .race = $0 { false } else { true } }
            #expect(announced.count == 1 && trial.after == trial.before, trial.comment)
        }
    }

    @Test("An event charges exactly the points it announces", arguments: DuelTable.situations)
    func points(situation: DuelTable.Situation) throws {
        try situation.forEach { trial in
            guard trial.after.duel.gamesStarted == trial.before.duel.gamesStarted else { return }
            for seat in Seat.allCases {
                let announced = trial.effects.events.compactMap(\.charge).filter { $0.seat == seat }
                let charged = trial.after.points[seat] - trial.before.points[seat]
                #expect(charged == announced.reduce(0) { $0 + $1.points }, trial.comment)
            }
        }
    }

    @Test(
        "Every event leaves exactly the deadlines that the situation needs",
        arguments: DuelTable.situations)
    func deadlines(situation: DuelTable.Situation) throws {
        try situation.forEach { trial in
            guard !trial.effects.contains(.close) else { return }
            let (scene, view) = (trial.after, trial.after.view)
            let asks = Seat.allCases.compactMap { view.players[$0]?.asks }
            let isAsked = !asks.isEmpty && asks != [.pause, .pause]
            let isTimed = view.turn?.countdown != nil || view.clock != nil || isAsked
            #expect(
                (scene.timeLeft != nil) == (isTimed || isSomebodyAwaited(scene)), trial.comment)
            #expect(scene.timeLeft ?? .seconds(1) > .zero)
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
        let outcomes = DuelTable.situations.flatMap(\.outcomes.values)
        let given = Set(
            outcomes.filter { $0.hasPrefix("refused ") }
                .compactMap { Refusal(rawValue: String($0.dropFirst(8))) })
        // These are about the connection or the queue: the table gives them before the duel hears of it.
        let others: Set<Refusal> = [.onlyWatching, .noQueue, .tooFast, .badText, .unknownType]
        #expect(given == Set(Refusal.allCases).subtracting(others))
    }

    @Test("No message contains an undealt card", arguments: DuelTable.situations)
    func secrecy(situation: DuelTable.Situation) throws {
        try situation.forEach { trial in
            guard trial.after.view.game == trial.before.view.game else { return }
            let announced = trial.effects.states.flatMap { state -> [Card] in
                state.cards.compactMap { $0 } + (state.selection?.cards ?? [])
                    + (state.event?.cards ?? [])
            }
            let hinted = trial.effects.hints.flatMap(\.cards)
            let undealt = Set(trial.after.duel.game.deck.cards)
            #expect(undealt.isDisjoint(with: announced + hinted), trial.comment)
        }
    }

    @Test(
        "Leaving never leaves the other player stuck, in any situation",
        arguments: DuelTable.situations
    )
    func leaving(situation: DuelTable.Situation) throws {
        for me in situation.seats {
            var scene = try situation.scene(for: me)
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
