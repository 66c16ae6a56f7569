import SetTestSupport
import Testing

@testable import SetProtocol

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#endif

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

    @Test("A listening socket tells the port it was given")
    func port() async throws {
        let loopback = try await Loopback()
        #expect(loopback.socket.boundAddress.host == .loopback)
        #expect(loopback.socket.boundAddress.port != 0)
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
            (EINTR, true, .other), (ECONNABORTED, true, .connectionLost), (EPROTO, true, .other),
            (EMFILE, false, .exhausted), (ENFILE, false, .exhausted), (ENOMEM, false, .exhausted),
            (ENOBUFS, false, .exhausted), (EBADF, false, .other), (EINVAL, false, .other),
        ] as [(Int32, Bool, SystemCallError.Meaning)])
    func errors(number: Int32, isAboutOneConnection: Bool, meaning: SystemCallError.Meaning) {
        let error = SystemCallError(.accept, number: number)
        #expect(error.isAboutOneConnection == isAboutOneConnection)
        #expect(error.meaning == meaning)
    }

    #if os(Linux) || os(macOS)
    @Test(
        "A listening socket without descriptors turns callers away, and takes the next one when it can"
    )
    func exhaustion() async {
        await #expect(processExitsWith: .success) {
            // As many as a process may inherit from the tests, where many are open.
            let inherited = (0..<100).compactMap { _ in Descriptor.spare() }
            let loopback = try await Loopback()
            let first = try await loopback.connectRaw()
            // Dispatch opens a descriptor of its own for the first timer.
            let (fired, fire) = AsyncStream.makeStream(of: Void.self)
            let timer = DeadlineTimer(executor: loopback.executor) { fire.yield() }
            await loopback.executor.run { timer.arm(at: .zero) }
            for await _ in fired { break }
            let address = loopback.socket.boundAddress
            let peers = try (0..<6).map { _ in try Descriptor.stream(for: address) }
            var fillers = Exhaustion.takeAllDescriptors()
            try #require(!fillers.isEmpty)
            for peer in peers { _ = try peer.connect(to: address) }
            // Two are turned away, one after the other: their connections end without a word.
            var waiting = peers
            for _ in 1...2 {
                let ended = try #require(Exhaustion.firstReadable(of: waiting))
                #expect(ended.receiveAllForTest() == ("", .endOfStream))
                waiting.removeAll { $0 === ended }
            }
            #expect(await loopback.executor.run { loopback.socket.turnedAwayCount } >= 2)
            // It does not spin: two attempts to accept, and then a rest.
            let effort = await loopback.executor.run { loopback.socket.effort }
            #expect(effort.accepts <= 2 * effort.rests + 4)
            // Earlier connections are not affected.
            let events = await first.host.startForTest()
            first.peer.send(text: "still here\n")
            #expect(await events.next() == .line("still here"))
            fillers = []
            let next = try Descriptor.connectedForTest(to: address)
            for await connection in loopback.accepted
            where connection.peer == (try next.localAddress()) {
                return
            }
            Issue.record("the next caller was not accepted")
            withExtendedLifetime((peers, inherited)) {}
        }
    }
    #endif
}

/// A process without descriptors; only for separate processes.
enum Exhaustion {
    /// Blocks until one of several descriptors has something to read, ten seconds at most.
    static func firstReadable(of descriptors: [Descriptor]) -> Descriptor? {
        var requests = descriptors.map { pollfd(fd: $0.number, events: Int16(POLLIN), revents: 0) }
        _ = poll(&requests, nfds_t(requests.count), 10_000)
        return zip(descriptors, requests).first { $1.revents != 0 }?.0
    }

    /// Lowers the process's limit to little more than what is open, and opens files up to it.
    static func takeAllDescriptors() -> [Descriptor] {
        let highest = (0..<Int32(4096)).last { fcntl($0, F_GETFD) >= 0 } ?? 0
        let most = rlim_t(highest + 16)
        var limit = rlimit(rlim_cur: most, rlim_max: most)
        #if canImport(Darwin)
        setrlimit(RLIMIT_NOFILE, &limit)
        #else
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        #endif
        var taken: [Descriptor] = []
        while let descriptor = Descriptor.spare() { taken.append(descriptor) }
        return taken
    }
}
