import SetProtocol

/// Where one duel happens: the connections of its players and watchers and its one timer.
///
/// A shell: it turns lines into events for ``Duel`` and effects into lines, and decides nothing
/// about the game. It runs on its host's executor, so everything that happens at all tables happens
/// in one order.
actor Table {
    /// What a table tells its host of.
    enum News: Sendable {
        /// Nobody is left.
        case closed
        /// A seat has become free again.
        case roomMade
        /// The connection of one of its guests, present or past, is gone.
        case connectionClosed
    }

    /// A message that has been read and waits for its turn.
    private struct Said {
        var message: ClientMessage
        var guest: ObjectIdentifier
        var arrival: TableTime
    }

    nonisolated let code: TableCode
    /// Tables are numbered in the order in which they were opened.
    nonisolated let serial: Int
    private nonisolated let executor: QueueExecutor
    private let options: HostOptions
    private var duel: Duel
    private var guests: [ObjectIdentifier: Guest] = [:]
    private var tokens = SeatTokens()
    private var timer: DeadlineTimer?
    private var nextPing: TableTime?
    /// When the timer was to go off.
    private var wakeTime: TableTime?
    /// What was said while a claim waits for what the other seat has sent already.
    private var gathered: [Said]?
    /// When the latest of what happened here happened.
    private var latest = TableTime.zero
    private var isClosed = false
    private var random = SystemRandomNumberGenerator()
    private let report: @Sendable (News) -> Void

    nonisolated var unownedExecutor: UnownedSerialExecutor {
        executor.asUnownedSerialExecutor()
    }

    /// An empty table.
    ///
    /// - Parameter report: Called on the executor with what the host must know.
    init(
        code: TableCode, serial: Int, duel: Duel, options: HostOptions, executor: QueueExecutor,
        report: @escaping @Sendable (News) -> Void
    ) {
        self.code = code
        self.serial = serial
        self.duel = duel
        self.options = options
        self.executor = executor
        self.report = report
    }

    /// Whether a newcomer can sit down.
    var hasRoom: Bool { duel.freeSeat != nil }

    /// Whether a game is going on.
    var isPlaying: Bool {
        switch duel.phase {
        case .countdown, .open, .turn, .paused: true
        case .waiting, .over: false
        }
    }

    private var watcherCount: Int { guests.values.count { $0.seat == nil } }

    // MARK: - Coming

    /// Lets a connection in, or says why not.
    ///
    /// - Throws: Why there is no place; the connection is still the caller's then.
    func admit(
        _ connection: LineConnection, with hello: Hello, at now: TableTime
    ) throws(ConnectionError) {
        switch hello.role {
        case .watch:
            guard watcherCount < options.watchers else { throw .tooManyWatchers }
            seat(connection, as: .watcher, named: hello.name, at: now)
            greet(connection, seat: nil, token: nil)
            connection.send(WireCodec.encode(.state(duel.snapshot(at: now))))
        case .play:
            if let token = hello.token {
                try readmit(connection, with: token, at: now)
            } else {
                try sitDown(connection, as: hello.name, at: now)
            }
        }
        armTimer()
    }

    private func sitDown(
        _ connection: LineConnection, as name: String, at now: TableTime
    ) throws(ConnectionError) {
        guard let seat = duel.freeSeat else {
            throw duel.isSeatKept ? .seatTaken : .tableFull
        }
        take(seat, connection, as: name, at: now)
        perform(duel.joined(seat, name: name, at: time(now)))
    }

    /// Gives a player the seat back, under the name by which the table knows them.
    private func readmit(
        _ connection: LineConnection, with token: SeatToken, at now: TableTime
    ) throws(ConnectionError) {
        guard let seat = tokens.seat(of: token), let name = duel.players[seat]?.name else {
            throw .tokenUnknown
        }
        // Who takes over from a connection that still stands was never away: the game goes on.
        let old = guests.values.first { $0.seat == seat }
        if let old { dismiss(old, .replaced) }
        take(seat, connection, as: name, at: now)
        if old == nil {
            perform(duel.returned(seat, at: time(now)))
        } else {
            connection.send(WireCodec.encode(.state(duel.snapshot(at: now))))
            if let hint = duel.game.shownHint(for: seat) { send(.hint(hint), to: seat) }
        }
    }

    private func take(
        _ seat: Seat, _ connection: LineConnection, as name: String, at now: TableTime
    ) {
        let token = tokens.issue(to: seat, using: &random)
        self.seat(connection, as: .player(seat), named: name, at: now)
        greet(connection, seat: seat, token: token)
    }

    private func seat(
        _ connection: LineConnection, as role: Guest.Role, named name: String, at now: TableTime
    ) {
        let guest = Guest(
            connection: connection, role: role, name: name, limits: options.limits, at: now)
        guests[ObjectIdentifier(connection)] = guest
        nextPing = min(nextPing ?? guest.nextPing, guest.nextPing)
        let identity = ObjectIdentifier(connection)
        connection.redirect { [weak self, report] event in
            if case .closed = event { report(.connectionClosed) }
            self?.assumeIsolated { $0.take(event, from: identity) }
        }
    }

    private func greet(_ connection: LineConnection, seat: Seat?, token: SeatToken?) {
        let welcome = Welcome(seat: seat, token: token, table: code, rules: duel.rules)
        connection.send(WireCodec.encode(.welcome(welcome)))
    }

    // MARK: - Lines

    private func take(_ event: LineConnectionEvent, from identity: ObjectIdentifier) {
        switch event {
        case .line(let line, at: let arrival):
            take(line, from: identity, at: arrival)
        case .lineTooLong:
            expel(identity, .lineTooLong)
        case .closed:
            guard let guest = guests.removeValue(forKey: identity) else { return }
            if let seat = guest.seat {
                perform(duel.connectionLost(seat, at: time(MonotonicClock.now)))
            }
        }
        armTimer()
    }

    private func take(
        _ line: ArraySlice<UInt8>, from identity: ObjectIdentifier, at arrival: TableTime
    ) {
        guard let admission = guests[identity]?.heard(at: arrival) else { return }
        switch admission {
        case .admitted: break
        case .refused: return refuse(Refused(request: nil, why: .tooFast), to: identity)
        case .banished: return expel(identity, .tooFast)
        }
        guard !line.isEmpty else { return }
        do {
            take(try WireCodec.decodeClientMessage(line), from: identity, at: arrival)
        } catch {
            take(error, from: identity)
        }
    }

    private func take(_ error: WireError, from identity: ObjectIdentifier) {
        switch error {
        case .unknownType:
            if guests[identity]?.struckOut() == true { return expel(identity, .badMessage) }
            refuse(Refused(request: nil, why: .unknownType), to: identity)
        case .badText:
            refuse(Refused(request: .say, why: .badText), to: identity)
        case .malformed, .missing, .invalid, .badName:
            expel(identity, .badMessage, saying: error.sentence)
        }
    }

    private func take(
        _ message: ClientMessage, from identity: ObjectIdentifier, at arrival: TableTime
    ) {
        let said = Said(message: message, guest: identity, arrival: arrival)
        guard gathered == nil else { return gathered?.append(said) ?? () }
        guard case .claim = message, let seat = guests[identity]?.seat,
            let rival = guests.values.first(where: { $0.seat == seat.opponent })
        else { return hear(said) }
        gather(said, and: rival)
    }

    /// Takes a claim together with what the other seat has sent already.
    ///
    /// All of it is taken in the order in which it reached this machine: the order in which the
    /// program happens to look at its connections decides nothing.
    private func gather(_ claim: Said, and rival: Guest) {
        gathered = [claim]
        rival.connection.readNow()
        let waiting = (gathered ?? []).enumerated().sorted {
            ($0.element.arrival, $0.offset) < ($1.element.arrival, $1.offset)
        }
        gathered = nil
        for (place, said) in waiting.map(\.element).enumerated() {
            let next = waiting.dropFirst(place + 1).first?.element
            var isContested = false
            if let next, next.guest != said.guest, case .claim = next.message { isContested = true }
            hear(said, isContested: isContested)
        }
    }

    private func hear(_ said: Said, isContested: Bool = false) {
        guard let guest = guests[said.guest] else { return }
        switch said.message {
        case .pong(let nonce):
            guests[said.guest]?.answeredPing(nonce, at: said.arrival)
        case .ping(let nonce):
            guest.connection.send(WireCodec.encode(HostMessage.pong(nonce)))
        case .hello:
            refuse(Refused(request: .hello, why: .alreadyGreeted), to: said.guest)
        case .say where guests[said.guest]?.mayChat(at: said.arrival) != true:
            refuse(Refused(request: .say, why: .tooFast), to: said.guest)
        case .say(let text) where guest.seat == nil:
            broadcast(.said(nil, name: guest.name, text: text))
        case .leave, .say, .ready, .claim, .pick, .deal, .pass, .hint, .new, .resign, .pause:
            if case .leave = said.message { depart(guest) }
            if let seat = guest.seat {
                pass(said, from: seat, isContested: isContested)
            } else if said.message.type != .leave {
                refuse(Refused(request: said.message.type, why: .onlyWatching), to: said.guest)
            }
        }
    }

    private func pass(_ said: Said, from seat: Seat, isContested: Bool) {
        measureLines()
        perform(
            duel.receive(
                said.message, from: seat, arrival: said.arrival, isContested: isContested,
                at: time(said.arrival)))
    }

    /// The time of what happened or was read now: it never runs back, though stamps may be older.
    private func time(_ stamp: TableTime) -> TableTime {
        latest = max(latest, stamp)
        return latest
    }

    private func measureLines() {
        var roundTrips = PerSeat<Duration>(both: .zero)
        for guest in guests.values {
            if let seat = guest.seat { roundTrips[seat] = guest.roundTrip }
        }
        duel.measured(roundTrips)
    }

    // MARK: - Effects

    private func perform(_ effects: [DuelEffect]) {
        for effect in effects {
            switch effect {
            case .publish(let state): broadcast(.state(state))
            case .refuse(let refused, to: let seat): send(.refused(refused), to: seat)
            case .show(let hint, to: let seat): send(.hint(hint), to: seat)
            case .race(let race): broadcast(.race(race))
            case .say(let seat, let text):
                let name = duel.players[seat]?.name ?? ""
                broadcast(.said(seat, name: name, text: text))
            case .close: return close(.closing, canResume: false)
            }
        }
        for seat in Seat.allCases where duel.players[seat] == nil { vacate(seat) }
    }

    private func vacate(_ seat: Seat) {
        guard tokens.void(seat) else { return }
        if let guest = guests.values.first(where: { $0.seat == seat }) { depart(guest) }
        report(.roomMade)
    }

    private func broadcast(_ message: HostMessage) {
        let line = WireCodec.encode(message)
        for guest in guests.values { guest.connection.send(line) }
    }

    private func send(_ message: HostMessage, to seat: Seat) {
        for guest in guests.values where guest.seat == seat {
            guest.connection.send(WireCodec.encode(message))
        }
    }

    private func refuse(_ refused: Refused, to identity: ObjectIdentifier) {
        guests[identity]?.connection.send(WireCodec.encode(.refused(refused)))
    }

    // MARK: - Going

    /// Sees a guest off who asked to leave.
    private func depart(_ guest: Guest) {
        guests[ObjectIdentifier(guest.connection)] = nil
        guest.connection.send(WireCodec.encode(.bye(.left, resume: false)))
        guest.connection.finish()
    }

    /// Ends a connection for its behaviour; a player's seat is kept like that of any lost one.
    private func expel(
        _ identity: ObjectIdentifier, _ error: ConnectionError, saying message: String? = nil
    ) {
        guard let guest = guests[identity] else { return }
        dismiss(guest, error, saying: message)
        if let seat = guest.seat {
            perform(duel.connectionLost(seat, at: time(MonotonicClock.now)))
        }
    }

    private func dismiss(_ guest: Guest, _ error: ConnectionError, saying message: String? = nil) {
        guests[ObjectIdentifier(guest.connection)] = nil
        let text = message ?? error.sentence
        guest.connection.send(WireCodec.encode(.error(error, message: text)))
        guest.connection.finish()
    }

    /// Says goodbye to everybody and ends.
    func close(_ farewell: Farewell, canResume: Bool) {
        isClosed = true
        timer?.arm(at: nil)
        let line = WireCodec.encode(.bye(farewell, resume: canResume))
        for guest in guests.values {
            guest.connection.send(line)
            guest.connection.finish()
        }
        guests = [:]
        report(.closed)
    }

    // MARK: - Time

    /// Arms the one timer for what comes first: the duel's deadline, pings, the end of a silence.
    private func armTimer() {
        guard !isClosed else { return }
        let silences = guests.values.map(\.pulse.end)
        let next = ([duel.nextDeadline, nextPing] + silences).compactMap(\.self).min()
        if timer == nil, next != nil {
            timer = DeadlineTimer(executor: executor) { [weak self] in
                self?.assumeIsolated { $0.wakeUp() }
            }
        }
        timer?.arm(at: next)
        wakeTime = next
    }

    private func wakeUp() {
        let now = MonotonicClock.now
        let late = wakeTime?.duration(to: now) ?? .zero
        for identity in guests.keys { guests[identity]?.pulse.overslept(by: late) }
        if let deadline = duel.nextDeadline, deadline <= now {
            // What arrived in time counts, however late this comes to look at it.
            for guest in guests.values where guest.seat != nil { guest.connection.readNow() }
            measureLines()
            perform(duel.deadlinePassed(at: time(now)))
        }
        if let nextPing, nextPing <= now { ping(at: now) }
        for (identity, guest) in guests where guest.pulse.isLost(at: now) {
            // What lies here unread is no silence.
            guest.connection.readNow()
            if guests[identity]?.pulse.isLost(at: now) == true { expel(identity, .silent) }
        }
        armTimer()
    }

    private func ping(at now: TableTime) {
        let interval = options.limits.pingInterval
        for (identity, guest) in guests where guest.nextPing <= now {
            guests[identity]?.ping(every: interval, at: now, using: &random)
        }
        nextPing = guests.values.map(\.nextPing).min()
    }
}
