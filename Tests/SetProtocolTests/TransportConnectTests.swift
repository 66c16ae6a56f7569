import SetTestSupport
import Testing

@testable import SetProtocol

@Suite("Connecting", .serialized, .inTurn, .timeLimit(.minutes(5)))
struct TransportConnectTests {
    /// A port on this machine that belongs to somebody who does not listen.
    static func deafPort() throws -> (Descriptor, SocketAddress) {
        let address = SocketAddress(.loopback, port: 0)
        let descriptor = try Descriptor.stream(for: address)
        try descriptor.bind(to: address)
        return (descriptor, try descriptor.localAddress())
    }

    static func connect(to addresses: [SocketAddress]) async throws(TransportError)
        -> LineConnection
    {
        try await LineConnection.connect(
            to: addresses, executor: QueueExecutor(label: "test"), timeout: .seconds(30))
    }

    @Test("to a port where nobody listens is refused, and the error names it")
    func refused() async throws {
        let (descriptor, address) = try Self.deafPort()
        await #expect(throws: TransportError.refused(address)) {
            try await Self.connect(to: [address])
        }
        #expect(TransportError.refused(address).sentence.contains("\(address)"))
        withExtendedLifetime(descriptor) {}
    }

    @Test("tries the addresses in order until one answers")
    func order() async throws {
        let loopback = try await Loopback()
        let (descriptor, deaf) = try Self.deafPort()
        let connection = try await Self.connect(to: [deaf, loopback.socket.boundAddress])
        #expect(connection.peer == loopback.socket.boundAddress)
        withExtendedLifetime(descriptor) {}
    }

    @Test("to no address at all fails")
    func noAddress() async {
        await #expect(throws: TransportError.noAddress) { try await Self.connect(to: []) }
    }

    @Test("gives up on a machine that does not answer")
    func timedOut() async throws {
        // A full queue of waiting connections makes the kernel ignore further attempts.
        let executor = QueueExecutor(label: "test")
        let socket = try ListeningSocket(
            address: .loopback, port: 0, executor: executor, backlog: 0)
        let filler = try (0..<4).map { _ in
            let descriptor = try Descriptor.stream(for: socket.boundAddress)
            _ = try descriptor.connect(to: socket.boundAddress)
            return descriptor
        }
        await #expect(throws: TransportError.timedOut(socket.boundAddress)) {
            try await LineConnection.connect(
                to: [socket.boundAddress], executor: executor, timeout: .milliseconds(30))
        }
        withExtendedLifetime(filler) {}
    }

    @Test("is given up when its task is cancelled")
    func cancelled() async throws {
        let executor = QueueExecutor(label: "test")
        let socket = try ListeningSocket(
            address: .loopback, port: 0, executor: executor, backlog: 0)
        let filler = try (0..<4).map { _ in
            let descriptor = try Descriptor.stream(for: socket.boundAddress)
            _ = try descriptor.connect(to: socket.boundAddress)
            return descriptor
        }
        let attempt = Task {
            try await LineConnection.connect(
                to: [socket.boundAddress], executor: executor, timeout: .seconds(600))
        }
        attempt.cancel()
        await #expect(throws: TransportError.cancelled) { try await attempt.value }
        withExtendedLifetime(filler) {}
    }

    @Test(
        "tells apart why it failed",
        arguments: [
            (.refused, "refused"), (.unreachable, "unreachable"), (.timedOut, "timedOut"),
            (.notPermitted, "notPermitted"), (.addressInUse, "addressInUse"),
        ] as [(SystemCallError.Meaning, String)])
    func sentences(meaning: SystemCallError.Meaning, name: String) throws {
        let address = SocketAddress(.loopback, port: 7381)
        let error = try #require(
            (1...133).map { SystemCallError(.connect, number: $0) }.first { $0.meaning == meaning })
        let failure = TransportError(error, at: address)
        #expect("\(failure)".contains(name))
        #expect(failure.sentence.contains("127.0.0.1:7381"))
    }
}
