import Dispatch
import SetTestSupport
import Testing

@testable import SetProtocol

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#endif

/// Whatever affects the whole process is tested in separate processes.
@Suite("The process", .serialized, .inTurn, .timeLimit(.minutes(5)))
struct TransportProcessTests {
    @Test("The process is not killed by sending to a closed connection")
    func brokenConnection() async {
        await #expect(processExitsWith: .success) {
            let loopback = try await Loopback()
            signal(SIGPIPE, SIG_DFL)
            let (host, client) = try await loopback.connect()
            await loopback.executor.run { client.close() }
            // Not started, the host learns of it only by writing: first a reset, then the pipe.
            while await loopback.executor.run({ host.isOpen }) {
                await loopback.executor.run { host.send([0x61]) }
            }
            let events = await host.startForTest()
            #expect(await events.all().count == 1)
        }
    }

    @Test("The process is not killed by writing to a closed pipe, once it asked for that")
    func brokenPipe() async {
        await #expect(processExitsWith: .success) {
            Signal.ignoreBrokenPipes()
            let (reading, writing) = Pipe.make()
            close(reading)
            #expect(throws: SystemCallError(.write, number: EPIPE)) {
                try StandardStream.write(bytes: [0x61], toDescriptor: writing)
            }
            // Standard output is put on the pipe, and says so in its own words.
            dup2(writing, StandardStream.output.rawValue)
            #expect(throws: StandardStreamError.closed) { try StandardStream.output.write("a") }
        }
    }

    @Test("The process gets signals as events on the queue while it watches them")
    func signals() async {
        await #expect(processExitsWith: .success) {
            let executor = QueueExecutor(label: "test")
            let watch = SignalWatch(executor: executor)
            for signal in Signal.allCases {
                let (received, continuation) = AsyncStream<Bool>.makeStream()
                await executor.run {
                    watch.start([signal]) { continuation.yield(executor.isCurrent && $0 == signal) }
                }
                #expect(await Raising(signal, on: executor).untilFirst(of: received) == true)
                await executor.run { watch.stop() }
            }
        }
    }

    @Test("The process gets a signal from before the watch exactly once")
    func earlySignals() async {
        await #expect(processExitsWith: .success) {
            let executor = QueueExecutor(label: "test")
            let watch = SignalWatch(executor: executor)
            for signal in Signal.allCases {
                let (received, continuation) = AsyncStream<Signal>.makeStream()
                await executor.run {
                    watch.start([signal]) { continuation.yield($0) }
                    // The system is asked only when the queue is free.
                    kill(getpid(), signal.number)
                }
                var signals = received.makeAsyncIterator()
                #expect(await signals.next() == signal)
                await executor.run { watch.stop() }
                continuation.finish()
                #expect(await signals.next() == nil)
            }
        }
    }

    @Test("The process gets a signal whose handler ends after the watch began")
    func lateHandlers() async {
        await #expect(processExitsWith: .success) {
            let executor = QueueExecutor(label: "test")
            let watch = SignalWatch(executor: executor)
            for signal in Signal.allCases {
                let (received, continuation) = AsyncStream<Signal>.makeStream()
                await executor.run {
                    watch.start([signal]) { continuation.yield($0) }
                    kill(getpid(), signal.number)
                }
                var signals = received.makeAsyncIterator()
                #expect(await signals.next() == signal)
                // What is heard has been asked for.
                Signal.came(signal.number)
                #expect(await signals.next() == signal)
                await executor.run { watch.stop() }
                continuation.finish()
                #expect(await signals.next() == nil)
            }
        }
    }

    @Test("A handler from before the watch handles the signal again when the watch is over")
    func handlersRestored() async {
        await #expect(processExitsWith: .exitCode(7)) {
            // Once, as a handler that ends the process is installed.
            var action = sigaction()
            #if canImport(Darwin)
            action.__sigaction_u.__sa_handler = { _ in _exit(7) }
            #else
            action.__sigaction_handler.sa_handler = { _ in _exit(7) }
            #endif
            sigaction(SIGTERM, &action, nil)
            let executor = QueueExecutor(label: "test")
            let watch = SignalWatch(executor: executor)
            let (received, continuation) = AsyncStream<Bool>.makeStream()
            await executor.run { watch.start([.terminate]) { _ in continuation.yield(true) } }
            _ = await Raising(.terminate, on: executor).untilFirst(of: received)
            await executor.run { watch.stop() }
            _ = await Raising(.terminate, on: executor).untilFirst(
                of: AsyncStream<Bool>.makeStream().stream)
        }
    }

    @Test("The process is ended by a signal again when the watch is over")
    func signalsRestored() async {
        await #expect(processExitsWith: .signal(SIGTERM)) {
            let executor = QueueExecutor(label: "test")
            let watch = SignalWatch(executor: executor)
            let (received, continuation) = AsyncStream<Bool>.makeStream()
            await executor.run { watch.start([.terminate]) { _ in continuation.yield(true) } }
            _ = await Raising(.terminate, on: executor).untilFirst(of: received)
            await executor.run { watch.stop() }
            _ = await Raising(.terminate, on: executor).untilFirst(
                of: AsyncStream<Bool>.makeStream().stream)
        }
    }
}

@Suite("Standard streams", .serialized, .inTurn, .timeLimit(.minutes(5)))
struct TransportStandardStreamTests {
    @Test(
        "A standard stream gets every byte through a pipe that is slow and does not block",
        arguments: [true, false])
    func everything(isBlocking: Bool) async throws {
        let (reading, writing) = Pipe.make()
        if !isBlocking { try Descriptor(adopting: dup(writing)).makeNonBlocking() }
        let bytes = (0..<1_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        let received = await withCheckedContinuation { continuation in
            DispatchQueue.global().async { continuation.resume(returning: Pipe.readAll(reading)) }
            DispatchQueue.global().async {
                try? StandardStream.write(bytes: bytes, toDescriptor: writing)
                close(writing)
            }
        }
        #expect(received == bytes)
        close(reading)
    }

    @Test("A pipe is not a terminal")
    func terminal() {
        let (reading, writing) = Pipe.make()
        #expect(!StandardStream.isTerminal(writing))
        close(reading)
        close(writing)
    }

    @Test("A standard stream reports an error with the call and the system's own words")
    func badDescriptor() {
        let error = SystemCallError(.write, number: EBADF)
        #expect(throws: error) { try StandardStream.write(bytes: [0x61], toDescriptor: -1) }
        #expect(error.sentence == "Bad file descriptor (write)")
    }
}

enum Pipe {
    static func make() -> (reading: Int32, writing: Int32) {
        var ends: [Int32] = [-1, -1]
        _ = pipe(&ends)
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        return (ends[0], ends[1])
    }

    static func readAll(_ descriptor: Int32) -> [UInt8] {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1000)
        while true {
            let count = read(descriptor, &chunk, chunk.count)
            if count <= 0 { return bytes }
            bytes += chunk[..<count]
        }
    }
}

extension StandardStream {
    static func write(bytes: [UInt8], toDescriptor descriptor: Int32) throws(SystemCallError) {
        try bytes.withUnsafeBufferPointer { (bytes) throws(SystemCallError) in
            try write(UnsafeRawBufferPointer(bytes), toDescriptor: descriptor)
        }
    }
}

/// Raises a signal every few milliseconds, because Dispatch begins to watch a moment after it is
/// asked to and a signal before that is lost.
private struct Raising {
    private let timer: DispatchSource?

    init(_ signal: Signal, on executor: QueueExecutor) {
        let source = DispatchSource.makeTimerSource(queue: executor.queue)
        source.schedule(deadline: .now(), repeating: .milliseconds(5))
        source.setEventHandler { kill(getpid(), signal.number) }
        source.activate()
        timer = source as? DispatchSource
    }

    func untilFirst(of received: AsyncStream<Bool>) async -> Bool? {
        var iterator = received.makeAsyncIterator()
        let first = await iterator.next()
        timer?.cancel()
        return first
    }
}
