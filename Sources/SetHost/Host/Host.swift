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
    private var callers: Callers<ObjectIdentifier>
    private var timer: DeadlineTimer?
    private var random = SystemRandomNumberGenerator()
    private var privateCode: TableCode?
    private var drain: CheckedContinuation<Void, Never>?
    private var hasGuest = false
    private var awaitingGuest: [CheckedContinuation<Bool, Never>] = []
    private var journals: JournalStore?
    /// The tables that were taken up from journals when it began to listen.
    public private(set) var resumedTables: [ResumedTable] = []

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
        callers = Callers(options.hostLimits)
    }

    /// Takes up the tables that an earlier host left, and starts to accept connections.
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
            address: address, port: port, executor: executor, limits: options.limits,
            pace: options.hostLimits.accepted)
        return accept(at: listener)
    }

    /// Starts to accept connections at the socket that was handed to this process, if one was.
    ///
    /// - Returns: The address it is bound to; `nil` when no socket was handed over.
    /// - Throws: ``TransportError/badHandOver``.
    public func listenWhereHandedOver() throws(TransportError) -> SocketAddress? {
        guard
            let listener = try ListeningSocket.handedOver(
                executor: executor, limits: options.limits, pace: options.hostLimits.accepted)
        else { return nil }
        return accept(at: listener)
    }

    private func accept(at listener: ListeningSocket) -> SocketAddress {
        listeners.append(listener)
        openJournals()
        listener.start(complaining: options.listeningNotice) { [weak self] connection in
            self?.assumeIsolated { $0.greet(connection) }
        }
        return listener.boundAddress
    }

    /// The code of the one table of a private host, which is opened by asking unless an earlier host
    /// left one.
    ///
    /// - Returns: `nil` for a host that is open to all.
    public func openPrivateTable() -> TableCode? {
        guard options.isPrivate else { return nil }
        if let privateCode, tables[privateCode] != nil { return privateCode }
        return openTable(code: privateCode)?.code
    }

    /// Says goodbye to everybody and stops listening.
    ///
    /// - Parameter isRestarting: Whether the host will come back. Clients of tables that are written
    ///   down are told that they can return; without that every table is closed for good.
    public func shutDown(isRestarting: Bool = false) {
        for listener in listeners { listener.stop() }
        listeners = []
        tellOfGuest()
        for newcomer in newcomers.values { refuse(newcomer.connection, .hostClosing) }
        for table in tables.values {
            table.assumeIsolated { $0.close(isRestarting: isRestarting) }
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

    /// Waits, after ``shutDown(isRestarting:)``, until every connection has got its last line and the
    /// disk has every journal.
    public func drained() async {
        if callers.count > 0 { await withCheckedContinuation { drain = $0 } }
        await journals?.synced()
    }

    private func connectionClosed(
        from address: IPAddress, _ answer: Callers<ObjectIdentifier>.Answer? = nil
    ) {
        if case .refused = answer { callers.refusedOneGone() } else { callers.gone(from: address) }
        guard callers.count == 0 else { return }
        drain?.resume()
        drain = nil
    }

    // MARK: - Newcomers

    private func greet(_ connection: LineConnection) {
        let (identity, address) = (ObjectIdentifier(connection), connection.peer.host)
        let answer = callers.called(identity, from: address)
        if answer == .turnedAway { return }
        let deadline = MonotonicClock.now.advanced(by: options.limits.helloTime)
        newcomers[identity] = Newcomer(connection: connection, deadline: deadline)
        connection.lineLimit = options.limits.helloLineBytes
        connection.start { [weak self] event in
            self?.assumeIsolated { host in
                host.take(event, from: identity)
                if case .closed = event { host.connectionClosed(from: address, answer) }
            }
        }
        switch answer {
        case .turnedAway: break
        case .refused(let error): refuse(connection, error)
        case .greeted(let oldest):
            if let oldest, let newcomer = newcomers[oldest] {
                refuse(newcomer.connection, .crowdedOut)
            }
        }
        armTimer()
    }

    private func take(_ event: LineConnectionEvent, from identity: ObjectIdentifier) {
        switch event {
        case .closed: forget(identity)
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
        let (peer, isGuess) = (connection.peer.host, hello.table != nil || hello.token != nil)
        if isGuess, !callers.mayGuess(from: peer, at: now) { throw .tooManyGuesses }
        do throws(ConnectionError) {
            try letIn(connection, with: hello, at: now)
        } catch {
            if error == .unknownTable || error == .tokenUnknown {
                callers.guessedWrong(from: peer, at: now)
            }
            throw error
        }
    }

    private func letIn(
        _ connection: LineConnection, with hello: Hello, at now: TableTime
    ) throws(ConnectionError) {
        let table = try table(for: hello, at: now)
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
        forget(ObjectIdentifier(connection))
        hasGuest = true
        tellOfGuest()
        tablesWithRoom.removeAll { $0 === table && !$0.assumeIsolated { $0.hasRoom } }
    }

    private func forget(_ newcomer: ObjectIdentifier) {
        newcomers[newcomer] = nil
        callers.introduced(newcomer)
    }

    private func refuse(
        _ connection: LineConnection, _ error: ConnectionError, saying message: String? = nil
    ) {
        forget(ObjectIdentifier(connection))
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
    private func table(
        for hello: Hello, at now: TableTime
    ) throws(ConnectionError) -> Table {
        if let code = hello.table {
            guard let table = tables[code] else { throw .unknownTable }
            return table
        }
        guard !options.isPrivate else { throw .codeNeeded }
        guard hello.token == nil else { throw .tokenUnknown }
        if hello.role == .watch {
            let oldest = tables.values.filter { !$0.isPrivate }.sorted { $0.serial < $1.serial }
            let playing = oldest.first { $0.assumeIsolated { $0.isPlaying } }
            guard let table = playing ?? oldest.first else { throw .nothingToWatch }
            return table
        }
        guard let table = tablesWithRoom.first ?? openTable(at: now) else { throw .hostFull }
        return table
    }

    /// Opens a table under a code that is free.
    ///
    /// - Parameter now: The reading of the machine's clock that its time counts from.
    /// - Returns: `nil` when there are as many tables as allowed.
    @discardableResult
    private func openTable(
        code wanted: TableCode? = nil, at now: TableTime = MonotonicClock.now
    ) -> Table? {
        guard tables.count < options.hostLimits.tables else { return nil }
        let code = wanted ?? freeCode()
        let seed =
            options.seed.map { ShuffleSeed(number: $0 &+ UInt64(tablesOpened)) }
            ?? ShuffleSeed(number: random.next(), salt: Salt(using: &random))
        let header = JournalHeader(
            table: code, serial: tablesOpened, isPrivate: options.isPrivate,
            opened: options.journal?.clock() ?? WallClock.now,
            rules: options.rules, seed: seed)
        let table = place(header, journals.map { TableJournal(header, in: $0) }, at: now)
        if options.isPrivate { privateCode = code }
        if !table.isPrivate { tablesWithRoom.append(table) }
        return table
    }

    private func place(
        _ header: JournalHeader, _ journal: TableJournal?, at now: TableTime
    ) -> Table {
        let code = header.table
        let table = Table(
            header, journal: journal, opening: now, options: options, executor: executor
        ) { [weak self] news in
            self?.assumeIsolated { $0.take(news, of: code) }
        }
        tablesOpened = max(tablesOpened, header.serial + 1)
        tables[code] = table
        return table
    }

    private func freeCode() -> TableCode {
        var code = TableCode(using: &random)
        while tables[code] != nil { code = TableCode(using: &random) }
        return code
    }

    private func take(_ news: TableNews, of code: TableCode) {
        switch news {
        case .connectionClosed(let address): connectionClosed(from: address)
        case .roomMade:
            guard let table = tables[code], !table.isPrivate,
                !tablesWithRoom.contains(where: { $0 === table })
            else { return }
            let place = tablesWithRoom.firstIndex { $0.serial > table.serial }
            tablesWithRoom.insert(table, at: place ?? tablesWithRoom.endIndex)
        case .closed:
            tables[code] = nil
            tablesWithRoom.removeAll { $0.code == code }
            // The one table of a private host is always there for those who have its code.
            if code == privateCode, !listeners.isEmpty { openTable(code: code) }
        }
    }
}

// MARK: - What an earlier host left

extension Host {
    /// Takes the directory of the journals and takes up the tables that broke off, once.
    private func openJournals() {
        guard journals == nil, let wanted = options.journal else { return }
        journals = JournalStore(wanted, tell: options.journalNotice)
        let now = MonotonicClock.now
        for recovered in journals?.recover() ?? [] { resume(recovered, at: now) }
    }

    private func resume(_ recovered: RecoveredTable, at now: TableTime) {
        let header = recovered.header
        guard tables.count < options.hostLimits.tables, tables[header.table] == nil else { return }
        let isEmpty = Seat.allCases.allSatisfy { recovered.replay.duel.players[$0] == nil }
        guard !isEmpty || (header.isPrivate && options.isPrivate) else {
            var journal = recovered.journal
            return journal.finish()
        }
        let table = place(header, recovered.journal, at: now)
        // The newest of several is the one whose code was given away last.
        if header.isPrivate, options.isPrivate { privateCode = header.table }
        table.assumeIsolated { $0.resume(recovered.replay, at: now) }
        guard tables[header.table] === table else { return }
        let (standing, hasRoom) = table.assumeIsolated { ($0.standing, $0.hasRoom) }
        if hasRoom, !table.isPrivate { tablesWithRoom.append(table) }
        if !isEmpty {
            resumedTables.append(ResumedTable(code: header.table, players: standing))
        }
    }
}

/// A table that goes on where an earlier host left it.
public struct ResumedTable: Hashable, Sendable {
    /// Its name.
    public let code: TableCode
    /// Who sits there.
    public let players: PerSeat<PlayerState?>

    /// What a person is told, as `resumed table K7M2QX: Ann 12, Bob 9`.
    public var sentence: String {
        let standing = Seat.allCases.compactMap { players[$0] }
            .map { "\($0.name) \($0.points)" }
        return "resumed table \(code): " + standing.joined(separator: ", ")
    }
}
