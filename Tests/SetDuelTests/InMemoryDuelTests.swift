import SetClient
import SetHost
import SetProtocol
import SetTestSupport
import Testing

// One after the other, so that tests that wait for something else get a processor.
@Suite("Two clients in memory")
struct InMemoryDuelTests {
    /// A state without what tells how it came about.
    static func standing(_ state: TableState?) -> TableState? {
        var state = state
        state?.event = nil
        // Remaining times are compared separately: a client counts them down itself.
        state?.turn?.countdown = nil
        state?.clock = nil
        return state
    }

    /// Holds both clients to what the host knows.
    static func compare(_ table: InMemoryTable<TableModel>, _ comment: String) {
        let truth = table.snapshot
        let clock = truth.turn?.countdown ?? truth.clock?.countdown
        for seat in Seat.allCases {
            let model = table.clients[seat]
            #expect(standing(model.table) == standing(truth), "\(comment)")
            #expect(model.countdown(at: table.now) == clock, "\(comment)")
            #expect(model.table?.clock?.reason == truth.clock?.reason, "\(comment)")
            #expect(model.seat == seat)
            #expect(model.mayPick == (truth.turn?.seat == seat), "\(comment)")
            #expect(model.marks.count <= 3 && Set(model.marks).count == model.marks.count)
            if !truth.cards.contains(nil) {
                #expect(model.marks.allSatisfy(truth.cards.contains), "\(comment)")
            }
        }
    }

    @Test(
        "Two clients in memory agree after every step of a whole game",
        arguments: (0..<LongRun.count(20, inLongRun: 250)).fewerWhenSlow)
    func games(_ seed: Int) throws {
        var players = try InMemoryPlayers(seed: UInt64(seed))
        var steps = 0
        while players.table.snapshot.phase != .over {
            try players.step()
            Self.compare(players.table, "seed \(seed), step \(steps): \(players.deed)")
            steps += 1
            try #require(steps < 4000, "seed \(seed) never ends")
        }
        let end = players.table.snapshot
        #expect(end.result != nil)
        #expect(end.isSuddenDeath || end.deck == 0)
    }

    @Test("Two clients in memory experience nearly every event")
    func coverage() throws {
        var met: Set<String> = []
        var refused: Set<Refusal> = []
        for seed in 0..<20 {
            var players = try InMemoryPlayers(seed: UInt64(seed))
            while players.table.snapshot.phase != .over { try players.step() }
            met.formUnion(players.table.events.map(\.kind))
            refused.formUnion(players.table.refusals.compactMap(\.refused.why))
        }
        let wanted: Set = [
            "ready", "countdown", "started", "claimed", "picked", "unpicked", "setFound",
            "mismatch", "timedOut", "passed", "dealt", "refilled", "asked", "paused", "resumed",
            "over",
        ]
        #expect(met.isSuperset(of: wanted), "\(wanted.subtracting(met))")
        let refusals: Set<Refusal> = [.notYourTurn, .finishYourTurn, .nothingToPass, .hintsOff]
        #expect(refused.isSuperset(of: refusals), "\(refusals.subtracting(refused))")
    }
}

/// A duel of two clients in memory.
enum InMemoryClients {
    /// A duel that has just been opened, with the cards of one seed.
    static func opened(_ rules: Rules = .duel) throws -> InMemoryTable<TableModel> {
        var table = try InMemoryTable(
            PerSeat(both: TableModel()), rules: rules, decks: DeckSource(ShuffleSeed(number: 3)))
        for seat in rules.seats where rules.players == .two { try perform(.ready, seat, &table) }
        while table.snapshot.phase != .open { try table.pass() }
        return table
    }

    static func perform(
        _ move: Move, _ seat: Seat, _ table: inout InMemoryTable<TableModel>
    ) throws {
        try table.act(seat) { $0.perform(move, at: $1).messages }
    }

    static func sets(_ table: InMemoryTable<TableModel>) -> [Trio] {
        CardSet(table.snapshot.cards.compactMap(\.self)).sets
    }
}
