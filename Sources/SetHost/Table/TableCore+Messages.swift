import SetProtocol

/// An input that waits to be applied in order.
struct PendingInput: Sendable {
    enum What: Sendable {
        indirect case hello(Hello)
        case message(ClientMessage)
        /// A participant sent something that is only refused.
        indirect case refused(Refused)
        /// A participant did something that ends the connection, with its own sentence if the usual
        /// one will not do.
        indirect case misbehaved(ConnectionError, String?)
        case lost
        /// It is time to check deadlines, pings, and silences; output to these participants is
        /// still unsent.
        case wake(congested: [ParticipantID], isLate: Bool)
    }

    let what: What
    let participant: ParticipantID?
    let moment: MonotonicInstant

    init(_ what: What, _ participant: ParticipantID?, _ moment: MonotonicInstant) {
        (self.what, self.participant, self.moment) = (what, participant, moment)
    }
}

// MARK: - In the order of arrival

extension TableCore {
    /// Applies an input, or first asks for input that may have come before it.
    mutating func meet(
        _ pending: PendingInput, using random: inout some RandomNumberGenerator
    ) {
        guard batch == nil else { return batch?.append(pending) ?? () }
        let earlier = participantsToRead(before: pending)
        guard !earlier.isEmpty else { return apply(pending, isContested: false, using: &random) }
        batch = [pending]
        if case .message = pending.what { unreadSender = pending.participant }
        effects.append(.read(earlier))
    }

    /// The participants whose unread input may precede this one and affect it.
    private func participantsToRead(before pending: PendingInput) -> [ParticipantID] {
        switch pending.what {
        case .refused, .message(.ping), .message(.pong), .message(.hello), .message(.status):
            return []
        case .hello(let hello):
            return hello.role == .play || hello.token != nil ? withPlace : []
        case .misbehaved, .lost, .message:
            guard let number = pending.participant, let place = index(of: number) else { return [] }
            if let seat = participants[place].seat, queueSeated == nil {
                return index(of: seat.opponent).map { [participants[$0].number] } ?? []
            }
            var mayMove = participants[place].hasPlace
            if case .message(.queue) = pending.what { mayMove = true }
            return mayMove ? withPlace.filter { $0 != number } : []
        case .wake(_, let isLate):
            // Input that arrived in time counts, however late it is read; and unread input is not
            // silence. If pings come late, the answers could reach the socket together with what
            // has been waiting there, and would change when that arrived.
            let lost = participants.filter { $0.liveness.isLost(at: pending.moment) }
            let isPlayersConcern =
                isLate || isDue(at: pending.moment) || lost.contains(where: \.hasPlace)
                || readyWait.seatToFree(at: tableTime(pending.moment)) != nil
                || queueSeated.map { $0 <= pending.moment } ?? false
            return participants.filter { participant in
                (isPlayersConcern && participant.hasPlace)
                    || lost.contains { $0.number == participant.number }
            }.map(\.number)
        }
    }

    /// The players and those who wait for a seat: their messages count in the order of arrival.
    private var withPlace: [ParticipantID] { participants.filter(\.hasPlace).map(\.number) }

    private func seat(of pending: PendingInput) -> Seat? {
        guard let participant = pending.participant else { return nil }
        return seat(of: participant)
    }

    mutating func applyBatch(using random: inout some RandomNumberGenerator) {
        let sender = exchange(&unreadSender, with: nil)
        if let batch, batch.count == 1 {
            self.batch = nil
            return apply(batch[0], isContested: false, using: &random)
        }
        // What the sender sent in the same packet comes before what the other sent later.
        if let sender { return effects.append(.read([sender])) }
        let waiting = (batch ?? []).enumerated()
            .sorted { ($0.element.moment, $0.offset) < ($1.element.moment, $1.offset) }
            .map(\.element)
        batch = nil
        for (place, pending) in waiting.enumerated() {
            let isContested = isContested(pending, by: waiting.dropFirst(place + 1))
            apply(pending, isContested: isContested, using: &random)
        }
    }

    /// Whether it is a claim and one of the other seat has arrived too.
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
        case (.wake(let congested, _), _):
            lookAtTheClock(congested: congested, at: now, using: &random)
        case (.hello(let hello), let participant?):
            admit(participant, with: hello, at: now, using: &random)
        case (.message(.queue), let participant?) where seat(of: participant) == nil:
            queue(participant, at: now, using: &random)
        case (.message(let message), let participant?):
            handle(message, from: participant, at: now, isContested: isContested)
        case (.refused(let refused), let participant?): refuse(refused, to: participant)
        case (.misbehaved(let error, let text), let participant?):
            expel(participant, error, saying: text, at: now)
        case (.lost, let participant?):
            guard let place = index(of: participant) else { return }
            let lost = participants.remove(at: place)
            effects.append(.finish(participant))
            disconnected(lost, at: now)
        case (_, nil): return
        }
    }

    // MARK: - Lines

    /// Decodes a line; `nil` for nothing.
    mutating func hear(
        _ line: ArraySlice<UInt8>, from participant: ParticipantID, at arrival: MonotonicInstant
    ) -> PendingInput? {
        guard let place = index(of: participant) else { return nil }
        // Arrival times of one connection are in order, even if the kernel's clock is set back.
        let arrival = max(arrival, participants[place].lastArrival)
        let what: PendingInput.What
        switch participants[place].heard(at: arrival) {
        case .refused: what = .refused(Refused(request: nil, why: .tooFast))
        case .disconnect: what = .misbehaved(.tooFast, nil)
        case .admitted:
            guard !line.isEmpty else { return nil }
            do {
                what = .message(try WireCodec.decodeClientMessage(line))
            } catch {
                what = judge(error, of: place)
            }
        }
        // While a batch is collected nobody is expelled, and thousands of lines may be in it.
        if case .misbehaved = what { effects.append(.ignore(participant)) }
        return PendingInput(what, participant, arrival)
    }

    private mutating func judge(_ error: WireError, of place: Int) -> PendingInput.What {
        switch error {
        case .unknownType:
            participants[place].addStrike()
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
            // Input sent before the ping has been read too, such as the welcome with its token.
            if isProof, let seat { tokens.confirm(seat) }
        case .ping(let nonce): answer(nonce, to: participant)
        case .hello, .status:
            refuse(Refused(request: message.type, why: .alreadyGreeted), to: participant)
        case .say(let text) where seat == nil:
            effects.append(.tellAll(.said(nil, name: participants[place].name, text: text)))
        case .leave:
            let waiting = participants[place].waiting
            seeOff(participant, with: .bye(.left, resume: false)) { core in
                if let seat {
                    core.pass(message, from: seat, at: arrival, isContested: isContested)
                } else if let waiting {
                    core.happen(.unqueued(waiting.digest), at: core.time(arrival))
                }
            }
        case .ready where seat != nil && queueSeated != nil && duel.phase.name == .over,
            .new where seat != nil && queueSeated != nil && duel.phase.name == .over:
            // Then nobody waits for the queue any longer.
            seatQueue(at: arrival, isHurried: true)
            if let seat = self.seat(of: participant) {
                pass(message, from: seat, at: arrival, isContested: isContested)
            }
        case .say, .ready, .claim, .pick, .deal, .pass, .hint, .new, .resign, .pause, .decline,
            .queue:
            if let seat {
                pass(message, from: seat, at: arrival, isContested: isContested)
            } else {
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

    mutating func refuse(_ refused: Refused, to participant: ParticipantID) {
        guard index(of: participant) != nil else { return }
        effects.append(.tell(.refused(refused), to: participant))
    }
}
