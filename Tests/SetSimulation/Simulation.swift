import SetHost
import SetProtocol

/// One duel from an empty table to its end, every event of which follows from a seed.
///
/// Players make legal and illegal moves, the timer comes in time, early or late, connections break
/// and come back. After every event the duel is held to its laws.
package struct Simulation: Sendable {
    /// What came of it.
    package struct Report: Sendable {
        /// What everything followed from.
        package let seed: UInt64
        /// The law that was broken, if any was.
        package var fault: SimulationFault?
        /// How many events there were.
        package var events = 0
        /// What was met on the way, in words: phases, events, refusals and endings.
        package var met: Set<String> = []
        /// The last events.
        fileprivate var last: [SimulationGlimpse] = []

        /// The last events, for people.
        package var trace: [String] {
            last.map { glimpse in
                "\(glimpse.now.sinceOpening) \(glimpse.action): \(glimpse.effects.events) "
                    + "\(glimpse.effects.refusals) -> \(glimpse.view.phase?.rawValue ?? "?")"
            }
        }
    }

    /// Spoils what the inspector is shown.
    package typealias Spoiler = @Sendable (inout SimulationGlimpse) -> Void

    let rules: Rules
    private let shuffle: ShuffleSeed
    var duel: Duel
    var now = TableInstant.zero
    /// The last arrival from each seat, and what its line was measured to be last.
    private var arrivals = PerSeat(both: TableInstant.zero)
    private var measured = PerSeat(both: Duration.zero)
    var generator: SeededGenerator
    /// What the players saw last.
    private(set) var view = TableState()
    var wantsHint = false
    private var inspector: SimulationInspector
    private var report: Report
    private let spoiler: Spoiler?
    private var history: SimulationHistory?
    private var gamesOver = 0
    private var isClosed = false

    /// Far more events than any duel needs; one that takes more hangs.
    private static let mostEvents = 4000

    private init(seed: UInt64, spoiler: Spoiler?) {
        generator = SeededGenerator(seed: seed)
        rules = .random(using: &generator)
        shuffle = ShuffleSeed(number: generator.next())
        duel = Duel(rules: rules, decks: DeckSource(shuffle))
        inspector = SimulationInspector(rules: rules)
        report = Report(seed: seed)
        self.spoiler = spoiler
    }

    /// Plays the duel that follows from a seed.
    ///
    /// - Parameter spoiler: Spoils what the inspector is shown, to see whether it notices.
    package static func run(seed: UInt64, spoiledBy spoiler: Spoiler? = nil) -> Report {
        var simulation = Simulation(seed: seed, spoiler: spoiler)
        do {
            try simulation.play()
        } catch {
            simulation.report.fault = error
        }
        return simulation.report
    }

    /// Plays the duel that follows from a seed on lines of all lengths, with a host that now and then
    /// ends and begins again, and notes all of it.
    package static func history(seed: UInt64) -> SimulationHistory {
        var simulation = Simulation(seed: seed, spoiler: nil)
        simulation.history = SimulationHistory(rules: simulation.rules, seed: simulation.shuffle)
        // Nothing is looked into here, and a duel that goes on for too long is long enough.
        try? simulation.play()
        return simulation.history
            ?? SimulationHistory(rules: simulation.rules, seed: simulation.shuffle)
    }

    private mutating func play() throws(SimulationFault) {
        for seat in rules.seats {
            try perform(.join(seat))
            guard generator.chance(200) else { continue }
            let moves = SimulationMoves(rules: rules, view: view)
            try perform(.send(moves.whim(using: &generator), seat))
        }
        let games = generator.chance(250) ? 2 : 1
        while !isClosed, gamesOver < games {
            guard report.events < Self.mostEvents else {
                throw SimulationFault(law: .nothingHangs, detail: "the duel does not end")
            }
            try pass(time: nextPause())
            guard !isClosed else { return }
            try perform(nextAction())
        }
    }

    /// Lets time pass; nine times in ten the timer is punctual, otherwise it is late.
    private mutating func pass(time: Duration) throws(SimulationFault) {
        let goal = now.advanced(by: time)
        if generator.below(10) > 0 {
            while !isClosed, let deadline = duel.nextDeadline, deadline <= goal {
                guard report.events < Self.mostEvents else {
                    throw SimulationFault(law: .nothingHangs, detail: "a deadline never passes")
                }
                now = max(now, deadline)
                try perform(.wake)
            }
        }
        now = goal
    }

    private mutating func perform(_ action: SimulationAction) throws(SimulationFault) {
        guard history == nil else { return record(action) }
        let before = duel
        let effects = duel.apply(action.input(at: now), at: now)
        var glimpse = SimulationGlimpse(
            of: duel, after: action, at: now, effects: effects,
            isUnchanged: isUnchanged(since: before, effects))
        report.events += 1
        note(glimpse)
        view = glimpse.view
        spoiler?(&glimpse)
        try inspector.inspect(glimpse)
        isClosed = effects.contains(.close)
        if case .over = duel.phase {
            if case .over = before.phase {} else { gamesOver += 1 }
        }
    }

    private mutating func record(_ action: SimulationAction) {
        report.events += 1
        if generator.chance(5) { record(.restarted) }
        if generator.chance(50) {
            for seat in Seat.allCases {
                // It falls at once and rises slowly.
                let most: Duration =
                    measured[seat] == .zero
                    ? .milliseconds(200) : measured[seat] + .milliseconds(40)
                measured[seat] = .microseconds(generator.below(UInt64(most.wholeMicroseconds)))
            }
            record(.measured(measured))
        }
        var input = action.input(at: now)
        if case .received(let message, let seat, _, _) = input {
            let age = Duration.microseconds(generator.below(3000))
            let arrival = max(arrivals[seat], now.advanced(by: .zero - age))
            arrivals[seat] = arrival
            input = .received(
                message, from: seat, arrival: arrival, isContested: generator.chance(100))
        }
        record(input)
    }

    private mutating func record(_ input: DuelInput) {
        guard !isClosed else { return }
        let before = duel
        let effects = duel.apply(input, at: now)
        history?.steps.append(
            SimulationHistory.Step(
                input: input, time: now, revision: before.revision, effects: effects, duel: duel))
        view = duel.snapshot(at: now)
        isClosed = effects.contains(.close)
        if case .over = duel.phase {
            if case .over = before.phase {} else { gamesOver += 1 }
        }
    }

    /// Whether nothing happened but what was due anyhow.
    ///
    /// It is looked into only where something must not have changed, as the comparison takes time.
    private func isUnchanged(since before: Duel, _ effects: [DuelEffect]) -> Bool {
        let isPublished = !effects.states.isEmpty
        if isPublished, effects.refusals.isEmpty { return false }
        guard isPublished else { return duel == before }
        var due = before
        _ = due.deadlinePassed(at: now)
        return duel == due
    }

    private mutating func note(_ glimpse: SimulationGlimpse) {
        let words = [glimpse.view.phase?.rawValue, glimpse.view.result?.decider?.rawValue]
        report.met.formUnion(words.compactMap(\.self))
        for event in glimpse.effects.events { report.met.insert(event.kind) }
        for refusal in glimpse.effects.refusals { report.met.insert(refusal.rawValue) }
        // Words are made only for people: for two hundred thousand events they would take longest.
        report.last.append(glimpse)
        if report.last.count > 40 { report.last.removeFirst(20) }
    }
}
