import SetClient
import SetHost
import SetProtocol
import SetTestSupport
import Testing

/// A player without a person who remembers what the host said.
private struct Witness: InMemoryClient {
    var player: any AutomaticPlayer
    var moments: [Recording.Moment] = []

    mutating func hear(_ message: HostMessage, at now: MonotonicInstant) -> [ClientMessage] {
        moments.append(Recording.Moment(time: TableInstant(now.sinceZero), message: message))
        return player.receive(message, at: now)
    }

    mutating func wakeUp(at now: MonotonicInstant) -> [ClientMessage] { player.wake(at: now) }

    var wakeTime: MonotonicInstant? { player.nextWake }
}

@Suite("Racing a recorded duel")
struct GhostTests {
    /// Plays a game to its end.
    private static func play(
        _ players: PerSeat<any AutomaticPlayer>, rules: Rules, decks: DeckSource
    ) throws -> (result: GameResult?, recording: Recording) {
        var table = try InMemoryTable(
            players.map { Witness(player: $0) }, rules: rules, decks: decks)
        for _ in 0..<20_000 where table.snapshot.phase != .over { try table.pass() }
        var random = SeededGenerator(seed: 1)
        let recording = Recording(
            table: TableCode(using: &random), rules: rules,
            moments: table.clients.first.moments.filter { moment in
                if case .welcome = moment.message { false } else { true }
            })
        return (table.snapshot.result, recording)
    }

    @Test("A ghost and its opponent, both as recorded, end as the recorded duel did")
    func recorded() throws {
        for seed in (UInt64(1)...20).sampled(every: 3) {
            var rules = Rules.duel
            if seed.isMultiple(of: 4) { rules.deck = .junior }
            let (result, recording) = try Self.play(
                PerSeat(
                    first: Bot(strength: .hard, seed: seed, wantsRematch: false),
                    second: Bot(strength: .medium, seed: ~seed, wantsRematch: false)),
                rules: rules, decks: DeckSource(ShuffleSeed(number: seed), rules.deck))
            let winner = try #require(result?.winner)
            let course = try #require(Ghost.course(of: recording, game: 0))
            #expect(course.ghost.name == "\(winner)")
            let moments = recording.moments[recording.games[0].moments]
            var ghosts = PerSeat<any AutomaticPlayer>(both: course.ghost)
            ghosts[winner.opponent] = Ghost(of: winner.opponent, named: "", in: moments)
            let again = try Self.play(
                ghosts, rules: course.rules,
                decks: DeckSource(ShuffleSeed(number: 99), rules.deck, after: course.decks))
            #expect(again.result?.winner == winner, "seed \(seed)")
        }
    }

    @Test("Alone on the board, a ghost wins; what is taken from it, it leaves out")
    func alone() throws {
        let (_, recording) = try Self.play(
            PerSeat(
                first: Bot(strength: .hard, seed: 5, wantsRematch: false),
                second: Bot(strength: .easy, seed: 6, wantsRematch: false)),
            rules: .duel, decks: DeckSource(ShuffleSeed(number: 5)))
        let course = try #require(Ghost.course(of: recording, game: 0))
        // A much faster player changes the cards under it.
        let race = try Self.play(
            PerSeat(
                first: Bot(strength: .hard, seed: 1, haste: 10, wantsRematch: false),
                second: course.ghost),
            rules: course.rules, decks: DeckSource(ShuffleSeed(number: 9), after: course.decks))
        #expect(race.result?.winner == .first)
        #expect(Ghost.course(of: recording, game: 1) == nil)
        // Who sits down after the game is not who played it.
        var moments = recording.moments
        let last = try #require(moments.last { $0.isOver })
        guard case .state(var state) = last.message else { return }
        (state.phase, state.result) = (.waiting, nil)
        for seat in Seat.allCases { state.players[seat]?.name = "Pip" }
        moments.append(Recording.Moment(time: last.time, message: .state(state)))
        let longer = Recording(
            table: recording.welcome.table, rules: recording.welcome.rules, moments: moments)
        #expect(Ghost.course(of: longer, game: 0)?.ghost.name == course.ghost.name)
    }
}
