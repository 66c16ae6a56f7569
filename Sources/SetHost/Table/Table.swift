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
    /// Whether only those who know its code come to it.
    nonisolated let isPrivate: Bool
    private nonisolated let executor: QueueExecutor
    let options: HostOptions
    private(set) var duel: Duel
    var guests: [ObjectIdentifier: Guest] = [:]
    /// What gives each seat back.
    var tokens = SeatTokens()
    private var timer: DeadlineTimer?
    private var nextPing: TableTime?
    /// When the timer was to go off.
    private var wakeTime: TableTime?
    /// What was said while a claim waits for what the other seat has sent already.
    private var gathered: [Said]?
    private var clock: TableClock
    /// When the latest of what happened here happened.
    private var latest = TableTime.zero
    /// What is written down of all this; `nil` when nothing is.
    private var journal: TableJournal?
    private var isClosed = false
    var random = SystemRandomNumberGenerator()
    private let report: @Sendable (News) -> Void

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
        executor: QueueExecutor, report: @escaping @Sendable (News) -> Void
    ) {
        (code, serial, isPrivate) = (header.table, header.serial, header.isPrivate)
        duel = header.duel
        clock = TableClock(at: opening)
        (self.journal, self.options, self.executor) = (journal, options, executor)
        self.report = report
    }

    /// Takes up what a host had to leave: its players are away, and their time runs from now.
    ///
    /// - Parameter now: The reading of the machine's clock.
    func resume(_ replay: JournalReplay, at now: TableTime) {
        (duel, latest) = (replay.duel, replay.time)
        tokens = SeatTokens(replay.tokens)
        clock = TableClock(showing: replay.time, at: now)
        happen(.restarted, at: latest)
        journal?.sync()
        armTimer()
    }

    /// Whether a newcomer can sit down.
    var hasRoom: Bool { duel.freeSeat != nil }

    /// Who sits here and what they have, for people.
    var standing: PerSeat<PlayerState?> { duel.snapshot(at: latest).players }

    /// Whether a game is going on.
    var isPlaying: Bool {
        switch duel.phase {
        case .countdown, .open, .turn, .paused: true
        case .waiting, .over: false
        }
    }

    // MARK: - What happens

    /// Lets something happen, which is written down before anybody is told of it.
    func happen(_ input: DuelInput, at now: TableTime) {
        perform(answer(to: input, at: now))
    }

    /// Lets something happen of which nobody is told yet.
    func answer(to input: DuelInput, at now: TableTime) -> [DuelEffect] {
        journal?.append(.input(input), at: now, revision: duel.revision)
        let (phase, effects) = (duel.phase, duel.apply(input, at: now))
        journal?.append(effects, after: phase, at: now, revision: duel.revision)
        return effects
    }

    /// Gives a seat a new secret in place of the one before.
    func issueToken(for seat: Seat, at now: TableTime) -> SeatToken {
        let token = tokens.issue(to: seat, using: &random)
        journal?.append(.token(seat, token.digest), at: now, revision: duel.revision)
        return token
    }

    /// Welcomes a guest and listens to them from now on.
    func seat(_ guest: Guest, token: SeatToken?) {
        guests[ObjectIdentifier(guest.connection)] = guest
        nextPing = min(nextPing ?? guest.nextPing, guest.nextPing)
        let identity = ObjectIdentifier(guest.connection)
        guest.connection.redirect { [weak self, report] event in
            if case .closed = event { report(.connectionClosed) }
            self?.assumeIsolated { $0.take(event, from: identity) }
        }
        let welcome = Welcome(seat: guest.seat, token: token, table: code, rules: duel.rules)
        guest.connection.send(WireCodec.encode(.welcome(welcome)))
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
            if let seat = guest.seat { happen(.connectionLost(seat), at: time(MonotonicClock.now)) }
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
            let isProof = guests[said.guest]?.answeredPing(nonce, at: said.arrival) == true
            // What was sent before the ping has been read too: the welcome with its secret.
            if isProof, let seat = guest.seat { tokens.confirm(seat) }
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
        let now = time(said.arrival)
        measureLines(at: now)
        tokens.confirm(seat)
        happen(
            .received(
                said.message, from: seat, arrival: clock.time(at: said.arrival),
                isContested: isContested),
            at: now)
    }

    /// The time of something that happened now or was read now: time never runs back here, though a
    /// stamp may be older than what was done meanwhile.
    ///
    /// - Parameter reading: Of the machine's clock.
    func time(_ reading: TableTime) -> TableTime {
        latest = max(latest, clock.time(at: reading))
        return latest
    }

    private func measureLines(at now: TableTime) {
        var roundTrips = PerSeat<Duration>(both: .zero)
        for guest in guests.values {
            guard let seat = guest.seat else { continue }
            roundTrips[seat] = .microseconds(guest.roundTrip.wholeMicroseconds)
        }
        if roundTrips != duel.roundTrips { happen(.measured(roundTrips), at: now) }
    }

    // MARK: - Effects

    func perform(_ effects: [DuelEffect]) {
        for effect in effects {
            switch effect {
            case .publish(let state):
                broadcast(.state(state))
                if state.phase == .over { journal?.sync() }
            case .refuse(let refused, to: let seat): send(.refused(refused), to: seat)
            case .show(let hint, to: let seat): send(.hint(hint), to: seat)
            case .race(let race): broadcast(.race(race))
            case .promise(let commitment): broadcast(.commitment(commitment))
            case .reveal(let reveal): broadcast(.reveal(reveal))
            case .say(let seat, let text):
                let name = duel.players[seat]?.name ?? ""
                broadcast(.said(seat, name: name, text: text))
            case .close:
                journal?.finish()
                return sayGoodbye(.closing, canResume: false)
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

    func send(_ message: HostMessage, to seat: Seat) {
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
        if let seat = guest.seat { happen(.connectionLost(seat), at: time(MonotonicClock.now)) }
    }

    func dismiss(_ guest: Guest, _ error: ConnectionError, saying message: String? = nil) {
        guests[ObjectIdentifier(guest.connection)] = nil
        let text = message ?? error.sentence
        guest.connection.send(WireCodec.encode(.error(error, message: text)))
        guest.connection.finish()
    }

    /// Says goodbye to everybody and ends.
    ///
    /// - Parameter isRestarting: Whether the host will come back; then the table will too, if
    ///   everything is written down.
    func close(isRestarting: Bool) {
        guard isRestarting, journal?.isComplete == true else {
            return happen(.closed, at: time(MonotonicClock.now))
        }
        journal?.sync()
        sayGoodbye(.restarting, canResume: true)
    }

    private func sayGoodbye(_ farewell: Farewell, canResume: Bool) {
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
    func armTimer() {
        guard !isClosed else { return }
        let deadline = duel.nextDeadline.map(clock.reading)
        let silences = guests.values.map(\.pulse.end)
        let next = ([deadline, nextPing] + silences).compactMap(\.self).min()
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
        if let deadline = duel.nextDeadline, deadline <= clock.time(at: now) {
            // What arrived in time counts, however late this comes to look at it.
            for guest in guests.values where guest.seat != nil { guest.connection.readNow() }
            measureLines(at: time(now))
            happen(.deadlinePassed, at: time(now))
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
