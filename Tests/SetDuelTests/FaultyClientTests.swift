import SetClient
import SetHost
import SetProtocol
import SetTestSupport
import Testing

/// Where a player is whose program loses its line.
enum ClientStage: CaseIterable, Sendable {
    case seated, open, calling, listening, answering, shown, paused, over

    /// Brings Ann and Bob there.
    func reach(_ ann: LinkedPlayer, _ bob: WirePlayer) async throws {
        guard self != .seated else { return }
        await ann.send(.ready)
        try await bob.send(.ready)
        try await bob.state { $0.phase == .open }
        let board = await bob.newest.board
        switch self {
        case .seated, .open: break
        case .calling:
            await ann.send(.claim(Claim(board: board)))
            try await bob.state { $0.phase == .turn }
        case .listening: try await bob.ask(.claim(Claim(board: board)))
        case .answering:
            try await bob.claim(await bob.visibleNonSet)
            try await bob.state { $0.turn?.reason == .answer }
        case .shown:
            try await bob.claim(await bob.visibleSet)
            try await bob.event { $0.milestone == .setFound }
        case .paused:
            await ann.send(.pause)
            try await bob.ask(.pause)
            try await bob.state { $0.phase == .paused }
        case .over: try await bob.ask(.resign)
        }
    }
}

/// A fault of the program's own connection.
struct FaultyClientCase: Sendable, CustomStringConvertible {
    let stage: ClientStage
    let fault: LineFault

    var description: String { "the program, \(fault) at \(stage)" }
}

@Suite("A client on a faulty connection", .serialized, .inTurn, .timeLimit(.minutes(10)))
struct FaultyClientTests {
    @Test("A client on a faulty connection reconnects, resynchronizes and plays on")
    func everyFault() async throws {
        // In a deep run every stage with every fault, else half of them.
        var cases: [FaultyClientCase] = []
        for (number, fault) in LineFault.allCases.reversed().enumerated() {
            for (place, stage) in ClientStage.allCases.enumerated() {
                guard LongRun.isOn || (number + place).isMultiple(of: 2) else { continue }
                cases.append(FaultyClientCase(stage: stage, fault: fault))
            }
        }
        await FaultyLineTests.concurrently(cases) { try await Self.play($0) }
    }

    private static func play(_ what: FaultyClientCase) async throws {
        let folder = JournalFolder()
        let options = folder.options { options in
            if what.stage == .shown { options.rules.reveal = .seconds(10) }
            options.limits.pingInterval = .milliseconds(200)
            // The program finds out after three seconds: before the host, or after it.
            let silences: [LineFault: Duration] = [.silence: .seconds(2), .unnoticed: .seconds(60)]
            options.limits.silence = silences[what.fault] ?? .seconds(3)
            options.limits.finishingTime = .milliseconds(100)
        }
        let told = try await RealHost.running(options) { host in
            let told = try await play(what, host)
            await host.host.shutDown(isRestarting: true)
            await host.host.drained()
            return told
        }
        try DuelHistory(try folder.journal()).check(told, "\(what)")
    }

    /// - Returns: What was received over each connection.
    private static func play(
        _ what: FaultyClientCase, _ host: RealHost
    ) async throws -> [[TableState]] {
        let wire = try await host.wire()
        let ann = try await LinkedPlayer(port: wire.port, silence: .seconds(3))
        try await ann.start(Hello(name: "Ann"))
        let code = try #require(await ann.table)
        let witness = try await host.join(Hello(name: "Wim", role: .watch, table: code))
        let bob = try await host.join(Hello(name: "Bob", table: code))
        await bob.client.answerPings()
        try await what.stage.reach(ann, bob)
        try await ann.settle()
        try await breakLine(wire, of: ann, what.fault)
        if what.fault.standing == nil {
            if what.fault == .silence { try await bob.event { $0 == .away(.first) } }
            try await ann.comesBack()
            await wire.speakAgain()
            let causes = await ann.outages.map(\.cause)
            #expect(!causes.isEmpty, "\(what)")
            // A connection that has ended is not silent.
            #expect((causes.first == .silent) == what.fault.isSilence, "\(what): \(causes)")
            // It comes back with what it was given last.
            try await ann.settle()
            await wire.reset()
            try await ann.comesBack(times: 2)
        }
        for word in ["one", "two", "three"] { await ann.send(.say(word)) }
        var game = DuelGoingOn(players: PerSeat(first: ann, second: bob), witness: witness)
        for seat in Seat.allCases {
            let (before, after) = try await game.claim(by: seat)
            #expect(after == before + 1, "\(what): \(seat)")
        }
        let states = try await game.agree()
        #expect(states.allSatisfy { $0 == states[0] }, "\(what): \(states)")
        await ann.finish()
        if what.fault.standing != nil { #expect(await ann.outages.isEmpty, "\(what)") }
        #expect(await ann.end == nil, "\(what)")
        let lines = await witness.client.heard
        #expect(DuelHistory.numbers(in: lines) == ["one", "two", "three"], "\(what)")
        #expect(!lines.contains { $0.contains(#""text":"lost""#) }, "\(what)")
        return await [witness.states, bob.states] + ann.told
    }

    private static func breakLine(
        _ wire: FaultProxy, of ann: LinkedPlayer, _ fault: LineFault
    ) async throws {
        switch fault {
        case .delay, .jitter, .slices: await wire.change(fault.standing ?? .init())
        case .cut: await wire.cut()
        // In the middle of the answer to a ping.
        case .torn: await wire.cut(afterBytesToHost: 10)
        case .reset: await wire.reset()
        case .slowClose: await wire.closeSlowly()
        case .silence, .unnoticed:
            await wire.fallSilent()
            await ann.send(.say("lost"))
        }
    }
}
