import SetClient
import SetHost
import SetProtocol
import SetTestSupport
import Testing

@Suite("A player who loses the connection")
struct InMemoryReturnTests {
    /// Together a thousand losses, or ten thousand in a whole long run.
    static let seeds = 0..<LongRun.count(10, inLongRun: 250)
    static let drops = LongRun.count(50, inLongRun: 200)

    @Test(
        "A reconnecting player misses nothing, however often",
        arguments: seeds)
    func losses(_ seed: Int) async throws {
        var players = try InMemoryPlayers(seed: UInt64(seed))
        var drops = 0
        while drops < Self.drops {
            await Task.yield()
            try players.step()
            try players.dropAndReturn()
            drops += 1
            // Who was away for longer than the seat is kept between games finds it empty.
            guard Seat.allCases.allSatisfy({ players.table.duel.players[$0] != nil }) else {
                players = try InMemoryPlayers(seed: UInt64(seed * 1000 + drops))
                continue
            }
            InMemoryDuelTests.compare(
                players.table, "seed \(seed), loss \(drops): \(players.deed)")
            let isMended = Seat.allCases.allSatisfy { players.table.clients[$0].outage == nil }
            #expect(isMended)
        }
        #expect(players.saidWithoutLine.isEmpty)
        let events = Set(players.table.events.map(\.kind))
        #expect(events.isSuperset(of: ["claimed", "refilled"]), "too little was played")
    }

    @Test("A reconnecting player keeps marks and chat, and sends nothing late")
    func keeps() throws {
        var table = try InMemoryClients.opened()
        let card = try #require(table.snapshot.cards[0])
        try table.act(.second) { $0.perform(.say("hello"), at: $1).messages }
        try InMemoryClients.perform(.touchCard(card), .first, &table)
        table.cutLine(of: .first)
        let outage = Outage(.silent, at: table.now, seatKeptUntil: nil, of: .seconds(60))
        try table.act(.first) { $0.connectionLost(outage, at: $1).messages }
        try table.noticeLoss(of: .first)
        let before = table.events.count
        let others = table.snapshot.cards.count
        #expect(others > 0)
        for move in [Move.claim, .deal, .pass, .ready, .touch(slot: 1), .say("lost")] {
            try InMemoryClients.perform(move, .first, &table)
            #expect(table.clients.first.notice?.content == .refused(nil, message: Self.refusal))
        }
        try table.mendLine(of: .first)
        while table.snapshot.phase != .open { try table.pass() }
        let events = table.events[before...].map(\.kind)
        #expect(Set(events).isSubset(of: ["returned", "countdown", "resumed"]))
        #expect(table.clients.first.marks == [card])
        #expect(
            table.clients.first.log.contains {
                $0.content == .said(.second, name: "second", text: "hello")
            })
        #expect(
            table.clients.second.log.allSatisfy {
                $0.content != .said(.first, name: "first", text: "lost")
            })
    }

    private static let refusal = "Still reconnecting. Nothing was sent."

    @Test("A claim whose answer was lost is no longer pending")
    func calling() throws {
        var table = try InMemoryClients.opened()
        table.cutLine(of: .first)
        try InMemoryClients.perform(.claim, .first, &table)
        #expect(table.clients.first.isCalling)
        let outage = Outage(.silent, at: table.now, seatKeptUntil: nil, of: .seconds(60))
        try table.act(.first) { $0.connectionLost(outage, at: $1).messages }
        #expect(!table.clients.first.isCalling)
        try table.mendLine(of: .first)
        #expect(table.snapshot.phase == .open && !table.clients.first.isCalling)
    }

    @Test(
        "A computer player resumes from the table as it is",
        arguments: 0..<LongRun.count(10, inLongRun: 100))
    func computers(_ seed: Int) async throws {
        let bots = PerSeat(
            first: Bot(strength: .master, seed: UInt64(seed), wantsRematch: false),
            second: Bot(strength: .hard, seed: ~UInt64(seed), wantsRematch: false))
        var table = try InMemoryTable(bots, decks: DeckSource(ShuffleSeed(number: UInt64(seed))))
        var random = SeededGenerator(seed: UInt64(seed))
        while table.snapshot.phase != .over {
            await Task.yield()
            try #require(table.events.count < 4000, "seed \(seed) never ends")
            let seat: Seat = random.below(2) == 0 ? .first : .second
            if random.below(6) == 0 {
                table.cutLine(of: seat)
                if random.below(2) == 0 { try table.noticeLoss(of: seat) }
                for _ in 0..<random.below(3) { try table.pass(atMost: .seconds(2)) }
                try table.mendLine(of: seat)
            } else {
                try #require(try table.pass(), "nothing will ever happen again, seed \(seed)")
            }
        }
        #expect(table.snapshot.deck == 0 || table.snapshot.isSuddenDeath)
    }
}
