import SetProtocol

/// Everything that can happen to a duel.
///
/// A duel depends on these and their times alone. Written down in their order they are the duel:
/// done again, they give the same states and the same effects (``Duel/apply(_:at:)``).
package enum DuelInput: Hashable, Sendable {
    /// A player took a free seat.
    case joined(Seat, name: String)
    /// A player sent a message; see ``Duel/receive(_:from:arrival:isContested:at:)``.
    case received(ClientMessage, from: Seat, arrival: TableInstant, isContested: Bool = false)
    /// The lines to the players were measured.
    case measured(PerSeat<Duration>)
    /// A player came over a line of which the system says how long a way and back takes at least.
    case connected(PerSeat<Duration>)
    /// The timer woke the duel.
    case deadlinePassed
    /// A player's connection was lost.
    case connectionLost(Seat)
    /// A lost player came back.
    case returned(Seat)
    /// A player gave the seat up for good.
    case left(Seat)
    /// The host had ended and has begun again.
    case restarted
    /// The host closes the table.
    case closed
}

extension Duel {
    /// Lets an event happen: the one way for live play, recovery, replay and audit.
    ///
    /// - Parameter now: Not before the time of the last event.
    /// - Returns: What to do, in order.
    package mutating func apply(_ input: DuelInput, at now: TableInstant) -> [DuelEffect] {
        switch input {
        case .joined(let seat, let name): return joined(seat, name: name, at: now)
        case .received(let message, let seat, let arrival, let isContested):
            return receive(
                message, from: seat, arrival: arrival, isContested: isContested, at: now)
        case .measured(let roundTrips):
            measured(roundTrips)
            return []
        case .connected(let roundTrips):
            connected(roundTrips)
            return []
        case .deadlinePassed: return deadlinePassed(at: now)
        case .connectionLost(let seat): return connectionLost(seat, at: now)
        case .returned(let seat): return returned(seat, at: now)
        case .left(let seat): return left(seat, at: now)
        case .restarted: return restarted(at: now)
        case .closed: return [.close]
        }
    }

    /// Notes that the host had ended and has begun again: everybody's connection is lost.
    ///
    /// Nobody pays for that. What was being decided is not: a turn under way is cancelled without
    /// cost, and a claim that waited is forgotten. Seats are kept for their whole time from now on.
    ///
    /// - Parameter now: The time of the last event before; while there was no host there was no time.
    /// - Returns: What to do, in order.
    mutating func restarted(at now: TableInstant) -> [DuelEffect] {
        dropHeldClaim()
        lastGrant = nil
        (roundTrips, leastRoundTrips) = (PerSeat(both: .zero), PerSeat(both: .zero))
        if case .turn = phase {
            if game.selection?.verdict == .undecided { game.dropSelection() }
            phase = .open(reveal: nil)
        }
        var effects: [DuelEffect] = []
        for seat in Seat.allCases {
            guard let presence = players[seat]?.presence, presence != .released else { continue }
            players[seat]?.presence = .away(Window(rules.seatKept, from: now))
            if players[seat]?.absence == nil {
                players[seat]?.absence = Absence(since: now, isCounted: false, waitingEnd: .never)
            }
            if presence == .here { effects.append(publish(.away(seat), at: now)) }
        }
        // A found set that ends nothing is shown once more when the game goes on: nobody sees the next cards alone.
        if edition == .first || isDecided { effects += endReveal(at: now) }
        lastShowing = nil
        return effects + standStill(at: now, isFaceUp: false)
    }
}
