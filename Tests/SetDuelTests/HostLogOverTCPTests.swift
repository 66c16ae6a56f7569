import SetHost
import SetProtocol
import SetTestSupport
import Testing

@Suite("The host log", .serialized, .inTurn, .timeLimit(.minutes(5)))
struct HostLogOverTCPTests {
    /// Runs a host of which every line of the log is kept.
    private static func logged(
        _ change: (inout HostOptions) -> Void = { _ in },
        _ body: (RealHost) async throws -> Void
    ) async throws -> [String] {
        let lines = Locked<[String]>([])
        let options = HostOptions.swift { options in
            change(&options)
            options.log = { line in lines.withLock { $0.append(line) } }
        }
        try await RealHost.running(options) { host in
            try await body(host)
            await host.host.shutDown()
        }
        return lines.value
    }

    @Test("The host log records a table's course, refusals and expulsions, but no secrets")
    func course() async throws {
        let secrets = Locked<[String]>([])
        let lines = try await Self.logged {
            ($0.hostLimits.wrongGuesses, $0.hostLimits.limitsLocalGuesses) = (2, true)
        } _: { host in
            // In a game, the seat is kept for longer than even a busy machine needs.
            let players = try await host.startGame()
            let code = try await players.first.tableCode
            let wrong = try #require(TableCode(code.text == "000000" ? "111111" : "000000"))
            try await players.first.ask(.say("between us"))
            try await host.expect(.tableFull, for: Hello(name: "Eve", table: code))
            for _ in 0..<2 {
                try await host.expect(.unknownTable, for: Hello(name: "Eve", table: wrong))
            }
            try await host.expect(.tooManyGuesses, for: Hello(name: "Eve", table: wrong))
            let watcher = try await host.join(Hello(name: "Wim", role: .watch))
            await watcher.client.send("nonsense")
            try await watcher.client.end()
            let hello = try await players.second.returning()
            await players.second.client.drop()
            try await players.first.event { $0 == .away(.second) }
            let back = try await host.join(hello)
            try await back.send(.leave)
            try await back.client.end()
            let tokens = [
                await players.first.welcome?.token, hello.token, await back.welcome?.token,
            ]
            let texts = tokens.compactMap { $0?.hex } + [wrong.text]
            secrets.withLock { $0 = texts + ["between", "Ann", "Bob", "Eve", "nonsense"] }
        }
        let words = lines.map { line in
            line.split(separator: " ").filter { !$0.hasPrefix("table=") }.joined(separator: " ")
        }
        let end = " address=loopback"
        // How a dropped connection looks from here, the kernel decides.
        let away = words.first { $0.hasPrefix("event=away") } ?? ""
        #expect(away == "event=away why=reset seat=1\(end)" || away.contains("why=closed"))
        #expect(
            words == [
                "event=opened", "event=seated seat=0\(end)", "event=seated seat=1\(end)",
                "event=refused why=tableFull\(end)", "event=refused why=unknownTable\(end)",
                "event=guessesBlocked\(end)", "event=refused why=unknownTable\(end)",
                "event=refused why=tooManyGuesses\(end)",
                "event=expelled why=badMessage seat=watcher\(end)", away,
                "event=returned seat=1\(end)", "event=left seat=1\(end)",
                // The host ends.
                "event=closed",
            ])
        for secret in secrets.value {
            #expect(!lines.contains { $0.contains(secret) }, "\(secret)")
        }
    }

    @Test("The host log does not contain a private table's code")
    func privateTable() async throws {
        let codes = Locked("")
        let lines = try await Self.logged {
            $0.isPrivate = true
        } _: { host in
            let code = try #require(await host.host.openPrivateTable())
            codes.withLock { $0 = code.text }
            _ = try await host.join(Hello(name: "Ann", table: code))
            try await host.expect(.codeNeeded, for: Hello(name: "Eve"))
        }
        #expect(lines.contains("event=seated table=private seat=0 address=loopback"))
        #expect(lines.contains("event=refused why=codeNeeded address=loopback"))
        #expect(!codes.value.isEmpty && !lines.contains { $0.contains(codes.value) })
    }

    @Test("The host log reports a player whose pongs are much later than the kernel's")
    func slowPongs() async throws {
        let lines = try await Self.logged {
            $0.limits.pingInterval = .milliseconds(60)
            ($0.slowPongs.includesLocal, $0.slowPongs.time) = (true, .milliseconds(200))
            $0.slowPongs.interval = .milliseconds(20)
        } _: { host in
            // To the kernel, the other end is the near end of this wire.
            let far = try await host.wire(.init(delay: .milliseconds(40)))
            let players = try await host.seatTwo(
                through: PerSeat(first: host.port, second: far.port))
            for seat in Seat.allCases { await players[seat].client.answerPings() }
            // Five of them measure the round trip; the others show that it stays that long.
            try await players.second.client.answered(40)
        }
        let slow = lines.filter { $0.hasPrefix("event=slowPongs") }
        #expect(slow.count == 1, "\(lines)")
        let words = try #require(slow.first).split(separator: " ")
        #expect(words.contains("seat=1") && words.last == "address=loopback")
        let measured = words.compactMap { $0.firstMatch(of: /measured=(\d+)ms/)?.output.1 }
        #expect(measured.compactMap { Int($0) }.allSatisfy { $0 >= 80 } && measured.count == 1)
    }

    @Test("The host log goes to standard error, with times, unless quiet")
    func program() async throws {
        for (options, count) in [("", 3), ("--log-addresses", 3), ("--log quiet", 0)] {
            let host = try await HostProcess(options)
            let player = try await WirePlayer(at: host.port, Hello(name: "Ann"))
            try await player.send(.leave)
            try await player.client.end()
            let ending = await host.stop()
            #expect(ending.status == .exited(0))
            let lines = ending.errors.split(separator: "\n")
            #expect(lines.count == count, "\(lines)")
            let address = options.isEmpty ? "loopback" : "127.0.0.1"
            for (line, event) in zip(lines, ["opened", "seated", "closed"]) {
                let pattern = /set-duel: time=\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ event=(\w+) .*/
                #expect(line.wholeMatch(of: pattern)?.output.1 == event[...], "\(line)")
                #expect(event != "seated" || line.hasSuffix("seat=0 address=\(address)"))
            }
        }
    }
}
