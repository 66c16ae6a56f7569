import SetProtocol

/// A duel depends only on these and their times: recorded in order they are the duel, and applied
/// again they give the same states and the same effects (``Duel/apply(_:at:)``).
package enum DuelInput: Hashable, Sendable {
    case joined(Seat, name: String)
    /// A player sent a message; see ``Duel/receive(_:from:arrival:isContested:at:)``.
    case received(ClientMessage, from: Seat, arrival: TableInstant, isContested: Bool = false)
    case measured(PerSeat<Duration>)
    /// A player connected, and the system reports a lower bound of the round trip.
    case connected(PerSeat<Duration>)
    case deadlinePassed
    case connectionLost(Seat)
    case returned(Seat)
    case left(Seat)
    /// A watcher, known by the digest of a token, waits for a seat.
    case queued(SHA256, name: String)
    case unqueued(SHA256)
    /// The connection of a watcher who waits was lost, or restored.
    case waiter(SHA256, isHere: Bool)
    /// These seats are given to those who wait.
    case seated([Seat])
    case restarted
    case closed
}

extension Duel {
    /// Applies an input: the one way in for live play, recovery, replay, and audit.
    package mutating func apply(_ input: DuelInput, at now: TableInstant) -> [DuelEffect] {
        switch input {
        case .joined(let seat, let name): return joined(seat, name: name, at: now)
        case .received(let message, let seat, let arrival, let isContested):
            return receive(
                message, from: seat, arrival: arrival, isContested: isContested, at: now)
        case .measured(let roundTrips):
            self.roundTrips = roundTrips
            return []
        case .connected(let roundTrips):
            leastRoundTrips = roundTrips
            return []
        case .deadlinePassed: return deadlinePassed(at: now)
        case .connectionLost(let seat): return connectionLost(seat, at: now)
        case .returned(let seat): return returned(seat, at: now)
        case .left(let seat): return left(seat, at: now)
        case .queued(let token, let name): return queued(token, name: name, at: now)
        case .unqueued(let token): return unqueued(token, at: now)
        case .waiter(let token, let isHere): return waiter(token, isHere: isHere, at: now)
        case .seated(let seats): return seatQueue(in: seats, at: now)
        case .restarted: return restarted(at: now)
        case .closed: return [.close]
        }
    }

    /// Records that the host has restarted: everybody is disconnected.
    ///
    /// Nobody pays for that. A turn under way is canceled at no cost, and a held claim is
    /// forgotten. Seats are kept for their full time from now on.
    ///
    /// - Parameter now: The time of the last input: while there was no host, no time passed.
    mutating func restarted(at now: TableInstant) -> [DuelEffect] {
        dropHeldClaim()
        lastWin = nil
        (roundTrips, leastRoundTrips) = (PerSeat(both: .zero), PerSeat(both: .zero))
        if case .turn = phase {
            if game.selection?.verdict == .undecided { game.dropSelection() }
            phase = .open(reveal: nil)
        }
        for place in queue.indices { queue[place].kept = Window(rules.seatKept, from: now) }
        var effects: [DuelEffect] = []
        for seat in Seat.allCases {
            guard let presence = players[seat]?.presence, presence != .released else { continue }
            players[seat]?.presence = .away(Window(rules.seatKept, from: now))
            if players[seat]?.absence == nil {
                players[seat]?.absence = Absence(since: now, cost: .nothingYet)
            }
            if presence == .here { effects.append(publish(.away(seat), at: now)) }
        }
        // A found set that does not end the game is shown again when the game resumes: nobody sees
        // the next cards alone.
        if isDecided { effects += endReveal(at: now) }
        lastShowing = nil
        return effects + standStill(at: now, isFaceUp: false)
    }
}
