import SetHost
import SetProtocol
import SetTestSupport
import Testing

/// How far somebody who comes to a table has got.
enum GreetingStage: CaseIterable, Sendable {
    /// Connected, and has said nothing.
    case nothing
    /// Has said half of a hello.
    case half
    /// Has said hello and sits there, and does not know it yet.
    case unwelcomed
    /// Has come back to the seat, and does not know it yet.
    case returning
}

/// A fault of the connection of somebody who joins a table.
struct FaultyGreetingCase: Sendable, CustomStringConvertible {
    let stage: GreetingStage
    let fault: LineFault

    var description: String { "\(fault) at \(stage)" }
}

/// Ann at a table, a watcher, and somebody who joins over a bad connection.
private struct FaultyGreeting {
    let what: FaultyGreetingCase
    let host: RealHost
    let wire: FaultProxy
    let ann: WirePlayer
    let witness: WirePlayer
    let hello: Hello

    init(_ what: FaultyGreetingCase, _ host: RealHost) async throws {
        (self.what, self.host) = (what, host)
        wire = try await host.wire()
        ann = try await host.join(Hello(name: "Ann"))
        let code = try await ann.tableCode
        witness = try await host.join(Hello(name: "Wim", role: .watch, table: code))
        hello = Hello(name: "Bob", table: code)
        for player in [ann, witness] { await player.client.answerPings() }
    }

    /// - Returns: Bob, who sits at the table in the end.
    func play() async throws -> WirePlayer {
        switch what.stage {
        case .nothing, .half: try await beforeHello()
        case .unwelcomed: try await beforeWelcome()
        case .returning: try await beforeSecondWelcome()
        }
    }

    private func beforeHello() async throws -> WirePlayer {
        let stranger = WirePlayer(try host.connect(through: wire.port))
        let bytes = WireCodec.encode(.hello(hello)) + [0x0A]
        let half = what.stage == .half ? bytes.count / 2 : 0
        await stranger.client.send(bytes: Array(bytes.prefix(half)))
        if let standing = what.fault.standing {
            await wire.change(standing)
            await stranger.client.send(bytes: Array(bytes.dropFirst(half)))
            try await stranger.welcomed()
            return stranger
        }
        try await breakLine(of: stranger)
        if !what.fault.isSilence { try await stranger.client.end() }
        // Nobody hears of somebody who has not said hello, and the place becomes free again.
        #expect(try await ann.settle().events.isEmpty, "\(what)")
        let bob = try await joinWhenThereIsRoom()
        if what.fault.isSilence {
            await wire.speakAgain()
            #expect(try await stranger.client.end().last?.contains("helloLate") == true, "\(what)")
        }
        return bob
    }

    private func joinWhenThereIsRoom() async throws -> WirePlayer {
        let deadline = WireClient.usualDeadline
        while true {
            do {
                return try await host.join(hello, through: wire.port)
            } catch {
                guard MonotonicClock.now < deadline else { throw error }
            }
        }
    }

    private func beforeWelcome() async throws -> WirePlayer {
        let stranger = WirePlayer(try host.connect(through: wire.port))
        if let standing = what.fault.standing {
            await wire.change(standing)
            try await stranger.greet(hello)
            return stranger
        }
        await wire.fallSilent([.toClient])
        try await stranger.send(.hello(hello))
        try await ann.event { $0 == .joined(.second) }
        try await breakLine(of: stranger)
        let away = try await ann.event { $0 == .away(.second) }
        #expect(away.clock?.reason == .away, "\(what)")
        // Nobody can come back to this seat, so it becomes free.
        try await ann.event { $0 == .left(.second) }
        return try await host.join(hello, through: wire.port)
    }

    private func beforeSecondWelcome() async throws -> WirePlayer {
        let bob = try await host.join(hello, through: wire.port)
        for player in [ann, bob] { try await player.send(.ready) }
        for player in [ann, bob] { try await player.state { $0.phase == .open } }
        await bob.client.drop()
        try await ann.event { $0 == .paused }
        let back = try await bob.returning()
        if let standing = what.fault.standing {
            await wire.change(standing)
            return try await host.join(back, through: wire.port)
        }
        let stranger = WirePlayer(try host.connect(through: wire.port))
        await wire.fallSilent([.toClient])
        try await stranger.send(.hello(back))
        try await ann.event { $0 == .returned(.second) }
        try await breakLine(of: stranger)
        if !what.fault.isSilence { try await ann.event { $0 == .away(.second) } }
        // The new secret was never heard, so the old one is still good.
        return try await host.join(back, through: wire.port)
    }

    private func breakLine(of stranger: WirePlayer) async throws {
        if what.fault.standing == nil { await wire.happen(what.fault) }
        if what.fault == .torn { try await stranger.send(.say("half of this")) }
    }
}

@Suite(
    "A newcomer on a faulty connection", .serialized, .inTurn, .timeLimit(.minutes(5)))
struct FaultyGreetingTests {
    /// A line on which nothing was ever heard from a player is given up by the kernel, not by pings.
    private static let cases = LineFault.allCases.flatMap { fault in
        GreetingStage.allCases.map { FaultyGreetingCase(stage: $0, fault: fault) }
    }.filter { $0.stage != .unwelcomed || !$0.fault.isSilence }

    @Test("A newcomer on a faulty connection disturbs nobody and gets in on the next try")
    func everyStage() async {
        await FaultyLineTests.concurrently(Self.cases) { what in
            let folder = JournalFolder()
            let options = folder.options { options in
                if what.stage == .unwelcomed { options.rules.seatKept = .milliseconds(500) }
                if what.fault.isSilence { options.limits.helloTime = .seconds(1) }
                options.limits.finishingTime = .milliseconds(100)
                // Ann, the watcher and one more: nobody gets in while a lost line takes a place.
                let isStranger = what.stage == .nothing || what.stage == .half
                if isStranger { options.hostLimits.connections = 3 }
            }
            let announced = try await RealHost.running(options) { host in
                let greeting = try await FaultyGreeting(what, host)
                let bob = try await greeting.play()
                await bob.client.answerPings()
                let players = PerSeat(first: greeting.ann, second: bob)
                var game = DuelGoingOn(players: players, witness: greeting.witness)
                for seat in Seat.allCases {
                    let (before, after) = try await game.claim(by: seat)
                    #expect(after == before + 1, "\(what): \(seat)")
                }
                let states = try await game.agree()
                #expect(states.allSatisfy { $0 == states[0] }, "\(what): \(states)")
                await host.host.shutDown(isRestarting: true)
                await host.host.drained()
                return await [greeting.witness.states, greeting.ann.states, bob.states]
            }
            try DuelHistory(try folder.journal()).check(announced, "\(what)")
        }
    }
}
