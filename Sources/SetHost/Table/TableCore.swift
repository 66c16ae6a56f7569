import SetProtocol

/// Everything a table decides, as a value: inputs, times, and randomness go in, effects come out.
///
/// It knows its participants by numbers; holds no connection, clock, file, or timer; and treats the
/// duel as the only authority on the game. ``Table`` performs its effects, and so does the
/// simulation.
///
/// | input | is answered by |
/// |---|---|
/// | hello | admission or a reason why not |
/// | line | a message, judged in the order of arrival among those that have come |
/// | lineTooLong, closed | the end of a connection; a player's seat is kept |
/// | readingEnded | everything that was read, in the order of arrival |
/// | wokeUp | deadlines, pings, the end of those who are silent |
/// | stoodStill, resumed, closing | going on where a host stopped or ended; goodbye |
///
/// **The order of arrival.** Before it applies an input that another player's message may have
/// preceded, it asks the shell to read (``TableEffect/read(_:)``). What arrives meanwhile joins the
/// batch, which is applied in order of arrival. The order in which a program happens to read its
/// connections decides nothing.
package struct TableCore: Sendable {
    let code: TableCode
    let limits: WireLimits
    let mostWatchers: Int
    let givesSeatsWithoutToken: Bool
    private let isJournaled: Bool
    var rateLimits: TableRateLimits
    package internal(set) var duel: Duel
    var participants: [Participant] = []
    var tokens = SeatTokens()
    private var clock: TableClock
    private var lastActive: MonotonicInstant
    /// When to wake it next; `nil` for never.
    ///
    /// Kept rather than computed, because a shell that asks a table in its place for a computed
    /// property copies the whole table.
    package private(set) var nextWake: MonotonicInstant?
    /// When something is due: the duel's deadline, a ping, the end of a silence.
    ///
    /// During a turn, most wake-ups come before, and only look at the clock.
    private(set) var nextDue: MonotonicInstant?
    /// From when on an input means that the process was stopped, for example by a signal: its timer
    /// is so late.
    package private(set) var standstill: MonotonicInstant?
    /// What the lobby was last told of it.
    private var knownOverview: TableOverview?
    private(set) var readyWait: ReadyWait
    /// Whose clients know the queue, as they last connected; after a restart, nobody's until they return.
    var knowQueue = PerSeat(both: false)
    /// Since when there have been seats for those who wait.
    var seatsOfferedSince: MonotonicInstant?
    /// The arrival of the latest input applied here.
    private(set) var latest = TableInstant.zero
    /// The input collected while the shell reads; `nil` otherwise.
    var batch: [PendingInput]?
    /// The sender of the message that began the batch, who is read only if the other has sent
    /// something, too.
    var unreadSender: ParticipantID?
    package internal(set) var isClosed = false
    var effects: [TableEffect] = []
    /// Pings of players with a held claim: answered once everything before them is.
    private var pendingPings: [(participant: ParticipantID, nonce: Nonce)] = []
    var watchersPace: WatchersPace

    package init(
        _ header: JournalHeader, opening: MonotonicInstant, limits: WireLimits,
        hostLimits: HostLimits, givesSeatsWithoutToken: Bool = false, isJournaled: Bool = true
    ) {
        (code, duel) = (header.table, header.duel)
        (clock, lastActive) = (TableClock(at: opening), opening)
        (self.limits, mostWatchers) = (limits, hostLimits.watchers)
        (self.givesSeatsWithoutToken, self.isJournaled) = (givesSeatsWithoutToken, isJournaled)
        rateLimits = TableRateLimits(hostLimits, header.rules, chat: limits.chat)
        watchersPace = WatchersPace(hostLimits.watchersStates)
        // Players who know the code of a private table are not strangers.
        readyWait = ReadyWait(limit: header.isPrivate ? nil : hostLimits.readyTime)
        knownOverview = overview
    }

    /// Applies an input, a line or hello at its arrival, and says what to do, in order.
    ///
    /// - Parameter random: An unpredictable generator, for tokens and pings.
    package mutating func apply(
        _ input: TableInput, at now: MonotonicInstant,
        using random: inout some RandomNumberGenerator
    ) -> [TableEffect] {
        var answer: [TableEffect] = []
        apply(input, at: now, using: &random, into: &answer)
        return answer
    }

    /// Applies an input, and appends what to do to effects, whose memory may be used again.
    package mutating func apply(
        _ input: TableInput, at now: MonotonicInstant,
        using random: inout some RandomNumberGenerator, into answer: inout [TableEffect]
    ) {
        swap(&answer, &effects)
        defer { swap(&answer, &effects) }
        switch input {
        case .hello(let hello, let participant):
            meet(PendingInput(.hello(hello), participant, now), using: &random)
        case .line(let line, let participant):
            if let pending = hear(line, from: participant, at: now) {
                meet(pending, using: &random)
            }
        case .connected(let participant, let leastRoundTrip):
            connected(participant, leastRoundTrip, at: now)
        case .lineTooLong(let participant):
            meet(PendingInput(.misbehaved(.lineTooLong, nil), participant, now), using: &random)
        case .closed(let participant):
            if index(of: participant) != nil {
                meet(PendingInput(.lost, participant, now), using: &random)
            }
        case .readingEnded: applyBatch(using: &random)
        case .wokeUp(let congested): wakeUp(congested: congested, at: now, using: &random)
        case .stoodStill: goOnAfterStandstill(at: now)
        case .resumed(let replay): resume(replay, at: now)
        case .closing(let canResume): close(canResume: canResume, at: now)
        }
        lastActive = max(lastActive, now)
        // A batch that is still collected has changed nothing yet.
        if batch == nil {
            if !duel.queue.isEmpty || seatsOfferedSince != nil { offerSeats(at: lastActive) }
            answerPendingPings()
            nextDue = due
            nextWake = nextDue
            if case .turn(let turn) = duel.phase, turn.window != nil, let nextDue {
                nextWake = min(nextDue, lastActive.advanced(by: Self.watch))
            }
        }
        standstill = nextWake.map { max($0, lastActive).advanced(by: Self.longestDelay) }
    }

    /// Answers a ping once everything that arrived before it has been answered.
    mutating func answer(_ nonce: Nonce, to participant: ParticipantID) {
        let isHeld = duel.heldClaim.map { seat(of: participant) == $0.seat } ?? false
        // An earlier ping is answered first.
        if isHeld || pendingPings.contains(where: { $0.participant == participant }) {
            pendingPings.append((participant, nonce))
        } else {
            effects.append(.tell(.pong(nonce), to: participant))
        }
    }

    private mutating func answerPendingPings() {
        guard !pendingPings.isEmpty else { return }
        let holder = duel.heldClaim?.seat
        for ping in exchange(&pendingPings, with: []) where index(of: ping.participant) != nil {
            if holder != nil, seat(of: ping.participant) == holder {
                pendingPings.append(ping)
            } else {
                effects.append(.tell(.pong(ping.nonce), to: ping.participant))
            }
        }
    }

    /// Resumes from a journal: the players are away, and their time runs from now.
    private mutating func resume(_ replay: JournalReplay, at now: MonotonicInstant) {
        (duel, latest) = (replay.duel, replay.time)
        tokens = replay.tokens
        clock = TableClock(showing: replay.time, at: now)
        happen(.restarted, at: latest)
        effects.append(.syncJournal)
    }

    /// Goes on after the process was stopped: while there was no host, no time passed, and nobody
    /// pays for it.
    ///
    /// After a short standstill, only the table's clock lags behind. After a long one, the table goes
    /// on as after a restart: what arrived was sent to a host that did not answer, and the clients
    /// have given up or are about to: the last thing they heard may be a ping older than the standstill.
    private mutating func goOnAfterStandstill(at now: MonotonicInstant) {
        guard !isClosed else { return }
        let overdue = overdue(at: now)
        guard limits.silence - limits.pingInterval - Self.margin < overdue else {
            // The oldest arrival that is believed comes just before what is due.
            let due = clock.time(at: now.advanced(by: .zero - overdue - .milliseconds(1)))
            let time = max(latest, due).advanced(by: ArrivalClock.oldest)
            clock = TableClock(showing: min(time, clock.time(at: now)), at: now)
            return
        }
        for participant in participants { effects.append(.finish(participant.number)) }
        (participants, batch, unreadSender, pendingPings) = ([], nil, nil, [])
        clock = TableClock(showing: latest.advanced(by: ArrivalClock.oldest), at: now)
        happen(.restarted, at: latest)
    }

    /// How late its timer is, apart from a standstill that has been dealt with.
    private func overdue(at now: MonotonicInstant) -> Duration {
        nextWake.map { max($0, lastActive).duration(to: now) } ?? .zero
    }

    /// How much longer than a ping's interval a client may not have heard of the host.
    private static let margin = Duration.milliseconds(500)
    /// How late a timer of a busy host may be; a later one means that the process was stopped.
    private static let longestDelay = Duration.milliseconds(100)
    /// How often a table looks at the clock during a turn, to know when a standstill began.
    private static let watch = Duration.milliseconds(100)

    // MARK: - Questions

    package var standing: PerSeat<PlayerState?> { duel.snapshot(at: latest).players }

    package var isPlaying: Bool { duel.phase.name != .waiting && duel.phase.name != .over }

    package func seat(of participant: ParticipantID) -> Seat? {
        index(of: participant).flatMap { participants[$0].seat }
    }

    private var due: MonotonicInstant? {
        guard !isClosed else { return nil }
        // Not `map`: the closure would capture a copy of the whole table.
        var next: MonotonicInstant?
        if let deadline = duel.nextDeadline { next = clock.instant(at: deadline) }
        if let due = watchersPace.due, hasWatchers { next = min(due, next ?? due) }
        if let end = readyWait.end {
            let wake = clock.instant(at: end)
            next = min(wake, next ?? wake)
        }
        if let end = queueSeated { next = min(end, next ?? end) }
        for place in participants.indices {
            let ping = participants[place].nextPing
            let wake = min(ping, participants[place].liveness.end ?? ping)
            next = min(wake, next ?? wake)
        }
        return next
    }

    // Not `firstIndex`: its closure would get a copy of each participant.
    func index(of participant: ParticipantID) -> Int? {
        for place in participants.indices where participants[place].number == participant {
            return place
        }
        return nil
    }

    func index(of seat: Seat) -> Int? {
        for place in participants.indices where participants[place].seat == seat { return place }
        return nil
    }

    func participant(in seat: Seat) -> Participant? { index(of: seat).map { participants[$0] } }

    /// The table as it concerns newcomers, if that has changed since it was last asked.
    mutating func changedOverview() -> TableOverview? {
        let now = overview
        if now == knownOverview { return nil }
        knownOverview = now
        return now
    }

    // MARK: - Time

    /// The table's time of an input that arrived or was read at an instant.
    ///
    /// It never runs back, although an arrival may be older than what has been applied since.
    mutating func time(_ instant: MonotonicInstant) -> TableInstant {
        latest = max(latest, clock.time(at: instant))
        return latest
    }

    /// The table's time at an instant, which may be before the last input.
    package func tableTime(_ instant: MonotonicInstant) -> TableInstant { clock.time(at: instant) }

    package func instant(at time: TableInstant) -> MonotonicInstant { clock.instant(at: time) }

    /// Whether something of the duel is due at an instant, or was at the last input.
    func isDue(at instant: MonotonicInstant) -> Bool {
        guard let deadline = duel.nextDeadline else { return false }
        return deadline <= max(latest, clock.time(at: instant))
    }

    // MARK: - The duel

    /// Applies an input to the duel and journals it before it is announced.
    mutating func happen(_ input: DuelInput, at now: TableInstant) {
        perform(answer(to: input, at: now))
    }

    /// Applies an input to the duel without telling anybody yet, and journals what will be told.
    mutating func answer(to input: DuelInput, at now: TableInstant) -> [DuelEffect] {
        let (phase, revision) = (duel.phase, duel.revision)
        let answer = duel.apply(input, at: now)
        readyWait.follow(duel, at: now)
        note(input, answered: answer, after: phase, revision, at: now)
        return answer
    }

    /// Applies a player's message with the current round trips.
    ///
    /// A refused request changes nothing, so it is not journaled: the journal does not grow,
    /// however often a client repeats it.
    mutating func receive(_ input: DuelInput, at now: TableInstant) {
        let (phase, revision, known) = (duel.phase, duel.revision, duel.roundTrips)
        let measured = measuredRoundTrips
        duel.roundTrips = measured
        let answer = duel.apply(input, at: now)
        if !answer.isEmpty, answer.allSatisfy(\.isAnswerAlone) {
            duel.roundTrips = known
        } else {
            readyWait.follow(duel, at: now)
            if measured != known { note(.input(.measured(measured)), at: now, revision) }
            note(input, answered: answer, after: phase, revision, at: now)
        }
        perform(answer)
    }

    private mutating func note(
        _ input: DuelInput, answered answer: [DuelEffect], after phase: DuelPhase,
        _ revision: Revision, at now: TableInstant
    ) {
        guard isJournaled else { return }
        note(.input(input), at: now, revision)
        for announced in JournalNote.all(in: answer, after: phase) {
            note(.note(announced), at: now, duel.revision)
        }
    }

    private mutating func note(
        _ entry: JournalEntry, at now: TableInstant, _ revision: Revision
    ) {
        if isJournaled { effects.append(.append(entry, at: now, revision: revision)) }
    }

    /// Gives a seat a new token in addition to the one before.
    mutating func issueToken(
        for seat: Seat, at now: TableInstant, using random: inout some RandomNumberGenerator
    ) -> SeatToken {
        let token = tokens.issue(to: seat, using: &random)
        note(.token(seat, token.digest), at: now, duel.revision)
        return token
    }

    private var measuredRoundTrips: PerSeat<Duration> {
        var roundTrips = PerSeat(both: Duration.zero)
        for place in participants.indices {
            guard let seat = participants[place].seat else { continue }
            roundTrips[seat] = .microseconds(participants[place].roundTrip.wholeMicroseconds)
        }
        return roundTrips
    }

    /// Tells the duel the players' round trips if they have changed.
    mutating func measureRoundTrips(at now: TableInstant) {
        let roundTrips = measuredRoundTrips
        if roundTrips != duel.roundTrips { happen(.measured(roundTrips), at: now) }
    }

    /// Tells the duel the system's lower bound for a connection that may answer no pings.
    private mutating func connected(
        _ participant: ParticipantID, _ leastRoundTrip: Duration, at now: MonotonicInstant
    ) {
        guard let seat = seat(of: participant) else { return }
        let least = min(max(.zero, leastRoundTrip), RoundTrip.longest)
        var roundTrips = duel.leastRoundTrips
        roundTrips[seat] = .microseconds(least.wholeMicroseconds)
        if roundTrips != duel.leastRoundTrips { happen(.connected(roundTrips), at: time(now)) }
    }

    mutating func perform(_ wanted: [DuelEffect]) {
        for effect in wanted {
            switch effect {
            case .publish(let state):
                publish(state)
                if state.phase == .over { effects.append(.syncJournal) }
            case .refuse(let refused, let seat): tell(.refused(refused), to: seat)
            case .show(let hint, let seat): tell(.hint(hint), to: seat)
            case .race where !rateLimits.races.allows(at: instant(at: latest)): continue
            case .promise, .reveal:
                if let message = effect.broadcast(duel.players) { tellOfDeck(message) }
            case .race, .say:
                guard let message = effect.broadcast(duel.players) else { continue }
                effects.append(.tellAll(message))
            case .makeRoom(let seat): makeRoom(seat)
            case .promote(let token, let seat): promote(token, to: seat)
            case .close:
                effects.append(.finishJournal)
                return sayGoodbye(.closing, canResume: false)
            }
        }
        if duel.players.first == nil { vacate(.first) }
        if duel.players.second == nil { vacate(.second) }
    }

    /// Whether a client can check a shuffle: those of before take any deck but the full one for a fraud.
    func knowsDeck(_ participant: Participant) -> Bool {
        duel.rules.deck == .full || participant.features.contains(.junior)
    }

    private mutating func tellOfDeck(_ message: HostMessage) {
        guard !participants.allSatisfy(knowsDeck) else { return effects.append(.tellAll(message)) }
        let some = participants.filter(knowsDeck).map(\.number)
        effects.append(.tellSome(message, to: some))
    }

    private mutating func vacate(_ seat: Seat) {
        guard tokens.void(seat) else { return }
        guard let participant = participant(in: seat) else { return }
        seeOff(participant.number, with: .bye(.left, resume: false))
    }

    mutating func tell(_ message: HostMessage, to seat: Seat) {
        guard let place = index(of: seat) else { return }
        effects.append(.tell(message, to: participants[place].number))
    }
}
