import SetClient
import SetHost
import SetProtocol
import SetTestSupport
import Testing

@Suite("Computer players")
struct InMemoryBotTests {
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

    /// Plays a game to its end.
    static func game(_ strengths: PerSeat<Strength>, seed: UInt64) throws -> InMemoryTable<Bot> {
        let bots = PerSeat(
            first: Bot(strength: strengths.first, seed: seed),
            second: Bot(strength: strengths.second, seed: ~seed))
        var table = try InMemoryTable(bots, decks: DeckSource(seed: seed))
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
        arguments: zip(Strength.allCases.dropFirst(), Strength.allCases).map {
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

    @Test("Master computer players beat beginners nine times in ten")
    func extremes() throws {
        let pairing = Pairing(stronger: .master, weaker: .beginner)
        let wins = try (0..<10).count { seed in
            try pairing.isWonByStronger(in: .second, seed: UInt64(100 + seed)) == true
        }
        #expect(wins >= 9)
    }
}
