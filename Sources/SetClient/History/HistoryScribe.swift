import SetProtocol

/// Gathers from a host's messages what its player may want to know of each game later.
struct HistoryScribe {
    private let opponent: PlayedGame.Opponent
    private let daily: String?
    private var welcome: Welcome?
    private var record = GameRecord()
    /// Whether the game of the record has been seen before its end: what is over on arrival was noted
    /// earlier, or by somebody else.
    private var isRunning = false
    private var races: [Race] = []

    /// - Parameter past: The game so far, if one that was left is continued.
    init(
        against opponent: PlayedGame.Opponent, daily: String? = nil, past: Recording? = nil
    ) {
        (self.opponent, self.daily) = (opponent, daily)
        record = past.map { GameRecord(upToTheEndOf: $0) } ?? record
    }

    /// - Parameter date: The time on the wall, for the game's line.
    /// - Returns: The game that has just ended; `nil` while none has.
    mutating func receive(
        _ message: HostMessage, at now: MonotonicInstant, date: CivilTime
    ) -> PlayedGame? {
        switch message {
        case .welcome(let welcome): self.welcome = welcome
        case .race(let race): if races.count < GameRecord.limit { races.append(race) }
        case .state(let state): return follow(state, at: now, date: date)
        case .status, .refused, .hint, .commitment, .reveal, .said, .ping, .pong, .bye, .error:
            break
        }
        return nil
    }

    private mutating func follow(
        _ state: TableState, at now: MonotonicInstant, date: CivilTime
    ) -> PlayedGame? {
        if state.game != record.game { (isRunning, races) = (false, []) }
        record.apply(state, at: now)
        switch state.phase {
        case .countdown, .open, .turn, .paused: isRunning = true
        case .waiting, nil: isRunning = false
        case .over:
            defer { isRunning = false }
            return isRunning ? game(record.result, date) : nil
        }
        return nil
    }

    /// The duel that its player has just left, which is lost.
    mutating func leave(date: CivilTime) -> PlayedGame? {
        guard isRunning, let welcome, let seat = welcome.seat, welcome.rules.players == .two else {
            return nil
        }
        isRunning = false
        return game(GameResult(winner: seat.opponent, decider: .left), date)
    }

    private func game(_ result: GameResult?, _ date: CivilTime) -> PlayedGame? {
        guard let welcome, let seat = welcome.seat, let own = record.players[seat],
            // The games after it are practice with the same deck.
            daily == nil || record.game == 1
        else { return nil }
        let rules = welcome.rules
        var game = PlayedGame(time: date, table: welcome.table.text)
        game.game = record.game
        game.against = rules.players == .one ? .nobody : opponent
        game.deck = rules.deck
        game.decider = result?.decider
        game.play = record.clock
        game.daily = daily
        // A host may send any numbers.
        (game.points, game.sets) = (own.points, min(own.sets, PlayedGame.counts.upperBound))
        if rules.players == .two, let other = record.players[seat.opponent] {
            game.name = SafeText.name(other.name)
            game.opponentPoints = other.points
            game.opponentSets = min(other.sets, PlayedGame.counts.upperBound)
        }
        game.outcome =
            rules.players == .one
            ? .played : result?.winner.map { $0 == seat ? .won : .lost } ?? .drawn
        game.finds = record.finds.filter { $0.seat == seat }.map {
            PlayedGame.Find($0.search, differing: $0.trio.differingFeatures)
        }
        let counts = record.counts[seat]
        let failed = counts.mismatches + counts.lateClaims + counts.passedClaims
        game.failed = min(failed, PlayedGame.counts.upperBound)
        game.racesWon = races.filter { $0.winner == seat }.map(\.margin)
        game.racesLost = races.filter { $0.winner != seat }.map(\.margin)
        var boards: [[Card]] = []
        for missed in record.missedSets.sorted(by: { $0.lay > $1.lay })
        where boards.count < PlayedGame.mostMissed && !boards.contains(missed.board) {
            boards.append(missed.board)
        }
        game.missed = boards
        return game
    }
}
