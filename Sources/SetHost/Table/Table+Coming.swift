import SetProtocol

// MARK: - Coming

extension Table {
    private var watcherCount: Int { guests.values.count { $0.seat == nil } }

    /// Lets a connection in, or says why not.
    ///
    /// - Parameter now: The reading of the machine's clock.
    /// - Throws: Why there is no place; the connection is still the caller's then.
    func admit(
        _ connection: LineConnection, with hello: Hello, at now: TableTime
    ) throws(ConnectionError) {
        switch hello.role {
        case .watch:
            guard watcherCount < options.hostLimits.watchers else { throw .tooManyWatchers }
            seat(guest(connection, .watcher, hello.name, at: now), token: nil)
            connection.send(WireCodec.encode(.state(duel.snapshot(at: time(now)))))
            repeatPromise(to: connection)
        case .play:
            if let token = hello.token {
                try readmit(connection, with: token, at: now)
            } else {
                try sitDown(connection, as: hello.name, at: now)
            }
        }
        armTimer()
    }

    /// Everything is written down before the player is welcomed: whoever has been let in has a seat
    /// also when the host ends at this very moment.
    private func sitDown(
        _ connection: LineConnection, as name: String, at now: TableTime
    ) throws(ConnectionError) {
        guard let seat = duel.freeSeat else {
            throw duel.isSeatKept ? .seatTaken : .tableFull
        }
        guard manners.allowSitting(at: now) else { throw .tooOften }
        let token = issueToken(for: seat, at: time(now))
        let effects = answer(to: .joined(seat, name: name), at: time(now))
        self.seat(guest(connection, .player(seat), name, at: now), token: token)
        perform(effects)
    }

    /// Gives a player the seat back, under the name by which the table knows them.
    private func readmit(
        _ connection: LineConnection, with token: SeatToken, at now: TableTime
    ) throws(ConnectionError) {
        guard let seat = tokens.seat(of: token), let name = duel.players[seat]?.name else {
            throw .tokenUnknown
        }
        guard manners.allowReturn(to: seat, at: now) else { throw .tooOften }
        // Who takes over from a connection that still stands was never away: the game goes on.
        let old = guests.values.first { $0.seat == seat }
        if let old { dismiss(old, .replaced) }
        let token = issueToken(for: seat, at: time(now))
        let effects = old == nil ? answer(to: .returned(seat), at: time(now)) : []
        self.seat(guest(connection, .player(seat), name, at: now), token: token)
        perform(effects)
        if old != nil {
            connection.send(WireCodec.encode(.state(duel.snapshot(at: time(now)))))
            if let hint = duel.game.shownHint(for: seat) { send(.hint(hint), to: seat) }
        }
        repeatPromise(to: connection)
    }

    /// Tells somebody who comes to a game under way what was promised of its deck.
    private func repeatPromise(to connection: LineConnection) {
        guard let commitment = duel.commitment else { return }
        connection.send(WireCodec.encode(.commitment(commitment)))
    }

    private func guest(
        _ connection: LineConnection, _ role: Guest.Role, _ name: String, at now: TableTime
    ) -> Guest {
        Guest(connection: connection, role: role, name: name, limits: options.limits, at: now)
    }
}
