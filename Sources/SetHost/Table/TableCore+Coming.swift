import SetProtocol

// MARK: - Coming

extension TableCore {
    /// Lets a connection in, or says why not.
    mutating func admit(
        _ number: GuestNumber, with hello: Hello, at now: TableTime,
        using random: inout some RandomNumberGenerator
    ) {
        do throws(ConnectionError) {
            guard !isClosed else { throw .unknownTable }
            switch (hello.role, hello.token) {
            case (.watch, _): try watch(number, as: hello.name, at: now)
            case (.play, let token?): try readmit(number, with: token, at: now, using: &random)
            case (.play, nil): try sitDown(number, as: hello.name, at: now, using: &random)
            }
        } catch {
            effects.append(.turnAway(number, error))
        }
    }

    private mutating func watch(
        _ number: GuestNumber, as name: String, at now: TableTime
    ) throws(ConnectionError) {
        guard guests.count(where: { $0.seat == nil }) < mostWatchers else {
            throw .tooManyWatchers
        }
        welcome(Guest(number, .watcher, name: name, limits: limits, at: now), token: nil)
        // Looking on is nothing that happens: what a player said before it may not have been read.
        let state = duel.snapshot(at: max(latest, tableTime(now)))
        effects.append(.tell(.state(state), to: number))
        repeatPromise(to: number)
    }

    /// Everything is written down before the player is welcomed: whoever has been let in has a seat
    /// also when the host ends at this very moment.
    private mutating func sitDown(
        _ number: GuestNumber, as name: String, at now: TableTime,
        using random: inout some RandomNumberGenerator
    ) throws(ConnectionError) {
        guard let seat = duel.freeSeat else {
            throw duel.isSeatKept ? .seatTaken : .tableFull
        }
        let token = issueToken(for: seat, at: time(now), using: &random)
        let answer = answer(to: .joined(seat, name: name), at: time(now))
        welcome(Guest(number, .player(seat), name: name, limits: limits, at: now), token: token)
        perform(answer)
    }

    /// Gives a player the seat back, under the name by which the table knows them.
    private mutating func readmit(
        _ number: GuestNumber, with token: SeatToken, at now: TableTime,
        using random: inout some RandomNumberGenerator
    ) throws(ConnectionError) {
        // A seat that lapses at this very moment is given back to nobody.
        if isDue(at: now) { happen(.deadlinePassed, at: time(now)) }
        guard !isClosed, let seat = tokens.seat(of: token), let name = duel.players[seat]?.name
        else {
            throw .tokenUnknown
        }
        guard manners.allowReturn(to: seat, at: now) else { throw .tooOften }
        // Who takes over from a connection that still stands was never away: the game goes on.
        let old = guest(in: seat)
        if let old { dismiss(old.number, .replaced) }
        let token = issueToken(for: seat, at: time(now), using: &random)
        let answer = old == nil ? answer(to: .returned(seat), at: time(now)) : []
        welcome(Guest(number, .player(seat), name: name, limits: limits, at: now), token: token)
        perform(answer)
        if old != nil {
            effects.append(.tell(.state(duel.snapshot(at: time(now))), to: number))
            if let hint = duel.shownHint(for: seat) { tell(.hint(hint), to: seat) }
        }
        repeatPromise(to: number)
    }

    private mutating func welcome(_ guest: Guest, token: SeatToken?) {
        guests.append(guest)
        effects.append(.admit(guest.number))
        let welcome = Welcome(seat: guest.seat, token: token, table: code, rules: duel.rules)
        effects.append(.tell(.welcome(welcome), to: guest.number))
    }

    /// Tells somebody who comes to a game under way what was promised of its deck.
    private mutating func repeatPromise(to number: GuestNumber) {
        guard let commitment = duel.commitment else { return }
        effects.append(.tell(.commitment(commitment), to: number))
    }
}

// MARK: - Going

extension TableCore {
    /// Sees a guest off who asked to leave.
    mutating func depart(_ guest: GuestNumber) {
        seeOff(guest, with: .bye(.left, resume: false))
    }

    /// Ends a connection for its behaviour; a player's seat is kept like that of any lost one.
    mutating func expel(
        _ guest: GuestNumber, _ error: ConnectionError, saying message: String? = nil,
        at now: TableTime
    ) {
        guard let place = index(of: guest) else { return }
        let seat = guests[place].seat
        dismiss(guest, error, saying: message)
        if let seat { happen(.connectionLost(seat), at: time(now)) }
    }

    /// Frees the seat of a player who has kept the other waiting for too long.
    private mutating func freeSilentSeat(at now: TableTime) {
        guard let seat = readyWait.seatToFree(at: tableTime(now)) else { return }
        if let guest = guest(in: seat) { dismiss(guest.number, .notReady) }
        happen(.left(seat), at: time(now))
    }

    private mutating func dismiss(
        _ guest: GuestNumber, _ error: ConnectionError, saying message: String? = nil
    ) {
        seeOff(guest, with: .error(error, message: message ?? error.sentence))
    }

    private mutating func seeOff(_ guest: GuestNumber, with message: HostMessage) {
        guard let place = index(of: guest) else { return }
        guests.remove(at: place)
        effects.append(.tell(message, to: guest))
        effects.append(.finish(guest))
    }

    /// Says goodbye to everybody and ends.
    ///
    /// - Parameter canResume: Whether the host will come back; then the table will too.
    mutating func close(canResume: Bool, at now: TableTime) {
        guard canResume else { return happen(.closed, at: time(now)) }
        effects.append(.syncJournal)
        sayGoodbye(.restarting, canResume: true)
    }

    mutating func sayGoodbye(_ farewell: Farewell, canResume: Bool) {
        isClosed = true
        for guest in guests {
            effects.append(.tell(.bye(farewell, resume: canResume), to: guest.number))
            effects.append(.finish(guest.number))
        }
        guests = []
        effects.append(.report(.closed))
    }
}

// MARK: - Time

extension TableCore {
    /// Looks at everything that is timed.
    mutating func wakeUp(
        congested: [GuestNumber], at now: TableTime,
        using random: inout some RandomNumberGenerator
    ) {
        guard !isClosed else { return }
        let late = max(.zero, nextWake?.duration(to: now) ?? .zero)
        for place in guests.indices { guests[place].pulse.overslept(by: late) }
        meet(Happening(.wake(congested: congested), nil, now), using: &random)
    }

    /// Does what is due, pings, and ends the connections of those who are silent.
    mutating func lookAtTheClock(
        congested: [GuestNumber], at now: TableTime,
        using random: inout some RandomNumberGenerator
    ) {
        if isDue(at: now) {
            measureRoundTrips(at: time(now))
            happen(.deadlinePassed, at: time(now))
        }
        catchWatchersUp(at: now)
        freeSilentSeat(at: now)
        for place in guests.indices where guests[place].nextPing <= now {
            // What waits behind other lines would say more about them than about the line.
            let isMeasuring = !congested.contains(guests[place].number)
            let ping = guests[place].ping(
                every: limits.pingInterval, isMeasuring: isMeasuring, at: now, using: &random)
            effects.append(.tell(ping, to: guests[place].number))
        }
        for guest in guests where guest.pulse.isLost(at: now) {
            expel(guest.number, .silent, at: now)
        }
    }
}
