import SetProtocol

// MARK: - Claims and picks

extension Duel {
    /// Gives the turn to the first player who claims to see a set.
    ///
    /// A claim that lost to the other player's set, or is made on an old board, is refused before
    /// anything else: the claimant must not pay for network latency.
    mutating func claim(
        _ claim: Claim, by seat: Seat, arrival: TableInstant, isContested: Bool,
        at now: TableInstant
    ) throws(Refusal) -> [DuelEffect] {
        try requireRunning()
        if hasLost(toSetBefore: arrival, of: seat) { throw .notYourTurn }
        let isMadeInShowing = wasMadeInShowing(claim, by: seat, arrival: arrival)
        guard claim.board == game.boardNumber || isMadeInShowing else { throw .staleBoard }
        try requireOpen(for: seat, orThrow: .alreadyYourTurn)
        // No turn can follow this showing, so losing a race here would have no visible reason.
        if game.foundTrio != nil {
            if isDecided { throw .gameOver }
            if isPauseAgreed { throw .gamePaused }
        }
        if !isMadeInShowing { try requireSeen(by: seat, arrival: arrival) }
        guard rules.needsClaim else { throw .noClaimNeeded }
        let cards = claim.cards ?? []
        guard Set(cards).count == cards.count else { throw .sameCardTwice }
        guard cards.allSatisfy(game.canBePicked) else { throw .cardNotOnBoard }

        return try call(claim, by: seat, arrival: arrival, isContested: isContested, at: now)
    }

    /// Selects or deselects a card; the third is judged at once.
    mutating func pick(
        _ card: Card, by seat: Seat, at now: TableInstant
    ) throws(Refusal) -> [DuelEffect] {
        try requireRunning()
        switch phase {
        case .turn(let turn):
            guard turn.seat == seat else { throw .notYourTurn }
            return try pickInTurn(card, at: now)
        case .open where !rules.needsClaim:
            return try pickFreely(card, by: seat, at: now)
        case .open(_, let held?) where held.seat == seat:
            try pickInHeldClaim(card)
            return []
        case .open(let reveal, _):
            // A pick by either player ends the display of a found set and does nothing else, unless it
            // belongs to a claim that lost to that set.
            guard reveal != nil || game.foundTrio != nil else { throw .claimFirst }
            guard game.board.contains(card) else { throw .cardNotOnBoard }
            if hasLost(toSetBefore: now, of: seat) { throw .notYourTurn }
            return endReveal(at: now)
        case .waiting, .countdown, .paused, .over:
            return []
        }
    }

    /// A pick in a game without claims.
    ///
    /// While a match is shown any card may be picked: the match is put away first, and picking one
    /// of its three cards selects nothing. While a mismatch is shown, the pick starts a new
    /// selection, even with one of the three.
    private mutating func pickFreely(
        _ card: Card, by seat: Seat, at now: TableInstant
    ) throws(Refusal) -> [DuelEffect] {
        guard game.board.contains(card) else { throw .cardNotOnBoard }
        let isSpent = game.foundTrio?.contains(card) == true
        var effects = endReveal(at: now)
        guard case .open = phase, !isSpent else { return effects }
        game.settle(at: now)
        let event = try game.toggle(card, by: seat, at: now)
        effects.append(publish(event, at: now))
        return game.foundTrio == nil ? effects : effects + showMatch(at: now)
    }

    mutating func pickInTurn(
        _ card: Card, at now: TableInstant
    ) throws(Refusal) -> [DuelEffect] {
        guard case .turn(let turn) = phase else { return [] }
        guard game.canBePicked(card) else { throw .cardNotOnBoard }
        game.settle(at: now)
        let event = try game.toggle(
            card, by: turn.seat, at: now, spotted: turn.spotted, isFree: turn.reason == .grace)
        switch game.selection?.verdict {
        case .match:
            noteSet(by: turn.seat, at: now)
            phase = .open(reveal: revealWindow(from: now))
            return [publish(event, at: now)] + showMatch(at: now)
        case .mismatch: return turnOver(turn, event, at: now)
        case .undecided, nil: return [publish(event, at: now)]
        }
    }

    mutating func pass(by seat: Seat, at now: TableInstant) throws(Refusal) -> [DuelEffect] {
        try requireRunning()
        guard case .turn(let turn) = phase, turn.seat == seat else { throw .nothingToPass }
        let points = chargeForNothing(turn)
        return turnOver(turn, .passed(seat, turn.reason, points: points), at: now)
    }

    mutating func turnRanOut(_ turn: HeldTurn, at now: TableInstant) -> [DuelEffect] {
        let points = chargeForNothing(turn)
        return turnOver(turn, .timedOut(turn.seat, turn.reason, points: points), at: now)
    }

    /// Charges for a turn that ended before three cards were selected; only claims are charged.
    private mutating func chargeForNothing(_ turn: HeldTurn) -> Int {
        if game.selection?.verdict == .undecided { game.dropSelection() }
        guard turn.reason == .claim else { return 0 }
        game.tallies[turn.seat].points += rules.timeoutPoints
        return rules.timeoutPoints
    }

    /// The set stays visible, unless nothing else would end a finished game, or a pause is due:
    /// both come by themselves.
    private mutating func showMatch(at now: TableInstant) -> [DuelEffect] {
        if case .open(reveal: nil, _) = phase, isDecided || isPauseAgreed && !mustWait(at: now) {
            return endReveal(at: now)
        }
        // A decided game waits for nobody.
        if isDecided, mustWait(at: now) { return endReveal(at: now) }
        return standStill(at: now)
    }

    /// Ends a turn without a set, and gives the opponent an answer turn after a failed claim.
    private mutating func turnOver(
        _ turn: HeldTurn, _ event: TableEvent, at now: TableInstant
    ) -> [DuelEffect] {
        let opponent = turn.seat.opponent
        if turn.reason == .claim, players[opponent]?.presence == .here {
            phase = .turn(self.turn(for: opponent, because: .answer, at: now))
            return [publish(event, at: now)]
        }
        phase = .open(reveal: nil)
        return [publish(event, at: now)] + standStill(at: now)
    }

    func turn(
        for seat: Seat, because reason: TurnReason, at now: TableInstant,
        spotted: TableInstant? = nil
    ) -> HeldTurn {
        let window = rules.window(for: seat, because: reason).map {
            Window($0, from: now, allowance: judge.allowance(for: seat))
        }
        return HeldTurn(seat: seat, reason: reason, window: window, spotted: spotted)
    }

    // MARK: - Dealing and hints

    /// Adds three cards, and gives the opponent a grace turn to show that there was a set.
    ///
    /// While a match is shown, dealing only replaces it.
    mutating func deal(
        on board: BoardNumber, by seat: Seat, arrival: TableInstant, at now: TableInstant
    ) throws(Refusal) -> [DuelEffect] {
        try requireRunning()
        if hasLost(toSetBefore: arrival, of: seat) { throw .notYourTurn }
        guard board == game.boardNumber else { throw .staleBoard }
        try requireOpen(for: seat, orThrow: .finishYourTurn)
        try requireSeen(by: seat, arrival: arrival)
        guard heldClaim?.seat != seat else { throw .finishYourTurn }
        let isShowing = rules.players == .two && game.foundTrio != nil
        if game.deck.isEmpty, !isShowing { throw .deckEmpty }
        if game.foundTrio != nil {
            // In a solo game dealing replaces a found set; in a duel that would be three free
            // cards.
            return endReveal(at: now, isDealing: rules.players == .one)
        }
        if let effects = claimBefore(dealBy: seat, arrival: arrival, at: now) { return effects }
        let beaten = heldClaim?.seat
        dropHeldClaim()
        let effects = dealThree(by: seat, at: now)
        return effects
            + (beaten.map { [refusal(of: .claim, .staleBoard, to: $0, at: now)] } ?? [])
    }

    private mutating func dealThree(by seat: Seat, at now: TableInstant) -> [DuelEffect] {
        let event = game.deal(by: seat, at: now)
        // If the last cards bring no set, there is nothing to answer or to wait for.
        if game.hasEnded { return [publish(event, at: now)] + gameEnded(at: now) }
        let opponent = seat.opponent
        if rules.grace > .zero, players[opponent]?.presence == .here {
            phase = .turn(turn(for: opponent, because: .grace, at: now))
        }
        return [publish(event, at: now)]
    }

    /// Shows one more card of a set to the seat that asks, and to nobody else.
    mutating func hint(for seat: Seat, at now: TableInstant) throws(Refusal) -> [DuelEffect] {
        try requireRunning()
        guard rules.hints else { throw .hintsOff }
        let (hint, event) = game.hint(for: seat)
        return [.show(hint, to: seat)] + (event.map { [publish($0, at: now)] } ?? [])
    }

    // MARK: - What must hold

    func requireRunning() throws(Refusal) {
        switch phase {
        case .open, .turn: return
        case .waiting: throw isFull ? .waitingForReady : .waitingForOpponent
        case .countdown: throw .countdownRunning
        case .paused(because: .agreed, _, _): throw .gamePaused
        case .paused(because: .away, _, _): throw .opponentAway
        case .over: throw .gameOver
        }
    }

    private func requireSeen(by seat: Seat, arrival: TableInstant) throws(Refusal) {
        guard rules.players == .two else { return }
        let roundTrip = leastKnownRoundTrips[seat]
        guard opening.canHaveBeenSeen(by: seat, roundTrip: roundTrip, when: arrival) else {
            throw .staleBoard
        }
    }

    /// Whether a claim names the board of the last finished showing and its player cannot have
    /// known that it was over.
    ///
    /// Anybody can end a showing by a pick, which must not undo a claim already under way over a
    /// slower connection.
    private func wasMadeInShowing(
        _ claim: Claim, by seat: Seat, arrival: TableInstant
    ) -> Bool {
        guard let showing = lastShowing, claim.board == showing.board,
            game.boardNumber == showing.board.next, showing.ender != seat
        else { return false }
        return showing.end.duration(to: arrival) <= judge.allowance(for: seat)
    }

    private func requireOpen(for seat: Seat, orThrow own: Refusal) throws(Refusal) {
        guard case .turn(let turn) = phase else { return }
        throw turn.seat == seat ? own : .notYourTurn
    }

    var isFull: Bool { rules.seats.allSatisfy { players[$0] != nil } }

    /// A game waits for a player who is away as long as the rules allow, and always if nobody is here.
    func mustWait(at now: TableInstant) -> Bool {
        let isAnybodyHere = rules.seats.contains { players[$0]?.presence == .here }
        return !isAnybodyHere
            || rules.seats.contains { players[$0]?.absence?.isWaitedFor(at: now) == true }
    }
}
