import SetProtocol

/// Something that has come to a table and waits for its turn.
struct PendingInput: Sendable {
    enum What: Sendable {
        /// Somebody wants to be let in.
        case hello(Hello)
        /// A participant says something.
        case message(ClientMessage)
        /// A participant has said what is only refused.
        case refused(Refused)
        /// A participant has done what ends a connection, in words unless the usual ones will do.
        case misbehaved(ConnectionError, String?)
        /// A participant's connection is gone.
        case lost
        /// It is time to look at deadlines, pings and silences; to these participants something still waits
        /// to be sent.
        case wake(congested: [ParticipantID])
    }

    let what: What
    /// Whose it is; a wake-up is nobody's.
    let participant: ParticipantID?
    /// When it reached this machine, as its clock reads.
    let moment: MonotonicInstant

    init(_ what: What, _ participant: ParticipantID?, _ moment: MonotonicInstant) {
        (self.what, self.participant, self.moment) = (what, participant, moment)
    }
}

// MARK: - In the order of arrival

extension TableCore {
    /// Does something, or first has read what may have come before it.
    mutating func meet(
        _ pending: PendingInput, using random: inout some RandomNumberGenerator
    ) {
        guard batch == nil else { return batch?.append(pending) ?? () }
        let earlier = participantsToRead(before: pending)
        guard !earlier.isEmpty else { return apply(pending, isContested: false, using: &random) }
        batch = [pending]
        effects.append(.read(earlier))
    }

    /// Whose connections may hold something that precedes this and is changed by it.
    private func participantsToRead(before pending: PendingInput) -> [ParticipantID] {
        switch pending.what {
        case .refused, .message(.ping), .message(.pong), .message(.hello): return []
        case .hello(let hello):
            return hello.role == .play ? participants.filter { $0.seat != nil }.map(\.number) : []
        case .misbehaved, .lost:
            guard let seat = seat(of: pending) else { return [] }
            return participants.filter { $0.seat == seat.opponent }.map(\.number)
        case .message:
            // What its sender said in the same breath is to come before what the other said later.
            guard let seat = seat(of: pending),
                participants.contains(where: { $0.seat == seat.opponent })
            else { return [] }
            return participants.compactMap { $0.seat == nil ? nil : $0.number }
        case .wake:
            // What arrived in time counts, however late this comes to look at it; and what lies here
            // unread is no silence.
            let lost = participants.filter { $0.liveness.isLost(at: pending.moment) }
            let isPlayersConcern =
                isDue(at: pending.moment) || lost.contains { $0.seat != nil }
                || readyWait.seatToFree(at: tableTime(pending.moment)) != nil
            return participants.filter { participant in
                (isPlayersConcern && participant.seat != nil)
                    || lost.contains { $0.number == participant.number }
            }.map(\.number)
        }
    }

    /// The seat of whose it is; `nil` when it is no player's.
    private func seat(of pending: PendingInput) -> Seat? {
        guard let participant = pending.participant else { return nil }
        return seat(of: participant)
    }

    /// Does everything that was kept, in the order in which it reached this machine.
    mutating func applyBatch(using random: inout some RandomNumberGenerator) {
        if let batch, batch.count == 1 {
            self.batch = nil
            return apply(batch[0], isContested: false, using: &random)
        }
        let waiting = (batch ?? []).enumerated()
            .sorted { ($0.element.moment, $0.offset) < ($1.element.moment, $1.offset) }
            .map(\.element)
        batch = nil
        for (place, pending) in waiting.enumerated() {
            let isContested = isContested(pending, by: waiting.dropFirst(place + 1))
            apply(pending, isContested: isContested, using: &random)
        }
    }

    /// Whether it is a claim, and one of the other seat has come as well.
    private func isContested(_ claim: PendingInput, by later: ArraySlice<PendingInput>) -> Bool {
        guard case .message(.claim) = claim.what, let seat = seat(of: claim) else {
            return false
        }
        return later.contains { pending in
            guard case .message(.claim) = pending.what else { return false }
            return self.seat(of: pending) == seat.opponent
        }
    }

    private mutating func apply(
        _ pending: PendingInput, isContested: Bool,
        using random: inout some RandomNumberGenerator
    ) {
        let now = pending.moment
        switch (pending.what, pending.participant) {
        case (.wake(let congested), _):
            lookAtTheClock(congested: congested, at: now, using: &random)
        case (.hello(let hello), let participant?):
            admit(participant, with: hello, at: now, using: &random)
        case (.message(let message), let participant?):
            handle(message, from: participant, at: now, isContested: isContested)
        case (.refused(let refused), let participant?): refuse(refused, to: participant)
        case (.misbehaved(let error, let text), let participant?):
            expel(participant, error, saying: text, at: now)
        case (.lost, let participant?):
            guard let place = index(of: participant) else { return }
            let seat = participants.remove(at: place).seat
            effects.append(.finish(participant))
            if let seat { happen(.connectionLost(seat), at: time(now)) }
        case (_, nil): return
        }
    }
}

// MARK: - Lines

extension TableCore {
    /// Reads a line.
    ///
    /// - Returns: What it is; `nil` for nothing.
    mutating func hear(
        _ line: ArraySlice<UInt8>, from participant: ParticipantID, at arrival: MonotonicInstant
    ) -> PendingInput? {
        guard let place = index(of: participant) else { return nil }
        // The stamps of one line of bytes are in its order, whatever is done to the kernel's clock.
        let arrival = max(arrival, participants[place].lastArrival)
        let what: PendingInput.What
        switch participants[place].heard(at: arrival) {
        case .refused: what = .refused(Refused(request: nil, why: .tooFast))
        case .banished: what = .misbehaved(.tooFast, nil)
        case .admitted:
            guard !line.isEmpty else { return nil }
            do {
                what = .message(try WireCodec.decodeClientMessage(line))
            } catch {
                what = judge(error, of: place)
            }
        }
        // While a table keeps input nobody is expelled, and thousands of lines may lie there.
        if case .misbehaved = what { effects.append(.ignore(participant)) }
        return PendingInput(what, participant, arrival)
    }

    private mutating func judge(_ error: WireError, of place: Int) -> PendingInput.What {
        switch error {
        case .unknownType:
            participants[place].struckOut()
                ? .misbehaved(.badMessage, nil)
                : .refused(Refused(request: nil, why: .unknownType))
        case .badText: .refused(Refused(request: .say, why: .badText))
        case .malformed, .missing, .invalid, .badName: .misbehaved(.badMessage, error.sentence)
        }
    }

    private mutating func handle(
        _ message: ClientMessage, from participant: ParticipantID, at arrival: MonotonicInstant,
        isContested: Bool
    ) {
        guard let place = index(of: participant), !isTooMuch(message, from: place, at: arrival)
        else {
            return
        }
        let seat = participants[place].seat
        switch message {
        case .pong(let nonce):
            let isProof = participants[place].answeredPing(nonce, at: arrival)
            // What was sent before the ping has been read too: the welcome with its secret.
            if isProof, let seat { tokens.confirm(seat) }
        case .ping(let nonce): answer(nonce, to: participant)
        case .hello: refuse(Refused(request: .hello, why: .alreadyGreeted), to: participant)
        case .say(let text) where seat == nil:
            effects.append(.tellAll(.said(nil, name: participants[place].name, text: text)))
        case .leave, .say, .ready, .claim, .pick, .deal, .pass, .hint, .new, .resign, .pause:
            if case .leave = message { depart(participant) }
            if let seat {
                pass(message, from: seat, at: arrival, isContested: isContested)
            } else if message.type != .leave {
                refuse(Refused(request: message.type, why: .onlyWatching), to: participant)
            }
        }
    }

    private mutating func pass(
        _ message: ClientMessage, from seat: Seat, at arrival: MonotonicInstant, isContested: Bool
    ) {
        let now = time(arrival)
        tokens.confirm(seat)
        receive(
            .received(
                message, from: seat, arrival: tableTime(arrival), isContested: isContested),
            at: now)
    }

    private mutating func refuse(_ refused: Refused, to participant: ParticipantID) {
        guard index(of: participant) != nil else { return }
        effects.append(.tell(.refused(refused), to: participant))
    }
}
