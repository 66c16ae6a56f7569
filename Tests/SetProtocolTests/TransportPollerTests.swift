import Dispatch
import SetTestSupport
import SystemLibrary
import Testing

@testable import SetProtocol

@Suite("The poller", .serialized, .inTurn, .timeLimit(.minutes(5)))
struct TransportPollerTests {
    @Test("A program that can no longer wait for input says so and exits with 70")
    func brokenSet() async throws {
        let result = await #expect(
            processExitsWith: .exitCode(70), observing: [\.standardErrorContent]
        ) {
            let set = try ReadinessSet()
            close(set.descriptor.number)
            var events: [ReadinessSet.Event] = []
            set.wait(most: 1, for: &events)
        }
        let words = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(words.contains("set-duel: cannot wait for input: Bad file descriptor (epoll)\n"))
    }

    @Test("A queue may wait for a deeper one, and the program stops if it waits for any other")
    func waiting() async throws {
        let (shallow, deep) = (
            QueueExecutor(label: "test"), QueueExecutor(label: "test.deep", depth: 1)
        )
        #expect(shallow.wait { deep.wait { deep.isCurrent } })
        for depth in [0, 1] {
            await #expect(processExitsWith: .failure) { [depth = depth as Int] in
                let (caller, other) = (
                    QueueExecutor(label: "test", depth: depth), QueueExecutor(label: "test.other")
                )
                caller.wait { other.wait {} }
            }
        }
    }

    @Test("A descriptor source calls again while something is left")
    func rest() async throws {
        let pipe = try BytePipe()
        pipe.write("abc")
        let reader = Reader(pipe.reading)
        try await reader.start()
        for byte in "abc" { #expect(await reader.next() == .byte(byte)) }
        pipe.write("d")
        #expect(await reader.next() == .byte("d"))
        pipe.endWriting()
        #expect(await reader.next() == .end)
    }

    @Test("A descriptor source calls no more once it is let go of")
    func letGo() async throws {
        for _ in 0..<200 {
            let (pipe, other) = (try BytePipe(), try BytePipe())
            let (reader, second) = (Reader(pipe.reading, stopsAtOnce: true), Reader(other.reading))
            try await reader.start()
            try await second.start()
            pipe.write("abc")
            #expect(await reader.next() == .byte("a"))
            pipe.write("d")
            other.write("x")
            #expect(await second.next() == .byte("x"))
            #expect(await reader.callCount == 1)
        }
    }

    @Test("A descriptor source serves room and input on one descriptor, in either order")
    func bothWays() async throws {
        for first in [Readiness.reading, .writing] {
            let loopback = try await Loopback()
            let (host, peer) = try await loopback.connectRaw()
            let executor = loopback.executor
            let (calls, continuation) = AsyncStream<Readiness>.makeStream()
            let order = first == .reading ? [first, .writing] : [first, .reading]
            let holder = Holder(executor)
            for readiness in order {
                try await holder.watch(readiness, peer) { continuation.yield(readiness) }
            }
            var iterator = calls.makeAsyncIterator()
            #expect(await iterator.next() == .writing)
            await executor.run {
                host.start { _ in }
                host.send(Array("line".utf8))
            }
            while await iterator.next() != .reading {}
            await holder.letGo()
            await executor.run { host.close() }
        }
    }

    @Test("A descriptor source survives many peers hanging up at once")
    func hangUps() async throws {
        try await withThrowingTaskGroup { group in
            for _ in 0..<8 {
                group.addTask {
                    for _ in 0..<300 {
                        let pipe = try BytePipe()
                        let reader = Reader(pipe.reading)
                        try await reader.start()
                        pipe.endWriting()
                        #expect(await reader.next() == .end)
                    }
                }
            }
            try await group.waitForAll()
        }
    }

    @Test("The poller serves the others while one never stops sending")
    func flood() async throws {
        let loopback = try await Loopback()
        let (flooded, flooder) = try await loopback.connectRaw()
        let (host, peer) = try await loopback.connectRaw()
        let events = await host.startForTest()
        // On threads of their own: a task that never stops would take those of other tests.
        let (begun, over, ended) = (
            OneTimeEvent<Bool>(), OneTimeEvent<Bool>(), OneTimeEvent<Bool>()
        )
        await loopback.executor.run {
            flooded.start { event in if case .line = event { begun.happen(true) } }
        }
        DispatchQueue(label: "test.flood").async {
            let rubbish = String(repeating: "rubbish\n", count: 1000)
            while over.value == nil {
                if flooder.awaitForTest(POLLOUT) { flooder.send(text: rubbish) }
            }
            ended.happen(true)
        }
        #expect(await begun.wait() == true)
        for number in 0..<100 {
            peer.send(text: "line \(number)\n")
            #expect(await events.next() == .line("line \(number)"))
        }
        over.happen(true)
        #expect(await ended.wait() == true)
        await loopback.executor.run { flooded.close() }
    }

    @Test(
        "The poller does not serve a connection that another's handler closed in the same turn"
    )
    func closedByAnother() async throws {
        let loopback = try await Loopback()
        let (first, firstPeer) = try await loopback.connectRaw()
        let (second, secondPeer) = try await loopback.connectRaw()
        let (reports, continuation) = AsyncStream<Reported>.makeStream()
        await loopback.executor.run {
            for (connection, other) in [(first, second), (second, first)] {
                connection.start { event in
                    continuation.yield(Reported(event))
                    if case .line = event { other.close() }
                }
            }
            // The queue is busy with this until both have something to read.
            firstPeer.send(text: "one\n")
            secondPeer.send(text: "two\n")
        }
        var iterator = reports.makeAsyncIterator()
        let line = await iterator.next()
        #expect(line == .line("one") || line == .line("two"))
        #expect(await iterator.next() == .closed(.closedHere))
        await loopback.executor.run { for connection in [first, second] { connection.close() } }
        #expect(await iterator.next() == .closed(.closedHere))
    }

    @Test("The poller delivers every line to its own connection, however many came and went")
    func numbers() async throws {
        let loopback = try await Loopback()
        var lines: [(host: LineConnection, peer: Descriptor)] = []
        for _ in 0..<30 {
            lines.append(try await loopback.connectRaw())
            _ = await lines[lines.count - 1].host.startForTest()
        }
        for place in stride(from: 28, through: 0, by: -2) {
            let host = lines.remove(at: place).host
            await loopback.executor.run { host.close() }
        }
        var events: [LineConnection.Events] = []
        for _ in 0..<30 {
            let line = try await loopback.connectRaw()
            events.append(await line.host.startForTest())
            lines.append(line)
        }
        for (number, line) in lines.enumerated() { line.peer.send(text: "for \(number)\n") }
        for (number, events) in zip(15..., events) {
            #expect(await events.next() == .line("for \(number)"))
        }
    }

    @Test("The poller ends with its thread when its queue is let go of, on whatever thread that is")
    func end() async throws {
        weak var set: Descriptor?
        do {
            let executor = QueueExecutor(label: "test")
            set = try executor.poller().ready.descriptor
            let pipe = try #require(Descriptor.pipe())
            await executor.run { [executor] in
                let source = try? DescriptorSource(.reading, pipe.reading, on: executor) {}
                let held = Held(source)
                // Let go of on another thread than the queue's, a moment later.
                Task.detached(priority: .high) { _ = held }
            }
        }
        // The thread has the set until it has noticed.
        while set != nil {
            try Task.checkCancellation()
            await Task.yield()
        }
    }

    @Test("A test that waits has other threads than those that compute")
    func priority() { #expect(Task.currentPriority == .high) }

    @Test("The poller knows what had nothing to read when it asked, and of nothing later")
    func nothing() async throws {
        let (pipe, other) = (try BytePipe(), try BytePipe())
        let observer = Observer(pipe.reading, other.reading)
        try await observer.start()
        let began = MonotonicClock.now
        pipe.write("a")
        for await known in observer.findings {
            #expect(known == [false, true, false])
            break
        }
        #expect(MonotonicClock.now > began)
    }
}

/// Two descriptors that nobody else has.
private final class BytePipe: Sendable {
    let reading: Descriptor
    private let writing: Locked<Descriptor?>

    init() throws {
        let pipe = try #require(Descriptor.pipe())
        (reading, writing) = (pipe.reading, Locked(pipe.writing))
    }

    func write(_ text: String) { try? writing.value?.write(Array(text.utf8)) }

    func endWriting() { writing.withLock { $0 = nil } }
}

/// Keeps sources on their queue.
private actor Holder: QueueConfined {
    nonisolated let executor: QueueExecutor
    private var reading: DescriptorSource?
    private var writing: DescriptorSource?

    init(_ executor: QueueExecutor) { self.executor = executor }

    func watch(
        _ readiness: Readiness, _ descriptor: Descriptor, _ event: @escaping @Sendable () -> Void
    ) throws {
        let source = try DescriptorSource(readiness, descriptor, on: executor, event)
        if readiness == .reading { reading = consume source } else { writing = consume source }
    }

    func letGo() {
        reading = nil
        writing = nil
    }
}

/// Reads one byte each time it is called.
private actor Reader: QueueConfined {
    enum Outcome: Equatable {
        case byte(Character)
        case end
        case nothing
    }

    nonisolated let executor = QueueExecutor(label: "test.reader")
    private let descriptor: Descriptor
    private let stopsAtOnce: Bool
    private let continuation: AsyncStream<Outcome>.Continuation
    private let outcomes: AsyncStream<Outcome>
    private var source: DescriptorSource?
    private(set) var callCount = 0

    init(_ descriptor: Descriptor, stopsAtOnce: Bool = false) {
        (self.descriptor, self.stopsAtOnce) = (descriptor, stopsAtOnce)
        (outcomes, continuation) = AsyncStream<Outcome>.makeStream()
    }

    func start() throws {
        source = try DescriptorSource(.reading, descriptor, on: executor) { [weak self] in
            self?.assumeIsolated { $0.read() }
        }
    }

    func next() async -> Outcome? {
        for await outcome in outcomes { return outcome }
        return nil
    }

    private func read() {
        callCount += 1
        var byte: UInt8 = 0
        let count = SystemLibrary.read(descriptor.number, &byte, 1)
        let outcome: Outcome =
            switch count {
            case 1: .byte(Character(Unicode.Scalar(byte)))
            case 0: .end
            default: .nothing
            }
        if outcome == .end || stopsAtOnce { source = nil }
        continuation.yield(outcome)
    }
}

/// Keeps a source alive.
private final class Held: Sendable {
    private let source: DescriptorSource?

    init(_ source: consuming DescriptorSource?) {
        self.source = source
    }
}

/// Asks what is known of two descriptors when one of them has something to read.
private actor Observer: QueueConfined {
    nonisolated let executor = QueueExecutor(label: "test.observer")
    nonisolated let findings: AsyncStream<[Bool?]>
    private let continuation: AsyncStream<[Bool?]>.Continuation
    private let (first, second): (Descriptor, Descriptor)
    private var ready: DescriptorSource?
    private var idle: DescriptorSource?
    private var looks = 0

    init(_ first: Descriptor, _ second: Descriptor) {
        (self.first, self.second) = (first, second)
        (findings, continuation) = AsyncStream<[Bool?]>.makeStream()
    }

    func start() throws {
        idle = try DescriptorSource(.reading, second, on: executor) {}
        ready = try DescriptorSource(.reading, first, on: executor) { [weak self] in
            self?.assumeIsolated { $0.look() }
        }
    }

    /// Looks at the second event, because the first may be older than the sources.
    private func look() {
        looks += 1
        guard looks == 2 else { return }
        continuation.yield([
            ready?.wasEmpty(at: .zero), idle?.wasEmpty(at: .zero),
            idle?.wasEmpty(at: MonotonicClock.now),
        ])
        ready = nil
    }
}
