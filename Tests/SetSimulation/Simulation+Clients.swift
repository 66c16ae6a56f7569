import SetHost
import SetProtocol

// MARK: - What clients do

extension Simulation {
    mutating func connect(_ client: Int) {
        guard clients[client].connection == nil else { return }
        guard host.isRunning, !host.core.isClosed else {
            return queue.plan(.connect(client), at: now.advanced(by: .milliseconds(700)))
        }
        connectionCount += 1
        let participant = ParticipantID(connectionCount)
        owners[participant] = client
        clients[client].connection = participant
        clients[client].connectionBegan()
        host.floors[participant] = clients[client].link.floor
        say([WireCodec.encode(clients[client].hello)], by: client)
    }

    /// Breaks a client's connection; the client reconnects after a while.
    mutating func loseLine(of client: Int) {
        clients[client].connection = nil
        clients[client].plan += 1
        var pause = Duration.milliseconds(100) + random.exponential(mean: .seconds(2))
        if random.chance(100) { pause += rules.seatKept }
        queue.plan(.connect(client), at: now.advanced(by: pause))
    }

    /// Sends lines; now and then timed to arrive just when a time limit ends.
    private mutating func say(_ lines: [[UInt8]], by client: Int) {
        guard let participant = clients[client].connection, !dead.contains(participant) else {
            return
        }
        // Data written at once usually travels in one packet and then has one timestamp.
        let isOnePacket = random.chance(700)
        var packet: MonotonicInstant?
        for line in lines {
            if let message = try? WireCodec.decodeClientMessage(line.dropLast()) {
                clients[client].model.sent(message, at: TableInstant(now.sinceZero))
            }
            var time = packet ?? clients[client].link.up(at: now, using: &random)
            if random.chance(120), let deadline = host.core.duel.nextDeadline {
                let shift = Duration.microseconds(
                    random.one(of: -2000, -300, -1, 0, 0, 1, 300))
                let wanted = host.core.instant(at: deadline).advanced(by: shift)
                if wanted > time, time.duration(to: wanted) < .seconds(70) {
                    time = wanted
                    clients[client].link.delay(until: time)
                    report.met.insert("aimed")
                }
            }
            if isOnePacket { packet = time }
            queue.plan(.arrive(participant, line), at: time)
        }
    }

    /// Carries out the plan, and plans an action in case nothing happens.
    mutating func act(_ client: Int, _ plan: Int) {
        guard clients[client].plan == plan, clients[client].connection != nil else { return }
        say(clients[client].lines(rules: rules, using: &random), by: client)
        self.plan(client, in: .milliseconds(1500 + random.below(3000)))
    }

    private mutating func plan(_ client: Int, in time: Duration) {
        clients[client].plan += 1
        queue.plan(.act(client, plan: clients[client].plan), at: now.advanced(by: time))
    }

    /// The time from a state to the client's action.
    ///
    /// If there is a set, both clients take about as long, so that races occur. At a steady table the
    /// one who leads takes longer, so that many games end level.
    private mutating func reaction(of client: Int, to state: TableState) -> Duration {
        // Some have already pressed for the set that the other player has just found.
        if case .setFound(let finder, _, _) = state.event, finder != clients[client].seat,
            random.chance(200)
        {
            return .microseconds(random.below(250_000))
        }
        guard state.phase == .open else {
            return .milliseconds(60) + random.exponential(mean: .milliseconds(350))
        }
        var board = SeededGenerator(seed: report.seed &* 77 &+ UInt64(state.board.number))
        let sight = Duration.milliseconds(300 + board.below(900))
        let handicap = isSteady && isAhead(client, in: state) ? Duration.milliseconds(400) : .zero
        return sight + handicap + .microseconds(random.below(160_000))
    }

    private func isAhead(_ client: Int, in state: TableState) -> Bool {
        guard let seat = clients[client].seat, let own = state.players[seat],
            let other = state.players[seat.opponent]
        else { return false }
        return rules.victory == .sets ? own.sets > other.sets : own.points > other.points
    }

    /// Delivers a line to a client.
    mutating func deliver(
        _ message: HostMessage, to client: Int, _ place: Int, isForAll: Bool
    ) throws(SimulationFault) {
        if isForAll {
            let next = host.oracle.nextPlace(
                after: clients[client].place, isWatching: clients[client].role == .watch)
            guard place == next, host.oracle.announced[place] == message else {
                throw SimulationFault(.thereIsOneOrder, "\(place) comes in the place of \(next)")
            }
            clients[client].place = place + 1
        }
        switch message {
        case .welcome(let welcome):
            let next = host.oracle.nextPlace(
                after: clients[client].place, isWatching: clients[client].role == .watch)
            guard !clients[client].isWelcome || next == place else {
                throw SimulationFault(.thereIsOneOrder, "welcome at \(place), not at \(next)")
            }
            clients[client].sitDown(welcome)
            clients[client].place = place
            plan(client, in: .milliseconds(500))
        case .state(let state):
            clients[client].see(state)
            plan(client, in: reaction(of: client, to: state))
            // A pause and the countdown after it are where leaving tempts.
            let isPause = state.event == .paused || state.event == .countdown
            if isPause, !state.cards.isEmpty, !isSteady, random.chance(150) {
                report.met.insert("leftPause")
                cut(client, isNoticed: true)
            }
        case .ping(let nonce): answer(nonce, by: client)
        case .error(let error?, _):
            report.met.insert(error.rawValue)
            if error == .tokenUnknown { clients[client].token = nil }
        case .bye(let farewell?, _, _):
            report.met.insert(farewell.rawValue)
            clients[client].token = nil
        case .race: report.met.insert("race")
        case .reveal: report.met.insert("revealed")
        case .refused(let refused): if let why = refused.why { report.met.insert(why.rawValue) }
        case .error(nil, _), .bye(nil, _, _): report.met.insert("a word of no host")
        case .status, .hint, .commitment, .said, .pong: break
        }
    }

    private mutating func answer(_ nonce: Nonce, by client: Int) {
        let last = clients[client].lastPing
        clients[client].lastPing = nonce
        guard let participant = clients[client].connection else { return }
        let pong = WireCodec.encode(ClientMessage.pong(nonce))
        switch clients[client].character {
        case .silentPongs: return
        case .latePongs:
            // Other messages are sent at once in the meantime.
            let late = now.advanced(by: .milliseconds(120) + clients[client].link.base)
            return queue.plan(.arrive(participant, pong), at: late)
        case .forgedPongs:
            let forged = Nonce(String(random.next(), radix: 16))
            say(([forged, last, nonce].compactMap(\.self)).map { .pong($0) }, by: client)
        case .honest, .floods, .garbles, .hostile:
            if options.planted == .shortLines {
                return queue.plan(.arrive(participant, pong), at: now)
            }
            say([pong], by: client)
        }
    }

    private mutating func say(_ messages: [ClientMessage], by client: Int) {
        say(messages.map { WireCodec.encode($0) }, by: client)
    }
}
