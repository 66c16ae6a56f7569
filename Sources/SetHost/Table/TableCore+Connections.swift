import SetProtocol

// MARK: - Coming

extension TableCore {
    mutating func admit(
        _ number: ParticipantID, with hello: Hello, at now: MonotonicInstant,
        using random: inout some RandomNumberGenerator
    ) {
        do throws(ConnectionError) {
            guard !isClosed else { throw .unknownTable }
            switch (hello.role, hello.token) {
            // A watcher who has been given a seat may not know it yet.
            case (.watch, let token?) where tokens.seat(of: token) != nil:
                try readmit(number, with: token, hello, at: now, using: &random)
            case (.watch, _): try watch(number, hello, at: now)
            case (.play, let token?):
                try readmit(number, with: token, hello, at: now, using: &random)
            case (.play, nil): try sitDown(number, hello, at: now, using: &random)
            }
        } catch {
            effects.append(.turnAway(number, error))
        }
    }

    private mutating func watch(
        _ number: ParticipantID, _ hello: Hello, at now: MonotonicInstant
    ) throws(ConnectionError) {
        guard participants.count(where: { $0.seat == nil }) < mostWatchers else {
            throw .tooManyWatchers
        }
        let waiter = hello.token.flatMap { token in
            duel.queue.first { $0.token == token.digest }
        }
        // What a return writes to the journal is limited, for players and for those who wait.
        let isReturn = waiter?.kept != nil
        guard !isReturn || rateLimits.waitersReturns.allows(at: now) else { throw .tooOften }
        let old = waiter == nil ? nil : participants.first { $0.waiting == hello.token }
        if let old { dismiss(old.number, .replaced) }
        let token = waiter == nil ? nil : hello.token
        welcome(number, nil, name: waiter?.name ?? hello.name, hello, at: now, token: token)
        if let waiter, isReturn { happen(.waiter(waiter.token, isHere: true), at: time(now)) }
        // Watching does not happen to the duel: earlier messages of players may still be unread.
        let state = duel.snapshot(at: max(latest, tableTime(now)))
        effects.append(.tell(.state(state), to: number))
        repeatPromise(to: number)
    }

    /// Everything is journaled before the player is welcomed: a welcomed player has a seat even if
    /// the host ends at that moment.
    private mutating func sitDown(
        _ number: ParticipantID, _ hello: Hello, at now: MonotonicInstant,
        using random: inout some RandomNumberGenerator
    ) throws(ConnectionError) {
        guard let seat = duel.freeSeat else {
            guard let kept = duel.keptSeat else { throw .tableFull }
            guard givesSeatsWithoutToken else { throw .seatTaken }
            return try giveBack(kept, to: number, hello, at: now, using: &random)
        }
        let token = issueToken(for: seat, at: time(now), using: &random)
        let answer = answer(to: .joined(seat, name: hello.name), at: time(now))
        welcome(number, seat, name: hello.name, hello, at: now, token: token)
        perform(answer)
    }

    /// Gives a player the seat back, under the name the table knows.
    private mutating func readmit(
        _ number: ParticipantID, with token: SeatToken, _ hello: Hello, at now: MonotonicInstant,
        using random: inout some RandomNumberGenerator
    ) throws(ConnectionError) {
        // A seat that lapses at this very moment is not given back.
        if isDue(at: now) { happen(.deadlinePassed, at: time(now)) }
        guard !isClosed, let seat = tokens.seat(of: token) else { throw .tokenUnknown }
        try giveBack(seat, to: number, hello, at: now, using: &random)
    }

    private mutating func giveBack(
        _ seat: Seat, to number: ParticipantID, _ hello: Hello, at now: MonotonicInstant,
        using random: inout some RandomNumberGenerator
    ) throws(ConnectionError) {
        guard let name = duel.players[seat]?.name else { throw .tokenUnknown }
        guard rateLimits.returns[seat].allows(at: now) else { throw .tooOften }
        // A player who takes over an open connection was never away: the game goes on.
        let old = participant(in: seat)
        if let old { dismiss(old.number, .replaced) }
        let token = issueToken(for: seat, at: time(now), using: &random)
        let answer = old == nil ? answer(to: .returned(seat), at: time(now)) : []
        welcome(number, seat, name: name, hello, at: now, token: token)
        perform(answer)
        if old != nil {
            effects.append(.tell(.state(duel.snapshot(at: time(now))), to: number))
            if let hint = duel.shownHint(for: seat) { tell(.hint(hint), to: seat) }
        }
        repeatPromise(to: number)
    }

    private mutating func welcome(
        _ number: ParticipantID, _ seat: Seat?, name: String, _ hello: Hello,
        at now: MonotonicInstant, token: SeatToken?
    ) {
        var participant = Participant(
            number, seat, name: name, features: hello.features, limits: limits, at: now)
        participant.waiting = seat == nil ? token : nil
        if let seat { knowQueue[seat] = hello.features.contains(.queue) }
        participants.append(participant)
        effects.append(.admit(participant.number))
        effects.append(welcome(participant, token: token))
    }

    /// Tells a participant where they sit, or that they wait for a seat.
    func welcome(_ participant: Participant, token: SeatToken?) -> TableEffect {
        var welcome = Welcome(seat: participant.seat, token: token, table: code, rules: duel.rules)
        welcome.features = ProtocolFeature.allCases
        if let digest = participant.waiting?.digest {
            welcome.name = duel.queue.first { $0.token == digest }?.name
        }
        return .tell(.welcome(welcome), to: participant.number)
    }

    private mutating func repeatPromise(to number: ParticipantID) {
        guard let commitment = duel.commitment, let place = index(of: number),
            knowsDeck(participants[place])
        else { return }
        effects.append(.tell(.commitment(commitment), to: number))
    }

    // MARK: - Going

    /// Ends a connection for its behavior; a player's seat is kept as after any disconnection.
    mutating func expel(
        _ participant: ParticipantID, _ error: ConnectionError, saying message: String? = nil,
        at now: MonotonicInstant
    ) {
        guard let place = index(of: participant) else { return }
        let lost = participants[place]
        dismiss(participant, error, saying: message)
        disconnected(lost, at: now)
    }

    mutating func disconnected(_ lost: Participant, at now: MonotonicInstant) {
        if let seat = lost.seat {
            happen(.connectionLost(seat), at: time(now))
        } else if let waiting = lost.waiting {
            happen(.waiter(waiting.digest, isHere: false), at: time(now))
        }
    }

    /// Frees the seat of a player who has kept the other waiting too long.
    private mutating func freeSilentSeat(at now: MonotonicInstant) {
        guard let seat = readyWait.seatToFree(at: tableTime(now)) else { return }
        let time = time(now)
        guard let participant = participant(in: seat) else { return happen(.left(seat), at: time) }
        let error = ConnectionError.notReady
        seeOff(participant.number, with: .error(error, message: error.sentence)) { core in
            core.happen(.left(seat), at: time)
        }
    }

    private mutating func dismiss(
        _ participant: ParticipantID, _ error: ConnectionError, saying message: String? = nil
    ) {
        seeOff(participant, with: .error(error, message: message ?? error.sentence))
    }

    /// Tells somebody a last message, as soon as the journal has what led to it, and nothing else.
    mutating func seeOff(
        _ participant: ParticipantID, with message: HostMessage,
        after happening: (inout TableCore) -> Void = { _ in }
    ) {
        guard let place = index(of: participant) else { return }
        participants.remove(at: place)
        let start = effects.count
        happening(&self)
        let entry = effects[start...].firstIndex { effect in
            if case .append = effect { true } else { false }
        }
        effects.insert(
            contentsOf: [.tell(message, to: participant), .finish(participant)],
            at: entry.map { $0 + 1 } ?? start)
    }

    /// Says goodbye to everybody and ends, perhaps until the host comes back.
    mutating func close(canResume: Bool, at now: MonotonicInstant) {
        guard canResume else { return happen(.closed, at: time(now)) }
        // Notes the time in the journal: time away counts until then.
        happen(.measured(duel.roundTrips), at: time(now))
        effects.append(.syncJournal)
        sayGoodbye(.restarting, canResume: true)
    }

    mutating func sayGoodbye(_ farewell: Farewell, canResume: Bool) {
        isClosed = true
        for participant in participants {
            effects.append(.tell(.bye(farewell, resume: canResume), to: participant.number))
            effects.append(.finish(participant.number))
        }
        participants = []
        effects.append(.report(.closed))
    }

    // MARK: - Time

    mutating func wakeUp(
        congested: [ParticipantID], at now: MonotonicInstant,
        using random: inout some RandomNumberGenerator
    ) {
        let late = max(.zero, nextWake?.duration(to: now) ?? .zero)
        for place in participants.indices { participants[place].liveness.overslept(by: late) }
        guard let nextDue, nextDue <= now else { return }
        let wake = PendingInput.What.wake(congested: congested, isLate: Self.noticeable < late)
        meet(PendingInput(wake, nil, now), using: &random)
    }

    /// How late a timer may be before unread input is read first.
    private static let noticeable = Duration.milliseconds(5)

    /// Handles deadlines, sends pings, and ends silent connections.
    mutating func lookAtTheClock(
        congested: [ParticipantID], at now: MonotonicInstant,
        using random: inout some RandomNumberGenerator
    ) {
        // What was read first may have closed the table.
        guard !isClosed else { return }
        if isDue(at: now) {
            measureRoundTrips(at: time(now))
            happen(.deadlinePassed, at: time(now))
        }
        catchWatchersUp(at: now)
        seatQueue(at: now)
        freeSilentSeat(at: now)
        for place in participants.indices where participants[place].nextPing <= now {
            // Behind unsent output, a ping would measure the output rather than the connection.
            let isMeasuring = !congested.contains(participants[place].number)
            let ping = participants[place].ping(
                every: limits.pingInterval, isMeasuring: isMeasuring, at: now, using: &random)
            effects.append(.tell(ping, to: participants[place].number))
        }
        for participant in participants where participant.liveness.isLost(at: now) {
            expel(participant.number, .silent, at: now)
        }
    }
}
