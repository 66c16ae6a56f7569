import SetProtocol

/// A player of a recorded game, who claims and deals again when they did, as far as the cards are
/// there.
package struct Ghost: AutomaticPlayer {
    private enum Deed: Equatable {
        /// Three cards, a set or not.
        case claim(Trio)
        /// A claim that named no three cards.
        case bluff
        case deal
    }

    /// What the player did, and when by the clock of play, which stops in a pause.
    private var deeds: ArraySlice<(time: Duration, deed: Deed)> = []
    /// The claim that the host has yet to answer.
    private var asked: (time: Duration, deed: Deed)?
    package let name: String
    private var seat: Seat?
    private var table: TableState?
    private var clock = Duration.zero
    private var runningSince: MonotonicInstant?
    package private(set) var nextWake: MonotonicInstant?

    /// The game of a recording to race, and its decks: the one, and the one of a sudden death.
    package struct Course: Sendable {
        package let ghost: Ghost
        package let decks: [[Card]]
        package let rules: Rules
    }

    /// - Parameter game: Counted from 0.
    /// - Returns: `nil` if the game has not been played to its end, so that its deck is unknown.
    package static func course(of recording: Recording, game: Int) -> Course? {
        guard recording.games.indices.contains(game) else { return nil }
        let moments = recording.moments[recording.games[game].moments]
        var (decks, result, number): ([[Card]], GameResult?, Int?) = ([], nil, nil)
        var names = PerSeat(both: "")
        for moment in moments {
            switch moment.message {
            case .state(let state):
                number = number ?? state.game
                // After the game, others may take the seats.
                if result == nil {
                    names = state.players.map { $0?.name ?? "" }
                    result = state.result
                }
            case .reveal(let reveal) where reveal.game == number: decks.append(reveal.shuffle.deck)
            case _: break
            }
        }
        guard let result, !decks.isEmpty else { return nil }
        let seat = result.winner ?? .first
        return Course(
            ghost: Ghost(of: seat, named: names[seat], in: moments), decks: decks,
            rules: recording.welcome.rules)
    }

    /// - Parameter moments: Those of one game.
    package init(of seat: Seat, named name: String, in moments: ArraySlice<Recording.Moment>) {
        self.name = name
        var (clock, since, claimed): (Duration, TableInstant?, Duration?) = (.zero, nil, nil)
        for moment in moments {
            guard case .state(let state) = moment.message else { continue }
            if let since { clock += since.duration(to: moment.time) }
            since = state.isInPlay ? moment.time : nil
            guard let event = state.event, event.seat == seat else { continue }
            switch event {
            case .claimed: claimed = clock
            case .setFound(_, let trio, _), .mismatch(_, let trio, _):
                deeds.append((claimed ?? clock, .claim(trio)))
                claimed = nil
            case .timedOut(_, .claim, _), .passed(_, .claim, _):
                deeds.append((claimed ?? clock, .bluff))
                claimed = nil
            case .dealt: deeds.append((clock, .deal))
            case _: break
            }
        }
    }

    // MARK: - Playing

    package mutating func receive(
        _ message: HostMessage, at now: MonotonicInstant
    ) -> [ClientMessage] {
        switch message {
        case .welcome(let welcome): seat = welcome.seat
        case .ping(let nonce): return [.pong(nonce)]
        case .refused(let refused):
            // The other player was faster; the cards may still be there afterwards.
            if refused.request == .claim, let asked { deeds = [asked] + deeds }
            asked = nil
        case .state(let state):
            if let runningSince { clock += max(.zero, runningSince.duration(to: now)) }
            runningSince = state.isInPlay ? now : nil
            let before = table
            table = state
            return respond(to: state, after: before, at: now)
        case .status, .hint, .race, .commitment, .reveal, .said, .pong, .bye, .error:
            break
        }
        return []
    }

    package mutating func wake(at now: MonotonicInstant) -> [ClientMessage] {
        guard let due = nextWake, due <= now, let table else { return [] }
        nextWake = nil
        return act(on: table, at: now)
    }

    private mutating func respond(
        to state: TableState, after before: TableState?, at now: MonotonicInstant
    ) -> [ClientMessage] {
        nextWake = nil
        guard let seat, let own = state.players[seat] else { return [] }
        if let asked = state.players[seat.opponent]?.asks, own.asks == nil,
            before?.players[seat.opponent]?.asks != asked
        {
            return [asked.message]
        }
        switch state.phase {
        case .waiting where state.game == 0: return own.isReady ? [] : [.ready]
        // Its readiness would limit how long a person may pause.
        case .paused:
            return own.isReady || state.players[seat.opponent]?.isReady == false ? [] : [.ready]
        case .open, .turn: return act(on: state, at: now)
        case .waiting, .countdown, .over, nil: return []
        }
    }

    /// Does what is due, or plans it; what cannot be done anymore is left out.
    private mutating func act(on table: TableState, at now: MonotonicInstant) -> [ClientMessage] {
        let clock = clock + (runningSince.map { max(.zero, $0.duration(to: now)) } ?? .zero)
        // Before its time, a card that is missing may still come.
        while let next = deeds.first, case .claim(let trio) = next.deed, next.time <= clock,
            !trio.cards.allSatisfy(table.cards.contains)
        {
            deeds.removeFirst()
        }
        let wait = deeds.first.map { max(.zero, $0.time - clock) }
        if table.phase == .turn {
            guard let turn = table.turn, turn.seat == seat else { return [] }
            if turn.reason == .claim {
                guard asked?.deed == .bluff else { return [] }
                asked = nil
                return [.pass]
            }
            let time = turn.countdown?.remaining ?? .seconds(3600)
            guard case .claim(let trio)? = deeds.first?.deed, let wait, wait < time,
                trio.cards.allSatisfy(table.cards.contains)
            else { return [.pass] }
            guard wait > .zero else {
                deeds.removeFirst()
                return trio.cards.map(ClientMessage.pick)
            }
            nextWake = now.advanced(by: wait)
            return []
        }
        guard table.selection?.verdict != .match, let wait, let next = deeds.first else {
            return []
        }
        guard wait == .zero else {
            nextWake = now.advanced(by: wait)
            return []
        }
        deeds.removeFirst()
        asked = next
        switch next.deed {
        case .claim(let trio): return [.claim(Claim(board: table.board, cards: trio.cards))]
        case .bluff: return [.claim(Claim(board: table.board))]
        case .deal: return table.deck > 0 ? [.deal(table.board)] : act(on: table, at: now)
        }
    }
}
