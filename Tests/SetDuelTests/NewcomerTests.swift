import SetHost
import SetProtocol
import SetTestSupport
import Testing

/// What strangers can do to newcomers of a host with the limits it is shipped with.
@Suite("Newcomers of a host", .serialized, .inTurn, .timeLimit(.minutes(5)))
struct NewcomerTests {
    private static let options = HostOptions.swift { $0.hostLimits = .standard }

    /// Joins and leaves without a code, from one address, about 30 times a second until the task is
    /// canceled.
    ///
    /// - Parameter visits: Gets every visit that is over, whether it was let in or not.
    private static func churn(
        on host: RealHost, from source: UInt8, counting visits: Locked<Int>
    ) async throws {
        while !Task.isCancelled {
            let visitor = WirePlayer(try WireClient(port: host.port, source: source))
            if (try? await visitor.greet(Hello(name: "Eve"))) != nil {
                try await visitor.send(.leave)
            }
            _ = try? await visitor.client.end()
            visits.withLock { $0 += 1 }
            try? await Task.sleep(for: .milliseconds(30))
        }
    }

    @Test("Sixty newcomers get in while one address joins and leaves 30 times a second")
    func churn() async throws {
        try await RealHost.running(Self.options) { host in
            let idle = try await host.join(Hello(name: "Idle"), from: 2)
            let visits = Locked(0)
            let churn = Task { try await Self.churn(on: host, from: 2, counting: visits) }
            while visits.value < 40 { try await Task.sleep(for: .milliseconds(10)) }
            var times: [Duration] = []
            for number in 0..<60 {
                let began = MonotonicClock.now
                let newcomer = try await host.join(Hello(name: "Ann"), from: UInt8(3 + number % 4))
                times.append(began.duration(to: MonotonicClock.now))
                try await newcomer.send(.leave)
                try await newcomer.client.end()
            }
            churn.cancel()
            _ = try? await churn.value
            #expect(times.count == 60)
            #expect(times.sorted()[30] < Duration.seconds(1).whenSlow, "\(times)")
            try await idle.settle()
        }
    }

    @Test("Newcomers get in, and a player returns, while one address connects as fast as it can")
    func calls() async throws {
        try await RealHost.running(Self.options) { host in
            let lost = try await host.join(Hello(name: "Lost"), from: 2)
            let flood = CallFlood(port: host.port, source: 66)
            flood.start()
            defer { flood.stop() }
            while flood.calls < 3000 { try await Task.sleep(for: .milliseconds(5)) }
            let hello = try await lost.returning()
            await lost.client.drop()
            #expect(await (try host.join(hello, from: 2)).welcome?.seat == .first)
            #expect(flood.resets > 0)
            for number in 0..<20 {
                let newcomer = try await host.join(Hello(name: "Ann"), from: UInt8(3 + number))
                try await newcomer.send(.leave)
                try await newcomer.client.end()
            }
        }
    }

    @Test("Only the first newcomer meets a player who never says ready", arguments: [1, 12])
    func squatter(addresses: Int) async throws {
        try await RealHost.running(Self.options) { host in
            let squatter = try await host.join(Hello(name: "Mute"), from: 2)
            let table = try await squatter.tableCode
            var meetings = 0
            for number in 0..<12 {
                let source = UInt8(3 + number % addresses)
                let newcomer = try await host.join(Hello(name: "Ann"), from: source)
                if try await newcomer.tableCode == table { meetings += 1 }
                try await newcomer.send(.ready)
                try await newcomer.send(.leave)
                try await newcomer.client.end()
            }
            #expect(meetings <= 1)
        }
    }

    @Test("A player who never says ready loses the seat to the next one")
    func freed() async throws {
        let options = HostOptions.swift { $0.hostLimits.readyTime = .milliseconds(300) }
        try await RealHost.running(options) { host in
            let mute = try await host.join(Hello(name: "Mute"))
            await mute.client.answerPings()
            let player = try await host.join(Hello(name: "Ann", table: try await mute.tableCode))
            try await player.send(.ready)
            let error = #"{"type":"error","why":"notReady","message":"You were not ready in time: "#
            #expect(try await mute.client.end().last?.hasPrefix(error) == true)
            try await player.event { $0 == .left(.first) }
            let next = try await host.join(Hello(name: "Bob", table: try await player.tableCode))
            for both in [player, next] { try await both.send(.ready) }
            try await player.state { $0.phase == .open }
        }
    }

    @Test("Players return with their tokens while their address guesses 20 codes a second")
    func tokens() async throws {
        let options = HostOptions.swift {
            $0.hostLimits = .standard
            ($0.hostLimits.connectionsPerAddress, $0.hostLimits.limitsLocalGuesses) = (960, true)
        }
        try await RealHost.running(options) { host in
            var players: [WirePlayer] = []
            for _ in 0..<10 {
                let first = try await host.join(Hello(name: "Ann"), from: 2)
                let hello = Hello(name: "Bob", table: try await first.tableCode)
                players.append(try await host.join(hello, from: 2))
            }
            let answers = Locked<[String]>([])
            let guessing = Task {
                var random = SeededGenerator(seed: 1)
                while !Task.isCancelled {
                    let client = try WireClient(port: host.port, source: 2)
                    let hello = Hello(name: "Eve", table: TableCode(using: &random))
                    await client.send(bytes: WireCodec.encode(.hello(hello)))
                    let last = try? await client.end().last
                    answers.withLock { $0.append(last ?? "") }
                    try? await Task.sleep(for: .milliseconds(45))
                }
            }
            // The address may not guess any more.
            while answers.value.last?.contains("tooManyGuesses") != true {
                try await Task.sleep(for: .milliseconds(10))
            }
            for player in players {
                let hello = try await player.returning()
                await player.client.drop()
                let back = try await host.join(hello, from: 2)
                #expect(await back.welcome?.seat == .second)
            }
            guessing.cancel()
            _ = try? await guessing.value
            // Nothing but the guesses has been refused.
            #expect(answers.value.last?.contains("tooManyGuesses") == true)
        }
    }
}
