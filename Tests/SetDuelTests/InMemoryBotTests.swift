import SetHost
import SetProtocol
import SetTestSupport
import Testing

@testable import SetClient

@Suite("Computer players")
struct InMemoryBotTests {
    /// The strengths that never change, the weakest first.
    private static let fixed = Strength.allCases.filter { $0 != .even }

    /// A stronger and a weaker player.
    struct Pairing: Sendable, CustomTestStringConvertible {
        let stronger: Strength
        let weaker: Strength
        var testDescription: String { "\(stronger) against \(weaker)" }

        /// Plays a game to its end, the stronger in one of the seats.
        ///
        /// - Returns: Whether the stronger won; `nil` for a draw.
        func isWonByStronger(in seat: Seat, seed: UInt64) throws -> Bool? {
            var strengths = PerSeat(both: weaker)
            strengths[seat] = stronger
            let result = try game(strengths, seed: seed).snapshot.result
            return result?.winner.map { $0 == seat }
        }
    }

    @Test("The computer agrees to whatever its opponent asks for", arguments: Proposal.allCases)
    func agreement(to proposal: Proposal) throws {
        var bot = Bot(strength: .easy, seed: 1)
        let table = try #require(TableCode("K7M2QX"))
        _ = bot.receive(
            .welcome(Welcome(seat: .second, token: nil, table: table, rules: .duel)), at: .zero)
        var state = TableState()
        state.phase = .open
        state.players = PerSeat(first: PlayerState(name: "Ann"), second: PlayerState(name: "Bot"))
        state.players.first?.asks = proposal
        #expect(bot.receive(.state(state), at: .zero) == [proposal.message])
    }

    static func game(_ strengths: PerSeat<Strength>, seed: UInt64) throws -> InMemoryTable<Bot> {
        let bots = PerSeat(
            first: Bot(strength: strengths.first, seed: seed),
            second: Bot(strength: strengths.second, seed: ~seed))
        var table = try InMemoryTable(bots, decks: DeckSource(ShuffleSeed(number: seed)))
        while table.snapshot.phase != .over {
            try #require(table.events.count < 2000, "seed \(seed) never ends")
            try #require(try table.pass(), "nothing will ever happen again, seed \(seed)")
        }
        return table
    }

    static let everyPairing = Strength.allCases.flatMap { first in
        Strength.allCases.map { PerSeat(first: first, second: $0) }
    }

    @Test("Computer players of all strengths play to the end and find all but a few of the cards")
    func ends() async throws {
        for (seed, strengths) in Self.everyPairing.enumerated() {
            await Task.yield()
            let table = try Self.game(strengths, seed: UInt64(seed))
            let end = table.snapshot
            #expect(end.deck == 0 || end.isSuddenDeath, "\(strengths)")
            #expect(!CardSet(end.cards.compactMap(\.self)).containsSet || end.isSuddenDeath)
            #expect(end.cards.count <= 20 || end.isSuddenDeath)
            let sets = Seat.allCases.reduce(0) { $0 + (end.players[$1]?.sets ?? 0) }
            #expect(sets >= 20)
        }
    }

    @Test("Computer players are refused only when somebody was quicker")
    func refusals() throws {
        for seed in 30..<35 {
            let table = try Self.game(PerSeat(both: .master), seed: UInt64(seed))
            let allowed: Set<Refusal?> = [.notYourTurn, .staleBoard]
            #expect(table.refusals.allSatisfy { allowed.contains($0.refused.why) })
        }
    }

    @Test("Master computer players never pick three cards that are not a set")
    func masters() throws {
        let table = try Self.game(PerSeat(both: .master), seed: 3)
        let kinds = Set(table.events.map(\.kind))
        #expect(!kinds.contains("mismatch"))
        #expect(kinds.contains("setFound"))
    }

    @Test("Computer players play the same game again from the same seed")
    func repeatable() throws {
        let strengths = PerSeat(first: Strength.medium, second: .hard)
        let first = try Self.game(strengths, seed: 5)
        let second = try Self.game(strengths, seed: 5)
        #expect(first.events == second.events)
        #expect(first.snapshot == second.snapshot)
        #expect(try Self.game(strengths, seed: 6).events != first.events)
    }

    @Test(
        "Computer players usually beat the next lower strength",
        arguments: zip(Self.fixed.dropFirst(), Self.fixed).map {
            Pairing(stronger: $0, weaker: $1)
        })
    func ranking(_ pairing: Pairing) throws {
        var wins = 0
        let games = LongRun.isOn ? 20 : 10
        for seed in 0..<games {
            let seat: Seat = seed % 2 == 0 ? .first : .second
            if try pairing.isWonByStronger(in: seat, seed: UInt64(seed)) == true { wins += 1 }
        }
        #expect(wins * 2 > games)
    }

    /// The time until a player who has just been shown a board claims a set.
    private static func searchTimes(_ strength: Strength, listening: Duration = .zero)
        -> [Duration]
    {
        (0..<400).compactMap { seed -> Duration? in
            var state = TableState()
            (state.phase, state.deck) = (.open, 69)
            state.cards = Array(SeededGenerator.shuffledDeck(seed: UInt64(seed)).prefix(12))
            var bot = Bot(strength: strength, seed: UInt64(seed), listening: listening)
            _ = bot.receive(NewerWord.welcome, at: .zero)
            _ = bot.receive(.state(state), at: .zero)
            guard let time = bot.nextWake, case .claim = bot.wake(at: time).first else {
                return nil
            }
            return MonotonicInstant.zero.duration(to: time)
        }.sorted()
    }

    @Test("Computer players find a first set in the time that their description tells")
    func describedTimes() throws {
        for strength in Self.fixed {
            let times = Self.searchTimes(strength)
            let median = times[times.count / 2] / .seconds(1)
            let number = strength.summary.split(separator: " ").compactMap { Double($0) }.first
            let described = try #require(number, "\(strength)")
            #expect(abs(median / described - 1) < 0.2, "\(strength): \(median) s")
        }
        let easy = Self.searchTimes(.easy)
        #expect(8...12 ~= easy[easy.count / 2] / .seconds(1), "the usual opponent")
    }

    @Test("Computer players that listen wait two seconds for each new card, then search as usual")
    func listening() throws {
        let usual = Self.searchTimes(.easy)
        let listening = Self.searchTimes(.easy, listening: .seconds(2))
        #expect(listening == usual.map { $0 + .seconds(24) })
    }

    @Test("Computer players that listen wait for cards that moved")
    func listeningToMoves() throws {
        let deck = SeededGenerator.shuffledDeck(seed: 1).map(Optional.some)
        var bots = [Duration.zero, .seconds(2)].map {
            Bot(strength: .easy, seed: 1, listening: $0)
        }
        var state = TableState()
        (state.phase, state.deck) = (.open, 66)
        state.cards = Array(deck[..<15])
        let late = MonotonicInstant.zero.advanced(by: .seconds(100))
        let waits = try bots.indices.map { index in
            state.cards = Array(deck[..<15])
            _ = bots[index].receive(NewerWord.welcome, at: .zero)
            _ = bots[index].receive(.state(state), at: .zero)
            // Three cards leave, and the last three take their places.
            var moved = state
            moved.board = moved.board.next
            moved.cards = Array(deck[12..<15] + deck[3..<12])
            _ = bots[index].receive(.state(moved), at: late)
            return late.duration(to: try #require(bots[index].nextWake))
        }
        #expect(waits[1] == waits[0] + .seconds(6))
    }

    @Test("Computer players that listen do not wait again for cards that they know")
    func listeningOnce() throws {
        let deck = SeededGenerator.shuffledDeck(seed: 1).map(Optional.some)
        /// When it would act on twelve cards, then a little later on fifteen, since they came.
        func waits(_ listening: Duration) throws -> [Duration] {
            var bot = Bot(strength: .easy, seed: 1, listening: listening)
            _ = bot.receive(NewerWord.welcome, at: .zero)
            var state = TableState()
            (state.phase, state.deck) = (.open, 69)
            return try [12, 15].map { count in
                state.cards = Array(deck[..<count])
                state.board = state.board.next
                let now = MonotonicInstant.zero.advanced(by: .seconds(count * 10))
                _ = bot.receive(.state(state), at: now)
                return now.duration(to: try #require(bot.nextWake))
            }
        }
        let (usual, listening) = (try waits(.zero), try waits(.seconds(2)))
        #expect(listening == [usual[0] + .seconds(24), usual[1] + .seconds(6)])
    }

    @Test("An even opponent gets slower with each of its sets and faster with each of the player's")
    func even() throws {
        var bot = Bot(strength: .even, seed: 1)
        _ = bot.receive(NewerWord.welcome, at: .zero)
        var state = TableState()
        let trio = try #require(Trio(Array(Card.all.prefix(3))))
        func find(by seat: Seat) -> Duration {
            state.revision = state.revision.next
            state.event = .setFound(seat, trio, points: 3)
            _ = bot.receive(.state(state), at: .zero)
            _ = bot.receive(.state(state), at: .zero)
            return bot.skill.search
        }
        let start = bot.skill.search
        let slower = find(by: .first)
        #expect(abs(slower / start - 1.2) < 0.001, "told twice, counted once")
        #expect(abs(find(by: .second) / start - 1) < 0.001)
        for _ in 0..<100 { _ = find(by: .second) }
        #expect(bot.skill.search == .seconds(1.5))
        for _ in 0..<100 { _ = find(by: .first) }
        #expect(bot.skill.search == .seconds(60))
    }

    @Test("A computer player answers each request once", arguments: Proposal.allCases)
    func answers(proposal: Proposal) {
        var bot = Bot(strength: .easy, seed: 1)
        _ = bot.receive(NewerWord.welcome, at: .zero)
        var state = TableState()
        func answer(to asked: Proposal?) -> [ClientMessage] {
            state.revision = state.revision.next
            for seat in Seat.allCases { state.players[seat] = PlayerState(name: "P") }
            state.players.second?.asks = asked
            return bot.receive(.state(state), at: .zero)
        }
        #expect(answer(to: proposal) == [proposal.message])
        // A state that crosses the answer.
        #expect(answer(to: proposal).isEmpty)
        #expect(answer(to: nil).isEmpty)
        #expect(answer(to: proposal) == [proposal.message])
    }

    @Test("An even opponent wins about half of the sets against every other strength")
    func evenGames() throws {
        for strength in [Strength.easy, .medium, .hard] {
            var finders: [Seat] = []
            for seed in 0..<4 {
                let bots = PerSeat(
                    first: Bot(strength: .even, seed: UInt64(seed)),
                    second: Bot(strength: strength, seed: ~UInt64(seed)))
                let decks = DeckSource(ShuffleSeed(number: UInt64(seed)))
                var table = try InMemoryTable(bots, decks: decks)
                while table.snapshot.phase != .over { try #require(try table.pass()) }
                let found = table.events.compactMap { event -> Seat? in
                    if case .setFound(let seat, _, _) = event { seat } else { nil }
                }
                // It needs some sets to learn how fast the other is.
                finders += found.dropFirst(10)
            }
            let share = 100 * finders.count { $0 == .first } / finders.count
            #expect(35...65 ~= share, "\(strength): \(share) %")
        }
    }

    @Test("Master computer players beat beginners nine times in ten")
    func extremes() throws {
        let pairing = Pairing(stronger: .master, weaker: .beginner)
        let wins = try (0..<10).count { seed in
            try pairing.isWonByStronger(in: .second, seed: UInt64(100 + seed)) == true
        }
        #expect(wins >= 9)
    }
}
