import SetProtocol

/// Two scripted players who take the sets of a game in turns.
package struct WireGame: Sendable {
    package let players: PerSeat<WirePlayer>
    private var next = Seat.first

    /// A game about to be played; the first seat begins.
    package init(_ players: PerSeat<WirePlayer>) {
        self.players = players
    }

    /// What the first seat has received last.
    package var state: TableState {
        get async { await players.first.newest }
    }

    /// Both read everything that has been said to them.
    package func settle() async throws {
        for seat in Seat.allCases { try await players[seat].settle() }
    }

    /// Both agree to start, and have the first cards before them.
    package func start() async throws {
        for seat in Seat.allCases { try await players[seat].send(.ready) }
        for seat in Seat.allCases { try await players[seat].state { $0.phase == .open } }
    }

    /// Makes one move of an open game: whose turn it is takes a set, or has three cards dealt and
    /// the other agree.
    package mutating func move() async throws {
        let player = players[next]
        if let set = await player.visibleSet {
            try await player.claim(set)
            try await player.event { $0.milestone == .refilled }
            next = next.opponent
        } else {
            let board = await player.newest.board
            try await player.send(.deal(board))
            try await players[next.opponent].event { $0.milestone == .dealt }
            try await players[next.opponent].ask(.pass)
        }
        try await settle()
    }

    /// Plays until the game is over or has become a sudden death, or that is over.
    package mutating func play() async throws {
        let isSuddenDeath = await state.isSuddenDeath
        while true {
            let state = await state
            guard state.phase == .open, state.isSuddenDeath == isSuddenDeath else { return }
            try await move()
        }
    }

    /// One claims and passes, the other passes as well: a round that leaves the cards alone.
    ///
    /// - Returns: What both received.
    @discardableResult
    package func exchange(begunBy seat: Seat = .first) async throws -> PerSeat<[HostMessage]> {
        let board = await players[seat].newest.board
        var announced = PerSeat<[HostMessage]>(both: [])
        announced[seat] += try await players[seat].ask(.claim(Claim(board: board)))
        announced[seat] += try await players[seat].ask(.pass)
        announced[seat.opponent] += try await players[seat.opponent].ask(.pass)
        announced[seat] += try await players[seat].settle()
        return announced
    }
}

extension TableEvent {
    /// What scripts wait for, without its seat and cards.
    package enum Milestone: Hashable, Sendable {
        case setFound, refilled, dealt, timedOut, away, over, other
    }

    /// What of that the event is.
    package var milestone: Milestone {
        switch self {
        case .setFound: .setFound
        case .refilled: .refilled
        case .dealt: .dealt
        case .timedOut: .timedOut
        case .away: .away
        case .over: .over
        case .joined, .left, .returned, .seatReleased, .ready, .countdown, .started, .claimed,
            .picked, .unpicked, .mismatch, .passed, .hinted, .asked, .withdrew, .paused, .resumed,
            .suddenDeath, .resigned:
            .other
        }
    }
}
