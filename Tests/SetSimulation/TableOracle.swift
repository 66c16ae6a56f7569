import SetHost
import SetProtocol

/// Checks a table against its laws, effect by effect.
///
/// It replays the duel from the journal, and compares everything that is sent with it.
package struct TableOracle: Sendable {
    /// The messages to everybody, in order.
    package private(set) var announced: [HostMessage] = []
    /// The indexes of messages that were skipped for watchers.
    private var spared: Set<Int> = []
    let rules: Rules
    /// The duel as replayed from the journal.
    private(set) var mirror: JournalReplay
    private var inspector: SimulationInspector
    private var recordCount = 0
    private var comparedCount = 0
    /// The effects of the last record that have not been sent yet.
    private var due: [DuelEffect] = []
    /// Since when there has been a free seat and somebody to take it.
    private var offeredSince: TableInstant?
    /// The last known deadline, and since when it has been the next one.
    private var deadlineSeen: (deadline: TableInstant?, since: TableInstant) = (nil, .zero)
    /// The seats, according to the welcomes.
    private var seats: [ParticipantID: Seat] = [:]
    /// Who waits for a seat, according to the welcomes.
    private var waiting: [ParticipantID: SHA256] = [:]
    private var welcomed: [ParticipantID] = []
    /// The arrival times of the lines that each seat handed over.
    private var arrivals = PerSeat<[TableInstant]>(both: [])
    private var races = RaceOracle()
    package private(set) var met: Set<String> = []

    private(set) var history: SimulationHistory?
    private let spoiler: SimulationSpoiler?

    /// - Parameters:
    /// - header: The header of the table's journal.
    /// - spoiler: Spoils the input of the inspector, to check that the inspector notices.
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

    /// Records that a line is handed to the program.
    package mutating func handOver(from seat: Seat?, arrivedAt time: TableInstant) {
        if let seat { arrivals[seat].append(time) }
    }

    /// Whether all of these are watchers; true for none.
    func areWatchers(_ participants: [ParticipantID]) -> Bool {
        participants.allSatisfy { seats[$0] == nil }
    }

    /// The index of the next line for a client that has received all lines before an index.
    package func nextPlace(after place: Int, isWatching: Bool) -> Int {
        var place = place
        while isWatching, spared.contains(place) { place += 1 }
        return place
    }

    /// Checks that watchers receive the newest state after skipped ones.
    private func inspectCatchUp(_ message: HostMessage) throws(SimulationFault) {
        guard case .state(let state) = message else {
            throw SimulationFault(.thereIsOneOrder, "only watchers received \(message)")
        }
        try require(
            .thereIsOneOrder, state.revision == mirror.duel.revision && state.event == nil,
            "\(state.revision) is shown to watchers at \(mirror.duel.revision)")
    }

    // MARK: - Effects

    /// Checks an effect before it is performed.
    package mutating func inspect(_ effect: TableEffect) throws(SimulationFault) {
        switch effect {
        case .append(let entry, let time, let revision):
            // An announcement is noted in the journal before it is sent.
            if case .note = entry {} else { try inspectAllTold() }
            try take(entry, at: time, revision)
        case .tell(let message, let participant): try inspect(message, to: participant)
        case .tellAll(let message): try inspectTold(message)
        case .tellSome(let message, let some):
            guard !areWatchers(some) else { return try inspectCatchUp(message) }
            try require(.thereIsOneOrder, message.isState, "watchers are not told \(message)")
            spared.insert(announced.count)
            try inspectTold(message)
        case .finish(let participant):
            try require(
                .welcomesAreMeant, mirror.isClosed || !welcomed.contains(participant),
                "welcomed and dismissed in one breath")
            (seats[participant], waiting[participant]) = (nil, nil)
        case .syncJournal, .finishJournal, .admit, .turnAway, .ignore, .moved, .read, .report: break
        }
    }

    /// Checks everything after an event.
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
                // Measurements are truncated to whole microseconds.
                .linesAreNotShort,
                measured == .zero || measured >= .microseconds(floor.wholeMicroseconds),
                "\(measured) over a line of \(floor)")
        }
    }

    /// Compares the recovered duel after a crash.
    package mutating func inspect(recovered: JournalReplay) throws(SimulationFault) {
        (due, seats, waiting, welcomed) = ([], [:], [:], [])
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
        var present = before.queue.filter { $0.kept == nil }[...]
        for case .promote(let token, to: _) in due {
            try require(.queueIsInOrder, present.popFirst()?.token == token, "\(token) sits down")
        }
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

    // MARK: - Messages

    private var names: PerSeat<String?> { mirror.duel.players.map { $0?.name } }

    private func isEmpty(_ seat: Seat) -> Bool { !seats.values.contains(seat) }

    private mutating func skipTheAbsent() {
        while let first = due.first {
            let isAbsent =
                switch first {
                case .refuse(_, let seat), .show(_, let seat), .makeRoom(let seat): isEmpty(seat)
                case .promote(let token, _): !waiting.values.contains(token)
                case .publish, .race, .promise, .reveal, .say, .close: false
                }
            guard isAbsent else { break }
            due.removeFirst()
        }
        // A goodbye is not one message to everybody.
        if due.first == .close { due = [] }
    }

    private mutating func inspectAllTold() throws(SimulationFault) {
        skipTheAbsent()
        // Not every race is sent, because a late claim can be repeated without limit.
        if case .race? = due.first, due.count == 1 { due = [] }
        try require(.toldIsWritten, due.isEmpty, "not told: \(due.first as Any)")
    }

    private mutating func inspectTold(_ message: HostMessage) throws(SimulationFault) {
        announced.append(message)
        try require(.toldIsWritten, mirror.unnoted.isEmpty, "told before it is noted")
        if case .said(nil, _, _) = message { return }
        skipTheAbsent()
        while case .race? = due.first, due.first?.message(among: names) != message {
            due.removeFirst()
        }
        let expected = due.isEmpty ? nil : due.removeFirst()
        try require(
            .toldIsWritten, expected?.message(among: names) == message,
            "told \(message), but \(expected as Any) follows")
    }

    private mutating func inspect(
        _ message: HostMessage, to participant: ParticipantID
    ) throws(SimulationFault) {
        switch message {
        case .welcome(let welcome):
            try inspect(welcome, to: participant)
            seats[participant] = welcome.seat
            waiting[participant] = welcome.seat == nil ? welcome.token?.digest : nil
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
        case .status, .race, .reveal, .said:
            throw SimulationFault(.heldClaimsAreSilent, "\(message) was sent to one client")
        }
    }

    /// Checks a welcome of somebody who has been welcomed before, and that a place in the queue is written down.
    private mutating func inspect(
        _ welcome: Welcome, to participant: ParticipantID
    ) throws(SimulationFault) {
        skipTheAbsent()
        switch due.first {
        case .makeRoom(let seat):
            try require(
                .toldIsWritten, seats[participant] == seat && welcome.seat == nil,
                "\(welcome.seat as Any) for who makes room")
            due.removeFirst()
            met.insert("madeRoom")
        case .promote(let token, let seat):
            try require(
                .toldIsWritten, waiting[participant] == token && welcome.seat == seat,
                "\(welcome.seat as Any) for the next in the queue")
            due.removeFirst()
            met.insert("promoted")
        case _ where welcome.seat == nil && welcome.token != nil:
            let waiter = mirror.duel.queue.first { $0.token == welcome.token?.digest }
            try require(
                .toldIsWritten, waiter != nil && waiter?.name == welcome.name,
                "a place in the queue")
        case _: break
        }
    }

    private static let refusalsOfConnections: Set<Refusal> = [
        .tooFast, .onlyWatching, .unknownType, .badText, .alreadyGreeted,
    ]

    private mutating func inspectAnswer(
        _ message: HostMessage, to participant: ParticipantID
    ) throws(SimulationFault) {
        if case .hint(let hint) = message, due.isEmpty {
            // Repeated to a player who replaces their own connection or asks again.
            return try require(.toldIsWritten, hint.board == mirror.duel.game.boardNumber, "a hint")
        }
        skipTheAbsent()
        if due.isEmpty, case .refused = message {
            // A refusal alone is not journaled, because it changes nothing.
            comparedCount = -1
            return
        }
        let expected = due.isEmpty ? nil : due.removeFirst()
        try require(
            .toldIsWritten,
            expected?.addressee == seats[participant]
                && expected?.message(among: names) == message,
            "told \(message), but \(expected as Any) follows")
    }

    // MARK: - Time

    /// How late a program may be, including the time for which it is suspended.
    private static let tolerance = Duration.seconds(1)

    private mutating func inspectTime(at now: TableInstant) throws(SimulationFault) {
        guard !mirror.isClosed else { return }
        if case .turn(let turn) = mirror.duel.phase, let window = turn.window {
            let most = rules.window(for: turn.seat, because: turn.reason) ?? .zero
            try require(
                .windowsEnd, window.total == most && window.allowance <= rules.lagFairness,
                "\(window)")
        }
        let isOffered = mirror.duel.seatsForQueue.contains { mirror.duel.players[$0] == nil }
        offeredSince = isOffered ? offeredSince ?? now : nil
        if let offeredSince {
            let report =
                if case .over = mirror.duel.phase { Duration.seconds(10) } else { Duration.zero }
            try require(
                .windowsEnd, now <= offeredSince.advanced(by: report + Self.tolerance),
                "a seat has been free since \(offeredSince)")
        }
        let deadline = mirror.duel.nextDeadline
        if deadline != deadlineSeen.deadline { deadlineSeen = (deadline, now) }
        guard let deadline else { return }
        // A proposal that both had made does not lapse; if one takes it back, the other's may be overdue.
        try require(
            .windowsEnd, now <= max(deadline, deadlineSeen.since).advanced(by: Self.tolerance),
            "what was due at \(deadline) is not done at \(now)")
    }
}

extension HostMessage {
    fileprivate var isState: Bool {
        if case .state = self { true } else { false }
    }
}

extension DuelEffect {
    /// The recipient, if it is not everybody.
    var addressee: Seat? {
        switch self {
        case .refuse(_, let seat), .show(_, let seat): seat
        case .publish, .race, .promise, .reveal, .say, .makeRoom, .promote, .close: nil
        }
    }

    /// The message that announces it at a table of players with these names.
    func message(among names: PerSeat<String?>) -> HostMessage? {
        switch self {
        case .publish(let state): .state(state)
        case .refuse(let refused, _): .refused(refused)
        case .show(let hint, _): .hint(hint)
        case .race(let race): .race(race)
        case .promise(let commitment): .commitment(commitment)
        case .reveal(let reveal): .reveal(reveal)
        case .say(let seat, let text):
            .said(seat, name: names[seat] ?? "", text: text)
        case .makeRoom, .promote, .close: nil
        }
    }
}
