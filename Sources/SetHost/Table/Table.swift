import SetProtocol

/// Owns the connections of one duel's players and watchers, its journal, and its one timer.
///
/// A shell: it turns what its connections and timer do into inputs for ``TableCore``, performs the
/// effects in order, and decides nothing. All tables run on their host's executor, so everything
/// that happens at them has one order.
actor Table: QueueConfined {
    nonisolated let code: TableCode
    nonisolated let executor: QueueExecutor
    private var core: TableCore
    /// In order of admission; an array, because there are few.
    private var connections: [Guest] = []
    /// Memory for the effects of an input.
    private var effects: [TableEffect] = []
    private var helloCount = 0
    private var log: TableLog?
    private var slowPongs: SlowPongs
    private lazy var timer = DeadlineTimer(executor: executor) { [weak self] in
        self?.assumeIsolated { $0.wakeUp() }
    }
    private var journal: TableJournal?
    private var random = SystemRandomNumberGenerator()
    private var newcomer: Newcomer?
    private var refusal: ConnectionError?
    /// Those in the queue who have just been given a seat, before their connections are measured.
    private var seated: [ParticipantID] = []
    private let report: @Sendable (TableNews) -> Void
    /// Gets every state that is sent; `nil` if nobody wants them.
    var stateNotice: (@Sendable (TableCode, TableState?) -> Void)?

    private typealias Guest = (
        participant: ParticipantID, connection: LineConnection, id: ConnectionID
    )

    private struct Newcomer {
        let connection: LineConnection
        let id: ConnectionID
        /// Called when the connection ends, if it was admitted.
        let closed: @Sendable () -> Void
    }

    init(
        _ header: JournalHeader, journal: TableJournal?, opening: MonotonicInstant,
        options: HostOptions,
        executor: QueueExecutor, report: @escaping @Sendable (TableNews) -> Void
    ) {
        code = header.table
        core = TableCore(
            header, opening: opening, limits: options.limits, hostLimits: options.hostLimits,
            givesSeatsWithoutToken: options.givesSeatsWithoutToken, isJournaled: journal != nil)
        (self.journal, self.executor, self.report) = (journal, executor, report)
        log = options.log.map { _ in TableLog(header.table, isPrivate: header.isPrivate) }
        slowPongs = SlowPongs(options.slowPongs)
    }

    func resume(_ replay: JournalReplay, at now: MonotonicInstant) {
        apply(.resumed(replay), at: now)
        reportChanges()
    }

    var standing: PerSeat<PlayerState?> { core.standing }

    var overview: TableOverview { core.overview }

    /// Admits a connection to a seat, or to watch (`nil`), and tells its end on the executor; one that
    /// is refused still belongs to the caller.
    func admit(
        _ connection: LineConnection, _ id: ConnectionID, with hello: Hello,
        at now: MonotonicInstant, closed: @escaping @Sendable () -> Void
    ) -> Result<Seat?, ConnectionError> {
        helloCount += 1
        let participant = ParticipantID(helloCount)
        (newcomer, refusal) = (Newcomer(connection: connection, id: id, closed: closed), nil)
        apply(.hello(hello, from: participant), at: now)
        newcomer = nil
        if let refusal { return .failure(refusal) }
        let seat = core.seat(of: participant)
        if let seat {
            if hello.token == nil { slowPongs.seated(seat) }
            let least = connection.leastRoundTrip ?? .zero
            apply(.connected(participant, leastRoundTrip: least), at: MonotonicClock.now)
        }
        return .success(seat)
    }

    /// Says goodbye to everybody and ends; the table comes back with the host if its journal is
    /// complete.
    func close(isRestarting: Bool) {
        // A player who has just left is disconnected before the others learn that the table closes.
        for one in connections { one.connection.readNow() }
        let canResume = isRestarting && journal?.isComplete == true
        apply(.closing(canResume: canResume), at: MonotonicClock.now)
        journal?.end(.letGo)
    }

    // MARK: - What happens

    private func handle(_ event: LineConnectionEvent, from participant: ParticipantID) {
        switch event {
        case .line(let line, at: let arrival): apply(.line(line, from: participant), at: arrival)
        case .lineTooLong: apply(.lineTooLong(from: participant), at: MonotonicClock.now)
        case .closed(let end):
            if let event = log?.closed(participant, end) { report(.logged(event)) }
            apply(.closed(participant), at: MonotonicClock.now)
        }
    }

    private func wakeUp() {
        let now = MonotonicClock.now
        var congested: [ParticipantID] = []
        if let due = core.nextDue, due <= now {
            // Output that waits for the disk says nothing about a connection either.
            let isHeld = journal?.isAwaited == true
            congested = connections.filter { isHeld || $0.connection.queuedBytes > 0 }
                .map(\.participant)
        }
        apply(.wokeUp(congested: congested), at: now)
        if log != nil, slowPongs.isDue(at: now) { compareRoundTrips(at: now) }
    }

    /// Looks for players whose pongs are much later than the network explains.
    private func compareRoundTrips(at now: MonotonicInstant) {
        for (participant, connection, _) in connections
        where slowPongs.concerns(connection.peer.host) {
            guard let seat = core.seat(of: participant), let kernel = connection.leastRoundTrip,
                let measured = core.participant(in: seat)?.roundTrip,
                slowPongs.compare(measured, with: kernel, of: seat, at: now),
                let event = log?.slowPongs(of: seat, measured: measured, kernel: kernel)
            else { continue }
            report(.logged(event))
        }
    }

    private func apply(_ input: TableInput, at now: MonotonicInstant) {
        let clock = MonotonicClock.now
        if let standstill = core.standstill, standstill < clock {
            perform(.stoodStill, at: clock)
        }
        perform(input, at: now)
        // Only now, because the journal has the inputs in the order in which they were applied.
        while let participant = seated.popLast() {
            let connection = index(of: participant).map { connections[$0].connection }
            let least = connection?.leastRoundTrip ?? .zero
            perform(.connected(participant, leastRoundTrip: least), at: MonotonicClock.now)
        }
        journal?.handOver()
        timer.arm(at: core.nextWake)
    }

    // MARK: - What is done

    /// Applies an input and performs its effects, and those of what had to be read first.
    private func perform(_ input: TableInput, at now: MonotonicInstant) {
        // Taken, because what is read meanwhile has effects of its own.
        var effects = exchange(&self.effects, with: [])
        core.apply(input, at: now, using: &random, into: &effects)
        var readUntil: MonotonicInstant? = now
        while true {
            for effect in effects { perform(effect) }
            guard case .read(let participants)? = effects.last else { break }
            for one in connections where participants.contains(one.participant) {
                one.connection.readNow(arrivedBy: readUntil)
            }
            effects.removeAll(keepingCapacity: true)
            readUntil = nil
            core.apply(.readingEnded, at: MonotonicClock.now, using: &random, into: &effects)
        }
        effects.removeAll(keepingCapacity: true)
        swap(&effects, &self.effects)
    }

    private func perform(_ effect: TableEffect) {
        if log != nil, let event = log?.event(for: effect) { report(.logged(event)) }
        switch effect {
        case .append(let entry, let time, let revision):
            journal?.append(entry, at: time, revision: revision)
        case .syncJournal: journal?.sync()
        case .finishJournal: journal?.end(.finished)
        case .admit(let participant): if let newcomer { admit(newcomer, as: participant) }
        case .turnAway(_, let error): refusal = error
        case .tell(let message, let participant): announce(message) { $0 == participant }
        case .tellAll(let message):
            announce(message) { _ in true }
            published(message)
        case .tellSome(let message, let participants):
            announce(message, to: participants.contains)
            published(message)
        case .finish(let participant):
            guard let place = index(of: participant) else { return }
            let gone = connections.remove(at: place).connection
            if waitsForDisk { journal?.whenWritten { gone.finish() } } else { gone.finish() }
        case .ignore(let participant):
            if let place = index(of: participant) { connections[place].connection.ignoreRest() }
        case .moved(let participant, let seat):
            if let seat {
                slowPongs.seated(seat)
                seated.append(participant)
            }
            if let place = index(of: participant) {
                report(.moved(connections[place].id, to: seat))
            }
        case .read: break
        case .report(let news): report(news)
        }
    }

    private func index(of participant: ParticipantID) -> Int? {
        connections.firstIndex { $0.participant == participant }
    }

    private func reportChanges() {
        if let now = core.changedOverview() { report(.changed(now)) }
    }

    /// Whether output must wait for what was recorded before it, which goes to the disk now.
    private var waitsForDisk: Bool {
        journal?.handOver()
        return journal?.isAwaited == true
    }

    /// Sends a message as soon as the journal has what precedes it, to those who are here now.
    private func announce(_ message: HostMessage, to isWanted: (ParticipantID) -> Bool) {
        let line = WireCodec.encode(message)
        if waitsForDisk {
            let wanted = connections.filter { isWanted($0.participant) }.map(\.connection)
            journal?.whenWritten { for one in wanted { one.send(line) } }
        } else {
            for one in connections where isWanted(one.participant) { one.connection.send(line) }
        }
    }

    private func published(_ message: HostMessage) {
        guard case .state(let state) = message else { return }
        stateNotice?(code, state)
        reportChanges()
    }

    private func admit(_ newcomer: Newcomer, as participant: ParticipantID) {
        connections.append((participant, newcomer.connection, newcomer.id))
        log?.admitted(participant, from: newcomer.connection.peer.host)
        // The player is away at once; the connection ends when it has been told everything.
        newcomer.connection.redirect(inputEnded: { [weak self] in
            self?.assumeIsolated { $0.handle(.closed(.endOfStream), from: participant) }
        }) { [weak self] event in
            if case .closed = event { newcomer.closed() }
            self?.assumeIsolated { $0.handle(event, from: participant) }
        }
    }
}
