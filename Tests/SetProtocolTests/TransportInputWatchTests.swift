import Dispatch
import SetTestSupport
import Testing

@testable import SetProtocol

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#endif

@Suite("The input watch", .serialized, .inTurn, .timeLimit(.minutes(5)))
struct TransportInputWatchTests {
    @Test("A program that can no longer wait for input says so and exits with 70")
    func brokenSet() async throws {
        let result = await #expect(
            processExitsWith: .exitCode(70), observing: [\.standardErrorContent]
        ) {
            let set = try #require(ReadinessSet())
            close(set.descriptor.number)
            var numbers: [Int] = []
            set.wait(most: 1, for: &numbers)
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

    @Test("The input watch serves the others while one never stops sending")
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
        "The input watch does not serve a connection that another's handler closed in the same turn"
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

    @Test("The input watch delivers every line to its own connection, however many came and went")
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

    #if canImport(Glibc)
    @Test(
        "The input watch ends with its thread when it is let go of, on whatever thread that happens"
    )
    func end() async throws {
        let executor = QueueExecutor(label: "test")
        var watch = InputWatch(executor: executor)
        weak let set = watch?.ready.descriptor
        #expect(set != nil)
        let pipe = try #require(Descriptor.pipe())
        await executor.run { [watch] in
            let input = watch?.watch(pipe.reading) {}
            // Let go of on another thread than the queue's, a moment later.
            let held = Held(input: input)
            Task.detached { _ = held }
        }
        watch = nil
        // The thread has the set until it has noticed.
        while set != nil {
            try Task.checkCancellation()
            await Task.yield()
        }
    }
    #endif
}

/// Holds what a watch has given out.
private final class Held: Sendable {
    private let input: WatchedInput?

    init(input: consuming WatchedInput?) {
        self.input = input
    }
}
