import SetProtocol

// MARK: - What everybody may see

extension Duel {
    /// Increments the revision and describes the table after a change.
    mutating func publish(_ event: TableEvent?, at now: TableInstant) -> DuelEffect {
        revision = revision.next
        var state = snapshot(at: now)
        state.event = event
        let isOpened = state.phase == .open && lastPhase != .open
        if state.board != opening.board || isOpened {
            opening = BoardOpening(board: state.board, at: now, opener: speaker)
        }
        lastPhase = state.phase
        return .publish(state)
    }

    /// The current table, for a newcomer.
    package func snapshot(at now: TableInstant) -> TableState {
        var state = TableState()
        state.revision = revision
        state.board = game.boardNumber
        state.phase = phase.name
        let isHidden = areCardsHidden
        state.cards = game.board.cards.map { isHidden ? nil : $0 }
        state.deck = game.deck.count
        state.discard = game.discard.count
        state.lastDiscard = game.discard.last?.card
        state.selection = isHidden ? nil : game.selection
        state.turn = shownTurn(at: now)
        state.clock = shownClock(at: now)
        state.players.first = shown(players.first, game.tallies.first)
        state.players.second = shown(players.second, game.tallies.second)
        state.game = gameNumber
        state.isSuddenDeath = isSuddenDeath
        if case .over(let result) = phase { state.result = result }
        state.match = match
        state.queue = queue.map(\.name)
        return state
    }

    /// The match that the game belongs to; who has won it keeps it until the next one begins.
    var match: Match? {
        guard let wins = rules.winsOfMatch else { return nil }
        return Match(
            games: rules.bestOf,
            winner: Seat.allCases.first { players[$0].map { $0.wins >= wins } ?? false })
    }

    /// While a game is paused its cards lie face down, so that the delay gives nobody an advantage.
    ///
    /// Not if a player has disconnected: that player has seen the cards and may have kept a picture
    /// of them, so the other must see them too.
    private var areCardsHidden: Bool {
        switch phase {
        case .paused(let reason, _, _), .countdown(_, then: .resume(_, let reason)):
            reason != .away(isFaceUp: true)
        case .waiting, .countdown(_, then: .start), .open, .turn, .over: false
        }
    }

    private func shownTurn(at now: TableInstant) -> Turn? {
        guard case .turn(let turn) = phase else { return nil }
        return Turn(
            seat: turn.seat, reason: turn.reason, countdown: turn.window?.countdown(at: now))
    }

    private func shownClock(at now: TableInstant) -> Clock? {
        switch phase {
        case .countdown(let window, _):
            return Clock(reason: .start, countdown: window.countdown(at: now))
        case .open(let reveal, _):
            return reveal.map { Clock(reason: .reveal, countdown: $0.countdown(at: now)) }
        case .waiting, .paused, .over:
            let kept = Seat.allCases.compactMap { seat -> Window? in
                guard case .away(let window) = players[seat]?.presence else { return nil }
                return window
            }
            if let next = kept.min(by: { $0.end < $1.end }) {
                return Clock(reason: .away, countdown: next.countdown(at: now))
            }
            // The state that announces the last player's readiness precedes the one that resumes
            // the game.
            guard case .paused(_, _, let readiness?) = phase, !areAllReady else { return nil }
            return Clock(reason: .ready, countdown: readiness.countdown(at: now))
        case .turn:
            return nil
        }
    }

    private func shown(_ player: Player?, _ tally: Game.Tally) -> PlayerState? {
        guard let player else { return nil }
        var state = PlayerState(name: player.name)
        state.points = tally.points
        state.sets = tally.sets
        state.wins = player.wins
        state.isPresent = player.presence == .here
        state.isReady = player.isReady
        state.asks = player.asks
        return state
    }

    // MARK: - The promise of a fair shuffle

    /// The commitment to the current deck, for a newcomer.
    package var commitment: Commitment? { isDeckPromised ? promise : nil }

    var promise: Commitment { Commitment(game: gameNumber, digest: shuffle.digest) }

    /// Reveals a deck that was committed to and is no longer used; does nothing without one.
    mutating func revealDeck() -> [DuelEffect] {
        guard isDeckPromised else { return [] }
        isDeckPromised = false
        return [.reveal(Reveal(game: gameNumber, shuffle: shuffle))]
    }

    /// A game with the next deck; a sudden death goes on with the points and sets so far.
    mutating func nextGame(
        tallies: PerSeat<Game.Tally> = PerSeat(both: Game.Tally())
    ) -> Game {
        shuffle = decks.next()
        return Game(
            rules: rules, deck: Deck(shuffle.deck), boardNumber: game.boardNumber.next,
            tallies: tallies)
    }
}
