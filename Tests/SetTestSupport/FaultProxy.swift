import SetProtocol

/// A wire that can be made bad: it stands between clients and a host and passes bytes on, late, in
/// slices, or not at all.
///
/// The kernels that tests run on cannot delay packets, so this does what a long line does. Bytes of
/// one direction never overtake each other.
public actor FaultProxy {
    /// What is wrong with the wire, in each direction.
    public struct Faults: Sendable {
        /// How long every byte is under way.
        public var delay: Duration
        /// How much longer at most, by chance.
        public var jitter: Duration
        /// The most bytes that are passed on in one piece; `nil` for as many as came.
        public var slice: Int?

        /// A wire with these faults; a good one unless said otherwise.
        public init(delay: Duration = .zero, jitter: Duration = .zero, slice: Int? = nil) {
            (self.delay, self.jitter, self.slice) = (delay, jitter, slice)
        }
    }

    /// Where clients connect to.
    public nonisolated let port: UInt16
    private nonisolated let executor: QueueExecutor
    private let host: UInt16
    private let listener: WireSocket
    private var acceptSource: WireSource?
    private var faults: Faults
    private var random: SeededGenerator
    private var isSilent = false
    private var links: [Int: Link] = [:]
    private var linksMade = 0

    /// Runs on a queue of its own.
    public nonisolated var unownedExecutor: UnownedSerialExecutor {
        executor.asUnownedSerialExecutor()
    }

    /// A wire to a port of this machine.
    ///
    /// - Parameters:
    ///   - host: Where the host listens.
    ///   - faults: What is wrong from the beginning.
    ///   - seed: Decides the jitter.
    public init(to host: UInt16, _ faults: Faults = Faults(), seed: UInt64 = 1) async throws {
        self.host = host
        self.faults = faults
        random = SeededGenerator(seed: seed)
        executor = QueueExecutor(label: "test.wire")
        listener = try WireSocket(listeningOn: 0)
        port = listener.localPort
        listen()
    }

    private func listen() {
        acceptSource = .reading(listener, on: executor.queue) { [weak self] in
            self?.assumeIsolated { $0.accept() }
        }
    }

    // MARK: - What can happen to a wire

    /// Makes the wire better or worse for all bytes that come from now on.
    public func change(_ faults: Faults) { self.faults = faults }

    /// Ends every connection in good order; what is under way is lost.
    public func cut() { links = [:] }

    /// Ends every connection with a reset.
    public func reset() {
        for link in links.values { link.resetOnClose() }
        links = [:]
    }

    /// Passes nothing on any more, while every connection stands: a cable was pulled.
    public func fallSilent() { isSilent = true }

    /// Passes on what comes from now on; what came in the silence is lost.
    public func speakAgain() { isSilent = false }

    /// Tells each end of every connection that the other has nothing more to say, and goes on to
    /// listen to it.
    public func closeSlowly() {
        for link in links.values {
            for pipe in link.pipes { pipe.sink.endSending() }
        }
    }

    /// How many connections there are.
    public var connectionCount: Int { links.count }

    // MARK: - Passing on

    private func accept() {
        while let client = listener.accept() {
            guard let host = try? WireSocket(port: host, receiveBuffer: nil) else { continue }
            let number = linksMade
            linksMade += 1
            let link = Link(client, host)
            links[number] = link
            for (place, pipe) in link.pipes.enumerated() {
                pipe.readSource = .reading(pipe.source, on: executor.queue) { [weak self] in
                    self?.assumeIsolated { $0.read(link: number, pipe: place) }
                }
                pipe.timer = DeadlineTimer(executor: executor) { [weak self] in
                    self?.assumeIsolated { $0.pass(link: number, pipe: place) }
                }
            }
        }
    }

    private func read(link number: Int, pipe place: Int) {
        guard let pipe = links[number]?.pipes[place] else { return }
        var chunk: [UInt8] = []
        while true {
            switch pipe.source.receive(into: &chunk) {
            case .moved where isSilent: continue
            case .moved:
                let due = pipe.nextDue(after: faults.delay + chance(faults.jitter))
                for slice in chunk.chunks(of: faults.slice ?? chunk.count) {
                    pipe.underWay.append((due, Array(slice)))
                }
                pass(link: number, pipe: place)
            case .notReady: return
            case .over:
                pipe.readSource = nil
                pipe.isEnding = true
                return pass(link: number, pipe: place)
            }
        }
    }

    private func chance(_ most: Duration) -> Duration {
        most == .zero ? .zero : most / 1000 * Int(random.below(1001))
    }

    /// Passes on what has been under way for long enough.
    private func pass(link number: Int, pipe place: Int) {
        guard let pipe = links[number]?.pipes[place] else { return }
        while let (due, bytes) = pipe.underWay.first {
            guard due <= MonotonicClock.now else { return pipe.timer?.arm(at: due) ?? () }
            switch pipe.sink.send(bytes) {
            case .moved(let count):
                pipe.underWay[0].bytes.removeFirst(count)
                if pipe.underWay[0].bytes.isEmpty { pipe.underWay.removeFirst() }
            case .notReady:
                guard pipe.writeSource == nil else { return }
                pipe.writeSource = .writing(pipe.sink, on: executor.queue) { [weak self] in
                    self?.assumeIsolated { $0.passOn(link: number, pipe: place) }
                }
                return
            case .over:
                links[number] = nil
                return
            }
        }
        guard pipe.isEnding, !isSilent else { return }
        pipe.sink.endSending()
        if links[number]?.pipes.allSatisfy(\.isOver) == true { links[number] = nil }
    }

    private func passOn(link number: Int, pipe place: Int) {
        links[number]?.pipes[place].writeSource = nil
        pass(link: number, pipe: place)
    }
}

/// The two directions of one connection; its sockets close with it.
private final class Link {
    let pipes: [Pipe]

    init(_ client: WireSocket, _ host: WireSocket) {
        pipes = [Pipe(from: client, to: host), Pipe(from: host, to: client)]
    }

    func resetOnClose() {
        for pipe in pipes { pipe.sink.resetOnClose() }
    }
}

/// One direction of a connection.
private final class Pipe {
    let source: WireSocket
    let sink: WireSocket
    var readSource: WireSource?
    var writeSource: WireSource?
    var timer: DeadlineTimer?
    var underWay: [(due: TableTime, bytes: [UInt8])] = []
    var isEnding = false
    private var lastDue = TableTime.zero

    init(from source: WireSocket, to sink: WireSocket) {
        (self.source, self.sink) = (source, sink)
    }

    var isOver: Bool { isEnding && underWay.isEmpty }

    /// When something that came now arrives: never before what came earlier.
    func nextDue(after delay: Duration) -> TableTime {
        lastDue = max(lastDue, MonotonicClock.now.advanced(by: delay))
        return lastDue
    }
}

extension [UInt8] {
    fileprivate func chunks(of size: Int) -> [ArraySlice<UInt8>] {
        stride(from: 0, to: count, by: Swift.max(1, size)).map {
            self[$0..<Swift.min($0 + Swift.max(1, size), count)]
        }
    }
}
