import SetProtocol

extension TableCore {
    /// How long a report can be read before the next player in the queue sits down.
    static let reportTime = Duration.seconds(10)

    /// Takes a watcher into the queue, or out of it.
    mutating func queue(
        _ number: ParticipantID, at now: MonotonicInstant,
        using random: inout some RandomNumberGenerator
    ) {
        guard let place = index(of: number), !isTooMuch(.queue, from: place, at: now) else {
            return
        }
        guard duel.rules.players == .two, duel.rules.rotate != .off,
            participants[place].features.contains(.queue)
        else { return refuse(Refused(request: .queue, why: .noQueue), to: number) }
        if let waiting = participants[place].waiting {
            let answer = answer(to: .unqueued(waiting.digest), at: time(now))
            participants[place].waiting = nil
            effects.append(welcome(participants[place], token: nil))
            return perform(answer)
        }
        // What is refused is not in the journal.
        guard duel.queue.count < Duel.mostWaiters else {
            return refuse(Refused(request: .queue, why: .tooFast), to: number)
        }
        let token = SeatToken(using: &random)
        let answer = answer(
            to: .queued(token.digest, name: participants[place].name), at: time(now))
        participants[place].waiting = token
        effects.append(welcome(participants[place], token: token))
        perform(answer)
    }

    /// The seats that those in the queue get next: a player whose client does not know the queue keeps
    /// the seat.
    private var offeredSeats: [Seat] {
        duel.seatsForQueue.filter { duel.players[$0] == nil || knowQueue[$0] }
    }

    /// When those in the queue get the seats that are offered; `nil` if none is.
    var queueSeated: MonotonicInstant? {
        seatsOfferedSince.map {
            duel.phase.name == .over ? $0.advanced(by: Self.reportTime) : $0
        }
    }

    mutating func offerSeats(at now: MonotonicInstant) {
        seatsOfferedSince = offeredSeats.isEmpty ? nil : seatsOfferedSince ?? now
    }

    /// Gives seats to those in the queue, if there are any and it is time: not with any input, because
    /// what players said before must have been read.
    ///
    /// - Parameter isHurried: Whether a player is ready for the next game.
    mutating func seatQueue(at now: MonotonicInstant, isHurried: Bool = false) {
        guard !isClosed, let end = queueSeated, isHurried || end <= now else { return }
        let seats = offeredSeats
        seatsOfferedSince = nil
        if !seats.isEmpty { happen(.seated(seats), at: time(now)) }
    }

    mutating func makeRoom(_ seat: Seat) {
        tokens.void(seat)
        guard let place = index(of: seat) else { return }
        participants[place].seat = nil
        effects.append(welcome(participants[place], token: nil))
        effects.append(.moved(participants[place].number, to: nil))
    }

    mutating func promote(_ token: SHA256, to seat: Seat) {
        tokens.void(seat)
        tokens.add(token, of: seat)
        guard let place = participants.firstIndex(where: { $0.waiting?.digest == token }) else {
            return
        }
        let token = participants[place].waiting
        (participants[place].seat, participants[place].waiting) = (seat, nil)
        knowQueue[seat] = true
        effects.append(welcome(participants[place], token: token))
        effects.append(.moved(participants[place].number, to: seat))
    }
}
