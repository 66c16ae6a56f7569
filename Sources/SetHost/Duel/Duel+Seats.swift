import SetProtocol

extension Duel {
    /// The free seat for a newcomer; `nil` if each is taken or kept, or others wait for it.
    package var freeSeat: Seat? {
        isAnybodyWaiting ? nil : rules.seats.first { players[$0] == nil }
    }

    /// Seats a player in a free seat; a solo game needs no agreement and starts at once.
    package mutating func joined(_ seat: Seat, name: String, at now: TableInstant) -> [DuelEffect] {
        guard players[seat] == nil, rules.seats.contains(seat) else { return [] }
        let others = [players[seat.opponent]?.name].compactMap(\.self)
        players[seat] = Player(name: Self.distinct(name, from: others))
        if case .over = phase {
            // A newcomer finds a fresh table, not the end of somebody else's game.
            phase = .waiting
            players[seat.opponent]?.wins = 0
            game = nextGame()
            // A player who became ready after the other left is ready for anybody.
            earlierGames += gamesStarted
            gamesStarted = 0
            isSuddenDeath = false
        }
        let effects = [publish(.joined(seat), at: now)]
        return rules.players == .one ? effects + prepareGame(at: now) : effects
    }

    /// A name that nobody has yet, with a number behind it if necessary.
    static func distinct(_ name: String, from others: [String]) -> String {
        guard others.contains(name) else { return name }
        for number in 2... {
            let end = " \(number)"
            var short = name
            while short.unicodeScalars.reduce(end.count, { $0 + $1.columns })
                > SafeText.nameColumns
            {
                short.removeLast()
            }
            if !others.contains(short + end) { return short + end }
        }
        return name
    }

    /// How long the seat is kept for a player who leaves an opponent waiting before their first
    /// game.
    ///
    /// Nothing is lost with such a seat. Keeping it longer would only keep newcomers from the
    /// opponent.
    static let unplayedSeatKept = Duration.seconds(5)

    private func keepingTime(of seat: Seat) -> Duration {
        guard phase == .waiting, players[seat.opponent]?.presence == .here
        else {
            return rules.seatKept
        }
        return min(rules.seatKept, Self.unplayedSeatKept)
    }

    package mutating func connectionLost(_ seat: Seat, at now: TableInstant) -> [DuelEffect] {
        var effects = deadlinePassed(at: now)
        guard players[seat]?.presence == .here else { return effects }
        if heldClaim?.seat == seat {
            dropHeldClaim()
        } else {
            effects += grantHeldClaim(at: now)
        }
        let kept = keepingTime(of: seat)
        players[seat]?.presence = .away(Window(kept, from: now))
        beginAbsence(of: seat, at: now)
        effects.append(publish(.away(seat), at: now))
        switch phase {
        case .waiting, .countdown, .paused, .over: return effects
        case .turn(let turn):
            // A limited turn times out by itself; an unlimited one never would.
            guard turn.seat == seat, turn.window == nil else { return effects }
            return effects + turnRanOut(turn, at: now)
        case .open:
            if isDecided { effects += endReveal(at: now) }
            return effects + standStill(at: now)
        }
    }

    /// Gives a player who returns the seat back, and what only that player needs.
    package mutating func returned(_ seat: Seat, at now: TableInstant) -> [DuelEffect] {
        var effects = deadlinePassed(at: now)
        guard let presence = players[seat]?.presence, presence != .here else { return effects }
        players[seat]?.presence = .here
        endAbsence(of: seat, at: now)
        effects.append(publish(.returned(seat), at: now))
        if let hint = shownHint(for: seat) { effects.append(.show(hint, to: seat)) }
        effects += resumeIfNobodyIsAwaited(at: now)
        countTimeAfterRestart(at: now)
        return effects + goOnIfAgreed(at: now)
    }

    /// The hint that a player has had for this board; none after a game.
    func shownHint(for seat: Seat) -> Hint? {
        if case .over = phase { return nil }
        return game.shownHint(for: seat)
    }

    /// Counts down to the game as it stood, unless it still waits for another player.
    mutating func resumeIfNobodyIsAwaited(at now: TableInstant) -> [DuelEffect] {
        guard case .paused(let reason, let since, _) = phase, reason != .agreed, !mustWait(at: now)
        else {
            return []
        }
        return beginCountdown(to: .resume(since: since, because: reason), at: now)
    }

    /// Frees a seat for good; the other player wins a running game.
    package mutating func left(_ seat: Seat, at now: TableInstant) -> [DuelEffect] {
        var effects = deadlinePassed(at: now)
        if heldClaim?.seat == seat { dropHeldClaim() } else { effects += grantHeldClaim(at: now) }
        return effects + giveUp(seat, at: now)
    }

    /// Frees a seat for good, after everything that was due.
    ///
    /// A decided game whose last set is still shown keeps its result.
    mutating func giveUp(_ seat: Seat, at now: TableInstant) -> [DuelEffect] {
        guard players[seat] != nil else { return [] }
        let effects = isDecided ? endReveal(at: now) : []
        players[seat] = nil
        let opponent = seat.opponent
        guard let other = players[opponent], other.presence != .released else {
            // Those who wait take both seats.
            let isBetweenGames = phase.name == .waiting || phase.name == .over
            return effects
                + [isBetweenGames && !queue.isEmpty ? publish(.left(seat), at: now) : .close]
        }
        switch phase {
        case .waiting, .over:
            // A player who is ready is ready for the next opponent too; a rematch was meant for
            // this one.
            if phase != .waiting { players[opponent]?.isReady = false }
            return effects + [publish(.left(seat), at: now)]
        case .countdown, .open, .turn, .paused:
            let result = GameResult(winner: opponent, decider: .left)
            return effects + finish(result, .left(seat), at: now)
        }
    }

    /// Between games the seat is freed; during a game it stays reserved until the other player ends
    /// it, and if both are away, nobody is left to wait.
    mutating func seatKeptLongEnough(_ seat: Seat, at now: TableInstant) -> [DuelEffect] {
        switch phase {
        case .waiting, .over: return giveUp(seat, at: now)
        case .countdown, .open, .turn, .paused:
            players[seat]?.presence = .released
            let isAnybodyLeft = rules.seats.contains { place in
                guard let presence = players[place]?.presence else { return false }
                return presence != .released
            }
            return isAnybodyLeft ? [publish(.seatReleased(seat), at: now)] : [.close]
        }
    }

    var keptSeat: Seat? {
        rules.seats.first { players[$0] != nil && players[$0]?.presence != .here }
    }
}
