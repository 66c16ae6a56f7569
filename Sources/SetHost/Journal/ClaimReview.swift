import SetProtocol

/// Judges every claim of a journal again, from nothing but the arrival times and round trips
/// recorded in it.
///
/// | what was announced                    | what must be so                                      |
/// |---------------------------------------|------------------------------------------------------|
/// | a claim is granted                    | it was made; by a clock not before its time           |
/// | two claims were judged                | winner, margin and adjustment are the judge's         |
/// | a claim after a set was judged        | so, against the claim or pick that completed the set  |
/// | a second claim is refused, unjudged   | the first was due, or the second was no claim at all  |
/// | a deal goes before a claim, or after  | so says the judge                                     |
struct ClaimReview: Sendable {
    /// A claim as it reached the host, with the round trips it is judged by.
    private struct Call {
        let arrival: TableInstant
        let judge: ClaimJudge
        let decision: TableInstant
    }

    private let rules: Rules
    /// Whether a claim can lose to a set, as since the fifth edition.
    private let countsSets: Bool
    private var roundTrips = PerSeat<Duration>(both: .zero)
    /// Who is connected: no claim is held for a disconnected player.
    private var isPresent = PerSeat(both: false)
    /// The claim that has not been decided yet.
    private var waiting: (seat: Seat, call: Call)?
    /// The claim granted last, or the pick that completed the last set.
    private var granted: (seat: Seat, call: Call)?
    /// The number of granted claims.
    private(set) var grants = 0
    /// The number of decisions between two claims, or a claim and a deal.
    private(set) var races = 0

    /// Creates a review of a table's claims.
    init(_ rules: Rules, countsSets: Bool) {
        (self.rules, self.countsSets) = (rules, countsSets)
    }

    /// Checks the result of an input.
    ///
    /// - Parameters:
    ///   - input: What happened.
    ///   - effects: What the duel answered.
    ///   - time: When.
    ///   - held: The seat whose claim is held afterward.
    /// - Returns: Whether every decision is right.
    mutating func check(
        _ input: DuelInput, _ effects: [DuelEffect], at time: TableInstant, held: Seat?
    ) -> Bool {
        let before = (waiting: waiting, granted: granted)
        var new: (seat: Seat, call: Call)?
        switch input {
        case .measured(let roundTrips): self.roundTrips = roundTrips
        case .restarted:
            (waiting, granted, isPresent) = (nil, nil, PerSeat(both: false))
            roundTrips = PerSeat(both: .zero)
        case .received(.claim, let seat, let arrival, let isContested):
            new = (seat, call(by: seat, arrival, isContested))
        case .joined(let seat, _), .returned(let seat): isPresent[seat] = true
        case .connectionLost(let seat), .left(let seat), .received(.leave, let seat, _, _):
            isPresent[seat] = false
        case .received(.pick, let seat, _, _)
        where countsSets && effects.contains { $0.finder == seat }:
            // A turn is no race in which latency is credited.
            let judge = ClaimJudge(bound: .zero, roundTrips: roundTrips)
            granted = (seat, Call(arrival: time, judge: judge, decision: time))
        case .received, .connected, .deadlinePassed, .closed: break
        }
        let winners = effects.compactMap(\.claimant)
        for seat in winners {
            let ripe = [waiting, new].compactMap(\.self).first { $0.seat == seat }
            guard let ripe else { return false }
            if input == .deadlinePassed, time < ripe.call.decision { return false }
            granted = ripe
            grants += 1
        }
        defer {
            waiting = held.flatMap { seat in
                [waiting, new].compactMap(\.self).first { $0.seat == seat }
            }
        }
        guard case .received(let message, let seat, let arrival, _) = input else {
            return effects.allSatisfy { $0.race == nil }
        }
        // If the claim is still held, it was not judged: this one came too late for the grant
        // before it.
        let judged = before.waiting.flatMap { $0.seat == held ? nil : $0 }
        let rivals = [judged, before.granted].compactMap(\.self)
        let rival = rivals.first { $0.seat == seat.opponent }
        switch message {
        case .claim:
            return isRight(effects, winners, against: rival?.call, by: seat, arrival)
                && !isUnjudged(effects, winners, before.waiting, by: seat, at: time)
        case .deal:
            guard let waiting = before.waiting, waiting.seat == seat.opponent else { return true }
            return isRight(dealBy: seat, arrival, effects, against: waiting.call)
        case .hello, .ready, .pick, .pass, .hint, .new, .resign, .pause, .decline, .leave, .say,
            .ping, .pong:
            return true
        }
    }

    private func call(by seat: Seat, _ arrival: TableInstant, _ isContested: Bool) -> Call {
        let bound = rules.players == .two ? rules.lagFairness : .zero
        let judge = ClaimJudge(bound: bound, roundTrips: roundTrips)
        let wait = isPresent[seat.opponent] ? judge.hold(for: seat) : .zero
        let hold = max(wait, isContested ? ClaimJudge.deadHeat : .zero)
        return Call(arrival: arrival, judge: judge, decision: arrival.advanced(by: hold))
    }

    /// Whether an announced race went to the shorter reaction time.
    ///
    /// Replaying the duel checks who wins a dead heat, from points and coin tosses. A grant is
    /// final: a later claim loses even what would have been a dead heat.
    private mutating func isRight(
        _ effects: [DuelEffect], _ winners: [Seat], against rival: Call?, by seat: Seat,
        _ arrival: TableInstant
    ) -> Bool {
        let announced = effects.compactMap(\.race)
        guard let race = announced.first else { return true }
        guard announced.count == 1, let rival else { return false }
        races += 1
        var arrivals = PerSeat(both: arrival)
        arrivals[seat.opponent] = rival.arrival
        let judged = rival.judge.race(arrivals) { race.winner }
        return judged.winner == race.winner && judged.margin == race.margin
            && judged.adjustment == race.adjustment
            && (judged.isDeadHeat == race.isDeadHeat
                || judged.isDeadHeat && race.winner == seat.opponent)
            && (winners.last ?? race.winner) == race.winner
    }

    /// Whether the second of two claims was refused although both arrived in time.
    private func isUnjudged(
        _ effects: [DuelEffect], _ winners: [Seat], _ first: (seat: Seat, call: Call)?,
        by seat: Seat, at time: TableInstant
    ) -> Bool {
        guard let first, first.seat == seat.opponent, time < first.call.decision,
            !winners.isEmpty
        else { return false }
        return !effects.contains { $0.race != nil }
    }

    /// Whether a deal and a claim were applied in the order in which they were pressed.
    private mutating func isRight(
        dealBy seat: Seat, _ arrival: TableInstant, _ effects: [DuelEffect], against rival: Call
    ) -> Bool {
        var arrivals = PerSeat(both: arrival)
        arrivals[seat.opponent] = rival.arrival
        let judged = rival.judge.race(arrivals) { seat }
        if judged.isDeadHeat || rival.decision <= arrival { return true }
        let isDealt = effects.contains { $0.isDeal }
        if isDealt { races += 1 }
        return !isDealt || judged.winner == seat
    }
}

extension DuelEffect {
    /// The seat whose claim was granted, if any.
    fileprivate var claimant: Seat? {
        guard case .publish(let state) = self, case .claimed(let seat) = state.event else {
            return nil
        }
        return seat
    }

    fileprivate var race: Race? {
        if case .race(let race) = self { race } else { nil }
    }

    /// The seat that found a set, if any.
    fileprivate var finder: Seat? {
        guard case .publish(let state) = self, case .setFound(let seat, _, _) = state.event else {
            return nil
        }
        return seat
    }

    fileprivate var isDeal: Bool {
        guard case .publish(let state) = self, case .dealt = state.event else { return false }
        return true
    }
}
