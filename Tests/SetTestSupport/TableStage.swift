import SetHost
import SetProtocol

/// Where a table is when something happens to it: every state of the protocol that a player can be in.
package enum TableStage: String, CaseIterable, Sendable {
    /// One player, and nobody else.
    case alone
    /// Both players, one of them ready.
    case seated
    /// The countdown to the first cards.
    case counting
    case open
    /// A claim waits to be judged, and nobody knows.
    case held
    case claimed
    /// A claim failed, and its three cards are shown; the other may answer.
    case answering
    case shown
    /// Three cards were dealt; the other may prove that it was not needed.
    case grace
    case asked
    case paused
    /// The countdown after a pause.
    case resuming
    /// The other player is away, and the game is paused.
    case away
    case over
    /// A game has ended, and one player wants another.
    case rematch
    /// The game ended level, and the next set decides.
    case suddenDeath

    /// A game of this shuffle in which the players take the sets in turns ends level.
    package static let levelSeed: UInt64 = 918_273_645_546_372_800

    package var takesTwo: Bool { self != .alone }

    /// Makes windows last while a table is there: what nothing else would end lasts for a moment,
    /// all else for as long as a test may take.
    ///
    /// - Parameter moment: How long countdowns are.
    package func prepare(_ options: inout HostOptions, moment: Duration) {
        options.limits.pingInterval = .milliseconds(200)
        switch self {
        case .counting, .resuming: options.rules.countdown = moment
        case .held: options.rules.lagFairness = .milliseconds(400)
        case .shown: options.rules.reveal = .seconds(10)
        case .suddenDeath:
            options.seed = Self.levelSeed
            options.rules.victory = .sets
        case .alone, .seated, .open, .claimed, .answering, .grace, .asked, .paused, .away, .over,
            .rematch:
            break
        }
    }

    /// Brings a table there at which two players sit, or at ``alone`` one.
    ///
    /// For ``held`` the other's line has to be the longer one, and both answer pings.
    ///
    /// - Parameter acting: Who claims, deals or asks; at ``away`` who stays.
    package func reach(_ players: PerSeat<WirePlayer>, by acting: Seat) async throws {
        let (actor, other) = (players[acting], players[acting.opponent])
        guard takesTwo else { return }
        try await actor.ask(.ready)
        guard self != .seated else { return }
        try await other.send(.ready)
        guard self != .counting else {
            return try await Self.all(players) { $0.phase == .countdown }
        }
        try await Self.all(players) { $0.phase == .open }
        switch self {
        case .alone, .seated, .counting, .open: break
        case .held, .claimed, .answering, .shown, .grace: try await play(actor, other)
        case .asked: try await actor.ask(.pause)
        case .paused, .resuming:
            for seat in Seat.allCases { try await players[seat].ask(.pause) }
            guard self == .resuming else { return }
            for seat in Seat.allCases { try await players[seat].send(.ready) }
            try await Self.all(players) { $0.phase == .countdown }
        case .away:
            await other.client.drop()
            try await actor.event { $0 == .paused }
        case .over, .rematch:
            try await actor.ask(.resign)
            try await other.state { $0.phase == .over }
            if self == .rematch { try await actor.ask(.ready) }
        case .suddenDeath:
            var game = WireGame(players)
            try await game.play()
            try await Self.all(players) { $0.isSuddenDeath && $0.phase == .open }
        }
    }

    private func play(_ actor: WirePlayer, _ other: WirePlayer) async throws {
        let board = await actor.newest.board
        switch self {
        case .held:
            // Five answers are enough to know a line.
            for player in [actor, other] { try await player.client.answered(6) }
            try await other.settle()
            // It is waited with for as long as the lines differ, unless this machine is slower.
            try await actor.ask(.claim(Claim(board: board)))
        case .answering:
            try await actor.claim(await actor.visibleNonSet)
            for player in [actor, other] {
                try await player.state { $0.turn?.reason == .answer }
            }
        case .shown:
            try await actor.claim(await actor.visibleSet)
            for player in [actor, other] { try await player.event { $0.milestone == .setFound } }
        case .grace:
            try await actor.send(.deal(board))
            for player in [actor, other] { try await player.state { $0.turn?.reason == .grace } }
        case _: try await actor.ask(.claim(Claim(board: board)))
        }
    }

    private static func all(
        _ players: PerSeat<WirePlayer>, _ isThere: @Sendable (TableState) -> Bool
    ) async throws {
        for seat in Seat.allCases { try await players[seat].state(isThere) }
    }
}
