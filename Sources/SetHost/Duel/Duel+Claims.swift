import SetProtocol

// MARK: - Who saw it first

extension Duel {
    /// How claims that come now are judged.
    var judge: ClaimJudge {
        ClaimJudge(
            bound: rules.players == .two ? rules.lagFairness : .zero, roundTrips: roundTrips)
    }

    /// The claim that waits to be judged, if one does.
    var heldClaim: HeldClaim? {
        guard case .open(_, let held) = phase else { return nil }
        return held
    }

    private func hold(_ held: HeldClaim?, in phase: DuelPhase) -> DuelPhase {
        guard case .open(let reveal, _) = phase else { return phase }
        return .open(reveal: reveal, held: held)
    }

    /// Forgets a claim that cannot be granted any more.
    mutating func dropHeldClaim() {
        phase = hold(nil, in: phase)
    }

    /// Grants a valid claim, or holds it while one that was pressed sooner may still be on its way.
    ///
    /// - Parameter isContested: Whether a claim of the other seat has arrived already and is about to
    ///   be handed over.
    /// - Throws: ``Refusal/finishYourTurn`` while an earlier claim of the seat waits.
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
            if edition == .first { return [] }
            throw .finishYourTurn
        }
        guard hold > .zero else { return grant(call, at: now) }
        phase = self.hold(call, in: phase)
        return []
    }

    /// Adds a pick to a claim that is not granted yet; a second one of a card takes it back.
    ///
    /// - Throws: Why the card cannot be picked; three that are chosen are judged first.
    mutating func pickInHeldClaim(_ card: Card) throws(Refusal) {
        guard var held = heldClaim else { return }
        guard game.canBePicked(card) else { throw .cardNotOnBoard }
        var picks = held.claim.cards ?? []
        let chosen = Set(picks).filter { card in !picks.count { $0 == card }.isMultiple(of: 2) }
        switch edition {
        case .first:
            if let index = picks.firstIndex(of: card) {
                picks.remove(at: index)
            } else if picks.count < 3 {
                picks.append(card)
            } else {
                throw .finishYourTurn
            }
        case .second:
            guard chosen.count < 3 else { throw .finishYourTurn }
            picks.append(card)
        }
        held.claim.cards = picks
        phase = hold(held, in: phase)
    }

    /// Grants the claim that is held, when nobody can have been first any more or something happens
    /// that it must precede; nothing to do without one.
    mutating func grantHeldClaim(at now: TableInstant) -> [DuelEffect] {
        guard let heldClaim else { return [] }
        return grant(heldClaim, at: now)
    }

    /// Gives the turn to the better of two claims and tells the other.
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

    /// A dead heat goes to whoever is behind, else to whoever lost the last one, else to chance.
    private mutating func tossDeadHeat() -> Seat {
        let (first, second) = (game.tallies.first.points, game.tallies.second.points)
        if first != second { return first < second ? .first : .second }
        return lastDeadHeatLoser ?? decks.tossCoin()
    }

    /// Lets a claim that waits precede what changes the course of the duel.
    ///
    /// Nothing that its own player says ends the wait, in which the other may turn out to have been
    /// first: it is refused. Whoever leaves takes the claim back.
    mutating func settleHeldClaim(
        before message: ClientMessage, of seat: Seat, at now: TableInstant
    ) throws(Refusal) -> [DuelEffect] {
        guard let heldClaim else { return [] }
        guard heldClaim.seat == seat else { return grant(heldClaim, at: now) }
        guard case .leave = message else { throw .finishYourTurn }
        dropHeldClaim()
        return []
    }

    /// Begins the turn of a claim; final.
    private mutating func grant(_ held: HeldClaim, at now: TableInstant) -> [DuelEffect] {
        let granted = GrantedClaim(
            seat: held.seat, board: held.claim.board, arrival: held.arrival, grant: now,
            judge: held.judge)
        if edition == .first { lastGrant = granted }
        dropHeldClaim()
        var effects = endReveal(at: now)
        guard case .open = phase else { return effects }
        lastGrant = granted
        // The points for a quick set count from the board to the press, not to the arrival.
        let spotted = held.arrival.advanced(by: .zero - held.judge.allowance(for: held.seat))
        phase = .turn(turn(for: held.seat, because: .claim, at: now, spotted: spotted))
        effects.append(publish(.claimed(held.seat), at: now))
        for card in held.claim.cards ?? [] {
            // More cards than three would be picked in the opponent's name.
            guard case .turn(let turn) = phase, turn.seat == held.seat else { break }
            do throws(Refusal) {
                effects += try pickInTurn(card, at: now)
            } catch {
                effects.append(refusal(of: .pick, error, to: held.seat, at: now))
            }
        }
        return effects
    }

    /// What comes of a deal while the other's claim is held: whichever was pressed first.
    ///
    /// - Returns: `nil` when the cards may be dealt; the claim is then refused without cost.
    mutating func claimBefore(
        dealBy seat: Seat, arrival: TableInstant, at now: TableInstant
    ) -> [DuelEffect]? {
        guard let heldClaim else { return nil }
        guard race(heldClaim, against: arrival).winner == heldClaim.seat else { return nil }
        return grant(heldClaim, at: now) + [refusal(of: .deal, .notYourTurn, to: seat, at: now)]
    }

    /// How close a claim was that came too late because the other's was granted, when it was pressed
    /// before the grant could be seen.
    func lateRace(_ claim: Claim, by seat: Seat, arrival: TableInstant) -> Race? {
        guard let grant = lastGrant, grant.seat == seat.opponent, grant.board == claim.board
        else { return nil }
        var roundTrip = grant.judge.roundTrips[seat]
        if edition >= .second { roundTrip = min(roundTrip, ClaimJudge.longestLateness) }
        guard arrival <= grant.grant.advanced(by: roundTrip + ClaimJudge.jitter) else { return nil }
        var arrivals = PerSeat(both: arrival)
        arrivals[grant.seat] = grant.arrival
        var race = grant.judge.race(arrivals) { grant.seat }
        // A grant is final: who was granted has won.
        guard race.winner == grant.seat else { return nil }
        race.isDeadHeat = false
        return race
    }
}
