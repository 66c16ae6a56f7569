import SetHost
import SetProtocol
import SetTestSupport
import Testing

/// What strangers can do to newcomers of a host with the limits it is shipped with.
@Suite("Newcomers of a host", .serialized, .inTurn, .timeLimit(.minutes(5)))
struct NewcomerTests {
    private static let options = HostOptions.swift { $0.hostLimits = .standard }

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
}
