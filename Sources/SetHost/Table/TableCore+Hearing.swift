import SetProtocol

/// Something that has come to a table and waits for its turn.
struct Happening: Sendable {
    enum What: Sendable {
        /// Somebody wants to be let in.
        case hello(Hello)
        /// A guest says something.
        case message(ClientMessage)
        /// A guest has said what is only refused.
        case refused(Refused)
        /// A guest has done what ends a connection, in words unless the usual ones will do.
        case misbehaved(ConnectionError, String?)
        /// A guest's connection is gone.
        case lost
        /// It is time to look at deadlines, pings and silences; to these guests something still waits
        /// to be sent.
        case wake(congested: [GuestNumber])
    }

    let what: What
    /// Whose it is; a wake-up is nobody's.
    let guest: GuestNumber?
    /// When it reached this machine, as its clock reads.
    let moment: TableTime

    init(_ what: What, _ guest: GuestNumber?, _ moment: TableTime) {
        (self.what, self.guest, self.moment) = (what, guest, moment)
    }
}

// MARK: - In the order of arrival

extension TableCore {
    /// Does something, or first has read what may have come before it.
    mutating func meet(
        _ happening: Happening, using random: inout some RandomNumberGenerator
    ) {
        guard gathered == nil else { return gathered?.append(happening) ?? () }
        let earlier = guestsToRead(before: happening)
        guard !earlier.isEmpty else { return apply(happening, isContested: false, using: &random) }
        gathered = [happening]
        effects.append(.read(earlier))
    }

    /// Whose connections may hold something that precedes this and is changed by it.
    private func guestsToRead(before happening: Happening) -> [GuestNumber] {
        switch happening.what {
        case .refused, .message(.ping), .message(.pong), .message(.hello): return []
        case .hello(let hello):
            return hello.role == .play ? guests.filter { $0.seat != nil }.map(\.number) : []
        case .misbehaved, .lost:
            guard let seat = seat(of: happening) else { return [] }
            return guests.filter { $0.seat == seat.opponent }.map(\.number)
        case .message:
            // What its sender said in the same breath is to come before what the other said later.
            guard let seat = seat(of: happening),
                guests.contains(where: { $0.seat == seat.opponent })
            else { return [] }
            return guests.compactMap { $0.seat == nil ? nil : $0.number }
        case .wake:
            // What arrived in time counts, however late this comes to look at it; and what lies here
            // unread is no silence.
            let lost = guests.filter { $0.pulse.isLost(at: happening.moment) }
            let isPlayersConcern =
                isDue(at: happening.moment) || lost.contains { $0.seat != nil }
                || readyWait.seatToFree(at: tableTime(happening.moment)) != nil
            return guests.filter { guest in
                (isPlayersConcern && guest.seat != nil)
                    || lost.contains { $0.number == guest.number }
            }.map(\.number)
        }
    }

    /// The seat of whose it is; `nil` when it is no player's.
    private func seat(of happening: Happening) -> Seat? {
        guard let guest = happening.guest else { return nil }
        return seat(of: guest)
    }

    /// Does everything that was gathered, in the order in which it reached this machine.
    mutating func applyBatch(using random: inout some RandomNumberGenerator) {
        if let gathered, gathered.count == 1 {
            self.gathered = nil
            return apply(gathered[0], isContested: false, using: &random)
        }
        let waiting = (gathered ?? []).enumerated()
            .sorted { ($0.element.moment, $0.offset) < ($1.element.moment, $1.offset) }
            .map(\.element)
        gathered = nil
        for (place, happening) in waiting.enumerated() {
            let isContested = isContested(happening, by: waiting.dropFirst(place + 1))
            apply(happening, isContested: isContested, using: &random)
        }
    }

    /// Whether it is a claim, and one of the other seat has come as well.
    private func isContested(_ claim: Happening, by later: ArraySlice<Happening>) -> Bool {
        guard case .message(.claim) = claim.what, let seat = seat(of: claim) else {
            return false
        }
        return later.contains { happening in
            guard case .message(.claim) = happening.what else { return false }
            return self.seat(of: happening) == seat.opponent
        }
    }

    private mutating func apply(
        _ happening: Happening, isContested: Bool,
        using random: inout some RandomNumberGenerator
    ) {
        let now = happening.moment
        switch (happening.what, happening.guest) {
        case (.wake(let congested), _):
            lookAtTheClock(congested: congested, at: now, using: &random)
        case (.hello(let hello), let guest?): admit(guest, with: hello, at: now, using: &random)
        case (.message(let message), let guest?):
            handle(message, from: guest, at: now, isContested: isContested)
        case (.refused(let refused), let guest?): refuse(refused, to: guest)
        case (.misbehaved(let error, let text), let guest?):
            expel(guest, error, saying: text, at: now)
        case (.lost, let guest?):
            guard let place = index(of: guest) else { return }
            let seat = guests.remove(at: place).seat
            effects.append(.finish(guest))
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
        _ line: ArraySlice<UInt8>, from guest: GuestNumber, at arrival: TableTime
    ) -> Happening? {
        guard let place = index(of: guest) else { return nil }
        // The stamps of one line of bytes are in its order, whatever is done to the kernel's clock.
        let arrival = max(arrival, guests[place].lastArrival)
        let what: Happening.What
        switch guests[place].heard(at: arrival) {
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
        // While a table gathers nobody is expelled, and thousands of lines may lie there.
        if case .misbehaved = what { effects.append(.ignore(guest)) }
        return Happening(what, guest, arrival)
    }

    private mutating func judge(_ error: WireError, of place: Int) -> Happening.What {
        switch error {
        case .unknownType:
            guests[place].struckOut()
                ? .misbehaved(.badMessage, nil)
                : .refused(Refused(request: nil, why: .unknownType))
        case .badText: .refused(Refused(request: .say, why: .badText))
        case .malformed, .missing, .invalid, .badName: .misbehaved(.badMessage, error.sentence)
        }
    }

    private mutating func handle(
        _ message: ClientMessage, from guest: GuestNumber, at arrival: TableTime,
        isContested: Bool
    ) {
        guard let place = index(of: guest), !isTooMuch(message, from: place, at: arrival) else {
            return
        }
        let seat = guests[place].seat
        switch message {
        case .pong(let nonce):
            let isProof = guests[place].answeredPing(nonce, at: arrival)
            // What was sent before the ping has been read too: the welcome with its secret.
            if isProof, let seat { tokens.confirm(seat) }
        case .ping(let nonce): answer(nonce, to: guest)
        case .hello: refuse(Refused(request: .hello, why: .alreadyGreeted), to: guest)
        case .say(let text) where seat == nil:
            effects.append(.tellAll(.said(nil, name: guests[place].name, text: text)))
        case .leave, .say, .ready, .claim, .pick, .deal, .pass, .hint, .new, .resign, .pause:
            if case .leave = message { depart(guest) }
            if let seat {
                pass(message, from: seat, at: arrival, isContested: isContested)
            } else if message.type != .leave {
                refuse(Refused(request: message.type, why: .onlyWatching), to: guest)
            }
        }
    }

    private mutating func pass(
        _ message: ClientMessage, from seat: Seat, at arrival: TableTime, isContested: Bool
    ) {
        let now = time(arrival)
        tokens.confirm(seat)
        receive(
            .received(
                message, from: seat, arrival: tableTime(arrival), isContested: isContested),
            at: now)
    }

    private mutating func refuse(_ refused: Refused, to guest: GuestNumber) {
        guard index(of: guest) != nil else { return }
        effects.append(.tell(.refused(refused), to: guest))
    }
}
