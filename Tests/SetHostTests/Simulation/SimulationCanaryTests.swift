import SetHost
import SetProtocol
import SetTestSupport
import Testing

@Suite("Simulation inspector")
struct SimulationCanaryTests {
    private static let seeds: ClosedRange<UInt64> = 1...60

    private func run(
        _ seed: UInt64, spoiledBy spoiler: @escaping SimulationSpoiler
    ) -> Simulation.Report {
        var options = Simulation.Options()
        options.spoiler = spoiler
        return Simulation.run(seed: seed, options)
    }

    @Test(
        "The inspector reports the right law when a duel breaks one",
        arguments: SimulationLaw.aboutDuels)
    func notices(law: SimulationLaw) async {
        var laws: [SimulationLaw] = []
        for seed in Self.seeds where laws.count < 6 {
            if let fault = run(seed, spoiledBy: { law.spoil(&$0) }).fault { laws.append(fault.law) }
            await Task.yield()
        }
        // A short duel may not come to the moment at which this law can be broken.
        #expect(laws.count >= 6)
        #expect(Set(laws) == [law])
    }

    @Test("The inspector reports a timer that would be armed a millisecond late")
    func lateTimer() {
        let report = run(2) { glimpse in
            glimpse.nextDeadline = glimpse.nextDeadline?.advanced(by: .milliseconds(1))
        }
        #expect(report.fault?.law == .deadlinesAreArmed)
    }

    @Test("The inspector reports a state that is not announced")
    func lostState() {
        let report = run(2) { glimpse in
            let isLost = glimpse.effects.events.contains { $0.traits.kind == .picked }
            if isLost, !glimpse.isUnchanged { glimpse.effects = [] }
        }
        #expect(report.fault?.law == .changesArePublished)
    }

    @Test("A seed with a fault gives the same fault again")
    func replay() {
        let spoiler: SimulationSpoiler = { SimulationLaw.documentHolds.spoil(&$0) }
        let (first, again) = (run(9, spoiledBy: spoiler), run(9, spoiledBy: spoiler))
        #expect(first.seed == 9)
        #expect(first.fault == again.fault)
        #expect(first.events == again.events)
    }
}

extension SimulationLaw {
    /// Spoils what the inspector sees so that this law is broken, when the moment allows it.
    func spoil(_ glimpse: inout SimulationGlimpse) {
        switch self {
        case .everyCardIsSomewhere:
            if glimpse.deck.count > 2 { glimpse.deck[0] = glimpse.deck[1] }
        case .featuresSumToNothing:
            // A card of the deck and a found one have changed places.
            guard let found = glimpse.discard.first, glimpse.discard.count > 3,
                let place = glimpse.deck.firstIndex(where: { $0[.color] != found[.color] })
            else { return }
            (glimpse.discard[0], glimpse.deck[place]) = (glimpse.deck[place], found)
        case .deadlinesAreArmed:
            glimpse.nextDeadline = nil
        case .refusalsChangeNothing:
            glimpse.isUnchanged = glimpse.isUnchanged && glimpse.effects.refusals.isEmpty
        case .changesArePublished:
            glimpse.isUnchanged = glimpse.isUnchanged && !glimpse.effects.isEmpty
        case .statesAgree:
            glimpse.view.players.first?.name = "Mallory"
        case .documentHolds:
            glimpse.change { if $0.phase == .open { $0.players.first?.points += 1 } }
        case .deckIsSecret:
            guard let card = glimpse.deck.first else { return }
            glimpse.change { state in
                if case .picked(let seat, _) = state.event { state.event = .picked(seat, card) }
            }
        case .windowsHold:
            let isChoosing = glimpse.effects.events.contains { $0.traits.kind == .picked }
            if isChoosing { glimpse.now = glimpse.now.advanced(by: .seconds(1000)) }
        case .nothingHangs:
            glimpse.hasEnded = true
        case _: Issue.record("\(self) is no law of duels")
        }
    }
}

extension SimulationGlimpse {
    /// Changes every state that was published.
    fileprivate mutating func change(_ spoil: (inout TableState) -> Void) {
        effects = effects.map { effect in
            guard case .publish(var state) = effect else { return effect }
            spoil(&state)
            return .publish(state)
        }
    }
}
