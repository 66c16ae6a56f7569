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

@Suite("A client in memory")
struct InMemoryClientTests {
    /// A duel that has just been opened, with the cards of one seed.
    static func opened(_ rules: Rules = .duel) throws -> InMemoryTable<TableModel> {
        var table = try InMemoryTable(
            PerSeat(both: TableModel()), rules: rules, decks: DeckSource(seed: 3))
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

    @Test("A client shows a claim as pending until the host grants it", arguments: Seat.allCases)
    func calling(_ seat: Seat) throws {
        var table = try Self.opened()
        try table.act(seat) { model, now in
            let effects = model.perform(.claim, at: now)
            #expect(model.isCalling)
            #expect(!model.mayPick)
            #expect(model.perform(.claim, at: now).isEmpty)
            return effects.messages
        }
        #expect(!table.clients[seat].isCalling)
        #expect(table.clients[seat].mayPick)
        #expect(!table.clients[seat.opponent].mayPick)
        #expect(table.snapshot.turn?.seat == seat)
    }

    @Test("A late claim is called too late and costs nothing")
    func tooLate() throws {
        var table = try Self.opened()
        let now = table.now
        var late = table.clients.second
        let messages = late.perform(.claim, at: now).messages
        #expect(late.isCalling)
        try Self.perform(.claim, .first, &table)
        // The second had claimed before it could hear of the first's turn.
        try table.act(.second) { model, _ in
            _ = model.perform(.claim, at: now)
            return messages
        }
        #expect(table.refusals.map(\.refused.why) == [.notYourTurn])
        #expect(!table.clients.second.isCalling)
        // The refusal is followed by how close it was.
        let told = table.clients.second.log.suffix(2).map(\.content)
        #expect(
            told == [
                .refused(nil, message: "Too late: first claimed first."),
                .race(Race(winner: .first, margin: .zero, adjustment: .zero)),
            ])
        #expect(table.snapshot.players.second?.points == 0)
    }

    @Test("A client in memory carries one or two marks into the turn it claims", arguments: 1...2)
    func carries(_ count: Int) throws {
        var table = try Self.opened()
        let set = try #require(Self.sets(table).first)
        let marked = Array(set.cards.prefix(count))
        for card in marked { try Self.perform(.touchCard(card), .first, &table) }
        #expect(table.clients.first.marks == marked)
        try Self.perform(.claim, .first, &table)
        #expect(table.snapshot.selection?.cards == marked)
        #expect(table.clients.first.marks.isEmpty)
        for card in set.cards.dropFirst(count) {
            try Self.perform(.touchCard(card), .first, &table)
        }
        #expect(table.snapshot.selection?.verdict == .match)
        #expect(table.snapshot.players.first?.sets == 1)
    }

    @Test("A client in memory names three marks with its claim, which is judged at once")
    func namesThree() throws {
        var table = try Self.opened()
        let set = try #require(Self.sets(table).first)
        for card in set.cards { try Self.perform(.touchCard(card), .second, &table) }
        try Self.perform(.claim, .second, &table)
        #expect(table.snapshot.players.second?.sets == 1)
        #expect(table.clients.second.marks.isEmpty)
    }

    @Test("A client in memory keeps its marks through the other's set, but for the cards that go")
    func marksSurvive() throws {
        var table = try Self.opened()
        let set = try #require(Self.sets(table).first)
        let others = table.snapshot.cards.compactMap(\.self).filter { !set.contains($0) }
        for card in [others[0], set.cards[1], others[2]] {
            try Self.perform(.touchCard(card), .second, &table)
        }
        try Self.perform(.claimCards(set.cards), .first, &table)
        #expect(table.clients.second.marks == [others[0], others[2]])
        while table.snapshot.selection != nil { try table.pass() }
        #expect(table.clients.second.marks == [others[0], others[2]])
        #expect(table.clients.first.marks.isEmpty)
    }

    @Test("A fourth mark replaces the first")
    func fourthMark() throws {
        var table = try Self.opened()
        let cards = table.snapshot.cards.compactMap(\.self)
        for card in cards.prefix(4) { try Self.perform(.touchCard(card), .first, &table) }
        #expect(table.clients.first.marks == Array(cards[1...3]))
        try Self.perform(.touchCard(cards[2]), .first, &table)
        #expect(table.clients.first.marks == [cards[1], cards[3]])
        try Self.perform(.clear, .first, &table)
        #expect(table.clients.first.marks.isEmpty)
        #expect(table.events.last?.kind == "started")
    }

    @Test("A claim that runs out gives the other player twice the time")
    func expiry() throws {
        var table = try Self.opened()
        try Self.perform(.claim, .first, &table)
        #expect(table.clients.second.countdown(at: table.now)?.total == .seconds(5))
        try table.pass()
        let turn = try #require(table.clients.first.table?.turn)
        #expect(turn.seat == .second && turn.reason == .answer)
        #expect(turn.countdown?.total == .seconds(10))
        #expect(table.snapshot.players.first?.points == -2)
        try table.pass()
        #expect(table.snapshot.phase == .open)
        #expect(table.snapshot.players.second?.points == 0)
    }

    @Test("A solo client picks without claiming, and hints cost points")
    func solo() throws {
        var table = try Self.opened(.solo)
        let set = try #require(Self.sets(table).first)
        try Self.perform(.hint, .first, &table)
        let hint = try #require(table.clients.first.hint)
        #expect(hint.cards.count == 1 && hint.board == table.snapshot.board)
        #expect(table.snapshot.players.first?.points == -1)
        for card in set.cards { try Self.perform(.touchCard(card), .first, &table) }
        #expect(table.clients.first.table?.selection?.verdict == .match)
        #expect(table.clients.first.hint == nil)
    }
}
