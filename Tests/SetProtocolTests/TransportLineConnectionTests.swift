import Dispatch
import SetTestSupport
import Synchronization
import Testing

@testable import SetProtocol

@Suite("Line connections", .serialized, .inTurn, .timeLimit(.minutes(5)))
struct TransportLineConnectionTests {
    static func line(_ text: String) -> [UInt8] { Array(text.utf8) }

    /// No limit on what waits, for tests that send much at once.
    static var roomy: WireLimits {
        var limits = WireLimits.standard
        (limits.queuedLines, limits.queuedBytes) = (.max, .max)
        // A busy machine may keep a peer from reading for a while.
        limits.finishingTime = .seconds(45)
        return limits
    }

    @Test("A line connection carries 20,000 lines each way at once, in order and complete")
    func order() async throws {
        let count = 20_000
        let loopback = try await Loopback(limits: Self.roomy)
        let (host, client) = try await loopback.connect(limits: Self.roomy)
        let (atHost, atClient) = (await host.startForTest(), await client.startForTest())
        await loopback.executor.run {
            for number in 0..<count {
                host.send(Self.line("{\"type\":\"state\",\"revision\":\(number)}"))
                client.send(Self.line("{\"type\":\"claim\",\"board\":\(number)}"))
            }
            client.send(Self.line("end"))
            host.send(Self.line("end"))
        }
        var expected = (0..<count).map { "{\"type\":\"claim\",\"board\":\($0)}" } + ["end"]
        #expect(await Self.lines(of: atHost) == expected)
        expected = (0..<count).map { "{\"type\":\"state\",\"revision\":\($0)}" } + ["end"]
        #expect(await Self.lines(of: atClient) == expected)
    }

    /// The lines up to and including "end".
    static func lines(of events: LineConnection.Events) async -> [String] {
        var lines: [String] = []
        for await event in events {
            guard case .line(let line) = Reported(event) else { break }
            lines.append(line)
            if line == "end" { break }
        }
        return lines
    }

    @Test(
        "A line connection reads on from inside the delivery of a line when asked to, and ends once"
    )
    func readNow() async throws {
        let loopback = try await Loopback()
        let (host, peer) = try await loopback.connectRaw()
        peer.send(text: "one\ntwo\nthree\n")
        peer.shutDownWriting()
        let events = await host.startForTest { [weak host] event in
            if Reported(event) == .line("one") { host?.readNow() }
        }
        #expect(
            await events.all() == [
                .line("two"), .line("three"), .line("one"), .closed(.endOfStream),
            ])
    }

    @Test("A line connection told to ignore the rest delivers nothing more")
    func ignoredRest() async throws {
        let loopback = try await Loopback()
        let (host, peer) = try await loopback.connectRaw()
        let flood = 32_000
        peer.send(text: String(repeating: "\n", count: flood))
        peer.shutDownWriting()
        let (announced, tell) = AsyncStream.makeStream(of: Int.self)
        let delivered = Atomic<Int>(0)
        await loopback.executor.run {
            host.start { [weak host] event in
                guard case .line = event else { return tell.finish() }
                let count = delivered.add(1, ordering: .relaxed).newValue
                tell.yield(count)
                // As a table does that wants to know what came before the first line.
                if count == 1 { host?.readNow() }
                if count == 61 { host?.ignoreRest() }
            }
        }
        for await _ in announced {}
        #expect(delivered.load(ordering: .relaxed) == 61)
    }

    @Test("A line connection adds the LF that ends a line, unless it is there")
    func lineEnding() async throws {
        let loopback = try await Loopback()
        let (host, peer) = try await loopback.connectRaw()
        _ = await host.startForTest()
        await loopback.executor.run {
            host.send(Self.line("one"))
            host.send(Self.line("two\n"))
            host.send([])
            host.finish()
        }
        #expect(peer.receiveAllForTest().text == "one\ntwo\n\n")
    }

    @Test("A line connection delivers what a peer said before it closed, then the end, once")
    func endOfStream() async throws {
        let loopback = try await Loopback()
        let (host, peer) = try await loopback.connectRaw()
        peer.send(text: "one\r\ntwo\ncut sho")
        peer.shutDownWriting()
        let events = await host.startForTest()
        #expect(await events.all() == [.line("one"), .line("two"), .closed(.endOfStream)])
        #expect(await loopback.executor.run { !host.isOpen })
    }

    @Test(
        "A line connection delivers all that waited, however much it is, and then the end",
        arguments: [true, false])
    func manyTurns(isReset: Bool) async throws {
        let loopback = try await Loopback(limits: Self.roomy)
        var (host, peer): (LineConnection, Descriptor?) = try await loopback.connectRaw()
        // More than is read in one turn; as much of it as the kernel takes without a reader.
        let line = String(repeating: "x", count: 99) + "\n"
        let whole = Array(String(repeating: line, count: 2000).utf8)
        guard case .moved(let sent) = whole.withUnsafeBytes({ peer?.send($0) }) else {
            Issue.record("nothing could be sent")
            return
        }
        try #require(sent > 64 * 1024)
        if isReset { peer?.resetOnClose() }
        peer = nil
        let reported = await host.startForTest().all()
        #expect(reported.last == .closed(isReset ? .reset : .endOfStream))
        // A reset may throw away what was not yet read.
        if !isReset { #expect(reported.count - 1 == sent / line.utf8.count) }
        (host, peer) = try await loopback.connectRaw()
    }

    @Test("A flood of short lines leaves the queue to others in turns")
    func shortLines() async throws {
        let loopback = try await Loopback()
        let (host, client) = try await loopback.connect()
        let count = 40_000
        await loopback.executor.run {
            host.send([UInt8](repeating: 0x0A, count: count))
        }
        let (announced, tell) = AsyncStream.makeStream(of: Int.self)
        let delivered = Atomic<Int>(0)
        let queue = loopback.executor.queue
        await loopback.executor.run {
            client.start { event in
                guard case .line = event else { return }
                switch delivered.add(1, ordering: .relaxed).newValue {
                case 1: queue.async { tell.yield(delivered.load(ordering: .relaxed)) }
                case count: tell.finish()
                default: break
                }
            }
        }
        var iterator = announced.makeAsyncIterator()
        #expect(1...4096 ~= (await iterator.next() ?? 0))
        #expect(await iterator.next() == nil)
    }

    @Test("A line connection answers a peer that says one thing and stops writing")
    func answerToHalfClosed() async throws {
        let loopback = try await Loopback()
        let (host, peer) = try await loopback.connectRaw()
        peer.send(text: "ping\n")
        peer.shutDownWriting()
        _ = await host.startForTest { event in
            if case .line(let line, _) = event { host.send(Array(line)) }
        }
        #expect(peer.receiveAllForTest().text == "ping\n")
    }

    @Test("A line connection stamps lines with the moment they were received")
    func stamps() async throws {
        let loopback = try await Loopback()
        let (host, client) = try await loopback.connect()
        let events = await host.startForTest()
        let before = MonotonicClock.now
        await loopback.executor.run { client.send(Self.line("hello")) }
        var iterator = events.makeAsyncIterator()
        guard case .line(_, let arrival) = await iterator.next() else {
            Issue.record("no line came")
            return
        }
        #expect(before <= arrival && arrival <= MonotonicClock.now)
    }

    #if canImport(Glibc)
    @Test("A line connection stamps lines with the moment they came, however late they are read")
    func stampsOfTheKernel() async throws {
        let loopback = try await Loopback()
        let (host, peer) = try await loopback.connectRaw()
        var iterator = await host.startForTest().makeAsyncIterator()
        var isOfArrival = false
        // A machine that stalls can spoil one line, but not all of them.
        for _ in 0..<20 where !isOfArrival {
            let looked = await loopback.executor.run {
                peer.send(text: "hello\n")
                // Nobody looks before this.
                let late = MonotonicClock.now.advanced(by: .milliseconds(10))
                while MonotonicClock.now < late {}
                host.readNow()
                return late
            }
            guard case .line(_, let arrival) = await iterator.next() else {
                Issue.record("no line came")
                return
            }
            isOfArrival = arrival < looked
        }
        #expect(isOfArrival)
    }
    #endif

    @Test("A line connection reports a reset while it reads, once, after what came before")
    func reset() async throws {
        let loopback = try await Loopback()
        var (host, peer): (LineConnection, Descriptor?) = try await loopback.connectRaw()
        let events = await host.startForTest()
        peer?.send(text: "last words\n")
        #expect(await events.next() == .line("last words"))
        peer?.resetOnClose()
        peer = nil
        #expect(await events.all() == [.closed(.reset)])
        (host, peer) = try await loopback.connectRaw()
    }

    @Test("A line connection delivers a lost peer's last lines, even if writing fails first")
    func lastWords() async throws {
        let loopback = try await Loopback()
        var (host, peer): (LineConnection, Descriptor?) = try await loopback.connectRaw()
        peer?.send(text: "last words\n")
        peer?.resetOnClose()
        peer = nil
        let (events, continuation) = LineConnection.Events.makeStream()
        // Both in one turn of the queue, so that nothing is read before it is written to.
        await loopback.executor.run { [host] in
            host.start(continuation.forwardEvents)
            host.send(Self.line("too late"))
        }
        let reported = await events.all()
        #expect(reported.first == .line("last words"))
        #expect(reported.count == 2)
        (host, peer) = try await loopback.connectRaw()
    }

    @Test("A line connection to a closed peer ends once, and writing on does no harm")
    func closedPeer() async throws {
        let loopback = try await Loopback()
        let (host, client) = try await loopback.connect()
        let events = await host.startForTest()
        await loopback.executor.run {
            // Unread bytes make the kernel answer the host's next line with a reset.
            host.send(Self.line("unread"))
            client.close()
        }
        await loopback.executor.run { for _ in 0..<50 { host.send(Self.line("into the void")) } }
        let reported = await events.all()
        #expect(reported == [.closed(.endOfStream)] || reported == [.closed(.reset)])
        await loopback.executor.run { host.send(Self.line("and again")) }
        #expect(await loopback.executor.run { host.queuedBytes } == 0)
    }

    @Test(
        "A line connection with a peer that never reads is cut by the limit, and the others go on")
    func neverReads() async throws {
        // Only the limit may cut it here, however long a busy machine takes.
        var limits = WireLimits.standard
        limits.unacknowledgedTime = .seconds(600)
        let loopback = try await Loopback(limits: limits)
        let slow = try await loopback.connectRaw()
        let (host, client) = try await loopback.connect()
        let slowEvents = await slow.host.startForTest()
        let atClient = await client.startForTest()
        let state = Self.line(String(repeating: "s", count: 4000))
        // Every round sends to both, as a table does, and goes on when the good client has read.
        var rounds = 0
        while await loopback.executor.run({ slow.host.isOpen }) {
            await loopback.executor.run {
                slow.host.send(state)
                host.send(Self.line("end"))
            }
            #expect(await Self.lines(of: atClient) == ["end"])
            rounds += 1
            try #require(rounds < 10_000)
        }
        #expect(await slowEvents.all() == [.closed(.tooSlow)])
        #expect(await loopback.executor.run { host.isOpen && host.queuedBytes == 0 })
    }

    @Test(
        "A line connection counts what waits in lines as well as in bytes",
        arguments: [true, false])
    func queueLimits(countsLines: Bool) async throws {
        var limits = WireLimits.standard
        limits.queuedLines = countsLines ? 3 : .max
        limits.queuedBytes = countsLines ? .max : 3000
        let loopback = try await Loopback(limits: limits)
        let (host, peer) = try await loopback.connectRaw()
        let events = await host.startForTest()
        let wasOpenWith = await loopback.executor.run {
            var queued = 0
            while host.isOpen {
                queued = max(queued, host.queuedBytes)
                host.send([UInt8](repeating: 0x61, count: 999))
            }
            return queued
        }
        #expect(0..<3001 ~= wasOpenWith)
        #expect(await events.all() == [.closed(.tooSlow)])
        withExtendedLifetime(peer) {}
    }

    @Test("A line connection enforces queue limits while answering a line")
    func queueLimitWithin() async throws {
        var limits = WireLimits.standard
        limits.queuedBytes = 3000
        let loopback = try await Loopback(limits: limits)
        let (host, peer) = try await loopback.connectRaw()
        let (announced, tell) = AsyncStream.makeStream(of: Int.self)
        let (events, continuation) = LineConnection.Events.makeStream()
        await loopback.executor.run {
            host.start { [weak host] event in
                continuation.forwardEvents(event)
                guard case .line = event, let host else { return }
                var most = 0
                // More than any kernel takes from a peer that does not read.
                for _ in 0..<20_000 where host.isOpen {
                    host.send([UInt8](repeating: 0x61, count: 999))
                    most = max(most, host.queuedBytes)
                }
                tell.yield(most)
                host.close()
            }
        }
        peer.send(text: "go\n")
        var iterator = announced.makeAsyncIterator()
        #expect(0..<3001 ~= (await iterator.next() ?? -1))
        #expect(await events.all() == [.line("go"), .closed(.tooSlow)])
        withExtendedLifetime(peer) {}
    }

    @Test("A line connection with a line over the limit reports it, says a last word and finishes")
    func lineTooLong() async throws {
        let loopback = try await Loopback()
        let (host, peer) = try await loopback.connectRaw()
        peer.send(text: "ok\n" + String(repeating: "x", count: 513) + "\nnot this\n")
        let events = await host.startForTest { event in
            if event == .lineTooLong { host.send(Self.line("too long")) }
        }
        let (text, outcome) = peer.receiveAllForTest()
        #expect(text == "too long\n")
        #expect(outcome == .endOfStream)
        peer.shutDownWriting()
        #expect(await events.all() == [.line("ok"), .lineTooLong, .closed(.lineTooLong)])
    }

    @Test("A line connection takes longer lines from the moment its owner allows them")
    func lineLimit() async throws {
        let loopback = try await Loopback()
        let (host, peer) = try await loopback.connectRaw()
        let long = String(repeating: "x", count: 4096)
        peer.send(text: "hello\n\(long)\n")
        peer.shutDownWriting()
        let events = await host.startForTest { event in
            if Reported(event) == .line("hello") { host.lineLimit = 4096 }
        }
        #expect(await events.all() == [.line("hello"), .line(long), .closed(.endOfStream)])
    }
}
