import SetHost
import SetProtocol
import SetTestSupport
import Testing

enum LineFault: String, CaseIterable, Sendable {
    /// Everything is under way for longer, the same for all.
    case delay
    /// Everything is under way for longer, by chance.
    case jitter
    /// Every byte comes alone.
    case slices
    /// The connection is closed normally.
    case cut
    /// The connection is ended in the middle of a line.
    case torn
    case reset
    /// Both ends learn that the other has nothing more to send, and the connection stays open.
    case slowClose
    /// Nothing passes any more, and the host finds out.
    case silence
    /// Nothing passes any more, and the player comes back before the host finds out.
    case unnoticed

    /// What is wrong with the connection while it lasts; `nil` for faults that end or silence it.
    var standing: FaultProxy.Faults? {
        switch self {
        case .delay: .init(delay: .milliseconds(20))
        case .jitter: .init(jitter: .milliseconds(30))
        case .slices: .init(slice: 1)
        case .cut, .torn, .reset, .slowClose, .silence, .unnoticed: nil
        }
    }

    /// Whether the host and the others at the table notice that the player is gone.
    var isNoticed: Bool { standing == nil && self != .unnoticed }

    /// Whether the old connection goes on to stand for its player.
    var isSilence: Bool { self == .silence || self == .unnoticed }
}

/// One stage of a table, one fault of a player's line, and the player whose it is.
struct FaultyLineCase: Hashable, Sendable, CustomStringConvertible {
    let stage: TableStage
    let fault: LineFault
    /// Who claims, deals or asks on the way to the stage.
    var acting = Seat.first
    /// Whether it happens to that player or to the other.
    var hitsActing = true
    /// Decides the jitter, and which cards are dealt.
    var seed: UInt64 = 7
    /// Whether the player comes back, or stays away for good.
    var returns = true
    /// Whether the game is played to its end after that.
    var isPlayedOut = false

    var hit: Seat { hitsActing ? acting : acting.opponent }

    var description: String {
        "\(fault) at \(stage) of \(hit), \(acting) acting, seed \(seed)"
    }
}

/// A duel over a bad connection, and what must hold whatever goes wrong.
///
/// Two players use connections that can be made bad. A watcher with a good connection receives
/// everything, and so does the journal: they are the reference for what the players received.
struct FaultyLine {
    let what: FaultyLineCase
    let host: RealHost
    let wires: PerSeat<FaultProxy>
    var players: PerSeat<WirePlayer>
    let witness: WirePlayer
    /// Every connection there was, each with what came over it.
    private var clients: [WireClient] = []

    static func play(_ what: FaultyLineCase) async throws {
        let folder = JournalFolder()
        let options = folder.options { options in
            options.seed = what.seed
            what.stage.prepare(&options, moment: .milliseconds(700))
            // Where it is to be noticed, by this time; elsewhere it is not, on a slow machine either.
            options.limits.silence = what.fault == .silence ? .seconds(3) : .seconds(60)
            if !what.returns { options.hurry() }
            options.limits.finishingTime = .milliseconds(100)
        }
        let heard = try await RealHost.running(options) { host in
            var line = try await FaultyLine(what, host)
            try await line.run()
            await host.host.shutDown(isRestarting: true)
            await host.host.drained()
            var heard: [[String]] = []
            for client in line.clients { heard.append(await client.heard) }
            return heard
        }
        // A table that was closed before its first game leaves no journal.
        if what.stage == .alone, !what.returns {
            #expect(folder.names.isEmpty, "\(what)")
        } else {
            try check(heard, DuelHistory(try folder.journal()), what)
        }
    }

    /// Checks what came over every connection there was; the first is the watcher's.
    private static func check(
        _ heard: [[String]], _ history: DuelHistory, _ what: FaultyLineCase
    ) throws {
        let announced = try DuelHistory.states(in: heard)
        history.check(announced, "\(what)")
        #expect(!announced[0].isEmpty && history.isComplete(announced[0]), "\(what)")
        #expect(!heard.joined().contains { $0.contains(#""text":"lost""#) }, "\(what)")
        let losses = history.events.count { $0 == .away(what.hit) }
        let returns = history.events.count { $0 == .returned(what.hit) }
        #expect(losses == (what.fault.isNoticed ? 1 : 0), "\(what)")
        #expect(returns == (what.fault.isNoticed && what.returns ? 1 : 0), "\(what)")
        guard what.returns else { return }
        #expect(DuelHistory.numbers(in: heard[0]) == ["one", "two", "three"], "\(what)")
    }

    private init(_ what: FaultyLineCase, _ host: RealHost) async throws {
        (self.what, self.host) = (what, host)
        var wires = PerSeat(first: try await host.wire(), second: try await host.wire())
        if what.stage == .held {
            wires[what.acting.opponent] = try await host.wire(.init(delay: .milliseconds(75)))
        }
        self.wires = wires
        let first = try await host.join(Hello(name: "Ann"), through: wires.first.port)
        let code = try await first.tableCode
        witness = try await host.join(Hello(name: "Wim", role: .watch, table: code))
        players = PerSeat(both: first)
        await witness.client.answerPings()
        await first.client.answerPings()
        clients = [witness.client, first.client]
        if what.stage.takesTwo { try await seatSecond() }
    }

    private mutating func seatSecond() async throws {
        let hello = Hello(name: "Bob", table: try await witness.tableCode)
        let second = try await host.join(hello, through: wires.second.port)
        await second.client.answerPings()
        players.second = second
        clients.append(second.client)
        try await players.first.state { $0.players.second != nil }
    }

    // MARK: - The course of a case

    private mutating func run() async throws {
        // A client that answers no pings may be silent indefinitely.
        for client in clients { try await client.answered(1) }
        try await what.stage.reach(players, by: what.acting)
        try await witness.settle()
        if let standing = what.fault.standing {
            await wires[what.hit].change(standing)
        } else if what.returns {
            try await loseAndReturn()
        } else {
            guard try await loseForGood() else { return }
        }
        // A claim that nobody knows of would win against the next one.
        if what.stage == .held, !what.fault.isNoticed {
            try await witness.state { $0.phase == .turn }
        }
        try await goOn()
    }

    private mutating func loseAndReturn() async throws {
        let (before, announced) = (await witness.newest, await witness.states.count)
        let lost = players[what.hit]
        try await breakLine(of: lost)
        let hello = try await lost.returning()
        if what.fault.isNoticed { try await othersAreTold() }
        players[what.hit] = try await host.join(hello, through: wires[what.hit].port)
        let back = players[what.hit]
        await back.client.answerPings()
        clients.append(back.client)
        #expect(await back.welcome?.seat == what.hit, "\(what)")
        #expect(await back.welcome?.token != hello.token, "\(what)")
        try await witness.settle()
        let events = await witness.states.dropFirst(announced).compactMap(\.event).map(\.kind)
        if what.fault.isNoticed {
            #expect(await back.states.first?.event == .returned(what.hit), "\(what)")
            let gone = events.prefix { $0 != "returned" }
            #expect(what.expectedEvents.contains(Array(gone)), "\(what): \(gone)")
        } else {
            #expect(await back.states.first?.event == nil, "\(what)")
            #expect(!events.contains("away") && !events.contains("returned"), "\(what): \(events)")
        }
        // A bad connection alone costs nobody anything.
        let after = await witness.newest
        for seat in Seat.allCases {
            #expect(after.players[seat]?.points == before.players[seat]?.points, "\(what)")
            #expect(after.players[seat]?.sets == before.players[seat]?.sets, "\(what)")
        }
        try await endOfOldLine(lost.client)
    }

    /// Every window ends though its player is gone, and so does the seat.
    ///
    /// - Returns: Whether the table is still there.
    private mutating func loseForGood() async throws -> Bool {
        let hit = what.hit
        let hello = try await players[hit].returning()
        try await breakLine(of: players[hit])
        switch what.stage {
        case .alone, .away:
            // Nobody is left who would wait.
            let last = try await witness.client.end().last
            #expect(last?.contains(#""bye","why":"closing""#) == true, "\(what): \(last ?? "")")
            try await host.expect(.unknownTable, for: hello)
            return false
        case .seated, .over, .rematch: try await witness.event { $0 == .left(hit) }
        case .counting, .open, .held, .claimed, .answering, .shown, .grace, .asked, .paused,
            .resuming, .suddenDeath:
            let released = try await witness.event { $0 == .seatReleased(hit) }
            #expect(released.phase == .paused, "\(what): \(released)")
            let events = await witness.states.compactMap(\.event).map(\.kind)
            let hadTurn = [.claimed, .answering, .grace].contains(what.stage)
            #expect(!hadTurn || events.contains("timedOut"), "\(what): \(events)")
            try await players[hit.opponent].send(.new)
            let end = try await witness.event { $0 == .left(hit) }
            let result = GameResult(winner: hit.opponent, decider: .left)
            #expect(end.result == result, "\(what)")
        }
        try await host.expect(.tokenUnknown, for: hello)
        await wires[hit].cut()
        players[hit] = try await host.join(
            Hello(name: "Cay", table: hello.table), through: wires[hit].port)
        await players[hit].client.answerPings()
        clients.append(players[hit].client)
        return true
    }

    private func breakLine(of lost: WirePlayer) async throws {
        let wire = wires[what.hit]
        switch what.fault {
        case .delay, .jitter, .slices: return
        case .cut, .reset, .slowClose: await wire.happen(what.fault)
        case .torn:
            // All but the end of the line, so that half a message looks like a whole one.
            let line = WireCodec.encode(.resign)
            await wire.cut(afterBytesToHost: line.count - (line.last == 0x0A ? 1 : 0))
            try await lost.send(.resign)
        case .silence, .unnoticed:
            await wire.fallSilent()
            // It is said to nobody, and must not come to life later.
            try await lost.send(.say("lost"))
            try await lost.send(.resign)
            return
        }
        try await lost.client.end()
        // A client that keeps sending to a host that has hung up gets no answer.
        if what.fault == .slowClose { try await lost.send(.resign) }
    }

    /// The others learn that the player is gone, and how long they have to wait at most.
    private func othersAreTold() async throws {
        try await witness.event { $0 == .away(what.hit) }
        try await witness.settle()
        let newest = await witness.newest
        #expect(newest.players[what.hit]?.isPresent == false, "\(what)")
        let countdown = newest.turn?.countdown ?? newest.clock?.countdown
        #expect(countdown != nil, "\(what): \(newest)")
        guard what.stage.takesTwo, what.stage != .away else { return }
        let other = players[what.hit.opponent]
        try await other.settle()
        #expect(await other.newest.players[what.hit]?.isPresent == false, "\(what)")
    }

    /// What was said into the silence reaches a host that has other things to listen to.
    private func endOfOldLine(_ old: WireClient) async throws {
        guard what.fault.isSilence else { return }
        await wires[what.hit].speakAgain()
        try await old.end()
        let why = what.fault == .silence ? "silent" : "replaced"
        let last = await old.heard.last ?? "nothing"
        #expect(last.contains(#""why":"\#(why)""#), "\(what): \(last)")
    }

    // MARK: - Going on

    private mutating func goOn() async throws {
        if what.stage == .alone { try await seatSecond() }
        if what.stage == .away {
            let seat = what.acting.opponent
            players[seat] = try await host.join(
                try await players[seat].returning(), through: wires[seat].port)
            await players[seat].client.answerPings()
            clients.append(players[seat].client)
        }
        for word in ["one", "two", "three"] { try await players[what.hit].send(.say(word)) }
        var game = DuelGoingOn(players: players, witness: witness)
        for seat in [what.hit, what.hit.opponent] {
            let (before, after) = try await game.claim(by: seat)
            #expect(after == before + 1, "\(what): \(seat)")
        }
        if what.isPlayedOut { try await game.playOut() }
        let states = try await game.agree()
        #expect(states.allSatisfy { $0 == states[0] }, "\(what): \(states)")
        try await players.first.send(.resign)
        for player in [players.first, players.second, witness] {
            try await player.state { $0.phase == .over }
        }
    }
}

extension HostOptions {
    /// Makes turns and kept seats short; the turns of both end before a seat does.
    fileprivate mutating func hurry() {
        (rules.claim, rules.answer) = (.milliseconds(400), .milliseconds(400))
        (rules.grace, rules.seatKept) = (.milliseconds(400), .milliseconds(2500))
    }
}

extension FaultyLineCase {
    /// The events that the others may receive between the loss and the return: one course, or
    /// several if a window may end in between.
    fileprivate var expectedEvents: [[String]] {
        switch stage {
        case .alone, .seated, .claimed, .answering, .grace, .paused, .away, .over, .rematch:
            [["away"]]
        case .open, .asked, .suddenDeath: [["away", "paused"]]
        case .shown:
            [["away", "refilled", "paused"], ["refilled", "away", "paused"], ["away", "paused"]]
        case .counting:
            [["away"], ["away", "started"], ["started", "away", "paused"], ["away", "paused"]]
        case .resuming:
            [["away"], ["away", "resumed"], ["resumed", "away", "paused"], ["away", "paused"]]
        // A claim is granted when nobody is left to wait for, and dropped when its player is gone; on
        // a slow machine it may have been granted before.
        case .held where hitsActing: [["away", "paused"], ["claimed", "away"], ["away"]]
        case .held: [["claimed", "away"], ["away"]]
        }
    }
}

extension TableEvent {
    /// The kind of event, without its seat and cards.
    var kind: String { String("\(self)".prefix { $0 != "(" }) }
}

extension FaultProxy {
    /// Lets a fault happen to all connections; half a line is what is said next.
    func happen(_ fault: LineFault) {
        switch fault {
        case .delay, .jitter, .slices: change(fault.standing ?? .init())
        case .cut: cut()
        case .torn: cut(afterBytesToHost: 10)
        case .reset: reset()
        case .slowClose: closeSlowly()
        case .silence, .unnoticed: fallSilent()
        }
    }
}
