import SetProtocol
import SetTestSupport
import Testing

/// Two players who go on from wherever their table is.
struct DuelGoingOn {
    let players: PerSeat<WirePlayer>
    let witness: WirePlayer

    /// Plays until a claim by a seat has been found to be a set.
    ///
    /// - Returns: How many sets it had before and has after that.
    mutating func claim(by seat: Seat) async throws -> (before: Int, after: Int) {
        while true {
            let state = try await openTable()
            let player = players[seat]
            guard let set = CardSet(state.cards.compactMap(\.self)).sets.first?.cards else {
                try await deal(by: seat)
                continue
            }
            let before = state.players[seat]?.sets ?? 0
            try await player.send(.claim(Claim(board: state.board, cards: set)))
            let announced = try await player.settle()
            // The other's set may have been found too short a time ago to answer to it, and the host may
            // have measured a slower connection than it is by now.
            if announced.refusals.contains(where: [Refusal.notYourTurn, .staleBoard].contains) {
                continue
            }
            var found = announced.lazy.compactMap { message -> TableState? in
                guard case .state(let state) = message else { return nil }
                return state.event?.milestone == .setFound ? state : nil
            }.first
            // The claim may be held for a while.
            if found == nil { found = try await player.event { $0.milestone == .setFound } }
            return (before, found?.players[seat]?.sets ?? 0)
        }
    }

    mutating func playOut() async throws {
        var seat = Seat.first
        while await witness.newest.phase != .over {
            let state = try await openTable(orOver: true)
            guard state.phase == .open else { return }
            if CardSet(state.cards.compactMap(\.self)).sets.isEmpty {
                try await deal(by: seat)
            } else {
                _ = try await claim(by: seat)
                try await witness.settle()
            }
            seat = seat.opponent
        }
    }

    /// Deals; refused if the other player's set was found less than a reaction time ago.
    private func deal(by seat: Seat) async throws {
        try await players[seat].send(.deal(players[seat].newest.board))
        _ = try await players[seat].settle()
    }

    /// Does what is to be done until anybody may claim, no found set is shown, and both know.
    ///
    /// - Parameter orOver: Whether a game that is over is left so.
    private func openTable(orOver: Bool = false) async throws -> TableState {
        var last: TableState?
        // From everywhere a few steps lead here.
        for _ in 0..<20 {
            let state = try await agree()[0]
            last = state
            switch state.phase {
            case .open where state.clock == nil: return state
            case .open where state.clock.map { $0.countdown.total < .seconds(1) } == true:
                // Until then, only the finder may claim.
                try await witness.state { $0.clock == nil }
            case .open:
                // A pick by the finder ends the display; it may have ended already.
                let finder = state.selection?.seat ?? .first
                try await players[finder].send(.pick(state.cards.compactMap(\.self)[0]))
            case .over where orOver: return state
            case .waiting, .over, .paused:
                for seat in Seat.allCases where state.players[seat]?.isReady == false {
                    try await players[seat].send(.ready)
                }
            case .turn:
                guard let turn = state.turn else { break }
                try await players[turn.seat].send(.pass)
            case .countdown, nil: try await witness.state { $0.phase != .countdown }
            }
        }
        throw WirePlayer.Unexpected(description: "stuck at \(last.map { "\($0)" } ?? "")")
    }

    /// Both players and the watcher read until all have been told the same.
    ///
    /// - Returns: What each of them knows, without how much time is left.
    func agree() async throws -> [TableState] {
        var states: [TableState] = []
        let everybody = [players.first, players.second, witness]
        // Something may happen while they read, but not endlessly.
        for _ in 0..<200 {
            states = []
            for player in everybody { try await player.settle() }
            for player in everybody { states.append(await player.newest.timeless) }
            if states.allSatisfy({ $0.revision == states[0].revision }) { break }
        }
        for place in states.indices where states[place].event == nil {
            for other in states.indices { states[other].event = nil }
            break
        }
        return states
    }
}

extension TableState {
    /// The state as it is whenever it is written.
    var timeless: TableState {
        var state = self
        state.turn?.countdown?.remaining = .zero
        state.clock?.countdown.remaining = .zero
        return state
    }
}
