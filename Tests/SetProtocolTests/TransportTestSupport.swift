import Dispatch
import Foundation
import SystemLibrary
import Testing

@testable import SetProtocol

extension QueueExecutor {
    /// Runs on the queue and hands back the answer.
    func run<Answer: Sendable>(_ body: @escaping @Sendable () -> Answer) async -> Answer {
        await withCheckedContinuation { continuation in
            queue.async { continuation.resume(returning: body()) }
        }
    }
}

extension LineConnection {
    typealias Events = AsyncStream<LineConnectionEvent>

    /// Starts the connection; the stream ends after `closed`.
    ///
    /// - Parameter handle: Called on the queue for each event before it is in the stream.
    func startForTest(
        _ handle: @escaping @Sendable (LineConnectionEvent) -> Void = { _ in }
    ) async -> Events {
        let (events, continuation) = Events.makeStream()
        await executor.run {
            self.start { event in
                handle(event)
                continuation.forwardEvents(event)
            }
        }
        return events
    }
}

extension LineConnection.Events.Continuation {
    @Sendable func forwardEvents(_ event: LineConnectionEvent) {
        yield(event)
        if case .closed = event { finish() }
    }
}

/// A directory that is gone with this.
final class TemporaryDirectory: Sendable {
    let path = NSTemporaryDirectory() + "set-duel-\(UUID().uuidString)"

    init() { try? FileStore.makeDirectory(path) }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// The permissions of a file.
    static func mode(_ path: String) throws -> Int {
        let facts = try FileManager.default.attributesOfItem(atPath: path)
        return try #require(facts[.posixPermissions] as? Int)
    }
}

/// One more reference to a file that this process has open, such as a child process has between its
/// fork and its exec.
final class SharedOpenFile: Sendable {
    private let number: Int32

    /// - Returns: `nil` when no such file is open here.
    init?(_ path: String) {
        var (wanted, found) = (stat(), stat())
        guard stat(path, &wanted) == 0 else { return nil }
        let open = (0..<getdtablesize()).first {
            fstat($0, &found) == 0 && found.st_ino == wanted.st_ino
                && found.st_dev == wanted.st_dev
        }
        guard let open else { return nil }
        number = dup(open)
    }

    deinit { close(number) }
}

/// What a connection reported, made comparable.
enum Reported: Equatable {
    case line(String)
    case lineTooLong
    case closed(LineConnectionEnd)

    init(_ event: LineConnectionEvent) {
        self =
            switch event {
            case .line(let bytes, _): .line(String(decoding: bytes, as: UTF8.self))
            case .lineTooLong: .lineTooLong
            case .closed(let end): .closed(end)
            }
    }
}

extension AsyncStream<LineConnectionEvent> {
    /// Everything until the stream ends.
    func all() async -> [Reported] {
        var reported: [Reported] = []
        for await event in self { reported.append(Reported(event)) }
        return reported
    }

    /// The next event.
    func next() async -> Reported? {
        for await event in self { return Reported(event) }
        return nil
    }
}

/// A listening socket on this machine and the connections it accepted.
struct Loopback {
    let executor: QueueExecutor
    let socket: ListeningSocket
    let accepted: AsyncStream<LineConnection>

    init(
        limits: WireLimits = .standard, executor: QueueExecutor = QueueExecutor(label: "test")
    ) async throws {
        self.executor = executor
        socket = try ListeningSocket(
            address: .loopback, port: 0, executor: executor, limits: limits)
        let (accepted, continuation) = AsyncStream<LineConnection>.makeStream()
        self.accepted = accepted
        let socket = socket
        await executor.run { socket.start { continuation.yield($0) } }
    }

    /// Both ends of a new connection, on the host's executor; neither is started.
    func connect(limits: WireLimits = .standard) async throws -> (
        host: LineConnection, client: LineConnection
    ) {
        let client = try await LineConnection.connect(
            to: [socket.boundAddress], executor: executor, timeout: .seconds(30), limits: limits)
        return (try await nextAccepted(), client)
    }

    /// The host's end of a new connection and a bare socket, which does nothing by itself.
    func connectRaw() async throws -> (host: LineConnection, peer: Descriptor) {
        let peer = try Descriptor.connectedForTest(to: socket.boundAddress)
        return (try await nextAccepted(), peer)
    }

    private func nextAccepted() async throws -> LineConnection {
        var iterator = accepted.makeAsyncIterator()
        return try #require(await iterator.next())
    }
}

extension Descriptor {
    /// A socket connected to a listening one on this machine.
    static func connectedForTest(to address: SocketAddress) throws -> Descriptor {
        let descriptor = try Descriptor.stream(for: address)
        if try !descriptor.connect(to: address) {
            descriptor.awaitForTest(POLLOUT)
            try #require(try descriptor.finishConnecting())
        }
        return descriptor
    }

    /// Blocks until the descriptor is ready, which on this machine takes no longer than the other
    /// end's next step.
    ///
    /// - Returns: `false` after ten seconds, so that a wrong program fails and does not hang.
    @discardableResult
    func awaitForTest(_ events: Int32) -> Bool {
        var request = pollfd(fd: number, events: Int16(events), revents: 0)
        return poll(&request, 1, 10_000) > 0
    }

    /// Makes closing the socket reset the connection instead of ending it.
    func resetOnClose() {
        var linger = linger(l_onoff: 1, l_linger: 0)
        setsockopt(number, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout<linger>.size))
    }

    func send(text: String) {
        _ = Array(text.utf8).withUnsafeBytes(send)
    }

    /// Reads to the end of the stream or to an error.
    func receiveAllForTest() -> (text: String, outcome: TransferOutcome) {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while true {
            var stamp = MonotonicInstant.zero
            let outcome = chunk.withUnsafeMutableBytes { receive(into: $0, stamp: &stamp) }
            switch outcome {
            case .moved(let count): bytes += chunk[..<count]
            case .notReady where awaitForTest(POLLIN): continue
            case .notReady, .endOfStream, .failed:
                return (String(decoding: bytes, as: UTF8.self), outcome)
            }
        }
    }
}
