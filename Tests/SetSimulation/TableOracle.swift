import SetHost
import SetProtocol

/// Holds a table to its laws, effect by effect.
///
/// It does the duel again from what is written down, and compares with it everything that is told.
package struct TableOracle: Sendable {
    /// What was told to everybody, in its order.
    package private(set) var told: [HostMessage] = []
    /// The places in that order that watchers were spared.
    private var spared: Set<Int> = []
    let rules: Rules
    /// The duel as it follows from the journal.
    private(set) var mirror: JournalReplay
    private var inspector: SimulationInspector
    private var recordCount = 0
    private var comparedCount = 0
    /// What follows from the last record and has not been told yet.
    private var due: [DuelEffect] = []
    /// Who sits where, by what they were welcomed with.
    private var seats: [ParticipantID: Seat] = [:]
    private var welcomed: [ParticipantID] = []
    /// When the lines of each seat arrived that were handed over.
    private var arrivals = PerSeat<[TableInstant]>(both: [])
    private var races = RaceOracle()
    private var lastTurn: Turn?
    private var turnBegan = TableInstant.zero
    /// What was met on the way.
    package private(set) var met: Set<String> = []

    /// All inputs, where they are asked for.
    private(set) var history: SimulationHistory?
    private let spoiler: SimulationSpoiler?

    /// - Parameters:
    ///   - header: Of the table's journal.
    ///   - spoiler: Spoils what the inspector is shown, to see whether it notices.
    ///   - isRecording: Whether to keep a history.
    package init(
        _ header: JournalHeader, spoiledBy spoiler: SimulationSpoiler? = nil,
        isRecording: Bool = false
    ) {
        rules = header.rules
        mirror = JournalReplay(header)
        inspector = SimulationInspector(rules: header.rules)
        history = isRecording ? SimulationHistory(header: header) : nil
        self.spoiler = spoiler
    }

    func require(
        _ law: SimulationLaw, _ holds: Bool, _ detail: @autoclosure () -> String
    ) throws(SimulationFault) {
        guard holds else { throw SimulationFault(law, detail()) }
    }

    /// Whether the table is closed for good.
    package var isTableClosed: Bool { mirror.isClosed }

    /// A line is handed over to the program.
    package mutating func handOver(from seat: Seat?, arrivedAt time: TableInstant) {
        if let seat { arrivals[seat].append(time) }
    }

    /// Whether these are watchers; nobody is, too.
    func areWatchers(_ participants: [ParticipantID]) -> Bool {
        participants.allSatisfy { seats[$0] == nil }
    }

    /// The place of the next line that somebody gets, who has got all before a place.
    package func nextPlace(after place: Int, isWatching: Bool) -> Int {
        var place = place
        while isWatching, spared.contains(place) { place += 1 }
        return place
    }

    /// Watchers who were spared a state get the newest.
    private func inspectCatchUp(_ message: HostMessage) throws(SimulationFault) {
        guard case .state(let state) = message else {
            throw SimulationFault(.thereIsOneOrder, "watchers alone are told \(message)")
        }
        try require(
            .thereIsOneOrder, state.revision == mirror.duel.revision && state.event == nil,
            "\(state.revision) is shown to watchers at \(mirror.duel.revision)")
    }

    // MARK: - Effects

    /// Looks at what is about to be done.
    package mutating func inspect(_ effect: TableEffect) throws(SimulationFault) {
        switch effect {
        case .append(let entry, let time, let revision):
            // What is announced is noted before it is told.
            if case .note = entry {} else { try inspectAllTold() }
            try take(entry, at: time, revision)
        case .tell(let message, let participant): try inspect(message, to: participant)
        case .tellAll(let message): try inspectTold(message)
        case .tellSome(let message, let some):
            guard !areWatchers(some) else { return try inspectCatchUp(message) }
            try require(.thereIsOneOrder, message.isState, "watchers are not told \(message)")
            spared.insert(told.count)
            try inspectTold(message)
        case .finish(let participant):
            try require(
                .welcomesAreMeant, mirror.isClosed || !welcomed.contains(participant),
                "welcomed and dismissed in one breath")
            seats[participant] = nil
        case .syncJournal, .finishJournal, .admit, .turnAway, .ignore, .read, .report: break
        }
    }

    /// Looks at everything when an event is over.
    package mutating func inspectRest(
        _ core: TableCore, at now: TableInstant, floors: [ParticipantID: Duration]
    ) throws(SimulationFault) {
        welcomed = []
        try inspectAllTold()
        guard recordCount != comparedCount else { return try inspectTime(at: now) }
        comparedCount = recordCount
        try require(.toldIsWritten, core.duel == mirror.duel, "something is not written down")
        guard !mirror.isClosed else { return }
        try inspectTime(at: now)
        for (participant, seat) in seats {
            guard let floor = floors[participant] else { continue }
            let measured = mirror.duel.roundTrips[seat]
            try require(
                // What is measured is cut to whole microseconds.
                .linesAreNotShort,
                measured == .zero || measured >= .microseconds(floor.wholeMicroseconds),
                "\(measured) over a line of \(floor)")
        }
    }

    /// Compares what was read back after a crash.
    package mutating func inspect(recovered: JournalReplay) throws(SimulationFault) {
        (due, seats, welcomed, lastTurn) = ([], [:], [], nil)
        arrivals = PerSeat(both: [])
        races = RaceOracle()
        met.insert("recovered")
        try require(.journalsAreWhole, recovered == mirror, "another duel was read back")
        guard !recovered.isClosed else { return }
        for note in recovered.unnoted {
            try take(.note(note), at: recovered.time, recovered.duel.revision)
        }
    }

    private mutating func take(
        _ entry: JournalEntry, at time: TableInstant, _ revision: Revision
    ) throws(SimulationFault) {
        recordCount += 1
        let before = mirror.duel
        try require(.arrivalsDecide, time >= mirror.time, "time runs back")
        do throws(JournalFault) {
            let effects = try mirror.apply(
                JournalRecord(
                    number: recordCount, time: time, revision: revision, entry: entry))
            if case .input = entry { due = effects }
        } catch {
            throw SimulationFault(.journalsAreWhole, error.sentence)
        }
        guard case .input(let input) = entry else { return }
        if case .received(_, let seat, let arrival, _) = input {
            try inspectArrival(arrival, of: seat, at: time)
        }
        try races.inspect(input, before: before, after: mirror.duel, due, at: time)
        noteMet()
        history?.steps.append(
            SimulationHistory.Step(
                input: input, time: time, revision: revision, effects: due, duel: mirror.duel))
        guard input != .closed else { return }
        var glimpse = SimulationGlimpse(
            of: mirror.duel, before: before, after: input, at: time, effects: due)
        spoiler?(&glimpse)
        try inspector.inspect(glimpse)
    }

    private mutating func noteMet() {
        for state in due.states {
            let words = [
                state.event?.kind, state.phase?.rawValue, state.result?.decider?.rawValue,
            ]
            met.formUnion(words.compactMap(\.self))
        }
        met.formUnion(due.refusals.map(\.rawValue))
        if mirror.duel.isHolding { met.insert("held") }
    }

    private mutating func inspectArrival(
        _ arrival: TableInstant, of seat: Seat, at time: TableInstant
    ) throws(SimulationFault) {
        let place = arrivals[seat].firstIndex(of: arrival)
        try require(.arrivalsDecide, place != nil, "\(arrival) is when nothing arrived")
        arrivals[seat].removeFirst(place ?? 0)
        try require(
            .arrivalsDecide, arrival == time,
            "what arrived at \(arrival) is done after what was at \(time)")
    }

    // MARK: - What is told

    private func isEmpty(_ seat: Seat) -> Bool { !seats.values.contains(seat) }

    private mutating func skipTheAbsent() {
        while let first = due.first, let seat = first.addressee, isEmpty(seat) { due.removeFirst() }
        // A farewell is not told to everybody in one line.
        if due.first == .close { due = [] }
    }

    private mutating func inspectAllTold() throws(SimulationFault) {
        skipTheAbsent()
        // Not every race is told: a claim that came too late can be made again and again.
        if case .race? = due.first, due.count == 1 { due = [] }
        try require(.toldIsWritten, due.isEmpty, "not told: \(due.first as Any)")
    }

    private mutating func inspectTold(_ message: HostMessage) throws(SimulationFault) {
        told.append(message)
        try require(.toldIsWritten, mirror.unnoted.isEmpty, "told before it is noted")
        if case .said(nil, _, _) = message { return }
        skipTheAbsent()
        while case .race? = due.first, due.first?.message(of: mirror.duel) != message {
            due.removeFirst()
        }
        let expected = due.isEmpty ? nil : due.removeFirst()
        try require(
            .toldIsWritten, expected?.message(of: mirror.duel) == message,
            "told \(message), but \(expected as Any) follows")
        if case .state(let state) = message { try follow(state) }
    }

    private mutating func inspect(
        _ message: HostMessage, to participant: ParticipantID
    ) throws(SimulationFault) {
        switch message {
        case .welcome(let welcome):
            seats[participant] = welcome.seat
            welcomed.append(participant)
        case .state(let state):
            try require(
                .thereIsOneOrder, state.revision == mirror.duel.revision,
                "\(state.revision) is shown at \(mirror.duel.revision)")
        case .commitment(let commitment):
            try require(.toldIsWritten, commitment == mirror.duel.commitment, "a promise")
        case .refused(let refused)
        where refused.why.map(Self.refusalsOfConnections.contains) ?? false:
            break
        case .refused, .hint: try inspectAnswer(message, to: participant)
        case .ping, .pong, .bye, .error: break
        case .race, .reveal, .said:
            throw SimulationFault(.heldClaimsAreSilent, "\(message) is told to one")
        }
    }

    private static let refusalsOfConnections: Set<Refusal> = [
        .tooFast, .onlyWatching, .unknownType, .badText, .alreadyGreeted,
    ]

    private mutating func inspectAnswer(
        _ message: HostMessage, to participant: ParticipantID
    ) throws(SimulationFault) {
        if case .hint(let hint) = message, due.isEmpty {
            // Shown once more to who takes over from their own connection, or who asks again.
            return try require(.toldIsWritten, hint.board == mirror.duel.game.boardNumber, "a hint")
        }
        skipTheAbsent()
        if due.isEmpty, case .refused = message {
            // A refusal alone is not written down, since it changes nothing.
            comparedCount = -1
            return
        }
        let expected = due.isEmpty ? nil : due.removeFirst()
        try require(
            .toldIsWritten,
            expected?.addressee == seats[participant]
                && expected?.message(of: mirror.duel) == message,
            "told \(message), but \(expected as Any) follows")
    }

    /// A turn that was granted ends with what its holder did, or because the game did.
    private mutating func follow(_ state: TableState) throws(SimulationFault) {
        defer { lastTurn = state.turn }
        guard let last = lastTurn else { return }
        if let turn = state.turn, turn.seat == last.seat, turn.reason == last.reason { return }
        let isRightful: Bool =
            switch state.event {
            case .setFound(let seat, _, _), .mismatch(let seat, _, _), .timedOut(let seat, _, _),
                .passed(let seat, _, _):
                seat == last.seat
            case .resigned, .left, .over, .countdown, .suddenDeath, .started, .away, .paused: true
            case .joined, .returned, .seatReleased, .ready, .claimed, .picked, .unpicked, .dealt,
                .refilled, .hinted, .asked, .withdrew, .resumed, nil:
                false
            }
        try require(.grantsAreFinal, isRightful, "the turn of \(last.seat) ended")
    }

    // MARK: - Time

    /// By how much a program may be late, the time it is kept from running included.
    private static let tolerance = Duration.seconds(1)

    private func inspectTime(at now: TableInstant) throws(SimulationFault) {
        guard !mirror.isClosed else { return }
        switch mirror.duel.phase {
        case .turn(let turn):
            guard let window = turn.window else { return }
            let most = (rules.window(for: turn.seat, because: turn.reason) ?? .zero)
            try require(
                .windowsEnd, window.total == most && window.allowance <= rules.lagFairness,
                "\(window)")
            try require(
                .windowsEnd, now <= window.end.advanced(by: Self.tolerance),
                "a turn that ended at \(window.end) is there at \(now)")
        case .open(_, let held?):
            let end = held.arrival.advanced(by: rules.lagFairness + Self.tolerance)
            try require(.windowsEnd, now <= end, "a claim of \(held.arrival) is held at \(now)")
        case .open(let reveal?, nil):
            try require(
                .windowsEnd, now <= reveal.end.advanced(by: Self.tolerance), "a found set stays")
        case .countdown(let window, _):
            try require(
                .windowsEnd, now <= window.end.advanced(by: Self.tolerance), "a countdown")
        case .waiting, .open, .paused, .over: return
        }
    }
}

extension HostMessage {
    fileprivate var isState: Bool {
        if case .state = self { true } else { false }
    }
}

extension DuelEffect {
    /// Whom it is told, when it is not everybody.
    var addressee: Seat? {
        switch self {
        case .refuse(_, let seat), .show(_, let seat): seat
        case .publish, .race, .promise, .reveal, .say, .close: nil
        }
    }

    /// The line by which it is told.
    func message(of duel: Duel) -> HostMessage? {
        switch self {
        case .publish(let state): .state(state)
        case .refuse(let refused, _): .refused(refused)
        case .show(let hint, _): .hint(hint)
        case .race(let race): .race(race)
        case .promise(let commitment): .commitment(commitment)
        case .reveal(let reveal): .reveal(reveal)
        case .say(let seat, let text):
            .said(seat, name: duel.players[seat]?.name ?? "", text: text)
        case .close: nil
        }
    }
}
