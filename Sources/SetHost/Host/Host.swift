import SetProtocol

/// Owns the tables: listens, greets newcomers and shows them to a table.
///
/// All tables, connections and timers of a host run on its one executor: an event is handled from
/// its first byte to the last line sent before the next one is looked at.
public actor Host {
    /// A connection that has not said hello yet.
    private struct Newcomer {
        var connection: LineConnection
        var deadline: TableTime
    }

    private nonisolated let executor: QueueExecutor
    private let options: HostOptions
    private var listeners: [ListeningSocket] = []
    private var tables: [TableCode: Table] = [:]
    /// The tables with a free seat, in the order in which they were opened.
    private var tablesWithRoom: [Table] = []
    private var tablesOpened = 0
    private var newcomers: [ObjectIdentifier: Newcomer] = [:]
    private var connectionCount = 0
    private var timer: DeadlineTimer?
    private var random = SystemRandomNumberGenerator()
    private var privateCode: TableCode?
    private var drain: CheckedContinuation<Void, Never>?
    private var hasGuest = false
    private var awaitingGuest: [CheckedContinuation<Bool, Never>] = []

    /// Runs on the host's own executor.
    public nonisolated var unownedExecutor: UnownedSerialExecutor {
        executor.asUnownedSerialExecutor()
    }

    /// A host that does not listen yet.
    ///
    /// - Parameters:
    ///   - options: How it is run.
    ///   - executor: What it and everything of it runs on.
    public init(
        options: HostOptions, executor: QueueExecutor = QueueExecutor(label: "set-duel.host")
    ) {
        self.options = options
        self.executor = executor
    }

    /// Starts to accept connections.
    ///
    /// - Parameters:
    ///   - address: The one address of this machine to listen on; `nil` for all of them.
    ///   - port: 0 lets the system choose.
    /// - Returns: The address that was bound, with the port the system chose.
    /// - Throws: Why the address cannot be listened on.
    public func listen(
        on address: IPAddress?, port: UInt16
    ) throws(TransportError) -> SocketAddress {
        let listener = try ListeningSocket(
            address: address, port: port, executor: executor, limits: options.limits)
        return accept(at: listener)
    }

    /// Starts to accept connections at the socket that was handed to this process, if one was.
    ///
    /// - Returns: The address it is bound to; `nil` when no socket was handed over.
    /// - Throws: ``TransportError/badHandOver``.
    public func listenWhereHandedOver() throws(TransportError) -> SocketAddress? {
        guard
            let listener = try ListeningSocket.handedOver(
                executor: executor, limits: options.limits)
        else { return nil }
        return accept(at: listener)
    }

    private func accept(at listener: ListeningSocket) -> SocketAddress {
        listeners.append(listener)
        listener.start { [weak self] connection in
            self?.assumeIsolated { $0.greet(connection) }
        }
        return listener.boundAddress
    }

    /// The code of the one table of a private host, which is opened by asking.
    ///
    /// - Returns: `nil` for a host that is open to all.
    public func openPrivateTable() -> TableCode? {
        guard options.isPrivate else { return nil }
        return openTable(code: privateCode)?.code
    }

    /// Says goodbye to everybody and stops listening.
    ///
    /// - Parameter canResume: Whether the clients are told that the host will come back.
    public func shutDown(canResume: Bool = false) {
        for listener in listeners { listener.stop() }
        listeners = []
        tellOfGuest()
        for newcomer in newcomers.values { refuse(newcomer.connection, .hostClosing) }
        let farewell: Farewell = canResume ? .restarting : .closing
        for table in tables.values {
            table.assumeIsolated { $0.close(farewell, canResume: canResume) }
        }
    }

    /// Whether newcomers can still connect: it listens and is not closing.
    public var isListening: Bool { !listeners.isEmpty }

    /// Waits until somebody has been let in to a table.
    ///
    /// - Returns: Whether anybody came before the host was shut down.
    public func guestArrived() async -> Bool {
        guard !hasGuest, isListening else { return hasGuest }
        return await withCheckedContinuation { awaitingGuest.append($0) }
    }

    private func tellOfGuest() {
        for waiting in awaitingGuest { waiting.resume(returning: hasGuest) }
        awaitingGuest = []
    }

    /// Waits, after ``shutDown(canResume:)``, until every connection has got its last line.
    public func drained() async {
        guard connectionCount > 0 else { return }
        await withCheckedContinuation { drain = $0 }
    }

    private func connectionClosed() {
        connectionCount -= 1
        guard connectionCount == 0 else { return }
        drain?.resume()
        drain = nil
    }

    // MARK: - Newcomers

    private func greet(_ connection: LineConnection) {
        connectionCount += 1
        let identity = ObjectIdentifier(connection)
        let deadline = MonotonicClock.now.advanced(by: options.limits.helloTime)
        newcomers[identity] = Newcomer(connection: connection, deadline: deadline)
        connection.lineLimit = options.limits.helloLineBytes
        connection.start { [weak self] event in
            self?.assumeIsolated { $0.take(event, from: identity) }
        }
        guard connectionCount <= options.connections else { return refuse(connection, .hostFull) }
        armTimer()
    }

    private func take(_ event: LineConnectionEvent, from identity: ObjectIdentifier) {
        switch event {
        case .closed:
            newcomers[identity] = nil
            connectionClosed()
        case .lineTooLong:
            guard let connection = newcomers[identity]?.connection else { return }
            refuse(connection, .lineTooLong)
        case .line(let line, at: let arrival):
            guard let connection = newcomers[identity]?.connection, !line.isEmpty else { return }
            do throws(WireError) {
                greet(connection, with: try WireCodec.decodeClientMessage(line), at: arrival)
            } catch {
                switch error {
                case .badName: refuse(connection, .badName)
                case .malformed, .unknownType, .missing, .invalid, .badText:
                    refuse(connection, .badMessage, saying: error.sentence)
                }
            }
        }
    }

    /// Lets in whoever said hello in the right way.
    private func greet(
        _ connection: LineConnection, with message: ClientMessage, at arrival: TableTime
    ) {
        do throws(ConnectionError) {
            guard case .hello(let hello) = message else { throw .helloFirst }
            guard hello.version == Hello.protocolVersion else { throw .unsupportedProtocol }
            try admit(connection, with: hello, at: arrival)
        } catch {
            refuse(connection, error)
        }
    }

    private func admit(
        _ connection: LineConnection, with hello: Hello, at now: TableTime
    ) throws(ConnectionError) {
        let table = try table(for: hello)
        let refusal = table.assumeIsolated { table -> ConnectionError? in
            do throws(ConnectionError) {
                try table.admit(connection, with: hello, at: now)
                return nil
            } catch {
                return error
            }
        }
        if let refusal { throw refusal }
        connection.lineLimit = options.limits.lineBytes
        newcomers[ObjectIdentifier(connection)] = nil
        hasGuest = true
        tellOfGuest()
        tablesWithRoom.removeAll { $0 === table && !$0.assumeIsolated { $0.hasRoom } }
    }

    private func refuse(
        _ connection: LineConnection, _ error: ConnectionError, saying message: String? = nil
    ) {
        newcomers[ObjectIdentifier(connection)] = nil
        let text = message ?? error.sentence
        connection.send(WireCodec.encode(.error(error, message: text)))
        connection.finish()
    }

    /// Arms the one timer for the newcomer who has been silent longest.
    private func armTimer() {
        let next = newcomers.values.map(\.deadline).min()
        if timer == nil, next != nil {
            timer = DeadlineTimer(executor: executor) { [weak self] in
                self?.assumeIsolated { $0.dismissTheSilent() }
            }
        }
        timer?.arm(at: next)
    }

    private func dismissTheSilent() {
        let now = MonotonicClock.now
        for newcomer in newcomers.values where newcomer.deadline <= now {
            refuse(newcomer.connection, .helloLate)
        }
        armTimer()
    }
}

// MARK: - Tables

extension Host {
    private func table(for hello: Hello) throws(ConnectionError) -> Table {
        if let code = hello.table {
            guard let table = tables[code] else { throw .unknownTable }
            return table
        }
        guard !options.isPrivate else { throw .codeNeeded }
        guard hello.token == nil else { throw .tokenUnknown }
        if hello.role == .watch {
            let oldest = tables.values.sorted { $0.serial < $1.serial }
            let playing = oldest.first { $0.assumeIsolated { $0.isPlaying } }
            guard let table = playing ?? oldest.first else { throw .nothingToWatch }
            return table
        }
        guard let table = tablesWithRoom.first ?? openTable() else { throw .hostFull }
        return table
    }

    /// Opens a table under a code that is free.
    ///
    /// - Returns: `nil` when there are as many tables as allowed.
    @discardableResult
    private func openTable(code wanted: TableCode? = nil) -> Table? {
        guard tables.count < options.tables else { return nil }
        let code = wanted ?? freeCode()
        let seed = options.seed.map { $0 &+ UInt64(tablesOpened) } ?? random.next()
        let table = Table(
            code: code, serial: tablesOpened,
            duel: Duel(rules: options.rules, decks: DeckSource(seed: seed)),
            options: options, executor: executor
        ) { [weak self] news in
            self?.assumeIsolated { $0.take(news, of: code) }
        }
        tablesOpened += 1
        tables[code] = table
        tablesWithRoom.append(table)
        if options.isPrivate { privateCode = code }
        return table
    }

    private func freeCode() -> TableCode {
        var code = TableCode(using: &random)
        while tables[code] != nil { code = TableCode(using: &random) }
        return code
    }

    private func take(_ news: Table.News, of code: TableCode) {
        switch news {
        case .connectionClosed:
            connectionClosed()
        case .roomMade:
            guard let table = tables[code], !tablesWithRoom.contains(where: { $0 === table }) else {
                return
            }
            let place = tablesWithRoom.firstIndex { $0.serial > table.serial }
            tablesWithRoom.insert(table, at: place ?? tablesWithRoom.endIndex)
        case .closed:
            tables[code] = nil
            tablesWithRoom.removeAll { $0.code == code }
            // The one table of a private host is always there for those who have its code.
            if options.isPrivate, !listeners.isEmpty { openTable(code: code) }
        }
    }
}
