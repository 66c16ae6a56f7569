import SetHost
import SetProtocol

/// A host in this process that listens on a real port of the loopback interface.
///
/// It keeps every connection that was made through it, so that none ends before the test does
/// because the test has nothing more to say on it.
package struct RealHost: Sendable {
    package let port: UInt16
    package let host: Host
    private let connections = Connections()

    private final class Connections: Sendable {
        let clients = Locked<[WireClient]>([])
        let wires = Locked<[FaultProxy]>([])
    }

    /// Runs a host for as long as a test needs it.
    ///
    /// - Parameters:
    ///   - options: How it is run.
    ///   - body: The test; all connections end with it, and its journals are on the disk.
    package static func running<Result>(
        _ options: HostOptions, _ body: (RealHost) async throws -> Result
    ) async throws -> Result {
        let host = Host(options: options)
        let address = try await host.listen(on: .loopback, port: 0)
        do {
            let result = try await body(RealHost(port: address.port, host: host))
            await host.shutDown()
            await host.handOn()
            return result
        } catch {
            await host.shutDown()
            await host.handOn()
            throw error
        }
    }

    /// A connection over which nothing has been said yet.
    ///
    /// - Parameters:
    ///   - receiveBuffer: How many bytes the kernel takes in for it, where that matters.
    ///   - port: Where to connect to instead of the host itself.
    ///   - source: The last number of the address 127.0.0 that it comes from, where that matters.
    package func connect(
        receiveBuffer: Int32? = nil, through port: UInt16? = nil, from source: UInt8? = nil
    ) throws -> WireClient {
        let client = try WireClient(
            port: port ?? self.port, receiveBuffer: receiveBuffer, source: source)
        connections.clients.withLock { $0.append(client) }
        return client
    }

    /// A wire to the host that can be made bad, kept like the connections.
    package func wire(_ faults: FaultProxy.Faults = .init(), seed: UInt64 = 1) async throws
        -> FaultProxy
    {
        let wire = try await FaultProxy(to: port, faults, seed: seed)
        connections.wires.withLock { $0.append(wire) }
        return wire
    }

    /// A client that has said hello and been let in.
    ///
    /// - Parameters:
    ///   - port: Where to connect to instead of the host itself.
    ///   - source: The last number of the address 127.0.0 that it comes from, where that matters.
    package func join(
        _ hello: Hello, through port: UInt16? = nil, from source: UInt8? = nil
    ) async throws -> WirePlayer {
        let player = WirePlayer(try connect(through: port, from: source))
        try await player.greet(hello)
        return player
    }

    /// Says hello on a new connection and expects to be turned away.
    ///
    /// - Throws: What happened instead.
    package func expect(_ error: ConnectionError, for hello: Hello) async throws {
        let client = try connect()
        await client.send(bytes: WireCodec.encode(.hello(hello)))
        let lines = try await client.end()
        let message = try lines.first.map { try WireCodec.decodeHostMessage(Array($0.utf8)) }
        guard case .error(error, message: _) = message, lines.count == 1 else {
            throw WirePlayer.Unexpected(description: "instead of \(error): \(lines)")
        }
    }

    /// Two players at one new table, who have seen each other sit down.
    ///
    /// - Parameter ports: Where they connect to instead of the host itself.
    package func seatTwo(through ports: PerSeat<UInt16>? = nil) async throws -> PerSeat<WirePlayer>
    {
        let first = try await join(Hello(name: "Ann"), through: ports?.first)
        let second = try await join(
            Hello(name: "Bob", table: try await first.tableCode), through: ports?.second)
        try await first.state { $0.players.second != nil }
        return PerSeat(first: first, second: second)
    }

    /// Two players with the first cards of a game before them.
    package func startGame() async throws -> PerSeat<WirePlayer> {
        let players = try await seatTwo()
        for seat in Seat.allCases { try await players[seat].send(.ready) }
        for seat in Seat.allCases { try await players[seat].state { $0.phase == .open } }
        return players
    }
}

extension HostLimits {
    /// Limits that no test meets that does not mean to.
    package static var generous: HostLimits {
        let rate = RateLimit.Rate(100_000, per: .seconds(1), burst: 100_000)
        var limits = HostLimits()
        (limits.connectionsPerAddress, limits.newcomers) = (100_000, 100_000)
        (limits.wrongGuesses, limits.accepted) = (100_000, rate)
        (limits.watchersStates, limits.watchersChat, limits.proposals) = (rate, rate, rate)
        (limits.returns, limits.races, limits.callsPerAddress) = (rate, rate, rate)
        (limits.sittings, limits.picks) = (rate, rate)
        limits.watchersPerAddress = 100_000
        return limits
    }
}

extension HostOptions {
    /// Options for tests: a fixed shuffle, and pauses as short as they can be.
    ///
    /// - Parameters:
    ///   - seed: Fixes the shuffle of the first table.
    ///   - change: Changes the rules further.
    package static func swift(
        seed: UInt64 = 7, _ change: (inout HostOptions) -> Void = { _ in }
    ) -> HostOptions {
        var options = HostOptions()
        options.seed = seed
        options.rules.countdown = .milliseconds(20)
        // When it is over, the other player may claim: nobody answers to a set sooner.
        options.rules.reveal = .milliseconds(260)
        options.rules.claim = .seconds(60)
        options.rules.answer = .seconds(60)
        options.rules.grace = .seconds(60)
        options.limits.messages = .init(100_000, per: .seconds(1), burst: 100_000)
        options.limits.helloTime = .seconds(60)
        options.limits.silence = WireLimits.standard.silence.whenSlow
        options.limits.chat = .init(100_000, per: .seconds(1), burst: 100_000)
        options.hostLimits = .generous
        change(&options)
        return options
    }
}
