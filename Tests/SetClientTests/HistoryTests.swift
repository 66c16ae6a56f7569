import SetProtocol
import SetTestSupport
import Testing

@testable import SetClient
@testable import SetHost

@Suite("The history of a player's games", .serialized, .inTurn)
struct HistoryTests {
    private struct Count: Equatable {
        var (games, won, lost, sets, failed, races) = (0, 0, 0, 0, 0, 0)

        static func + (one: Count, other: Count) -> Count {
            var sum = one
            sum.games += other.games
            sum.won += other.won
            sum.lost += other.lost
            sum.sets += other.sets
            sum.failed += other.failed
            sum.races += other.races
            return sum
        }
    }

    private struct Play {
        var isDuel = false
        /// What a player of a simulated table would have noted.
        var games: [PlayedGame] = []
        /// The same counted from the inputs of the journal, by other code.
        var count = Count()
        var last: HostMessage?
    }

    private static let date = CivilTime(secondsSince1970: 1_795_281_605)

    private static func welcome(_ rules: Rules, _ seat: Seat) -> HostMessage {
        var random = SeededGenerator(seed: 1)
        let table = TableCode(using: &random)
        return .welcome(Welcome(seat: seat, token: nil, table: table, rules: rules))
    }

    private static func play(seed: UInt64, seat: Seat) -> Play {
        let history = Simulation.history(seed: seed)
        var (duel, play) = (history.header.duel, Play())
        play.isDuel = duel.rules.players == .two
        var scribe = HistoryScribe(against: .player)
        _ = scribe.receive(welcome(duel.rules, seat), at: .zero, date: date)
        var (current, isOver, game) = (Count(), true, 0)
        for step in history.steps {
            let players = duel.players
            for effect in duel.apply(step.input, at: step.time) {
                if let message = effect.broadcast(players) {
                    let noted = scribe.receive(message, at: step.time.replayed, date: date)
                    play.games += noted.map { [$0] } ?? []
                    play.last = message
                }
                if case .race = effect { current.races += 1 }
                guard case .publish(let state) = effect else { continue }
                if state.game != game { (current, isOver, game) = (Count(), false, state.game) }
                switch state.event {
                case .setFound(seat, _, _): current.sets += 1
                case .mismatch(seat, _, _), .timedOut(seat, .claim, _), .passed(seat, .claim, _):
                    current.failed += 1
                case _: break
                }
                guard state.phase == .over, !isOver else { continue }
                isOver = true
                current.games = 1
                if let winner = state.result?.winner {
                    (current.won, current.lost) = winner == seat ? (1, 0) : (0, 1)
                }
                play.count = play.count + current
            }
        }
        return play
    }

    @Test("Statistics over simulated games are what an independent count of the journals gives")
    func independentCount() throws {
        var (expected, all) = (Count(), [PlayedGame]())
        let enough = LongRun.count(20, inLongRun: 200)
        for seed in 1... as PartialRangeFrom<UInt64> where all.count < enough {
            let play = Self.play(seed: seed, seat: seed.isMultiple(of: 2) ? .first : .second)
            guard play.isDuel else { continue }
            expected = expected + play.count
            all += play.games
            if all.count >= enough { break }
        }
        let statistics = GameStatistics(all)
        #expect(statistics.games == expected.games)
        #expect(statistics.duels.won == expected.won && statistics.duels.lost == expected.lost)
        #expect(statistics.failed == expected.failed)
        #expect(statistics.racesWon.count + statistics.racesLost.count == expected.races)
        #expect(statistics.searches.reduce(0) { $0 + ($1?.count ?? 0) } == expected.sets)
    }

    @Test("A line is read as it was written, with every field")
    func lines() throws {
        for seed in 1...20 as ClosedRange<UInt64> {
            for game in Self.play(seed: seed, seat: .first).games {
                #expect(try PlayedGame(line: game.line.dropLast()[...]).line == game.line)
            }
        }
    }

    /// A file in a directory of its own.
    private static func withFile(_ body: (HistoryFile) throws -> Void) throws {
        let directory = TestDirectory()
        try body(HistoryFile(in: StateDirectory(path: directory.path)))
        withExtendedLifetime(directory) {}
    }

    private static func game(_ number: Int, _ change: (inout PlayedGame) -> Void = { _ in })
        -> PlayedGame
    {
        var game = PlayedGame(time: CivilTime(secondsSince1970: number), table: "K7M2QX")
        (game.game, game.name, game.outcome) = (number, "Bob", .won)
        change(&game)
        return game
    }

    @Test("A torn last line is skipped and named, and the next game begins a line of its own")
    func torn() throws {
        try Self.withFile { file in
            for number in 1...3 { try file.append(Self.game(number)) }
            let whole = try FileStore.read(file.path, limit: 1 << 20)
            try FileStore.replace(file.path, with: whole.dropLast(9))
            let (games, problems) = file.read()
            #expect(games.map(\.game) == [1, 2])
            #expect(problems.map(\.line) == [3])
            #expect(problems[0].reason == "the last line is cut off; skipped")
            try file.append(Self.game(4))
            #expect(file.read().games.map(\.game) == [1, 2, 4])
            #expect(file.read().problems.map(\.line) == [3])
        }
    }

    @Test("Programs that write at the same time lose nothing")
    func sameTime() async throws {
        let directory = TestDirectory()
        let file = HistoryFile(in: StateDirectory(path: directory.path))
        // Each append opens the file again, as another program would.
        await withTaskGroup(of: Void.self) { group in
            for writer in 0..<4 {
                group.addTask {
                    for number in 0..<50 { try? file.append(Self.game(writer * 50 + number)) }
                }
            }
        }
        let (games, problems) = file.read()
        #expect(Set(games.map(\.game)) == Set(0..<200) && games.count == 200)
        #expect(problems.isEmpty)
    }

    @Test("A game that was over on arrival is not noted, and a duel that is left is lost")
    func arrival() throws {
        let ends = (1...40 as ClosedRange<UInt64>).lazy.compactMap { seed -> TableState? in
            guard case .state(let state)? = Self.play(seed: seed, seat: .first).last else {
                return nil
            }
            return state.phase == .over && state.players.first != nil ? state : nil
        }
        let over = try #require(ends.first)
        var scribe = HistoryScribe(against: .player)
        _ = scribe.receive(Self.welcome(.duel, .first), at: .zero, date: Self.date)
        #expect(scribe.receive(.state(over), at: .zero, date: Self.date) == nil)
        var state = over
        (state.phase, state.result, state.game) = (.open, nil, over.game + 1)
        // What a host says is bounded and made safe before it is kept.
        state.players.first?.sets = JSONLimits.largestInteger
        state.players.second?.name = "Eve\u{9b}31m\u{202e}"
        _ = scribe.receive(.state(state), at: .zero, date: Self.date)
        let date = Self.date
        let left = scribe.leave(date: date)
        #expect(left?.outcome == .lost && left?.decider == .left)
        #expect(left?.sets == 10_000 && left?.name == "Eve?31m?")
        let line = try #require(left).line.dropLast()
        #expect(try PlayedGame(line: line) == left)
        let evil = String(decoding: line, as: UTF8.self).exchanging("10000", for: "10001")
        #expect(throws: WireError.self) { try PlayedGame(line: Array(evil.utf8)[...]) }
        #expect(scribe.leave(date: date) == nil)
    }

    @Test("The figures are said in lines")
    func words() {
        var games = [
            Self.game(1) { game in
                game.sets = 3
                game.finds = [
                    .init(.milliseconds(2000), differing: 1),
                    .init(.milliseconds(4200), differing: 4),
                    .init(.milliseconds(3000), differing: 2),
                ]
                (game.racesWon, game.racesLost) = ([.milliseconds(80)], [.milliseconds(40)])
                game.failed = 1
            },
            Self.game(2) { game in
                (game.outcome, game.sets) = (.lost, 1)
                game.finds = [.init(.milliseconds(1000), differing: 2)]
            },
        ]
        games.append(Self.game(3) { ($0.against, $0.name, $0.outcome) = (.nobody, nil, .played) })
        #expect(
            GameStatistics(games).lines(drawsBars: true) == [
                "2 duels: 1 won, 1 lost.", "1 game alone.",
                "4 sets: median time 2.5 s, best 1.0 s.", "1 of 5 claims failed (20 %).",
                "Races: 1 won by 80 ms, 1 lost by 40 ms (medians).",
                "Median by game, over the last 2: █▁ 3.0 s then, 1.0 s now.",
                "Median time by how many features differ: one 2.0 s, two 2.0 s, all four 4.2 s.",
                "Where all four differ, you need 2.1 times as long as where one does.",
                "Against Bob: 1 won, 1 lost.",
            ])
        #expect(GameStatistics([]).lines(drawsBars: true) == ["0 sets."])
        let others = (1...50).map { number in
            Self.game(1) { game in
                game.name = "Bob \(number % 10)"
                game.finds = [1, 4].map { .init(.milliseconds(1000 + number), differing: $0) }
            }
        }
        let lines = GameStatistics(others).lines(drawsBars: true)
        #expect(lines.last == "Against 2 more: 10 won, 0 lost.")
        #expect(lines.contains("Where all four differ, you need as long as where one does."))
        // A row of bars fits into the narrowest window.
        let bars = lines.flatMap { $0.split(separator: " ") }.filter { $0.contains("█") }
        #expect(bars.map(\.count) == [34])
        // A name is no formula.
        let line = Self.game(1) { $0.name = "=1+1,\"x\"" }.tableLine
        #expect(line.contains(",\"'=1+1,\"\"x\"\"\","))
        #expect(PlayedGame.tableHeader.split(separator: ",").count == 17)
    }

    @Test("The deck of a day is the same everywhere, and its first result counts")
    func daily() throws {
        #expect(Daily.day(CivilTime(secondsSince1970: 1_795_910_400)) == "2026-11-29")
        #expect(Daily.day(CivilTime(secondsSince1970: 1_795_910_399)) == "2026-11-28")
        // Fixed: another number would be another deck for those with another version.
        #expect(Daily.seed("2026-11-28") == 9_689_168_849_737_944_936)
        let games = [
            Self.game(1) { ($0.daily, $0.sets, $0.play) = ("2026-11-28", 26, .seconds(401)) },
            Self.game(1) { ($0.daily, $0.sets) = ("2026-11-28", 27) },
        ]
        #expect(
            Daily.result("2026-11-28", in: games) == [
                "set-duel daily 2026-11-28: 26 sets in 6:41, 0 wrong.",
                "The same cards for everybody today: set-duel daily",
            ])
        #expect(Daily.result("2026-11-29", in: games) == nil)
    }

    @Test("Each missed board is practiced once, with twelve cards and a set")
    func missedBoards() throws {
        var games: [PlayedGame] = []
        for seed in 1...20 as ClosedRange<UInt64> {
            games += Self.play(seed: seed, seat: .first).games
        }
        let boards = MissedBoards.all(in: games)
        #expect(!boards.isEmpty && boards.count <= 50)
        #expect(Set(boards.map { CardSet($0) }).count == boards.count)
        for board in boards {
            #expect(board.count <= 12 && CardSet(board).count == board.count)
            #expect(CardSet(board).containsSet)
        }
    }
}
