import SetHost
import SetProtocol
import SetTestSupport
import Testing

@testable import set_duel

@Suite("Host limits", .serialized, .inTurn, .timeLimit(.minutes(5)))
struct HostLimitTests {
    @Test("A limit that is named to people has the option that is named with it")
    func options() {
        let options = Command.host.options.map { "--" + $0.name }
        for limit in HostLimits.Name.allCases {
            guard let option = limit.option else { continue }
            #expect(options.contains(option))
            #expect(limit.sentence.contains(option))
        }
    }

    @Test("Only some excess connections get an explanation; the rest are closed silently")
    func turnedAway() async throws {
        // A refused client stays until it closes its end.
        let options = HostOptions.swift {
            $0.hostLimits.connectionsPerAddress = 2
            $0.limits.finishingTime = .seconds(240)
        }
        try await RealHost.running(options) { host in
            let game = WireGame(try await host.startGame())
            var refused: [WireClient] = []
            for _ in 0..<128 {
                let client = try host.connect()
                await client.send(bytes: WireCodec.encode(.hello(Hello(name: "Eve"))))
                #expect(try await client.line().contains(#""why":"addressFull""#))
                refused.append(client)
            }
            let late = try host.connect()
            await late.send(bytes: WireCodec.encode(.hello(Hello(name: "Eve"))))
            #expect(try await late.end() == [])
            try await game.exchange()
            await refused[0].drop()
            // The next one receives the error again, as soon as the host has noticed that this one
            // is gone.
            while true {
                let next = try host.connect()
                await next.send(bytes: WireCodec.encode(.hello(Hello(name: "Eve"))))
                let announced = try await next.end()
                if announced.last?.contains(#""why":"addressFull""#) == true { break }
            }
        }
    }
}

@Suite("Rate limits of a returning player", .serialized, .inTurn)
struct ManyComingsTests {
    /// So slow that not even a busy machine earns another one in the meantime.
    private static func slow(_ burst: Int) -> RateLimit.Rate {
        RateLimit.Rate(1, per: .seconds(4000), burst: burst)
    }

    @Test(
        "A returning player's chat still counts against the seat's limit", .timeLimit(.minutes(5)))
    func chat() async throws {
        try await RealHost.running(.swift { $0.limits.chat = Self.slow(4) }) { host in
            let players = try await host.seatTwo()
            var player = players.second
            var refusals = 0
            for number in 1...6 {
                let back = try await host.join(try await player.returning())
                refusals += try await back.ask(.say("line \(number)")).refusals.count
                player = back
            }
            #expect(refusals == 2)
            let heard = try await players.first.settle()
            #expect(
                heard == (1...4).map { .said(.second, name: "Bob", text: "line \($0)") })
        }
    }

    @Test("Returns and arrivals are announced at a limited rate", .timeLimit(.minutes(5)))
    func comings() async throws {
        let options = HostOptions.swift {
            ($0.hostLimits.returns, $0.hostLimits.sittings) = (Self.slow(2), Self.slow(2))
        }
        try await RealHost.running(options) { host in
            let players = try await host.seatTwo()
            var back = players.second
            for _ in 0..<2 { back = try await host.join(try await back.returning()) }
            try await host.expect(.tooOften, for: try await back.returning())
            // The connection that stands is not given up for it.
            #expect(try await back.ask(.ready).refusals.isEmpty)
            try await back.send(.leave)
            try await back.client.end()
            let code = try await players.first.tableCode
            let third = try await host.join(Hello(name: "Cleo", table: code))
            try await third.send(.leave)
            try await third.client.end()
            try await host.expect(.tooOften, for: Hello(name: "Dan", table: code))
        }
    }
}
