import SetHost
import SetProtocol

/// A duel at a simulated host: the production ``TableCore`` with clocks, connections, a disk, and
/// clients that all follow from a seed.
///
/// Connections delay, stall, break, and go silent. Timers and reads are late. The program is
/// suspended and killed, and continues from its journal. Clients make mistakes, lie, and flood. All
/// laws are checked after every effect and every event.
package struct Simulation: Sendable {
    enum Event: Sendable {
        case arrive(ParticipantID, [UInt8])
        case end(ParticipantID)
        case look(ParticipantID)
        case timer(Int)
        // Indirect, because small events move faster in the queue.
        indirect case deliver(
            HostMessage, to: ParticipantID, place: Int, isForAll: Bool, sent: MonotonicInstant)
        case hangUp(ParticipantID)
        case act(Int, plan: Int)
        case connect(Int)
        case trouble
        case restart
    }

    let rules: Rules
    let options: Options
    /// Whether the players play on to the end of the game, and trouble is rare: otherwise hardly any
    /// game is decided by its last set.
    let isSteady: Bool
    var host: SimulatedHost
    var clients: [SimulatedClient] = []
    var queue = EventQueue<Event>()
    var now = MonotonicInstant.zero
    var random: SeededGenerator
    var report: Report
    var owners: [ParticipantID: Int] = [:]
    /// The connections that no longer carry anything in either direction.
    var dead: Set<ParticipantID> = []
    var connectionCount = 0
    /// The time until which the program is suspended.
    private var busyUntil = MonotonicInstant.zero
    private var armed: MonotonicInstant?
    private var armCount = 0
    private var isRestartPlanned = false
    private var gamesLeft: Int

    private init(seed: UInt64, options: Options) {
        random = SeededGenerator(seed: seed)
        rules = .random(using: &random)
        host = SimulatedHost(rules: rules, seed: random.next(), options: options)
        host.noticesStandstills = true
        gamesLeft = random.chance(200) ? 2 : 1
        (self.options, report) = (options, Report(seed: seed))
        isSteady = random.chance(250)
        var roles = rules.seats.map { _ in Hello.Role.play }
        if random.chance(200) {
            // Who waits for a seat gets one between two games.
            gamesLeft += 1
            roles += Array(repeating: .watch, count: 1 + Int(random.below(3)))
        }
        // Somebody who wants a seat although there is none.
        if random.chance(100) { roles.append(.play) }
        for role in roles {
            clients.append(SimulatedClient(role: role, isSteady: isSteady, using: &random))
        }
    }

    /// Plays the duel that follows from a seed.
    package static func run(seed: UInt64, _ options: Options = Options()) -> Report {
        var simulation = Simulation(seed: seed, options: options)
        do {
            try simulation.play()
        } catch {
            simulation.report.fault = error
        }
        simulation.report.time = simulation.now
        simulation.report.met.formUnion(simulation.host.oracle.met)
        simulation.report.history = simulation.host.oracle.history
        if options.isHashing { simulation.report.journalHash.update(simulation.host.disk.bytes) }
        return simulation.report
    }

    /// Caches the histories of the seeds that many tests use.
    private static let histories = Locked<[UInt64: SimulationHistory]>([:])

    /// Plays the duel that follows from a seed, and returns every input of it.
    package static func history(seed: UInt64) -> SimulationHistory {
        if let known = histories.withLock({ $0[seed] }) { return known }
        var options = Options()
        options.isRecording = true
        // More than any game needs: each is played to the end.
        options.mostEvents = 8000
        guard let history = run(seed: seed, options).history else { preconditionFailure() }
        if seed <= 20 { histories.withLock { $0[seed] = history } }
        return history
    }

    private mutating func play() throws(SimulationFault) {
        for client in clients.indices {
            queue.plan(.connect(client), at: now.advanced(by: .milliseconds(client * 5)))
        }
        queue.plan(.trouble, at: now.advanced(by: pauseToTrouble()))
        // Few events of a steady table are trouble, so its games need more of them.
        let most = isSteady ? 3 * options.mostEvents : options.mostEvents
        while report.events < most, !isOver, let (time, event) = queue.next() {
            now = time
            report.events += 1
            if options.isTracing { report.trace.append("\(now.sinceZero) \(event)") }
            try happen(event)
            send()
            watchOver()
        }
        // The journal must be valid at any time; reading it takes a while.
        guard options.isHashing || report.seed.isMultiple(of: 8) else { return }
        host.crash()
        try host.restart(at: now)
        try host.disk.audit()
    }

    private var isOver: Bool {
        if host.isOver { return true }
        guard host.isRunning else { return false }
        guard case .over = host.core.duel.phase else { return false }
        return host.core.duel.gamesStarted >= gamesLeft
    }

    // MARK: - What happens

    private mutating func happen(_ event: Event) throws(SimulationFault) {
        switch event {
        case .arrive(let participant, let line):
            guard !dead.contains(participant) else { return }
            guard host.isRunning else { return queue.plan(.hangUp(participant), at: now) }
            host.arrive(line, from: participant, at: now)
            queue.plan(.look(participant), at: now.advanced(by: lateness()))
        case .end(let participant):
            host.end(of: participant)
            queue.plan(.look(participant), at: now.advanced(by: lateness()))
        case .look(let participant):
            guard now >= busyUntil else { return queue.plan(event, at: busyUntil) }
            try host.look(at: participant, now: now)
        case .timer(let number):
            guard number == armCount else { return }
            guard now >= busyUntil else { return queue.plan(event, at: busyUntil) }
            armed = nil
            try host.wake(at: now)
            if host.hasStoodStill { report.met.insert("stoodStill") }
        case .deliver(let message, let participant, let place, let isForAll, let sent):
            guard !dead.contains(participant), let owner = owners[participant],
                clients[owner].connection == participant
            else { return }
            try deliver(message, to: owner, place, isForAll: isForAll)
            try clients[owner].judge(message, sentAt: sent)
        case .hangUp(let participant):
            guard let owner = owners[participant], clients[owner].connection == participant else {
                return
            }
            loseLine(of: owner)
        case .act(let client, let plan): act(client, plan)
        case .connect(let client): connect(client)
        case .trouble: makeTrouble()
        case .restart:
            isRestartPlanned = false
            // A new process is not stopped.
            (armed, busyUntil) = (nil, now)
            try host.restart(at: now)
            report.met.insert("restarted")
        }
    }

    /// How late the program reads something: usually hardly, occasionally very.
    private mutating func lateness() -> Duration {
        switch random.below(100) {
        case 0..<70: .microseconds(random.below(300))
        case 70..<95: .microseconds(random.below(8000))
        case _: .microseconds(random.below(40_000))
        }
    }

    private mutating func watchOver() {
        if !host.isRunning, !isRestartPlanned {
            isRestartPlanned = true
            let pause = Duration.milliseconds(100 + random.below(3000))
            queue.plan(.restart, at: now.advanced(by: pause))
        }
        guard let wake = host.nextWake, wake != armed else { return }
        armed = wake
        armCount += 1
        queue.plan(.timer(armCount), at: max(now, wake).advanced(by: lateness()))
    }

    // MARK: - Trouble

    private mutating func pauseToTrouble() -> Duration {
        .milliseconds(200) + random.exponential(mean: .seconds(isSteady ? 90 : 9))
    }

    private mutating func makeTrouble() {
        queue.plan(.trouble, at: now.advanced(by: pauseToTrouble()))
        let client = Int(random.below(UInt64(clients.count)))
        let pause = now.advanced(by: .milliseconds(random.below(4000)))
        switch random.below(100) {
        case 0..<25: clients[client].link.stall(until: pause)
        case 25..<50:
            // Never so late that its timers could not be judged.
            let end = now.advanced(by: .milliseconds(random.below(400)))
            if now >= busyUntil { busyUntil = end }
            report.met.insert("busy")
        case 50..<70: cut(client, isNoticed: true)
        case 70..<85: cut(client, isNoticed: false)
        case 85..<91:
            guard host.isRunning else { return }
            host.effectsUntilCrash = Int(random.below(20))
            report.met.insert("killed")
        case 91..<94:
            guard host.isRunning else { return }
            host.crash()
            report.met.insert("killed")
        case 94..<97:
            // Longer than the host lets its clients be silent, and with pings that become overdue.
            guard host.hasParticipants, now >= busyUntil else { return }
            busyUntil = now.advanced(by: .seconds(15) + .milliseconds(random.below(4000)))
        case _: return
        }
    }

    /// Breaks a connection; if it only goes silent, both sides must find out by themselves.
    mutating func cut(_ client: Int, isNoticed: Bool) {
        guard let participant = clients[client].connection else { return }
        dead.insert(participant)
        report.met.insert(isNoticed ? "cut" : "silent")
        let delay = isNoticed ? Duration.milliseconds(random.below(300)) : .seconds(6)
        queue.plan(.hangUp(participant), at: now.advanced(by: delay))
        if isNoticed {
            let delay = Duration.milliseconds(random.below(300))
            queue.plan(.end(participant), at: now.advanced(by: delay))
        }
    }

    // MARK: - What the host sends

    private mutating func send() {
        let outbox = host.outbox
        host.outbox = []
        for sent in outbox {
            switch sent {
            case .end(let participant):
                guard let owner = owners[participant] else { continue }
                queue.plan(
                    .hangUp(participant), at: clients[owner].link.down(at: now, using: &random))
            case .line(let message, let participant, let place, let isForAll):
                if options.isHashing { sum(message, to: participant) }
                guard let owner = owners[participant] else { continue }
                if options.planted == .lostLine, isForAll, random.chance(20) { continue }
                var time = clients[owner].link.down(at: now, using: &random)
                if options.planted == .swappedLines, random.chance(20) {
                    time = time.advanced(by: .milliseconds(500))
                }
                queue.plan(
                    .deliver(message, to: participant, place: place, isForAll: isForAll, sent: now),
                    at: time)
            }
        }
    }

    private mutating func sum(_ message: HostMessage, to participant: ParticipantID) {
        report.lineHash.update("\(participant.number)".utf8)
        report.lineHash.update(WireCodec.encode(message))
    }
}
