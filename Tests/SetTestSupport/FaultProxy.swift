import Dispatch
import SetProtocol

/// A proxy between clients and a host that forwards bytes late, in slices, or not at all.
///
/// Delay, jitter, and slices apply to all connections from then on. What ends or silences a
/// connection applies only to those that exist.
///
/// The kernels that tests run on cannot delay packets, so the proxy does it. Bytes of one direction
/// stay in order.
package actor FaultProxy: QueueConfined {
    package enum Direction: Int, CaseIterable, Sendable {
        case toHost
        case toClient
    }

    /// The faults of each direction.
    package struct Faults: Sendable {
        /// The latency of every byte.
        package var delay: Duration
        /// The maximum random latency on top of that.
        package var jitter: Duration
        /// The maximum bytes forwarded at a time, each slice in a turn of the queue, so that the other
        /// end may read them one by one; `nil` for no maximum.
        package var slice: Int?

        /// No faults by default.
        package init(delay: Duration = .zero, jitter: Duration = .zero, slice: Int? = nil) {
            (self.delay, self.jitter, self.slice) = (delay, jitter, slice)
        }
    }

    package nonisolated let port: UInt16
    package nonisolated var address: String { "127.0.0.1:\(port)" }
    package nonisolated let executor: QueueExecutor
    private let host: UInt16
    private let listener: WireSocket
    private var acceptSource: DescriptorSource?
    private var faults: Faults
    private var random: SeededGenerator
    private var links: [Int: Link] = [:]
    private var linksMade = 0
    /// Whether new connections are closed at once.
    private var refuses = false
    /// What to look for in the bytes to the host, and when it was forwarded over each connection.
    private let mark: [UInt8]
    private var marksPassed: [Int: [MonotonicInstant]] = [:]

    /// A proxy for a port of this machine.
    ///
    /// - Parameters:
    ///   - host: Where the host listens.
    ///   - faults: The faults at first.
    ///   - seed: Decides the jitter.
    ///   - mark: What to look for in the bytes to the host.
    package init(
        to host: UInt16, _ faults: Faults = Faults(), seed: UInt64 = 1, noting mark: String = ""
    ) async throws {
        self.host = host
        self.mark = Array(mark.utf8)
        self.faults = faults
        random = SeededGenerator(seed: seed)
        executor = QueueExecutor(label: "test.proxy")
        listener = try WireSocket(listeningOn: 0)
        port = listener.localPort
        listen()
    }

    private func listen() {
        acceptSource = listener.source(.reading, on: executor) { [weak self] in
            self?.assumeIsolated { $0.accept() }
        }
    }

    // MARK: - Faults

    /// Changes the faults for all bytes that come from now on.
    package func change(_ faults: Faults) { self.faults = faults }

    /// Closes every connection normally; data on its way is lost.
    package func cut() {
        accept()
        links = [:]
    }

    /// Closes every connection normally, and from now on every new one at once.
    package func refuse() {
        refuses = true
        cut()
    }

    package func acceptAgain() { refuses = false }

    package func reset() {
        accept()
        for link in links.values { link.resetOnClose() }
        links = [:]
    }

    /// Closes every connection normally after the given number of further bytes to the host: in the
    /// middle of a line.
    package func cut(afterBytesToHost count: Int) {
        accept()
        for link in links.values { link[.toHost].bytesLeft = count }
    }

    /// Forwards nothing anymore over the existing connections, as if a cable was pulled.
    package func fallSilent(_ directions: [Direction] = Direction.allCases) {
        accept()
        for link in links.values {
            for direction in directions { link[direction].isSilent = true }
        }
    }

    /// Forwards what was held back, and what comes from now on.
    package func speakAgain() {
        for number in links.keys {
            // What the host said last is not lost because it listens no more, or was not read yet.
            for direction in [Direction.toClient, .toHost] {
                links[number]?[direction].isSilent = false
                read(link: number, direction)
                pass(link: number, direction)
            }
        }
    }

    /// Half-closes every connection in a direction: an end learns that the other has nothing more to
    /// send, and nothing more is forwarded that way.
    package func closeSlowly(_ directions: [Direction] = Direction.allCases) {
        accept()
        for link in links.values {
            for direction in directions { link[direction].close() }
        }
    }

    /// When bytes with the mark were forwarded to the host: late if a busy machine kept the proxy
    /// waiting.
    ///
    /// - Parameter link: The number of the connection, in the order in which they were made.
    package func marksPassed(overLink link: Int) -> [MonotonicInstant] { marksPassed[link] ?? [] }

    package var connectionCount: Int { links.count }

    // MARK: - Forwarding

    /// Accepts all waiting connections.
    private func accept() {
        while let client = listener.accept() {
            guard !refuses, let host = try? WireSocket(port: host, receiveBuffer: nil) else {
                continue
            }
            let number = linksMade
            linksMade += 1
            let link = Link(client, host)
            links[number] = link
            for direction in Direction.allCases {
                let pipe = link[direction]
                pipe.readSource = pipe.source.source(.reading, on: executor) { [weak self] in
                    self?.assumeIsolated { $0.read(link: number, direction) }
                }
                pipe.timer = DeadlineTimer(executor: executor) { [weak self] in
                    self?.assumeIsolated { $0.pass(link: number, direction) }
                }
            }
        }
    }

    private func read(link number: Int, _ direction: Direction) {
        guard let pipe = links[number]?[direction] else { return }
        var chunk: [UInt8] = []
        while true {
            switch pipe.source.receive(into: &chunk) {
            case .moved:
                let due = pipe.nextDue(after: faults.delay + chance(faults.jitter))
                let isSliced = faults.slice != nil
                for slice in chunk.chunks(of: faults.slice ?? chunk.count) {
                    pipe.underWay.append(Piece(due: due, bytes: Array(slice), isSlice: isSliced))
                }
                pass(link: number, direction)
            case .notReady: return
            case .over:
                pipe.readSource = nil
                pipe.isEnding = true
                return pass(link: number, direction)
            }
        }
    }

    private func chance(_ most: Duration) -> Duration {
        most == .zero ? .zero : most / 1000 * Int(random.below(1001))
    }

    /// Forwards what is due.
    private func pass(link number: Int, _ direction: Direction) {
        guard let pipe = links[number]?[direction], !pipe.isSilent else { return }
        while let piece = pipe.underWay.first {
            guard piece.due <= MonotonicClock.now else {
                return pipe.timer?.arm(at: piece.due) ?? ()
            }
            guard !pipe.isClosed else {
                pipe.underWay = []
                break
            }
            guard pipe.bytesLeft != 0 else { return links[number] = nil }
            switch pipe.sink.send(Array(piece.bytes.prefix(pipe.bytesLeft ?? .max))) {
            case .moved(let count):
                if direction == .toHost, piece.bytes.firstRange(of: mark) != nil {
                    marksPassed[number, default: []].append(MonotonicClock.now)
                }
                pipe.sent(count)
                if piece.isSlice, !pipe.underWay.isEmpty {
                    return passNext(link: number, direction)
                }
            case .notReady:
                guard pipe.writeSource == nil else { return }
                pipe.writeSource = pipe.sink.source(.writing, on: executor) { [weak self] in
                    self?.assumeIsolated { $0.passOn(link: number, direction) }
                }
                return
            case .over: return links[number] = nil
            }
        }
        guard pipe.isEnding else { return }
        pipe.close()
        if links[number]?.isOver == true { links[number] = nil }
    }

    private func passNext(link number: Int, _ direction: Direction) {
        executor.queue.async { [weak self] in
            self?.assumeIsolated { $0.pass(link: number, direction) }
        }
    }

    private func passOn(link number: Int, _ direction: Direction) {
        links[number]?[direction].writeSource = nil
        pass(link: number, direction)
    }
}

/// The two directions of one connection; its sockets close with it.
private final class Link {
    private let toHost: Pipe
    private let toClient: Pipe

    init(_ client: WireSocket, _ host: WireSocket) {
        (toHost, toClient) = (Pipe(from: client, to: host), Pipe(from: host, to: client))
    }

    subscript(direction: FaultProxy.Direction) -> Pipe {
        switch direction {
        case .toHost: toHost
        case .toClient: toClient
        }
    }

    var isOver: Bool { toHost.isOver && toClient.isOver }

    func resetOnClose() {
        toHost.sink.resetOnClose()
        toClient.sink.resetOnClose()
    }
}

private struct Piece {
    let due: MonotonicInstant
    var bytes: [UInt8]
    /// Whether what follows is sent separately.
    let isSlice: Bool
}

private final class Pipe {
    let source: WireSocket
    let sink: WireSocket
    var readSource: DescriptorSource?
    var writeSource: DescriptorSource?
    var timer: DeadlineTimer?
    var underWay: [Piece] = []
    var isSilent = false
    var isEnding = false
    /// Whether the sink was told that nothing more comes.
    private(set) var isClosed = false
    /// How many bytes are forwarded before the connection is cut; `nil` for all.
    var bytesLeft: Int?
    private var lastDue = MonotonicInstant.zero

    init(from source: WireSocket, to sink: WireSocket) {
        (self.source, self.sink) = (source, sink)
    }

    var isOver: Bool { isEnding && underWay.isEmpty }

    /// When something that came now arrives: never before what came earlier.
    func nextDue(after delay: Duration) -> MonotonicInstant {
        lastDue = max(lastDue, MonotonicClock.now.advanced(by: delay))
        return lastDue
    }

    /// Notes that bytes were forwarded.
    func sent(_ count: Int) {
        underWay[0].bytes.removeFirst(count)
        if underWay[0].bytes.isEmpty { underWay.removeFirst() }
        bytesLeft = bytesLeft.map { $0 - count }
    }

    func close() {
        isClosed = true
        sink.endSending()
    }
}

extension [UInt8] {
    fileprivate func chunks(of size: Int) -> [ArraySlice<UInt8>] {
        stride(from: 0, to: count, by: Swift.max(1, size)).map {
            self[$0..<Swift.min($0 + Swift.max(1, size), count)]
        }
    }
}
