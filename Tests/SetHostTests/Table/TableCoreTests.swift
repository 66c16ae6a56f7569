import SetProtocol
import SetSimulation
import SetTestSupport
import Testing

@testable import SetHost

/// A table whose program looks at its connections when a test says so.
private struct TableScene {
    var host: SimulatedHost
    var now = MonotonicInstant.zero
    /// The line of each seat.
    var participants = PerSeat(first: ParticipantID(1), second: ParticipantID(2))
    var tokens = PerSeat<SeatToken?>(both: nil)

    /// An empty table without a countdown.
    init(_ change: (inout Rules) -> Void = { _ in }) {
        var rules = Rules.duel
        rules.countdown = .zero
        change(&rules)
        host = SimulatedHost(rules: rules, seed: 1)
    }

    /// A table at which a game is open.
    static func open(_ change: (inout Rules) -> Void = { _ in }) throws -> TableScene {
        var scene = TableScene(change)
        for seat in Seat.allCases { try scene.come(seat) }
        for seat in Seat.allCases { try scene.sayAndLook(.ready, seat) }
        return scene
    }

    var board: BoardNumber { host.core.duel.game.boardNumber }
    var points: PerSeat<Int> { host.core.duel.game.tallies.map(\.points) }
    var set: [Card] { CardSet(host.core.duel.game.board.cards).sets.first?.cards ?? [] }

    mutating func come(_ seat: Seat, with token: SeatToken? = nil) throws {
        let hello = Hello(name: "\(seat)", token: token)
        try sayAndLook(.hello(hello), seat)
        for case .line(.welcome(let welcome), participants[seat], _, _) in host.outbox {
            tokens[seat] = welcome.token
        }
    }

    /// Something arrives, and nobody looks at it.
    mutating func say(_ message: ClientMessage, _ seat: Seat) {
        host.arrive(WireCodec.encode(message), from: participants[seat], at: now)
    }

    @discardableResult
    mutating func sayAndLook(_ message: ClientMessage, _ seat: Seat) throws -> [TableEvent] {
        say(message, seat)
        return try look(seat)
    }

    /// The program reads a seat's connection.
    ///
    /// - Returns: What the first participant received.
    @discardableResult
    mutating func look(_ seat: Seat) throws -> [TableEvent] {
        let announced = host.oracle.announced.count
        try host.look(at: participants[seat], now: now)
        return events(after: announced)
    }

    @discardableResult
    mutating func wake() throws -> [TableEvent] {
        let announced = host.oracle.announced.count
        try host.wake(at: now)
        return events(after: announced)
    }

    private func events(after place: Int) -> [TableEvent] {
        host.oracle.announced.dropFirst(place).compactMap { message in
            guard case .state(let state) = message else { return nil }
            return state.event
        }
    }

    mutating func wait(_ time: Duration) { now = now.advanced(by: time) }

    /// Waits until so long before the deadline that comes next, after it when negative.
    mutating func wait(until time: Duration) throws {
        let deadline = try #require(host.core.duel.nextDeadline)
        now = host.core.instant(at: deadline).advanced(by: .zero - time)
    }

    /// The other end is gone, and the program sees that.
    mutating func lose(_ seat: Seat) throws {
        host.end(of: participants[seat])
        try look(seat)
        participants[seat] = ParticipantID(participants[seat].number + 10)
    }
}

@Suite("Table input")
struct TableCoreTests {
    @Test(
        "A message in time counts, even if later input of the other is read first",
        arguments: [
            .say("hm"), .ready, .pause, .new, .resign, .leave, .pass, .deal(BoardNumber(1)),
            .claim(Claim(board: BoardNumber(1))), .hint, .pick(Card.all[0]),
        ] as [ClientMessage])
    func inTime(_ later: ClientMessage) throws {
        for isPassing in [false, true] {
            var scene = try TableScene.open()
            try scene.sayAndLook(.claim(Claim(board: scene.board)), .first)
            let card = scene.set[0]
            try scene.wait(until: .milliseconds(1))
            scene.say(isPassing ? .pass : .pick(card), .first)
            scene.wait(.milliseconds(2))
            scene.say(later, .second)
            scene.wait(.milliseconds(1))
            let events = try scene.look(.second)
            #expect(
                events.first
                    == (isPassing
                        ? .passed(.first, .claim, points: -2) : .picked(.first, card)))
        }
    }

    @Test(
        "While the process of a host is stopped, no time passes, and nobody pays for it",
        arguments: [4.0, 4.6, 9.0])
    func stopped(seconds: Double) throws {
        var scene = try TableScene.open()
        scene.host.noticesStandstills = true
        try scene.sayAndLook(.claim(Claim(board: scene.board)), .first)
        scene.wait(.seconds(seconds))
        let events = try scene.wake()
        #expect(scene.host.hasStoodStill)
        #expect(events.map(\.kind) == ["away", "away", "paused"])
        #expect(scene.points == PerSeat(both: 0))
        // What arrived just before, and may still be unread, counts after it.
        let arrival = scene.host.core.tableTime(scene.now.advanced(by: .zero - ArrivalClock.oldest))
        let end = try #require(scene.host.core.duel.players.first?.presence.end)
        #expect(arrival.advanced(by: scene.host.core.duel.rules.seatKept) >= end)
        for seat in Seat.allCases {
            scene.participants[seat] = ParticipantID(scene.participants[seat].number + 10)
            try scene.come(seat, with: scene.tokens[seat])
        }
        guard case .open = scene.host.core.duel.phase else {
            Issue.record("\(scene.host.core.duel.phase)")
            return
        }
        #expect(scene.points == PerSeat(both: 0))
        #expect(Seat.allCases.allSatisfy { scene.host.core.duel.players[$0]?.absences.drops == 0 })
    }

    @Test("A short standstill of the process takes no time from a turn")
    func stoppedBriefly() throws {
        var scene = try TableScene.open()
        scene.host.noticesStandstills = true
        // The first pings come quickly; later, there is time between them.
        var ping = try #require(scene.host.nextWake)
        for _ in 0..<100 where scene.now.duration(to: ping) < .milliseconds(400) {
            scene.now = max(scene.now, ping)
            try scene.wake()
            ping = try #require(scene.host.nextWake)
        }
        #expect(scene.now.duration(to: ping) >= .milliseconds(400))
        try scene.sayAndLook(.claim(Claim(board: scene.board)), .first)
        let set = scene.set
        scene.wait(.milliseconds(3400))
        #expect(try scene.wake().isEmpty)
        let hasStoodStill = scene.host.hasStoodStill
        #expect(hasStoodStill)
        // What is lost is the time until the next look at the clock, and what a busy machine may take.
        let end = try #require(scene.host.core.duel.nextDeadline)
        let left = scene.now.duration(to: scene.host.core.instant(at: end))
        #expect(.milliseconds(4690) < left && left <= .seconds(5))
        scene.say(.pick(set[0]), .first)
        for card in set[1...] { scene.say(.pick(card), .first) }
        #expect(try scene.look(.first).last?.kind == "setFound")
    }

    @Test("A host that is only late is not taken for a stopped one")
    func late() throws {
        var scene = try TableScene.open()
        scene.host.noticesStandstills = true
        try scene.sayAndLook(.claim(Claim(board: scene.board)), .first)
        scene.now = try #require(scene.host.nextWake).advanced(by: .milliseconds(90))
        try scene.wake()
        let hasStoodStill = scene.host.hasStoodStill
        #expect(!hasStoodStill)
    }

    @Test("Input is read before late pings, whose answers would make it look newer")
    func latePings() throws {
        var scene = try TableScene.open()
        scene.wait(.milliseconds(1))
        try scene.wake()
        let ping = try #require(scene.host.nextWake)
        for (seat, wait) in [(Seat.second, -20), (.first, -19)] {
            scene.now = ping.advanced(by: .milliseconds(wait))
            scene.say(.claim(Claim(board: scene.board)), seat)
        }
        scene.now = ping.advanced(by: .milliseconds(10))
        let events = try scene.wake()
        #expect(events.first == .claimed(.second))
    }

    @Test("A message in time precedes the game's end, a lost connection, and a return")
    func endings() throws {
        var scene = try TableScene.open()
        try scene.sayAndLook(.claim(Claim(board: scene.board)), .first)
        let set = scene.set
        for card in set { scene.say(.pick(card), .first) }
        scene.wait(.milliseconds(1))
        scene.say(.resign, .second)
        let events = try scene.look(.second)
        #expect(events.map(\.kind).prefix(3) == ["picked", "picked", "setFound"])

        scene = try TableScene.open()
        try scene.sayAndLook(.claim(Claim(board: scene.board)), .first)
        try scene.wait(until: .milliseconds(1))
        scene.say(.pass, .first)
        scene.wait(.milliseconds(2))
        scene.host.end(of: scene.participants.second)
        #expect(try scene.look(.second).first == .passed(.first, .claim, points: -2))

        scene = try TableScene.open()
        try scene.sayAndLook(.claim(Claim(board: scene.board)), .first)
        try scene.lose(.second)
        try scene.wait(until: .milliseconds(1))
        scene.say(.pass, .first)
        scene.wait(.milliseconds(2))
        let announced = scene.host.oracle.announced.count
        try scene.come(.second, with: scene.tokens.second)
        guard case .state(let state) = scene.host.oracle.announced[announced] else {
            Issue.record("no state")
            return
        }
        #expect(state.event == .passed(.first, .claim, points: -2))
    }

    @Test("Messages in one packet are applied before later input of the other player")
    func breath() throws {
        var scene = try TableScene.open()
        try scene.sayAndLook(.claim(Claim(board: scene.board)), .first)
        let set = scene.set
        for card in set { scene.say(.pick(card), .first) }
        scene.wait(.milliseconds(1))
        scene.say(.resign, .second)
        scene.wait(.milliseconds(1))
        // The first of the lines must not be taken alone.
        #expect(try scene.look(.first).map(\.kind).prefix(3) == ["picked", "picked", "setFound"])
        #expect(scene.points.first > 0)
    }

    @Test("Claims of both players at once are judged together", arguments: Seat.allCases)
    func bothAtOnce(seat: Seat) throws {
        var scene = try TableScene.open()
        scene.wait(.milliseconds(1))
        let claim = ClientMessage.claim(Claim(board: scene.board))
        scene.say(claim, seat)
        scene.wait(.microseconds(200))
        scene.say(claim, seat.opponent)
        let events = try scene.look(seat.opponent)
        let races = scene.host.oracle.announced.compactMap { message -> Race? in
            if case .race(let race) = message { race } else { nil }
        }
        let race = try #require(races.first)
        #expect(races.count == 1 && race.isDeadHeat && race.margin == .microseconds(200))
        #expect(events == [.claimed(race.winner)])
    }
}

@Suite("Returns at the end of a seat's time")
struct LapseTests {
    @Test(
        "A return is refused at the instant the seat lapses, and accepted before",
        arguments: [0, 1])
    func waiting(_ microseconds: Int) throws {
        var scene = TableScene()
        try scene.come(.first)
        try scene.lose(.first)
        try scene.wait(until: .microseconds(microseconds))
        scene.host.outbox = []
        try scene.come(.first, with: scene.tokens.first)
        let lines = scene.host.outbox
        let isWelcome = lines.contains { sent in
            if case .line(.welcome, _, _, _) = sent { true } else { false }
        }
        let isDismissed = lines.contains { sent in
            if case .end = sent { true } else { false }
        }
        #expect(isWelcome == (microseconds > 0))
        #expect(isDismissed == !isWelcome)
    }

    @Test("A seat that was not kept is not given back, even if the return arrived before its loss")
    func notKept() throws {
        var scene = TableScene { $0.seatKept = .zero }
        try scene.come(.first)
        scene.wait(.seconds(1))
        try scene.lose(.first)
        scene.wait(.seconds(-1))
        scene.host.outbox = []
        try scene.come(.first, with: scene.tokens.first)
        for case .line(.welcome, _, _, _) in scene.host.outbox { Issue.record("welcomed") }
    }

    @Test("A return during a game keeps the seat")
    func game() throws {
        var scene = try TableScene.open()
        try scene.lose(.first)
        try scene.wait(until: .zero)
        try scene.come(.first, with: scene.tokens.first)
        #expect(scene.host.core.duel.players.first?.presence == .here)
        #expect(scene.host.core.seat(of: scene.participants.first) == .first)
    }

    @Test(
        "A client that knows no junior decks is sent no commitment to one, and plays all the same")
    func juniorDecks() {
        var desk = TableDesk { $0.deck = .junior }
        var (new, old) = (Hello(name: "Ann"), Hello(name: "Bob"))
        new.features = [.junior]
        old.features = [.status]
        _ = desk.take(.hello(new, from: ParticipantID(1)), at: .zero)
        _ = desk.take(.hello(old, from: ParticipantID(2)), at: .zero)
        var effects: [TableEffect] = []
        for participant in 1...2 {
            effects += desk.take(TableDesk.line(.ready, participant), at: .zero)
        }
        let commitment = HostMessage.commitment(desk.core.duel.promise)
        #expect(effects.contains(.tellSome(commitment, to: [ParticipantID(1)])))
        #expect(!effects.contains(.tellAll(commitment)))
        #expect(desk.core.duel.game.board.count == 9)
        // A watcher who comes later gets the commitment only with that feature.
        for (participant, hello) in [(3, new), (4, old)] {
            var hello = hello
            hello.role = .watch
            let id = ParticipantID(participant)
            let told = desk.take(.hello(hello, from: id), at: .zero)
            #expect(told.contains(.tell(commitment, to: id)) == (participant == 3))
        }
    }
}
