import Dispatch
import SetTestSupport
import SystemLibrary
import Testing

@testable import SetProtocol

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
            let writing = try #require(Descriptor.pipe()?.writing)
            #expect(throws: FileError.failed(SystemCallError(.write, number: EPIPE))) {
                try writing.write([0x61])
            }
            // Standard output is put on the pipe, and says so in its own words.
            dup2(writing.number, StandardStream.output.rawValue)
            #expect(throws: StandardStreamError.closed) { try StandardStream.output.write("a") }
        }
    }

    @Test("The process gets a signal as an event on the queue, exactly once, while it watches it")
    func signals() async {
        await #expect(processExitsWith: .success) {
            let executor = QueueExecutor(label: "test")
            let watch = SignalWatch(executor: executor)
            for signal in Signal.allCases {
                let (received, continuation) = AsyncStream<Signal>.makeStream()
                await executor.run {
                    watch.start([signal]) {
                        #expect(executor.isCurrent)
                        continuation.yield($0)
                    }
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

    @Test("A handler from before the watch handles the signal again when the watch is over")
    func handlersRestored() async {
        await #expect(processExitsWith: .exitCode(7)) {
            // Once, as a handler that ends the process is installed.
            var action = sigaction()
            Platform.setHandler({ _ in _exit(7) }, of: &action)
            sigaction(SIGTERM, &action, nil)
            await Self.watchOnce(.terminate)
            kill(getpid(), SIGTERM)
            try await Task.sleep(for: .seconds(60))
        }
    }

    @Test("The process is ended by a signal again when the watch is over")
    func signalsRestored() async {
        await #expect(processExitsWith: .signal(SIGTERM)) {
            await Self.watchOnce(.terminate)
            kill(getpid(), SIGTERM)
            try await Task.sleep(for: .seconds(60))
        }
    }

    /// Watches for a signal until it comes.
    private static func watchOnce(_ signal: Signal) async {
        let executor = QueueExecutor(label: "test")
        let watch = SignalWatch(executor: executor)
        let received = OneTimeEvent<Signal>()
        await executor.run {
            watch.start([signal]) { received.happen($0) }
            kill(getpid(), signal.number)
        }
        #expect(await received.wait() == signal)
        await executor.run { watch.stop() }
    }
}

@Suite("Standard streams", .serialized, .inTurn, .timeLimit(.minutes(5)))
struct TransportStandardStreamTests {
    @Test(
        "A standard stream gets every byte through a pipe that is slow and does not block",
        arguments: [true, false])
    func everything(isBlocking: Bool) async throws {
        let pipe = try #require(Descriptor.pipe())
        if isBlocking {
            for end in [pipe.reading, pipe.writing] { _ = fcntl(end.number, F_SETFL, 0) }
        }
        let bytes = (0..<1_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        DispatchQueue.global().async { try? pipe.writing.write(bytes) }
        var received: [UInt8] = []
        while received.count < bytes.count {
            received += try DescriptorCalls.read(pipe.reading.number)
        }
        #expect(received == bytes)
    }

    @Test("A standard stream reports an error with the call and the system's own words")
    func badDescriptor() {
        let error = SystemCallError(.write, number: EBADF)
        #expect(throws: FileError.failed(error)) {
            try Descriptor(adopting: -1).write([0x61])
        }
        #expect(error.sentence == "Bad file descriptor (write)")
    }
}
