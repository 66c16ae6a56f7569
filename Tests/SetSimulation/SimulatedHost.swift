import SetHost
import SetProtocol

/// The shell around the production core in a simulation: connections with unread data, a journal,
/// and crashes of the program.
///
/// It does what `Table` does, and can be made to do it wrong.
package struct SimulatedHost: Sendable {
    /// Output for a connection.
    package enum Sent: Sendable {
        /// A line, and its index among those sent to everybody: its own if it was one of them,
        /// otherwise that of the next one.
        case line(HostMessage, to: ParticipantID, place: Int, isForAll: Bool)
        case end(ParticipantID)
    }

    /// Data that has reached the machine over one connection.
    private struct Connection {
        var lines: [(bytes: [UInt8], stamp: MonotonicInstant)] = []
        var hasEnded = false
        var isGuest = false
    }

    package private(set) var core: TableCore
    package private(set) var oracle: TableOracle
    /// Output since it was last collected.
    package var outbox: [Sent] = []
    package private(set) var isRunning = true
    /// Whether there is nothing to continue.
    package var isOver: Bool { oracle.isTableClosed }
    /// The number of effects before the program crashes; `nil` for no crash.
    package var effectsUntilCrash: Int?
    /// The true minimum round trip of each seat's connection.
    package var floors: [ParticipantID: Duration] = [:]
    var disk: SimulatedDisk
    private var connections: [ParticipantID: Connection] = [:]
    private var participants: [ParticipantID] = []
    private var random: SeededGenerator
    private let limits: WireLimits
    private let planted: PlantedFault?

    package init(
        rules: Rules, seed: UInt64, limits: WireLimits = .standard,
        options: Simulation.Options = Simulation.Options()
    ) {
        var random = SeededGenerator(seed: seed)
        let header = JournalHeader(
            table: TableCode(using: &random), serial: 0, isPrivate: false,
            opened: CivilTime(secondsSince1970: 1_795_281_605), rules: rules,
            seed: ShuffleSeed(number: random.next()))
        core = TableCore(header, opening: .zero, limits: limits, hostLimits: .standard)
        oracle = TableOracle(
            header, spoiledBy: options.spoiler, isRecording: options.isRecording)
        disk = SimulatedDisk(header)
        (self.random, self.limits, planted) = (random, limits, options.planted)
    }

    /// Whether anybody is connected.
    package var hasParticipants: Bool { isRunning && !participants.isEmpty }
    /// Whether it looks at the clock as `Table` does; tests that skip its pings do without.
    package var noticesStandstills = false
    /// Whether its process has ever been stopped for so long that it started over.
    package private(set) var hasStoodStill = false

    package var nextWake: MonotonicInstant? {
        guard isRunning else { return nil }
        let wake = core.nextWake
        return planted == .lateTimer ? wake?.advanced(by: .seconds(8)) : wake
    }

    // MARK: - What reaches the machine

    /// A line arrives and is not read yet.
    package mutating func arrive(
        _ line: [UInt8], from participant: ParticipantID, at stamp: MonotonicInstant
    ) {
        guard isRunning, connections[participant]?.hasEnded != true else { return }
        connections[participant, default: Connection()].lines.append((line, stamp))
    }

    /// The other end closes; the program has not noticed yet.
    package mutating func end(of participant: ParticipantID) {
        connections[participant]?.hasEnded = true
    }

    package mutating func look(at participant: ParticipantID, now: MonotonicInstant)
        throws(SimulationFault)
    {
        try noticeStandstill(at: now)
        try read(participant, now: now)
        guard isRunning, let connection = connections[participant], connection.hasEnded else {
            return
        }
        connections[participant] = nil
        if connection.isGuest { try apply(.closed(participant), at: now, now: now) }
    }

    package mutating func wake(at now: MonotonicInstant) throws(SimulationFault) {
        try noticeStandstill(at: now)
        guard isRunning else { return }
        try apply(.wokeUp(congested: []), at: now, now: now)
    }

    private mutating func noticeStandstill(at now: MonotonicInstant) throws(SimulationFault) {
        guard isRunning, noticesStandstills, let end = core.standstill, end < now else { return }
        hasStoodStill = true
        for effect in core.apply(.stoodStill, at: now, using: &random) {
            try perform(effect, now: now)
        }
    }

    private mutating func read(_ participant: ParticipantID, now: MonotonicInstant)
        throws(SimulationFault)
    {
        while isRunning, let first = connections[participant]?.lines.first, first.stamp <= now {
            connections[participant]?.lines.removeFirst()
            var line = first.bytes
            // As the transport does, for the clock on the wall may be set.
            var stamp = max(first.stamp, now.advanced(by: .zero - ArrivalClock.oldest))
            if connections[participant]?.isGuest == true {
                oracle.handOver(from: core.seat(of: participant), arrivedAt: core.tableTime(stamp))
                if planted == .stampsOfLooking { stamp = now }
                // The framer removes the line feed.
                if line.last == 0x0A { line.removeLast() }
                try apply(.line(line[...], from: participant), at: stamp, now: now)
            } else if case .hello(let hello)? = try? WireCodec.decodeClientMessage(line) {
                try apply(.hello(hello, from: participant), at: stamp, now: now)
            }
        }
    }

    // MARK: - What is done

    private mutating func apply(
        _ input: TableInput, at moment: MonotonicInstant, now: MonotonicInstant
    ) throws(SimulationFault) {
        var effects = core.apply(input, at: moment, using: &random)
        planted?.spoil(&effects, of: core.duel, with: &random)
        for effect in effects {
            guard isRunning else { return }
            if effectsUntilCrash == 0 { return crash(during: effect) }
            effectsUntilCrash? -= 1
            try perform(effect, now: now)
        }
        guard isRunning else { return }
        if case .read? = effects.last { return }
        try oracle.inspectRest(core, at: core.tableTime(now), floors: floors)
    }

    private mutating func perform(
        _ effect: TableEffect, now: MonotonicInstant
    ) throws(SimulationFault) {
        try oracle.inspect(effect)
        switch effect {
        case .append(let entry, let time, let revision):
            disk.append(entry, at: time, revision: revision)
        case .syncJournal, .finishJournal, .report, .moved, .ignore: break
        case .admit(let participant):
            connections[participant, default: Connection()].isGuest = true
            participants.append(participant)
        case .turnAway(let participant, let error):
            send(.error(error, message: error.sentence), to: participant)
            outbox.append(.end(participant))
            connections[participant] = nil
        case .tell(let message, let participant): send(message, to: participant)
        case .tellAll(let message):
            let place = oracle.announced.count - 1
            for participant in participants {
                outbox.append(.line(message, to: participant, place: place, isForAll: true))
            }
        case .tellSome(let message, let some):
            let isOld = oracle.areWatchers(some)
            let place = oracle.announced.count - (isOld ? 0 : 1)
            for participant in some {
                outbox.append(.line(message, to: participant, place: place, isForAll: !isOld))
            }
        case .finish(let participant):
            participants.removeAll { $0 == participant }
            connections[participant] = nil
            outbox.append(.end(participant))
        case .read(let wanted):
            if planted != .nothingRead {
                for participant in wanted { try read(participant, now: now) }
            }
            try apply(.readingEnded, at: now, now: now)
        }
    }

    private mutating func send(_ message: HostMessage, to participant: ParticipantID) {
        outbox.append(
            .line(message, to: participant, place: oracle.announced.count, isForAll: false))
    }

    // MARK: - The end of the program

    /// The program is killed, or the machine fails, in the middle of an operation.
    package mutating func crash() {
        isRunning = false
        outbox += connections.keys.sorted().map { .end($0) }
        (connections, participants) = ([:], [])
        effectsUntilCrash = nil
    }

    private mutating func crash(during effect: TableEffect) {
        if case .append(let entry, let time, let revision) = effect {
            disk.tear(entry, at: time, revision: revision, using: &random)
        }
        crash()
    }

    /// The program restarts and continues from what is on disk.
    package mutating func restart(at now: MonotonicInstant) throws(SimulationFault) {
        guard !isRunning else { return }
        let replay = try disk.recover(planted)
        try oracle.inspect(recovered: replay)
        // The journal of a closed table is kept but not resumed.
        guard !replay.isClosed else { return }
        core = TableCore(disk.header, opening: now, limits: limits, hostLimits: .standard)
        isRunning = true
        try apply(.resumed(replay), at: now, now: now)
    }
}

/// The journal on disk.
///
/// Written data survives when the program is killed; data being written may survive in part.
struct SimulatedDisk: Sendable {
    let header: JournalHeader
    private var records: [JournalRecord] = []
    private var torn: [UInt8] = []
    /// Cached encoded lines, created only when they are read.
    private var written: (bytes: [UInt8], encoder: JournalEncoder, count: Int)

    init(_ header: JournalHeader) {
        self.header = header
        var encoder = JournalEncoder()
        let line = encoder.line(for: header)
        written = (line, encoder, 0)
    }

    mutating func append(_ entry: JournalEntry, at time: TableInstant, revision: Revision) {
        records.append(
            JournalRecord(
                number: records.count + 1, time: time, revision: revision, entry: entry))
    }

    /// Writes a part of a line.
    mutating func tear(
        _ entry: JournalEntry, at time: TableInstant, revision: Revision,
        using random: inout SeededGenerator
    ) {
        var encoder = JournalEncoder()
        let line = encoder.line(for: entry, at: time, revision: revision)
        torn = Array(line.prefix(Int(random.below(UInt64(line.count)))))
    }

    var bytes: [UInt8] {
        mutating get {
            for record in records[written.count...] {
                written.bytes += written.encoder.line(
                    for: record.entry, at: record.time, revision: record.revision)
            }
            written.count = records.count
            return written.bytes + torn
        }
    }

    /// Reads it back as an audit does: no valid journal may be rejected, whatever clients sent.
    mutating func audit() throws(SimulationFault) {
        do throws(JournalFault) {
            _ = try JournalAudit(JournalReader.read(bytes))
        } catch {
            throw SimulationFault(.auditsAgree, "line \(error.line): \(error.sentence)")
        }
    }

    /// Reads it back as a restarting host does.
    mutating func recover(_ planted: PlantedFault? = nil) throws(SimulationFault) -> JournalReplay {
        if planted == .lostTail, records.count > 4 {
            let rest = records.dropLast()
            self = SimulatedDisk(header)
            records = Array(rest)
        }
        do throws(JournalFault) {
            let journal = try JournalReader.read(bytes)
            guard journal.tornBytes == torn.count, journal.records.count == records.count else {
                throw JournalFault(line: journal.records.count + 1, .outOfOrder)
            }
            torn = []
            let replay = try JournalReplay.end(of: journal)
            guard !replay.isClosed else { return replay }
            for note in replay.unnoted {
                append(.note(note), at: replay.time, revision: replay.duel.revision)
            }
            return replay
        } catch {
            throw SimulationFault(.journalsAreWhole, "line \(error.line): \(error.sentence)")
        }
    }
}
