import SetHost
import SetProtocol

/// Judges every claim and every race again, using only the journal.
///
/// The formulas are repeated here, so that a fault in ``ClaimJudge`` is also found.
struct RaceOracle: Sendable {
    private struct Call {
        var board: BoardNumber
        var arrival: TableInstant
        var roundTrips: PerSeat<Duration>
        /// The time until which it had to be held.
        var decision: TableInstant
    }

    private var calls = PerSeat<Call?>(both: nil)
    /// When the table last became open with its current cards, according to the states that were
    /// sent.
    private var opened = TableInstant.zero
    /// When the board last changed, and whose message changed it; `nil` if it was a deadline.
    private var changed: (at: TableInstant, by: Seat?) = (.zero, nil)
    private var announced: (board: BoardNumber, phase: TablePhase?)?
    /// The last set: who found it, when it was announced, what won it, and the least round trips
    /// known then.
    private var found: (by: Seat, at: TableInstant, call: Call?, roundTrips: PerSeat<Duration>)?

    /// Checks a decision.
    mutating func inspect(
        _ input: DuelInput, before: Duel, after: Duel, _ effects: [DuelEffect], at now: TableInstant
    ) throws(SimulationFault) {
        let bound = before.rules.players == .two ? before.rules.lagFairness : .zero
        if case .received(.claim(let claim), let seat, let arrival, let isContested) = input,
            !effects.contains(where: { $0.addressee == seat })
        {
            try inspectSight(claim, of: seat, arrival, before: before)
            try inspectLateness(claim, of: seat, arrival, before: before, bound)
            note(claim, of: seat, arrival, isContested, before: before, bound)
        }
        noteOpening(effects, by: input, before: before, at: now)
        let isRace = effects.contains { if case .race = $0 { true } else { false } }
        for effect in effects {
            if case .publish(let state) = effect, case .claimed(let seat) = state.event {
                try inspectGrant(to: seat, by: input, isRace: isRace, bound, at: now)
                // A later claim loses to this claim.
                found = nil
            }
            if case .race(let race) = effect { try inspect(race, by: input, bound) }
            if case .publish(let state) = effect, case .setFound(let seat, _, _) = state.event {
                noteSet(by: seat, input, state.board, before: before, at: now)
            }
        }
        try inspectHold(input, before: before, after: after)
    }

    /// Nobody can react before a round trip has passed, or nearly so, since the table opened.
    private func inspectSight(
        _ claim: Claim, of seat: Seat, _ arrival: TableInstant, before: Duel
    ) throws(SimulationFault) {
        guard before.rules.players == .two, claim.board == announced?.board,
            announced?.phase == .open
        else { return }
        let roundTrip = min(before.roundTrips[seat], .milliseconds(400))
        let least = max(roundTrip / 2, roundTrip - .milliseconds(5))
        guard arrival >= opened.advanced(by: least) else {
            throw SimulationFault(
                .racesAreFair, "\(seat) claimed \(opened.duration(to: arrival)) after the opening")
        }
    }

    /// Nobody may claim a board that is gone if they may have known that.
    private func inspectLateness(
        _ claim: Claim, of seat: Seat, _ arrival: TableInstant, before: Duel, _ bound: Duration
    ) throws(SimulationFault) {
        guard let announced, claim.board < announced.board, announced.phase == .open else { return }
        let lateness = min(before.roundTrips[seat], bound)
        guard changed.by != seat, arrival <= changed.at.advanced(by: lateness) else {
            throw SimulationFault(
                .racesAreFair,
                "\(seat) claimed an old board \(changed.at.duration(to: arrival)) later")
        }
    }

    private mutating func noteOpening(
        _ effects: [DuelEffect], by input: DuelInput, before: Duel, at now: TableInstant
    ) {
        for case .publish(let state) in effects {
            if state.board != announced?.board {
                // Due deadlines come before messages.
                let isDue = before.nextDeadline.map { $0 <= now } == true
                let changer: Seat? =
                    if !isDue, case .received(_, let seat, _, _) = input { seat } else { nil }
                (opened, changed) = (now, (now, changer))
            } else if state.phase == .open, announced?.phase != .open {
                opened = now
            }
            announced = (state.board, state.phase)
        }
    }

    /// A turn is no race: its third pick counts by its arrival, without credit.
    private mutating func noteSet(
        by seat: Seat, _ input: DuelInput, _ board: BoardNumber, before: Duel, at now: TableInstant
    ) {
        if case .received(.pick, seat, _, _) = input, before.phase.holder == seat {
            calls[seat] = Call(
                board: board, arrival: now, roundTrips: PerSeat(both: .zero), decision: now)
        }
        found = (seat, now, calls[seat], before.leastKnownRoundTrips)
    }

    /// Whether a claim cannot be an answer to the other player's set.
    private func hasLost(_ seat: Seat, _ arrival: TableInstant) -> Bool {
        guard let found, found.by == seat.opponent else { return false }
        let answer = min(found.roundTrips[seat], .milliseconds(400)) + .milliseconds(250)
        return arrival <= found.at.advanced(by: answer)
    }

    /// Neither a message of the claimant nor time before the end of the hold ends it.
    private func inspectHold(
        _ input: DuelInput, before: Duel, after: Duel
    ) throws(SimulationFault) {
        guard case .open(_, let held?) = before.phase, !after.isHolding else { return }
        let isRightful: Bool =
            switch input {
            case .received(.leave, _, _, _): true
            case .received(_, let seat, let arrival, _):
                seat != held.seat || arrival >= held.decision
            case .connectionLost, .left, .restarted, .closed, .deadlinePassed, .joined, .returned,
                .connected:
                true
            case .measured, .queued, .unqueued, .waiter, .seated: false
            }
        guard isRightful else {
            throw SimulationFault(.heldClaimsAreSilent, "the claimant ended the hold by \(input)")
        }
    }

    private mutating func note(
        _ claim: Claim, of seat: Seat, _ arrival: TableInstant, _ isContested: Bool, before: Duel,
        _ bound: Duration
    ) {
        // A repeated claim counts once.
        if case .open(_, let held?) = before.phase, held.seat == seat { return }
        let difference = before.roundTrips[seat.opponent] - before.roundTrips[seat]
        let isPresent = before.players[seat.opponent]?.presence == .here
        var hold = Duration.zero
        if isPresent, difference >= .milliseconds(1) { hold = min(difference, bound) }
        if isContested { hold = max(hold, .milliseconds(1)) }
        calls[seat] = Call(
            board: claim.board, arrival: arrival, roundTrips: before.roundTrips,
            decision: arrival.advanced(by: hold))
    }

    /// How much earlier the first was than the second; negative if later.
    private func lead(
        of first: TableInstant, before second: TableInstant, _ seat: Seat,
        _ lines: PerSeat<Duration>,
        _ bound: Duration
    ) -> Duration {
        var difference = lines[seat] - lines[seat.opponent]
        if difference < .milliseconds(1), difference > .milliseconds(-1) { difference = .zero }
        let madeUpFor = max(.zero - bound, min(bound, difference))
        return first.duration(to: second) + madeUpFor
    }

    private func inspectGrant(
        to seat: Seat, by input: DuelInput, isRace: Bool, _ bound: Duration, at now: TableInstant
    ) throws(SimulationFault) {
        guard let call = calls[seat] else {
            throw SimulationFault(.racesAreFair, "\(seat) did not call")
        }
        guard !hasLost(seat, call.arrival) else {
            throw SimulationFault(.racesAreFair, "\(seat) claimed just after a set")
        }
        guard call.arrival.duration(to: now) <= bound + .seconds(1) else {
            throw SimulationFault(.windowsEnd, "a claim was held from \(call.arrival) to \(now)")
        }
        // A claim that beats a held one waits for nobody, even if the latencies have changed since.
        guard isRace || now >= call.decision || !input.isNothing(but: seat) else {
            throw SimulationFault(.racesAreFair, "a claim was granted before \(call.decision)")
        }
        // The other player's claim, if it arrived in time, must not have been better.
        guard case .received(.claim(let claim), seat.opponent, let arrival, _) = input,
            claim.board == call.board, now < call.decision
        else { return }
        let lead = lead(of: call.arrival, before: arrival, seat, call.roundTrips, bound)
        guard lead > .milliseconds(-1) else {
            throw SimulationFault(.racesAreFair, "\(seat) was granted and was later by \(lead)")
        }
    }

    private func inspect(
        _ race: Race, by input: DuelInput, _ bound: Duration
    ) throws(SimulationFault) {
        guard case .received(.claim, let seat, let arrival, _) = input,
            let first = hasLost(seat, arrival) ? found?.call : calls[seat.opponent]
        else { throw SimulationFault(.racesAreFair, "a race without two claims") }
        let lead = lead(of: first.arrival, before: arrival, seat.opponent, first.roundTrips, bound)
        let winner = lead > .zero ? seat.opponent : seat
        let margin = max(lead, .zero - lead)
        let isClose = margin < .milliseconds(1)
        guard race.margin == margin, race.winner == winner || isClose,
            isClose || !race.isDeadHeat
        else {
            throw SimulationFault(.racesAreFair, "\(race), judged again: \(winner) by \(margin)")
        }
    }
}

extension DuelPhase {
    /// Whose turn it is.
    fileprivate var holder: Seat? { if case .turn(let turn) = self { turn.seat } else { nil } }
}

extension DuelInput {
    /// Whether it is only a deadline or an action of this seat: the other player did nothing.
    fileprivate func isNothing(but seat: Seat) -> Bool {
        switch self {
        case .received(_, let other, _, _), .connectionLost(let other), .returned(let other),
            .left(let other), .joined(let other, _):
            other == seat
        case .measured, .connected, .deadlinePassed, .queued, .unqueued, .waiter, .seated,
            .restarted, .closed:
            true
        }
    }
}
