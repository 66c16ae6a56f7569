import SetProtocol

/// Owns the listening sockets, the connections, and the tables; ``Lobby`` and the tables decide.
///
/// A shell: it turns what happens into lobby events and performs the effects in order. All tables,
/// connections, and timers of a host run on its one executor, so an event is fully handled, from
/// its first byte to the last line sent, before the next one.
package actor Host: QueueConfined {
    package nonisolated let executor: QueueExecutor
    let options: HostOptions
    private var listeners: [ListeningSocket] = []
    /// What answers on the local network.
    var beacons: [DatagramSocket] = []
    var askers = OriginLimits(Host.answersPerAddress, most: 1024)
    var allAskers = RateLimit(Host.answers)
    private(set) var lobby: Lobby
    var tables: [TableCode: Table] = [:]
    /// The connections that are not at a table.
    var connections: [ConnectionID: LineConnection] = [:]
    private var connectionsMade = 0
    private var log: HostLog
    private lazy var timer = DeadlineTimer(executor: executor) { [weak self] in
        self?.assumeIsolated { $0.wakeUp() }
    }
    var random = SystemRandomNumberGenerator()
    private let emptied = OneTimeEvent<Void>()
    /// Whether anybody has been admitted to a table; `false` once the host shuts down without.
    let hadPlayers = OneTimeEvent<Bool>()
    var journals: JournalStore?
    /// What an earlier host left and is still to be read; the first is being read.
    var unread: ArraySlice<BrokenOffJournal> = []
    package internal(set) var resumedTables: [ResumedTable] = []
    let recoveryEnded = OneTimeEvent<Void>()
    var stateNotice: (@Sendable (TableCode, TableState?) -> Void)?
    var resumptionNotice: (@Sendable (ResumedTable) -> Void)?

    /// Creates a host that does not listen yet; the executor runs everything it owns.
    package init(
        options: HostOptions, executor: QueueExecutor = QueueExecutor(label: "set-duel.host")
    ) {
        self.options = options
        self.executor = executor
        lobby = Lobby(
            options.hostLimits, helloTime: options.limits.helloTime, about: options.status(&random))
        log = HostLog(namesAddresses: options.logsAddresses)
    }

    /// Starts to accept connections at one address of this machine, or at all of them, and to read
    /// the tables that an earlier host left; port 0 lets the system choose.
    package func listen(
        on address: IPAddress?, port: UInt16
    ) throws(TransportError) -> SocketAddress {
        let listener = try ListeningSocket(
            address: address, port: port, executor: executor, limits: options.limits,
            pace: options.hostLimits.accepted)
        return accept(at: listener)
    }

    /// Starts to accept connections on the socket that was passed to this process, if any.
    package func listenWhereHandedOver() throws(TransportError) -> SocketAddress? {
        guard
            let listener = try ListeningSocket.handedOver(
                executor: executor, limits: options.limits, pace: options.hostLimits.accepted)
        else { return nil }
        return accept(at: listener)
    }

    private func accept(at listener: ListeningSocket) -> SocketAddress {
        listeners.append(listener)
        openJournals()
        listener.start(
            reporting: options.listeningNotice,
            admitting: { [weak self] address in self?.assumeIsolated { $0.admits(address) } ?? false
            }
        ) { [weak self] connection in
            self?.assumeIsolated { $0.receive(connection) }
        }
        return listener.boundAddress
    }

    /// Says goodbye to everybody and stops listening.
    ///
    /// If the host will come back, the goodbye to clients of tables with complete journals says that they can
    /// return.
    package func shutDown(isRestarting: Bool = false) {
        for listener in listeners { listener.stop() }
        listeners = []
        for beacon in beacons { beacon.close() }
        beacons = []
        hadPlayers.happen(false)
        apply(.closing)
        endRecovery()
        for table in tables.values {
            table.assumeIsolated { $0.close(isRestarting: isRestarting) }
        }
        noteIfEmptied()
        for line in log.summaries(at: MonotonicClock.now, isLast: true) { options.log?(line) }
    }

    /// Whether newcomers can still connect: it listens and is not closing.
    package var isListening: Bool { !listeners.isEmpty }

    /// Waits, after ``shutDown(isRestarting:)``, until every connection has its last line and the
    /// disk has every journal; then another host may resume the tables.
    package func drained() async {
        await emptied.wait()
        await handOn()
    }

    // MARK: - What happens

    private func admits(_ address: IPAddress) -> Bool {
        let now = MonotonicClock.now
        guard !lobby.mayCall(from: address, at: now) else { return true }
        write(LogEvent(.turnedAway, from: address), at: now)
        armTimer()
        return false
    }

    private func receive(_ connection: LineConnection) {
        let id = ConnectionID(connectionsMade)
        connectionsMade += 1
        connections[id] = connection
        apply(.connected(id, from: connection.peer.host))
    }

    private func receive(_ event: LineConnectionEvent, from id: ConnectionID) {
        switch event {
        case .line(let line, at: let arrival): apply(.line(line, from: id), at: arrival)
        case .lineTooLong: apply(.lineTooLong(id))
        case .closed: closed(id)
        }
    }

    func closed(_ id: ConnectionID) {
        connections[id] = nil
        apply(.closed(id))
        noteIfEmptied()
    }

    private func noteIfEmptied() {
        if !isListening, lobby.connectionCount == 0 { emptied.happen(()) }
    }

    private func wakeUp() {
        apply(.wokeUp)
        for line in log.summaries(at: MonotonicClock.now) { options.log?(line) }
        armTimer()
    }

    func apply(_ event: LobbyEvent, at now: MonotonicInstant = MonotonicClock.now) {
        var effects = lobby.apply(event, at: now)[...]
        while let effect = effects.popFirst() { effects = perform(effect, at: now) + effects }
        armTimer()
    }

    // MARK: - What is done

    /// - Returns: The effects to perform next.
    private func perform(_ effect: LobbyEffect, at now: MonotonicInstant) -> [LobbyEffect] {
        switch effect {
        case .listen(let id): listen(to: id)
        case .drop(let id): connections.removeValue(forKey: id)?.close()
        case .refuse(let id, let error, let message):
            dismiss(id, with: .error(error, message: message))
        case .inform(let id, let status): dismiss(id, with: .status(status))
        case .open(let code, let serial): open(code, serial: serial, at: now)
        case .ask(let code, let id, let hello):
            let answer = ask(tables[code], toAdmit: id, hello, at: now)
            return lobby.apply(.answered(id, by: code, answer), at: now)
        case .log(let event): write(event, at: now)
        }
        return []
    }

    private func dismiss(_ id: ConnectionID, with message: HostMessage) {
        let connection = connections.removeValue(forKey: id)
        connection?.send(WireCodec.encode(message))
        connection?.finish()
    }

    private func listen(to id: ConnectionID) {
        connections[id]?.lineLimit = options.limits.helloLineBytes
        connections[id]?.start { [weak self] event in
            self?.assumeIsolated { $0.receive(event, from: id) }
        }
    }

    func write(_ event: LogEvent, at now: MonotonicInstant) {
        guard let write = options.log else { return }
        for line in log.note(event, at: now) { write(line) }
    }

    private func armTimer() {
        let next = [lobby.nextWake, log.nextWake].compactMap(\.self).min()
        timer.arm(at: next)
    }
}
