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
}
