import SetProtocol

/// Where one duel happens: the connections of its players and watchers and its one timer.
///
/// A shell: it turns what its connections and its timer do into inputs for ``TableCore``, performs the
/// effects in their order, and decides nothing. It runs on its host's executor, so everything that
/// happens at all tables happens in one order.
actor Table {
    nonisolated let code: TableCode
    /// Tables are numbered in the order in which they were opened.
    nonisolated let serial: Int
    /// Whether only those who know its code come to it.
    nonisolated let isPrivate: Bool
    private nonisolated let executor: QueueExecutor
    private var core: TableCore
    private var connections: [GuestNumber: LineConnection] = [:]
    /// Who has said hello and is being looked at.
    private var newcomer: LineConnection?
    private var refusal: ConnectionError?
    private var helloCount = 0
    private var timer: DeadlineTimer?
    /// What is written down of all this; `nil` when nothing is.
    private var journal: TableJournal?
    private var random = SystemRandomNumberGenerator()
    private let report: @Sendable (TableNews) -> Void

    nonisolated var unownedExecutor: UnownedSerialExecutor {
        executor.asUnownedSerialExecutor()
    }

    /// An empty table.
    ///
    /// - Parameters:
    ///   - header: What it is and what is played there.
    ///   - journal: Where everything is written down; `nil` for nowhere.
    ///   - opening: The reading of the machine's clock that its time counts from.
    ///   - report: Called on the executor with what the host must know.
    init(
        _ header: JournalHeader, journal: TableJournal?, opening: TableTime, options: HostOptions,
        executor: QueueExecutor, report: @escaping @Sendable (TableNews) -> Void
    ) {
        (code, serial, isPrivate) = (header.table, header.serial, header.isPrivate)
        core = TableCore(
            header, opening: opening, limits: options.limits, hostLimits: options.hostLimits)
        (self.journal, self.executor, self.report) = (journal, executor, report)
    }

    /// Takes up what a host had to leave.
    ///
    /// - Parameter now: The reading of the machine's clock.
    func resume(_ replay: JournalReplay, at now: TableTime) { apply(.resumed(replay), at: now) }

    /// Whether a newcomer can sit down.
    var hasRoom: Bool { core.hasRoom }

    /// Who sits here and what they have, for people.
    var standing: PerSeat<PlayerState?> { core.standing }

    /// Whether a game is going on.
    var isPlaying: Bool { core.isPlaying }

    /// Lets a connection in, or says why not.
    ///
    /// - Parameter now: When the hello came, as the machine's clock reads.
    /// - Throws: Why there is no place; the connection is still the caller's then.
    func admit(
        _ connection: LineConnection, with hello: Hello, at now: TableTime
    ) throws(ConnectionError) {
        (newcomer, refusal) = (connection, nil)
        defer { newcomer = nil }
        helloCount += 1
        apply(.hello(hello, from: GuestNumber(helloCount)), at: now)
        if let refusal { throw refusal }
    }

    /// Says goodbye to everybody and ends.
    ///
    /// - Parameter isRestarting: Whether the host will come back; then the table will too, if
    ///   everything is written down.
    func close(isRestarting: Bool) {
        let canResume = isRestarting && journal?.isComplete == true
        apply(.closing(canResume: canResume), at: MonotonicClock.now)
    }

    // MARK: - What happens

    private func take(_ event: LineConnectionEvent, from guest: GuestNumber) {
        switch event {
        case .line(let line, at: let arrival): apply(.line(line, from: guest), at: arrival)
        case .lineTooLong: apply(.lineTooLong(from: guest), at: MonotonicClock.now)
        case .closed: apply(.closed(guest), at: MonotonicClock.now)
        }
    }

    private func wakeUp() {
        let congested = connections.filter { $0.value.queuedBytes > 0 }.map(\.key)
        apply(.wokeUp(congested: congested), at: MonotonicClock.now)
    }

    private func apply(_ input: TableInput, at now: TableTime) {
        perform(core.apply(input, at: now, using: &random))
        armTimer()
    }

    private func armTimer() {
        let next = core.nextWake
        if timer == nil, next != nil {
            timer = DeadlineTimer(executor: executor) { [weak self] in
                self?.assumeIsolated { $0.wakeUp() }
            }
        }
        timer?.arm(at: next)
    }

    // MARK: - What is done

    private func perform(_ effects: [TableEffect]) {
        for effect in effects {
            switch effect {
            case .append(let entry, let time, let revision):
                journal?.append(entry, at: time, revision: revision)
            case .syncJournal: journal?.sync()
            case .finishJournal: journal?.finish()
            case .admit(let guest): admit(guest)
            case .turnAway(_, let error): refusal = error
            case .tell(let message, let guest):
                connections[guest]?.send(WireCodec.encode(message))
            case .tellAll(let message):
                let line = WireCodec.encode(message)
                for connection in connections.values { connection.send(line) }
            case .finish(let guest): connections.removeValue(forKey: guest)?.finish()
            case .read(let guests):
                for guest in guests { connections[guest]?.readNow() }
                perform(core.apply(.readingEnded, at: MonotonicClock.now, using: &random))
            case .report(let news): report(news)
            }
        }
    }

    /// Listens to a guest from now on.
    private func admit(_ guest: GuestNumber) {
        guard let newcomer else { return }
        connections[guest] = newcomer
        newcomer.redirect { [weak self, report, peer = newcomer.peer.host] event in
            if case .closed = event { report(.connectionClosed(from: peer)) }
            self?.assumeIsolated { $0.take(event, from: guest) }
        }
    }
}
