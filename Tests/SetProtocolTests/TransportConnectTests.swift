import Dispatch
import SetTestSupport
import SystemLibrary
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

    /// A port that answers nothing: its queue of waiting connections is full, and the kernel ignores
    /// further attempts for as long as both of these are kept.
    static func silentPort(
        on executor: QueueExecutor
    ) throws -> (ListeningSocket, filler: [Descriptor]) {
        let socket = try ListeningSocket(
            address: .loopback, port: 0, executor: executor, backlog: 0)
        let filler = try (0..<4).map { _ in
            let descriptor = try Descriptor.stream(for: socket.boundAddress)
            _ = try descriptor.connect(to: socket.boundAddress)
            return descriptor
        }
        return (socket, filler)
    }

    static func connect(to addresses: [SocketAddress]) async throws(TransportError)
        -> LineConnection
    {
        try await LineConnection.connect(
            to: addresses, executor: QueueExecutor(label: "test"), timeout: .seconds(30))
    }

    @Test("Connecting to a port where nobody listens is refused, and the error names it")
    func refused() async throws {
        let (descriptor, address) = try Self.deafPort()
        await #expect(throws: TransportError.refused(address)) {
            try await Self.connect(to: [address])
        }
        #expect(TransportError.refused(address).sentence.contains("\(address)"))
        withExtendedLifetime(descriptor) {}
    }

    @Test("Connecting tries the addresses in order until one answers")
    func order() async throws {
        let loopback = try await Loopback()
        let (descriptor, deaf) = try Self.deafPort()
        let connection = try await Self.connect(to: [deaf, loopback.socket.boundAddress])
        #expect(connection.peer == loopback.socket.boundAddress)
        withExtendedLifetime(descriptor) {}
    }

    @Test("A lookup that takes longer than its time is given up, and its late answer ignored")
    func slowLookup() async throws {
        let goOn = DispatchSemaphore(value: 0)
        let endpoint = try Endpoint("ann.example")
        await #expect(throws: TransportError.lookupFailed("ann.example")) {
            try await SocketAddress.resolve(endpoint, within: .milliseconds(1)) { _, _ in
                goOn.wait()
                return []
            }
        }
        goOn.signal()
    }

    @Test("Canceling the task ends a lookup at once")
    func canceledLookup() async throws {
        let goOn = DispatchSemaphore(value: 0)
        let endpoint = try Endpoint("ann.example")
        let task = Task {
            try await SocketAddress.resolve(endpoint, within: .seconds(3600)) { _, _ in
                goOn.wait()
                return []
            }
        }
        task.cancel()
        await #expect(throws: TransportError.cancelled) { try await task.value }
        goOn.signal()
    }

    @Test("A numeric address needs no lookup")
    func numericLookup() async throws {
        let endpoint = try Endpoint("127.0.0.1:7400")
        let addresses = try await SocketAddress.resolve(endpoint, within: .zero) {
            host, _ throws(TransportError) in throw .unknownHost(host)
        }
        #expect(addresses == [SocketAddress(.loopback, port: 7400)])
    }

    @Test("Connecting to no address at all fails")
    func noAddress() async {
        await #expect(throws: TransportError.noAddress) { try await Self.connect(to: []) }
    }

    @Test("Connecting times out when a machine does not answer")
    func timedOut() async throws {
        let executor = QueueExecutor(label: "test")
        let (socket, filler) = try Self.silentPort(on: executor)
        await #expect(throws: TransportError.timedOut(socket.boundAddress)) {
            try await LineConnection.connect(
                to: [socket.boundAddress], executor: executor, timeout: .milliseconds(30))
        }
        withExtendedLifetime(filler) {}
    }

    @Test("Connecting does not wait for addresses that do not answer, and closes them")
    func races() async throws {
        let executor = QueueExecutor(label: "test")
        let (silent, filler) = try Self.silentPort(on: executor)
        let good = try await Loopback()
        let addresses = [silent, silent, good.socket].map(\.boundAddress)
        let before = Self.unansweredCalls(of: silent.boundAddress)
        let (order, tell) = AsyncStream.makeStream(of: SocketAddress?.self)
        await executor.run {
            // The first has its third address after 0.5 s, however much time there is for all.
            let attempts = [
                ConnectionAttempt(to: addresses, executor: executor, timeout: .seconds(3600)),
                ConnectionAttempt(
                    to: [silent.boundAddress], executor: executor, timeout: .seconds(10)),
            ]
            for attempt in attempts {
                attempt.start { outcome in tell.yield(try? outcome.get().peer) }
            }
        }
        var iterator = order.makeAsyncIterator()
        #expect(await iterator.next() == good.socket.boundAddress)
        try await Self.waitForUnansweredCalls(of: silent.boundAddress, before + 1)
        #expect(await iterator.next() == .some(nil))
        try await Self.waitForUnansweredCalls(of: silent.boundAddress, before)
        withExtendedLifetime((silent, filler)) {}
    }

    /// The poller's thread may be the last to let go of a socket.
    private static func waitForUnansweredCalls(
        of address: SocketAddress, _ count: Int
    ) async throws {
        while unansweredCalls(of: address) != count { try await Task.sleep(for: .milliseconds(5)) }
    }

    /// How many sockets of this machine wait for an answer from an address (proc(5), `SYN_SENT`).
    private static func unansweredCalls(of address: SocketAddress) -> Int {
        let text = try? FileStore.read("/proc/self/net/tcp", limit: 1 << 24)
        let port = String(address.port, radix: 16, uppercase: true)
        let remote = "0100007F:" + String(repeating: "0", count: 4 - port.count) + port
        return String(decoding: text ?? [], as: UTF8.self).split(separator: "\n").count { line in
            let fields = line.split(separator: " ")
            return fields.count > 3 && fields[2] == remote && fields[3] == "02"
        }
    }

    @Test("Connecting alternates between the families of addresses and keeps their order")
    func families() throws {
        func addresses(_ hosts: String) throws -> [SocketAddress] {
            try hosts.split(separator: " ").map {
                SocketAddress(try #require(IPAddress(String($0))), port: 1)
            }
        }
        for (before, after) in [
            ("::1 ::2 ::3 1.1.1.1 2.2.2.2", "::1 1.1.1.1 ::2 2.2.2.2 ::3"),
            ("1.1.1.1 ::1 ::2 ::3", "1.1.1.1 ::1 ::2 ::3"),
            ("1.1.1.1 2.2.2.2 ::1", "1.1.1.1 ::1 2.2.2.2"), ("1.1.1.1", "1.1.1.1"), ("", ""),
        ] {
            #expect(try ConnectionAttempt.alternating(addresses(before)) == addresses(after))
        }
    }

    @Test("Connecting names the last address when none answers", arguments: [false, true])
    func noneAnswers(isSilentLast: Bool) async throws {
        let executor = QueueExecutor(label: "test")
        let (silent, filler) = try Self.silentPort(on: executor)
        let (descriptor, deaf) = try Self.deafPort()
        let addresses = isSilentLast ? [deaf, silent.boundAddress] : [silent.boundAddress, deaf]
        let error: TransportError = isSilentLast ? .timedOut(silent.boundAddress) : .refused(deaf)
        await #expect(throws: error) {
            try await LineConnection.connect(
                to: addresses, executor: executor, timeout: .milliseconds(600))
        }
        withExtendedLifetime((descriptor, filler)) {}
    }

    @Test("Connecting is given up when its task is cancelled")
    func cancelled() async throws {
        let executor = QueueExecutor(label: "test")
        let (socket, filler) = try Self.silentPort(on: executor)
        let attempt = Task {
            try await LineConnection.connect(
                to: [socket.boundAddress], executor: executor, timeout: .seconds(600))
        }
        attempt.cancel()
        await #expect(throws: TransportError.cancelled) { try await attempt.value }
        withExtendedLifetime(filler) {}
    }

    @Test(
        "Connecting reports distinct failures",
        arguments: [
            (ECONNREFUSED, "refused"), (ECONNRESET, "refused"), (EHOSTUNREACH, "unreachable"),
            (ETIMEDOUT, "timedOut"), (EACCES, "notPermitted"), (EADDRINUSE, "addressInUse"),
        ])
    func sentences(number: Int32, name: String) throws {
        let failure = TransportError(
            SystemCallError(.connect, number: number), at: SocketAddress(.loopback, port: 7381))
        #expect("\(failure)".contains(name))
        #expect(failure.sentence.contains("127.0.0.1:7381"))
    }
}
