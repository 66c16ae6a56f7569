import SetProtocol

// MARK: - Start, pause and end

extension Duel {
    /// Agrees to start, to another game, to resume, or to the pause that the opponent proposes.
    mutating func ready(_ seat: Seat, at now: TableInstant) throws(Refusal) -> [DuelEffect] {
        switch phase {
        case .waiting, .over, .paused(because: .agreed, _, _):
            guard players[seat]?.isReady == false else { throw .alreadyReady }
            players[seat]?.isReady = true
            limitReadiness(at: now)
            return [publish(.ready(seat), at: now)] + goOnIfAgreed(at: now)
        case .paused(because: .away, _, _): throw .opponentAway
        case .countdown: throw .countdownRunning
        case .open, .turn:
            let proposal = players[seat.opponent]?.asks
            // Proposing the same again would withdraw it.
            if proposal != nil, players[seat]?.asks == proposal { throw .alreadyReady }
            switch proposal {
            case .pause: return try pause(askedBy: seat, at: now)
            // A `ready` already under way may answer an earlier proposal; only `new` ends a game.
            case .new, nil: throw .nothingToAgree
            }
        }
    }

    /// Limits how long a player may delay the end of a pause that the other wants to end.
    ///
    /// Otherwise a player who is behind could pause the game forever.
    private mutating func limitReadiness(at now: TableInstant) {
        guard case .paused(let reason, let since, nil) = phase else { return }
        phase = .paused(
            because: reason, since: since, readiness: Window(rules.awayTime, from: now))
    }

    var areAllReady: Bool { rules.seats.allSatisfy { players[$0]?.isReady == true } }

    /// Starts or resumes when all players are present and ready.
    ///
    /// The last to agree may be a player who agreed before disconnecting and has returned.
    mutating func goOnIfAgreed(at now: TableInstant) -> [DuelEffect] {
        let areAllHere = rules.seats.allSatisfy { players[$0]?.presence == .here }
        guard areAllHere, areAllReady else { return [] }
        switch phase {
        case .waiting, .over: return prepareGame(at: now)
        case .paused(let reason, let since, _):
            return count(downTo: .resume(since: since, because: reason), at: now)
        case .countdown, .open, .turn: return []
        }
    }

    /// The number of the current game; 0 before the first one against this opponent.
    ///
    /// No two games at a table have the same number: a player who returns in another game must not
    /// take it for the one they left.
    var gameNumber: Int { gamesStarted > 0 ? earlierGames + gamesStarted : 0 }

    mutating func prepareGame(at now: TableInstant) -> [DuelEffect] {
        let effects = revealDeck()
        // The first game's deck is already there, waiting to be dealt.
        if gamesStarted > 0 { game = nextGame() }
        gamesStarted += 1
        isSuddenDeath = false
        let isNewMatch = match?.winner != nil
        for seat in Seat.allCases {
            players[seat]?.beginNewGame()
            if isNewMatch { players[seat]?.wins = 0 }
        }
        return effects + count(downTo: .start, at: now)
    }

    mutating func count(downTo goal: CountdownGoal, at now: TableInstant) -> [DuelEffect] {
        forgetAgreements()
        if case .resume(_, because: .agreed) = goal { countDropsInPause(at: now) }
        return beginCountdown(to: goal, at: now)
    }

    mutating func beginCountdown(to goal: CountdownGoal, at now: TableInstant) -> [DuelEffect] {
        phase = .countdown(Window(rules.countdown, from: now), then: goal)
        return rules.countdown > .zero
            ? [publish(.countdown, at: now)] : reach(goal, at: now)
    }

    mutating func reach(_ goal: CountdownGoal, at now: TableInstant) -> [DuelEffect] {
        switch goal {
        case .start: startGame(at: now)
        case .resume(let since, let reason): resumeGame(since: since, because: reason, at: now)
        }
    }

    private mutating func forgetAgreements() {
        for seat in Seat.allCases {
            players[seat]?.isReady = false
            players[seat]?.request = nil
        }
    }

    mutating func startGame(at now: TableInstant) -> [DuelEffect] {
        game.start(at: now)
        // A player who was away before the first cards has not seen them.
        isDeckPromised = true
        let effects: [DuelEffect] =
            [.promise(promise)] + open(with: .started, or: .away(isFaceUp: false), at: now)
        // A prepared deck may hold too few cards for a game.
        return game.hasEnded ? effects + gameEnded(at: now) : effects
    }

    /// Turns the cards face up again.
    ///
    /// The standstill does not count as search time, except for a player who was away: that player
    /// could think about the cards as they were, and sees them in the countdown too. An agreed
    /// pause counts for both, since both could think about the same cards.
    mutating func resumeGame(
        since: TableInstant, because reason: PauseReason, at now: TableInstant
    ) -> [DuelEffect] {
        let isSearchTime = reason == .agreed && rules.players == .two
        for seat in Seat.allCases {
            let standstill = since.duration(to: now)
            var away = timeAway(of: seat, inStandstillSince: since, at: now)
            if away > .zero, reason != .agreed { away += rules.countdown }
            let studied = isSearchTime ? standstill : min(away, standstill)
            game.resume(after: standstill, studied: studied, for: seat)
            players[seat]?.absences.timeInStandstill = .zero
        }
        return open(with: .resumed, or: reason, at: now)
    }

    /// Resumes the game, unless a player disconnected just before.
    private mutating func open(
        with event: TableEvent, or reason: PauseReason, at now: TableInstant
    ) -> [DuelEffect] {
        if mustWait(at: now) {
            // A player who left after an agreed pause has seen the cards before it.
            let hasLeft = rules.seats.contains { seat in
                players[seat]?.absence.map { $0.cost != .nothingYet } ?? false
            }
            let isSeen = PauseReason.away(isFaceUp: hasLeft)
            phase = .paused(because: reason == .agreed ? isSeen : reason, since: now)
            countTimeAfterRestart(at: now)
        } else {
            let isTimed = game.foundTrio != nil && rules.needsClaim
            phase = .open(reveal: isTimed ? revealWindow(from: now) : nil)
        }
        return [publish(event, at: now)]
    }

    /// How long a found set is shown; `nil` until the next pick.
    func revealWindow(from now: TableInstant) -> Window? {
        rules.reveal > .zero ? Window(rules.reveal, from: now) : nil
    }

    /// Ends the showing of a found set, if any, even if nothing else happens.
    ///
    /// Before an agreed pause the set stays where it is: new cards would be on the wire for a moment,
    /// and only a program, or a client that prints lines, could keep them for the whole pause.
    mutating func endReveal(at now: TableInstant, isDealing: Bool = false) -> [DuelEffect] {
        let board = game.boardNumber
        guard case .open = phase, game.foundTrio != nil else { return [] }
        if isPauseAgreed, !isDecided {
            phase = .open(reveal: nil)
            return standStill(at: now)
        }
        guard let event = game.settle(at: now, isDealing: isDealing) else { return [] }
        lastShowing =
            game.boardNumber == board ? nil : EndedShowing(board: board, end: now, ender: speaker)
        phase = .open(reveal: nil, held: heldClaim)
        let effects = [publish(event, at: now)]
        if isSuddenDeath || game.hasEnded { return effects + gameEnded(at: now) }
        return effects + standStill(at: now)
    }

    /// Pauses an open game if both have asked for it or a player is away.
    ///
    /// An agreed pause has priority: a player who returns must not resume the game.
    ///
    /// - Parameter isFaceUp: Whether a player who is away has seen the cards.
    mutating func standStill(at now: TableInstant, isFaceUp: Bool = true) -> [DuelEffect] {
        guard case .open(let reveal, _) = phase, isPauseAgreed || mustWait(at: now)
        else { return [] }
        // An agreed pause begins after the found set has been shown, unless a player is away.
        if reveal != nil, !mustWait(at: now) { return [] }
        phase = .paused(
            because: isPauseAgreed ? .agreed : .away(isFaceUp: isFaceUp), since: now)
        if isPauseAgreed { forgetAgreements() }
        return [publish(.paused, at: now)]
    }

    /// Whether both have asked for a pause, which begins as soon as nobody has the turn.
    var isPauseAgreed: Bool {
        players.first?.request?.proposal == .pause
            && (rules.players == .one || players.second?.request?.proposal == .pause)
    }

    /// Whether a found set that is still shown has ended the game.
    var isDecided: Bool { game.foundTrio != nil && (isSuddenDeath || game.hasEnded) }

    mutating func gameEnded(at now: TableInstant) -> [DuelEffect] {
        let result: GameResult
        if rules.players == .one {
            result = GameResult(winner: nil, decider: .played)
        } else if isSuddenDeath {
            result = GameResult(winner: game.discard.last?.seat, decider: .suddenDeath)
        } else if let winner = game.winner {
            result = GameResult(winner: winner, decider: .sets)
        } else {
            let countsPoints = rules.victory == .points
            let scores = game.tallies.map { countsPoints ? $0.points : $0.sets }
            let isTied = scores.first == scores.second
            if isTied, rules.draw == .suddenDeath { return startSuddenDeath(at: now) }
            let winner: Seat? = isTied ? nil : scores.first > scores.second ? .first : .second
            result = GameResult(winner: winner, decider: countsPoints ? .points : .sets)
        }
        return finish(result, .over, at: now)
    }

    private mutating func startSuddenDeath(at now: TableInstant) -> [DuelEffect] {
        isSuddenDeath = true
        forgetAgreements()
        let reveal = revealDeck()
        game = nextGame(tallies: game.tallies)
        phase = .countdown(Window(rules.countdown, from: now), then: .start)
        let effects = [publish(.suddenDeath, at: now)] + reveal
        return rules.countdown > .zero ? effects : effects + startGame(at: now)
    }

    mutating func finish(
        _ result: GameResult, _ event: TableEvent, at now: TableInstant
    ) -> [DuelEffect] {
        forgetAgreements()
        if let winner = result.winner { players[winner]?.wins += 1 }
        // Between games no seat is kept for a player who has been away too long.
        for seat in Seat.allCases where players[seat]?.presence == .released {
            players[seat] = nil
        }
        phase = .over(result)
        return [publish(event, at: now)] + revealDeck()
    }

    // MARK: - Proposals

    /// Proposes a new game, which starts when both want it; a solo game starts at once.
    mutating func newGame(askedBy seat: Seat, at now: TableInstant) throws(Refusal) -> [DuelEffect]
    {
        switch phase {
        case .waiting, .over: return try ready(seat, at: now)
        case .countdown where rules.players == .two: throw .countdownRunning
        case .countdown, .open, .turn, .paused:
            if isDecided {
                let effects = endReveal(at: now)
                guard case .over = phase else { return effects }
                return effects + (try ready(seat, at: now))
            }
            if rules.players == .one { return prepareGame(at: now) }
            if players[seat.opponent]?.presence == .released {
                return giveUp(seat.opponent, at: now)
            }
            return ask(.new, by: seat, at: now) { duel in duel.prepareGame(at: now) }
        }
    }

    /// Proposes a pause, which begins when both want it and nobody has the turn.
    mutating func pause(askedBy seat: Seat, at now: TableInstant) throws(Refusal) -> [DuelEffect] {
        switch phase {
        case .waiting, .countdown, .paused, .over:
            try requireRunning()
            return []
        case .open, .turn:
            return ask(.pause, by: seat, at: now) { duel in
                duel.endReveal(at: now) + duel.standStill(at: now)
            }
        }
    }

    /// Records or withdraws a proposal, and carries it out once both have made it.
    private mutating func ask(
        _ proposal: Proposal, by seat: Seat, at now: TableInstant,
        agreed: (inout Duel) -> [DuelEffect]
    ) -> [DuelEffect] {
        if players[seat]?.asks == proposal {
            return [withdraw(proposal, of: seat, at: now)]
        }
        let lapse = now.advanced(by: Self.proposalTime)
        players[seat]?.request = ProposalRequest(proposal: proposal, lapse: lapse)
        if rules.seats.allSatisfy({ players[$0]?.asks == proposal }) {
            let effects = agreed(&self)
            if !effects.isEmpty { return effects }
        }
        return [publish(.asked(seat, proposal), at: now)]
    }

    private mutating func withdraw(
        _ proposal: Proposal, of seat: Seat, because reason: WithdrawalReason? = nil,
        at now: TableInstant
    ) -> DuelEffect {
        players[seat]?.request = nil
        return publish(.withdrew(seat, proposal, because: reason), at: now)
    }

    mutating func decline(by seat: Seat, at now: TableInstant) throws(Refusal) -> [DuelEffect] {
        guard let proposal = players[seat.opponent]?.asks, !isPauseAgreed else {
            throw .nothingToAgree
        }
        return [withdraw(proposal, of: seat.opponent, because: .declined, at: now)]
    }

    static let proposalTime = Duration.seconds(20)

    /// `nil` if no proposal lapses; what both have agreed to does not.
    var nextLapse: TableInstant? {
        let (first, second) = (players.first?.request?.lapse, players.second?.request?.lapse)
        guard let lapse = first ?? second, !isPauseAgreed else { return nil }
        return min(lapse, second ?? lapse)
    }

    mutating func endLapsedProposals(at now: TableInstant) -> [DuelEffect] {
        guard let nextLapse, nextLapse <= now else { return [] }
        return Seat.allCases.compactMap { seat in
            guard let request = players[seat]?.request, request.lapse <= now else { return nil }
            return withdraw(request.proposal, of: seat, because: .lapsed, at: now)
        }
    }

    mutating func resign(_ seat: Seat, at now: TableInstant) throws(Refusal) -> [DuelEffect] {
        switch phase {
        case .waiting: throw isFull ? .waitingForReady : .waitingForOpponent
        case .over: throw .gameOver
        case .countdown, .open, .turn, .paused:
            let effects = isDecided ? endReveal(at: now) : []
            if case .over = phase { return effects }
            // A player who waited for an absent opponent does not lose by ending the game.
            if players[seat.opponent]?.presence == .released {
                return effects + giveUp(seat.opponent, at: now)
            }
            let winner: Seat? = rules.players == .two ? seat.opponent : nil
            let result = GameResult(winner: winner, decider: .resigned)
            return effects + finish(result, .resigned(seat), at: now)
        }
    }
}
