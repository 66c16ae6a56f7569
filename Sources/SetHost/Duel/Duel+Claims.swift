import SetProtocol

extension Duel {
    var judge: ClaimJudge {
        ClaimJudge(
            bound: rules.players == .two ? rules.lagFairness : .zero, roundTrips: roundTrips)
    }

    var heldClaim: HeldClaim? {
        guard case .open(_, let held) = phase else { return nil }
        return held
    }

    private func hold(_ held: HeldClaim?, in phase: DuelPhase) -> DuelPhase {
        guard case .open(let reveal, _) = phase else { return phase }
        return .open(reveal: reveal, held: held)
    }

    /// Forgets a claim that can no longer be granted.
    mutating func dropHeldClaim() {
        phase = hold(nil, in: phase)
    }

    /// Grants a valid claim, or holds it while one that was pressed earlier may still be under way,
    /// or has arrived (`isContested`) and is applied next.
    mutating func call(
        _ claim: Claim, by seat: Seat, arrival: TableInstant, isContested: Bool,
        at now: TableInstant
    ) throws(Refusal) -> [DuelEffect] {
        let judge = judge
        var hold = players[seat.opponent]?.presence == .here ? judge.hold(for: seat) : .zero
        if isContested { hold = max(hold, ClaimJudge.deadHeat) }
        let call = HeldClaim(
            seat: seat, claim: claim, arrival: arrival, decision: arrival.advanced(by: hold),
            judge: judge)
        if let held = heldClaim {
            guard held.seat == seat else { return decide(held, against: call, at: now) }
            throw .finishYourTurn
        }
        guard hold > .zero else { return grant(call, at: now) }
        phase = self.hold(call, in: phase)
        return []
    }

    /// Adds a pick to a held claim; picking a card again deselects it.
    mutating func pickInHeldClaim(_ card: Card) throws(Refusal) {
        guard var held = heldClaim else { return }
        guard game.canBePicked(card) else { throw .cardNotOnBoard }
        var picks = held.claim.cards ?? []
        let chosen = Set(picks).filter { card in !picks.count { $0 == card }.isMultiple(of: 2) }
        guard chosen.count < 3 else { throw .finishYourTurn }
        picks.append(card)
        held.claim.cards = picks
        phase = hold(held, in: phase)
    }

    /// Grants the held claim, if any: nobody can have been first anymore, or something happens that
    /// the claim must precede.
    mutating func grantHeldClaim(at now: TableInstant) -> [DuelEffect] {
        guard let heldClaim else { return [] }
        return grant(heldClaim, at: now)
    }

    /// Gives the turn to the better of two claims and refuses the other.
    private mutating func decide(
        _ held: HeldClaim, against call: HeldClaim, at now: TableInstant
    ) -> [DuelEffect] {
        let race = race(held, against: call.arrival)
        let (winner, loser) = race.winner == held.seat ? (held, call) : (call, held)
        var effects = grant(winner, at: now)
        effects.append(refusal(of: .claim, .notYourTurn, to: loser.seat, at: now))
        effects.append(.race(race))
        return effects
    }

    private mutating func race(_ held: HeldClaim, against arrival: TableInstant) -> Race {
        var arrivals = PerSeat(both: arrival)
        arrivals[held.seat] = held.arrival
        let race = held.judge.race(arrivals) { tossDeadHeat() }
        if race.isDeadHeat { lastDeadHeatLoser = race.winner.opponent }
        return race
    }

    /// A dead heat goes to the player behind, then to the loser of the last one, then to chance.
    private mutating func tossDeadHeat() -> Seat {
        let (first, second) = (game.tallies.first.points, game.tallies.second.points)
        if first != second { return first < second ? .first : .second }
        return lastDeadHeatLoser ?? decks.tossCoin()
    }

    /// Grants a held claim before a message that changes the course of the duel.
    ///
    /// Its own player's messages do not end the wait, in which the other may turn out to have been
    /// first: they are refused. A player who leaves withdraws the claim.
    mutating func settleHeldClaim(
        before message: ClientMessage, of seat: Seat, at now: TableInstant
    ) throws(Refusal) -> [DuelEffect] {
        guard let heldClaim else { return [] }
        guard heldClaim.seat == seat else { return grant(heldClaim, at: now) }
        guard case .leave = message else { throw .finishYourTurn }
        dropHeldClaim()
        return []
    }

    /// Begins the turn of a claim; a grant is final.
    private mutating func grant(_ held: HeldClaim, at now: TableInstant) -> [DuelEffect] {
        let granted = WonRace(
            seat: held.seat, board: held.claim.board, arrival: held.arrival, announcement: now,
            judge: held.judge, roundTrips: held.judge.roundTrips)
        dropHeldClaim()
        var effects = endReveal(at: now)
        guard case .open = phase else { return effects }
        lastWin = granted
        // The speed bonus counts from the board to the press, not to the arrival.
        let spotted = held.arrival.advanced(by: .zero - held.judge.allowance(for: held.seat))
        phase = .turn(turn(for: held.seat, because: .claim, at: now, spotted: spotted))
        effects.append(publish(.claimed(held.seat), at: now))
        for card in held.claim.cards ?? [] {
            // A fourth card would be picked in the opponent's turn.
            guard case .turn(let turn) = phase, turn.seat == held.seat else { break }
            do throws(Refusal) {
                effects += try pickInTurn(card, at: now)
            } catch {
                effects.append(refusal(of: .pick, error, to: held.seat, at: now))
            }
        }
        // A claim that named its cards has won the race for them already.
        if lastWin?.isSet == true {
            lastWin?.arrival = held.arrival
            lastWin?.judge = held.judge
        }
        return effects
    }

    /// Decides between a deal and the other's held claim by which was pressed first; `nil` if the
    /// cards may be dealt, and the claim is then refused at no cost.
    mutating func claimBefore(
        dealBy seat: Seat, arrival: TableInstant, at now: TableInstant
    ) -> [DuelEffect]? {
        guard let heldClaim else { return nil }
        guard race(heldClaim, against: arrival).winner == heldClaim.seat else { return nil }
        return grant(heldClaim, at: now) + [refusal(of: .deal, .notYourTurn, to: seat, at: now)]
    }

    /// Notes that a turn was won: a claim of the other player that comes now has lost a race.
    ///
    /// The third pick has won it, and a turn is no race in which latency is credited.
    mutating func noteSet(by seat: Seat, at now: TableInstant) {
        lastWin = WonRace(
            seat: seat, board: game.boardNumber, arrival: now, announcement: now,
            judge: ClaimJudge(bound: .zero, roundTrips: roundTrips),
            roundTrips: leastKnownRoundTrips, isSet: true)
    }

    /// Whether a claim or a deal was sent before its player can have answered to the other's set.
    package func hasLost(toSetBefore arrival: TableInstant, of seat: Seat) -> Bool {
        guard let lastWin, lastWin.isSet, lastWin.seat == seat.opponent else { return false }
        return lastWin.precedesAnswer(of: seat, when: arrival)
    }

    /// The margin of a claim that arrived after the other's grant or set but was pressed before its
    /// player can have answered to that.
    func lateRace(_ claim: Claim, by seat: Seat, arrival: TableInstant) -> Race? {
        guard let won = lastWin, won.seat == seat.opponent, won.isSet || won.board == claim.board,
            won.precedesAnswer(of: seat, when: arrival)
        else { return nil }
        var arrivals = PerSeat(both: arrival)
        arrivals[won.seat] = won.arrival
        var race = won.judge.race(arrivals) { won.seat }
        // What has been announced is final, so it always wins.
        guard race.winner == won.seat else { return nil }
        race.isDeadHeat = false
        return race
    }
}
