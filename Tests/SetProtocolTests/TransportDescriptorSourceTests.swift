import SetTestSupport
import Testing

@testable import SetProtocol

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#endif

@Suite("A descriptor source", .serialized, .inTurn, .timeLimit(.minutes(5)))
struct TransportDescriptorSourceTests {
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

    @Test("A descriptor source waits while it is suspended, and calls for what came meanwhile")
    func suspended() async throws {
        let (pipe, other) = (try BytePipe(), try BytePipe())
        let (reader, second) = (Reader(pipe.reading), Reader(other.reading))
        try await reader.start()
        try await second.start()
        for byte in "abcdef" {
            await reader.suspend()
            pipe.write(String(byte))
            // The same thread names both, this one later.
            other.write("x")
            #expect(await second.next() == .byte("x"))
            #expect(await reader.callCount == 0)
            await reader.resume()
            #expect(await reader.next() == .byte(byte))
            await reader.forgetCalls()
        }
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
}

/// Two descriptors that nobody else has.
private final class BytePipe: Sendable {
    let reading: Descriptor
    private let writing: Locked<Descriptor?>

    init() throws {
        let pipe = try #require(Descriptor.pipe())
        (reading, writing) = (pipe.reading, Locked(pipe.writing))
    }

    func write(_ text: String) {
        writing.withLock { writing in
            guard let number = writing?.number else { return }
            var bytes = Array(text.utf8)
            #if canImport(Darwin)
            _ = Darwin.write(number, &bytes, bytes.count)
            #else
            _ = Glibc.write(number, &bytes, bytes.count)
            #endif
        }
    }

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
        let source = try DescriptorSource(readiness, descriptor, on: executor.queue, event)
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
        source = try DescriptorSource(.reading, descriptor, on: executor.queue) { [weak self] in
            self?.assumeIsolated { $0.read() }
        }
    }

    func suspend() { source?.suspend() }

    func resume() { source?.resume() }

    func forgetCalls() { callCount = 0 }

    func next() async -> Outcome? {
        for await outcome in outcomes { return outcome }
        return nil
    }

    private func read() {
        callCount += 1
        var byte: UInt8 = 0
        #if canImport(Darwin)
        let count = Darwin.read(descriptor.number, &byte, 1)
        #else
        let count = Glibc.read(descriptor.number, &byte, 1)
        #endif
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
