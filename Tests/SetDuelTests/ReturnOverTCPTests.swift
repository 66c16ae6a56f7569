import Dispatch
import Foundation
import SetClient
import SetHost
import SetProtocol
import SetTestSupport
import Testing

/// A host, something between it and one player, and a directory for what that player's program
/// notes.
struct BrokenLine: Sendable {
    let host: RealHost
    let proxy: FaultProxy
    private let directory = TestDirectory()
    var state: String { directory.path }

    static func running<Result>(
        _ options: HostOptions = .swift(), _ body: (BrokenLine) async throws -> Result
    ) async throws -> Result {
        try await RealHost.running(options) { host in
            let line = BrokenLine(host: host, proxy: try await FaultProxy(to: host.port))
            let result = try await body(line)
            await line.proxy.refuse()
            return result
        }
    }

    var environment: [String: String] { ["XDG_STATE_HOME": state] }

    /// A line-mode player on the connection that breaks.
    func ann(_ options: String...) throws -> ProgramRun {
        try ProgramRun(
            ["join", proxy.address, "--plain", "--name", "Ann"] + options,
            environment: environment)
    }

    /// Ann in line mode, Bob on a stable connection, and the first cards dealt.
    func game() async throws -> (ann: ProgramRun, bob: WirePlayer) {
        let ann = try ann()
        let table = try await ann.line(containing: "first seat")
        let code = TableCode(String(table.dropFirst("Table: ".count).prefix(6)))
        let bob = try await host.join(Hello(name: "Bob", table: code))
        await ann.say("ready\n")
        try await bob.send(.ready)
        try await ann.line(containing: "Start: game 1")
        try await bob.state { $0.phase == .open }
        await noted()
        return (ann, bob)
    }

    /// The names of what is noted, but for what is being written.
    var notes: [String] { (try? FileStore.names(in: state + "/set-duel/seats")) ?? [] }

    /// Waits until a seat is noted, which is done beside everything else.
    func noted() async {
        while notes.isEmpty { await briefly() }
    }
}

/// Lets other tasks run between two looks: a loop that only yields would keep a thread from them.
private func briefly() async { try? await Task.sleep(for: .milliseconds(5)) }

@Suite(
    "A line-mode client that loses its connection", .serialized, .inTurn, .timeLimit(.minutes(5)))
struct ReturnInLinesTests {
    @Test(
        "A line-mode client comes back by itself and plays on",
        arguments: [LineFault.cut, .torn, .reset, .slowClose])
    func comesBack(_ fault: LineFault) async throws {
        try await BrokenLine.running { line in
            let (ann, bob) = try await line.game()
            for _ in 0..<2 {
                await line.proxy.happen(fault)
                try await ann.line(containing: "Connection: lost.")
                try await ann.line(
                    containing: "Connection: reconnected. You are back at the table.")
                // The game stood still or, where the host had noticed nothing, went on.
                _ = try await ann.line { line in
                    line.hasPrefix("Resume: ")
                        || (line.hasPrefix("Now: ") && line.contains("claim"))
                }
                await ann.say("claim\npass\n")
                try await ann.line(containing: "Turn: yours")
                try await bob.state { $0.turn?.seat == .second }
                try await bob.ask(.pass)
                try await ann.line(containing: "Open: either player can claim.")
            }
            await ann.say("quit\n")
            #expect(await ann.end().status == .exited(0))
            try await bob.event { $0 == .left(.first) }
            #expect(line.notes.isEmpty)
        }
    }

    @Test("A line-mode client never sends what was typed while disconnected")
    func nothingLater() async throws {
        try await BrokenLine.running { line in
            let (ann, bob) = try await line.game()
            await line.proxy.refuse()
            try await ann.line(containing: "Connection: lost.")
            try await bob.event { $0 == .paused }
            let waiting = await bob.newest
            #expect(waiting.clock?.reason == .away && waiting.players.first?.isPresent == false)
            await ann.say("claim\nsay lost\n")
            for _ in 0..<2 {
                try await ann.line(containing: "Refused: Still reconnecting. Nothing was sent.")
            }
            await line.proxy.acceptAgain()
            try await ann.line(containing: "Connection: reconnected. You are back at the table.")
            try await bob.state { $0.phase == .open }
            await ann.say("say here\n")
            let announced = try await bob.settled(until: .said(.first, name: "Ann", text: "here"))
            #expect(announced.allSatisfy { $0 != .said(.first, name: "Ann", text: "lost") })
            #expect(await bob.states.allSatisfy { $0.event != .claimed(.first) })
            await ann.say("quit\n")
            #expect(await ann.end().status == .exited(0))
        }
    }

    @Test("A pulled cable is noticed by silence, on both sides")
    func silence() async throws {
        let options = HostOptions.swift { options in
            options.limits.pingInterval = .milliseconds(200)
            options.limits.silence = .seconds(1)
        }
        try await BrokenLine.running(options) { line in
            let (ann, bob) = try await line.game()
            await line.proxy.fallSilent()
            try await bob.event { $0 == .away(.first) }
            try await bob.state { $0.clock?.reason == .away }
            try await ann.line(containing: "Connection: lost. The host stopped responding.")
            try await ann.line(containing: "Connection: reconnected. You are back at the table.")
            try await bob.event { $0 == .returned(.first) }
            try await bob.state { $0.phase == .open }
            await ann.say("quit\n")
            #expect(await ann.end().status == .exited(0))
        }
    }

    @Test("A line-mode client that was suspended too long reconnects")
    func stopped() async throws {
        let options = HostOptions.swift { options in
            // Bob, in this process, must not be silent that long on a busy machine.
            options.limits.pingInterval = .milliseconds(100)
            options.limits.silence = .seconds(3)
        }
        try await BrokenLine.running(options) { line in
            let (ann, bob) = try await line.game()
            await ann.signal(19)
            try await bob.event { $0 == .away(.first) }
            await ann.signal(18)
            try await ann.line(containing: "Connection: reconnected. You are back at the table.")
            try await bob.event { $0 == .returned(.first) }
            await ann.say("quit\n")
            #expect(await ann.end().status == .exited(0))
        }
    }

    @Test(
        "A line-mode client is told that the host restarts, and comes back",
        arguments: ["join", "watch"])
    func restart(_ command: String) async throws {
        let code = try #require(TableCode("K7M2QX"))
        var random = SeededGenerator(seed: 1)
        let token = SeatToken(using: &random)
        let welcome =
            command == "join"
            ? Welcome(seat: .first, token: token, table: code, rules: .duel)
            : Welcome(seat: nil, token: nil, table: code, rules: .duel)
        let host = try await PuppetHost([.welcome(welcome), .state(NewerWord.state())])
        let client = try ProgramRun([command, host.address, "--plain"])
        try await client.line(containing: "Board: ")
        await host.say([.bye(.restarting, resume: true)])
        try await client.line(containing: "Connection: lost. The host is restarting")
        try await client.line(containing: "Connection: reconnected. You are back at the table.")
        try await client.line(containing: "Board: ")
        if command == "join" { await host.hears(#""token":"\#(token.hex)""#) }
        // The puppet answers nothing, so that no typed line would be looked at.
        await client.signal(15)
        #expect(await client.endByItself().status == .exited(143))
    }

    @Test("A line-mode client is told clearly when the host came back without the table")
    func startedAnew() async throws {
        let executor = QueueExecutor(label: "test.host")
        let folder = JournalFolder()
        let host = Host(options: folder.options(), executor: executor)
        // Of this address no other test takes a port, so that the next host finds the same one free.
        let address = try #require(IPAddress("127.0.7.1"))
        let port = try await host.listen(on: address, port: 0).port
        let ann = try ProgramRun(["join", "127.0.7.1:\(port)", "--plain", "--name", "Ann"])
        let table = try await ann.line(containing: "first seat").dropFirst(7).prefix(6)
        await host.shutDown(isRestarting: true)
        await host.drained()
        // The next host knows nothing of what was written down.
        let next = Host(options: .swift(), executor: executor)
        // A program that is being started shares the old socket for a moment.
        while (try? await next.listen(on: address, port: port)) == nil { await briefly() }
        try await ann.line(containing: "Connection: lost. The host is restarting")
        let ending = await ann.endByItself()
        #expect(ending.status == .exited(77))
        #expect(
            ending.errors
                == "set-duel: the host closed table \(table) while you were away. "
                + "To join another table, run: set-duel join 127.0.7.1:\(port)\n")
        await next.shutDown()
    }

    @Test("Neither client nor host reveals a secret")
    func secrecy() async throws {
        let host = try await HostProcess("--countdown 0")
        let directory = TestDirectory()
        let state = directory.path
        let proxy = try await FaultProxy(to: host.port)
        var (texts, secrets): ([String], Set<String>) = ([], [])
        let seats = state + "/set-duel/seats"
        // Every return brings a new secret.
        func noteAnother() async throws {
            let known = secrets.count
            while secrets.count == known {
                await briefly()
                for file in (try? FileStore.names(in: seats)) ?? [] {
                    let text = try String(contentsOfFile: seats + "/\(file)", encoding: .utf8)
                    let words = text.split(separator: "\"").map(String.init)
                    secrets.formUnion(words.filter { SeatToken(hex: $0) != nil })
                }
            }
        }
        for round in 0..<3 {
            let ann = try ProgramRun(
                ["join", proxy.address, "--plain", "--name", "Ann"],
                environment: ["XDG_STATE_HOME": state])
            try await ann.line(containing: round == 0 ? "first seat" : "You are back in your seat")
            try await noteAnother()
            await ann.say("board\nhistory\nscore\n")
            await proxy.cut()
            try await ann.line(containing: "Connection: reconnected.")
            await ann.say("nonsense\nsay hello\n")
            try await ann.line(containing: "Chat: ")
            try await noteAnother()
            await ann.signal(round == 0 ? 9 : round == 1 ? 1 : 15)
            let ending = await ann.endByItself()
            texts += [ending.output, ending.errors]
        }
        let ending = await host.stop()
        texts += [ending.output, ending.errors]
        #expect(secrets.count == 6)
        for secret in secrets { #expect(!texts.contains { $0.contains(secret) }) }
        await proxy.refuse()
    }
}

extension WirePlayer {
    /// Reads until a message comes.
    ///
    /// - Returns: Everything before it.
    fileprivate func settled(until last: HostMessage) async throws -> [HostMessage] {
        var messages: [HostMessage] = []
        while true {
            let message = try await message()
            if message == last { return messages }
            messages.append(message)
        }
    }
}

@Suite("A ping", .serialized, .inTurn, .timeLimit(.minutes(5)))
struct PingOverTCPTests {
    @Test("A ping is answered while the client is busy, for example drawing")
    func busy() async throws {
        let code = try #require(TableCode("K7M2QX"))
        let welcome = Welcome(seat: nil, token: nil, table: code, rules: .duel)
        let host = try await PuppetHost([.welcome(welcome)])
        let owner = QueueExecutor(label: "test.busy")
        // The puppet sends nothing by itself, which is no silence however long a busy machine takes.
        var limits = WireLimits.standard
        limits.silence = .seconds(600)
        let link = try await HostLink(
            to: try Endpoint(host.address), on: owner, limits: limits)
        let events = Locked(0)
        let heard = AsyncStream<Void> { continuation in
            owner.queue.async {
                link.start(Hello(name: "Wim", role: .watch)) { _, _ in
                    events.withLock { $0 += 1 }
                    continuation.yield()
                }
            }
        }
        for await _ in heard { break }
        let busy = DispatchSemaphore(value: 0)
        let isBusy = Locked(true)
        owner.queue.async {
            busy.wait()
            isBusy.withLock { $0 = false }
        }
        await host.say([.ping(Nonce("now")), .pong(Nonce("later"))])
        await host.hears(#"{"type":"pong","nonce":"now"}"#)
        #expect(isBusy.value && events.value == 1)
        busy.signal()
        for await _ in heard { break }
        #expect(events.value == 2)
        owner.queue.async { link.finish() }
        await host.hangUp()
    }
}
