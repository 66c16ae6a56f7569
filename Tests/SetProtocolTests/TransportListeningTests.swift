import SetTestSupport
import SystemLibrary
import Testing

@testable import SetProtocol

@Suite("Listening sockets", .serialized, .inTurn, .timeLimit(.minutes(5)))
struct TransportListeningTests {
    @Test("A listening socket on every address accepts IPv4 and IPv6 peers by their own addresses")
    func dualStack() async throws {
        let executor = QueueExecutor(label: "test")
        let socket = try ListeningSocket(port: 0, executor: executor)
        let (accepted, continuation) = AsyncStream<SocketAddress>.makeStream()
        await executor.run { socket.start { continuation.yield($0.peer) } }
        var iterator = accepted.makeAsyncIterator()
        // A machine without IPv6 listens on IPv4 alone.
        let hosts: [IPAddress] =
            socket.boundAddress.host == .anyV6 ? [.loopback, .loopbackV6] : [.loopback]
        for host in hosts {
            let peer = try Descriptor.connectedForTest(
                to: SocketAddress(host, port: socket.boundAddress.port))
            #expect(await iterator.next() == (try peer.localAddress()))
        }
        #expect(socket.boundAddress.host.isUnspecified)
        await executor.run { socket.stop() }
    }

    @Test("A listening socket cannot share a port with another, and says so")
    func addressInUse() async throws {
        let loopback = try await Loopback()
        let address = loopback.socket.boundAddress
        #expect(throws: TransportError.addressInUse(address)) {
            try ListeningSocket(
                address: .loopback, port: address.port, executor: loopback.executor)
        }
    }

    @Test("A listening socket cannot have an address of another machine, and says so")
    func addressNotAvailable() throws {
        let address = try #require(IPAddress("192.0.2.1"))
        #expect(
            throws: TransportError.addressNotAvailable(SocketAddress(address, port: 0))
        ) {
            try ListeningSocket(
                address: address, port: 0, executor: QueueExecutor(label: "test"))
        }
    }

    @Test("A listening socket gives the port back when it stops, and keeps the connections it had")
    func stop() async throws {
        let loopback = try await Loopback()
        let address = loopback.socket.boundAddress
        let (host, peer) = try await loopback.connectRaw()
        let events = await host.startForTest()
        await loopback.executor.run { loopback.socket.stop() }
        // The descriptor is closed a turn of the queue later.
        var again: ListeningSocket?
        while again == nil {
            try Task.checkCancellation()
            await loopback.executor.run {}
            again = try? ListeningSocket(
                address: .loopback, port: address.port, executor: loopback.executor)
        }
        peer.send(text: "still here\n")
        #expect(await events.next() == .line("still here"))
    }

    @Test("A listening socket closes a connection that nobody keeps")
    func turnedAway() async throws {
        let executor = QueueExecutor(label: "test")
        let socket = try ListeningSocket(address: .loopback, port: 0, executor: executor)
        await executor.run { socket.start { _ in } }
        let peer = try Descriptor.connectedForTest(to: socket.boundAddress)
        #expect(peer.receiveAllForTest().outcome == .endOfStream)
    }

    @Test("A listening socket resets callers who are not admitted")
    func admission() async throws {
        let executor = QueueExecutor(label: "test")
        let socket = try ListeningSocket(
            address: .loopback, port: 0, executor: executor,
            pace: RateLimit.Rate(1, per: .seconds(3600), burst: 1))
        let (accepted, continuation) = AsyncStream<LineConnection>.makeStream()
        let unwanted = try (0..<200).map { _ in
            try Descriptor.connectedForTest(to: socket.boundAddress)
        }
        let wanted = try Descriptor.connectedForTest(to: socket.boundAddress)
        let calls = Locked(0)
        await executor.run {
            socket.start(
                admitting: { _ in
                    calls.withLock { $0 += 1 }
                    return calls.value > unwanted.count
                }) { continuation.yield($0) }
        }
        var connections = accepted.makeAsyncIterator()
        let connection = try #require(await connections.next())
        #expect(connection.peer == (try wanted.localAddress()))
        for peer in unwanted { #expect(peer.receiveAllForTest().outcome != .endOfStream) }
        await executor.run { socket.stop() }
    }

    @Test(
        "A listening socket accepts no faster than its pace: the others wait, and it rests meanwhile"
    )
    func pace() async throws {
        let executor = QueueExecutor(label: "test")
        let socket = try ListeningSocket(
            address: .loopback, port: 0, executor: executor,
            pace: RateLimit.Rate(50, per: .seconds(1), burst: 3))
        let (accepted, continuation) = AsyncStream<LineConnection>.makeStream()
        let peers = try (0..<10).map { _ in
            try Descriptor.connectedForTest(to: socket.boundAddress)
        }
        await executor.run { socket.start { continuation.yield($0) } }
        var kept: [LineConnection] = []
        for await connection in accepted {
            kept.append(connection)
            if kept.count == peers.count { break }
        }
        #expect(kept.map(\.peer) == (try peers.map { try $0.localAddress() }))
        let effort = await executor.run {
            socket.stop()
            return socket.effort
        }
        // Seven came after the burst, at most five in each rest and the turn behind it.
        #expect(effort.rests >= 2)
        #expect(effort.accepts <= peers.count + effort.rests + 1)
    }

    @Test(
        "A listening socket knows which errors concern one caller and which all",
        arguments: [
            (EINTR, true), (ECONNABORTED, true), (EPROTO, true), (EMFILE, false), (ENOMEM, false),
            (EBADF, false), (EINVAL, false),
        ])
    func errors(number: Int32, isAboutOneConnection: Bool) {
        switch AcceptOutcome(failure: SystemCallError(.accept, number: number)) {
        case .lostAlready: #expect(isAboutOneConnection)
        case .failed(let error): #expect(!isAboutOneConnection && error.number == number)
        case .noneWaiting, .accepted: Issue.record("not an error")
        }
    }

    #if os(Linux) || os(macOS)
    @Test(
        "A listening socket without descriptors lets callers wait, and accepts them when it can"
    )
    func exhaustion() async {
        await #expect(processExitsWith: .success) {
            // As many as a process may inherit from the tests, where many are open.
            let inherited = (0..<100).compactMap { _ in Exhaustion.descriptor() }
            let loopback = try await Loopback()
            let first = try await loopback.connectRaw()
            // Dispatch opens a descriptor of its own for the first timer.
            let (fired, fire) = AsyncStream.makeStream(of: Void.self)
            let timer = DeadlineTimer(executor: loopback.executor) { fire.yield() }
            await loopback.executor.run { timer.arm(at: .zero) }
            for await _ in fired { break }
            let address = loopback.socket.boundAddress
            let peers = try (0..<2).map { _ in try Descriptor.stream(for: address) }
            var fillers = Exhaustion.takeAllDescriptors()
            try #require(!fillers.isEmpty)
            for peer in peers { _ = try peer.connect(to: address) }
            // It does not spin: one attempt to accept, and then a rest.
            var effort = await loopback.executor.run { loopback.socket.effort }
            while effort.rests < 2 {
                try await Task.sleep(for: .milliseconds(10))
                effort = await loopback.executor.run { loopback.socket.effort }
            }
            #expect(effort.accepts <= effort.rests + 4)
            // Earlier connections are not affected.
            let events = await first.host.startForTest()
            first.peer.send(text: "still here\n")
            #expect(await events.next() == .line("still here"))
            fillers = []
            var waiting = Set(try peers.map { try $0.localAddress() })
            for await connection in loopback.accepted {
                waiting.remove(connection.peer)
                if waiting.isEmpty { return }
            }
            withExtendedLifetime((peers, inherited)) {}
        }
    }
    #endif
}

/// A process without descriptors; only for separate processes.
enum Exhaustion {
    static func descriptor() -> Descriptor? {
        let number = open("/dev/null", O_RDONLY | O_CLOEXEC)
        return number < 0 ? nil : Descriptor(adopting: number)
    }

    /// Lowers the process's limit to little more than what is open, and opens files up to it.
    static func takeAllDescriptors() -> [Descriptor] {
        let highest = (0..<Int32(4096)).last { fcntl($0, F_GETFD) >= 0 } ?? 0
        let most = rlim_t(highest + 16)
        var limit = rlimit(rlim_cur: most, rlim_max: most)
        setrlimit(Platform.descriptorLimit, &limit)
        var taken: [Descriptor] = []
        while let descriptor = descriptor() { taken.append(descriptor) }
        return taken
    }
}
