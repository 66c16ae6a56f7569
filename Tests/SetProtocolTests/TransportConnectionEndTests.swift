import SetTestSupport
import Testing

@testable import SetProtocol

@Suite("The owner of a connection", .serialized, .inTurn, .timeLimit(.minutes(5)))
struct TransportConnectionEndTests {
    static func line(_ text: String) -> [UInt8] { Array(text.utf8) }

    @Test("A connection closed in the middle of a batch delivers no more")
    func closeInBatch() async throws {
        let loopback = try await Loopback()
        let (host, peer) = try await loopback.connectRaw()
        peer.send(text: "one\ntwo\nthree\n")
        let events = await host.startForTest { event in
            if Reported(event) == .line("two") { host.close() }
        }
        #expect(await events.all() == [.line("one"), .line("two"), .closed(.closedHere)])
    }

    @Test("The owner of a connection may hand it to another in the middle of a batch")
    func redirect() async throws {
        let loopback = try await Loopback()
        let (host, peer) = try await loopback.connectRaw()
        peer.send(text: "hello\nready\nclaim\n")
        peer.shutDownWriting()
        let (first, firstContinuation) = LineConnection.Events.makeStream()
        let (second, secondContinuation) = LineConnection.Events.makeStream()
        await loopback.executor.run {
            host.start { event in
                firstContinuation.forwardEvents(event)
                host.redirect(secondContinuation.forwardEvents)
                firstContinuation.finish()
            }
        }
        #expect(await first.all() == [.line("hello")])
        #expect(await second.all() == [.line("ready"), .line("claim"), .closed(.endOfStream)])
    }

    @Test("The owner of a connection is never called from inside a call of its own")
    func noReentrance() async throws {
        var limits = WireLimits.standard
        limits.queuedBytes = 1000
        let loopback = try await Loopback(limits: limits)
        let (closing, peer) = try await loopback.connectRaw()
        let (overflowing, otherPeer) = try await loopback.connectRaw()
        let calls = Locked(0)
        let callsInside = await loopback.executor.run {
            closing.start { _ in calls.withLock { $0 += 1 } }
            overflowing.start { _ in calls.withLock { $0 += 1 } }
            closing.close()
            while overflowing.isOpen { overflowing.send([UInt8](repeating: 0x61, count: 4000)) }
            return calls.value
        }
        #expect(callsInside == 0)
        #expect(await loopback.executor.run { calls.value } == 2)
        withExtendedLifetime((peer, otherPeer)) {}
    }

    @Test("Finishing a connection with unread input does not lose the last line")
    func finish() async throws {
        let loopback = try await Loopback()
        let (host, peer) = try await loopback.connectRaw()
        let (events, continuation) = LineConnection.Events.makeStream()
        await loopback.executor.run {
            host.start(continuation.forwardEvents)
            peer.send(text: "words nobody reads any more\n")
            host.send(Self.line("the reason"))
            host.finish()
            host.send(Self.line("too late"))
        }
        peer.send(text: "more of them\n")
        let (text, outcome) = peer.receiveAllForTest()
        #expect(text == "the reason\n")
        #expect(outcome == .endOfStream)
        peer.shutDownWriting()
        #expect(await events.all() == [.closed(.closedHere)])
    }

    @Test("A finished and released connection is flushed and closed")
    func finishAndForget() async throws {
        let loopback = try await Loopback(limits: TransportLineConnectionTests.roomy)
        var (host, peer): (LineConnection?, Descriptor) = try await loopback.connectRaw()
        weak let weakHost = host
        let long = [UInt8](repeating: 0x61, count: 1_000_000)
        await loopback.executor.run { [host] in
            host?.send(long)
            host?.finish()
        }
        host = nil
        let (text, outcome) = peer.receiveAllForTest()
        #expect(text.utf8.count == long.count + 1)
        #expect(outcome == .endOfStream)
        peer = try Descriptor.connectedForTest(to: loopback.socket.boundAddress)
        while weakHost != nil {
            try Task.checkCancellation()
            await loopback.executor.run {}
        }
    }

    @Test("Finishing a connection waits a limited time for the peer")
    func finishingTime() async throws {
        var limits = TransportLineConnectionTests.roomy
        limits.finishingTime = .milliseconds(20)
        let loopback = try await Loopback(limits: limits)
        let (host, peer) = try await loopback.connectRaw()
        let events = await host.startForTest()
        await loopback.executor.run {
            host.send([UInt8](repeating: 0x61, count: 10_000_000))
            host.finish()
        }
        #expect(await events.all() == [.closed(.closedHere)])
        withExtendedLifetime(peer) {}
    }

    @Test("The owner learns of an end before the start")
    func endBeforeStart() async throws {
        let loopback = try await Loopback()
        let (host, peer) = try await loopback.connectRaw()
        await loopback.executor.run { host.close() }
        #expect(peer.receiveAllForTest().outcome == .endOfStream)
        let events = await host.startForTest()
        #expect(await events.all() == [.closed(.closedHere)])
    }

    @Test("The owner of a connection does not keep it alive by a handler, once it is over")
    func deallocation() async throws {
        let loopback = try await Loopback()
        var pair: (host: LineConnection, client: LineConnection)? = try await loopback.connect()
        weak let weakHost = pair?.host
        weak let weakClient = pair?.client
        let ends = AsyncStream<LineConnectionEnd>.makeStream()
        await loopback.executor.run { [pair] in
            guard let (host, client) = pair else { return }
            // Handlers that hold their connection, the worst that owners can do.
            host.start { event in
                if case .line(let line, _) = event { host.send(Array(line)) }
                if case .closed(let end) = event { ends.continuation.yield(end) }
            }
            client.start { event in
                if case .line = event { client.close() }
                if case .closed(let end) = event { ends.continuation.yield(end) }
            }
            client.send(Self.line("echo"))
        }
        pair = nil
        var iterator = ends.stream.makeAsyncIterator()
        let both = [await iterator.next(), await iterator.next()]
        #expect(Set(both) == [.closedHere, .endOfStream])
        // The cancelled sources leave the queue before a later block runs.
        while weakHost != nil || weakClient != nil {
            try Task.checkCancellation()
            await loopback.executor.run {}
        }
    }

    @Test("The owner of a connection that lets go of an open one closes it")
    func letGo() async throws {
        let loopback = try await Loopback()
        var (host, peer): (LineConnection?, Descriptor) = try await loopback.connectRaw()
        if let host { _ = await host.startForTest() }
        host = nil
        #expect(peer.receiveAllForTest().outcome == .endOfStream)
        peer = try Descriptor.connectedForTest(to: loopback.socket.boundAddress)
    }
}
