import Dispatch
import SetProtocol

/// Looks for hosts on the local network, over every interface that is up.
package actor HostSearch: QueueConfined {
    package nonisolated let executor: QueueExecutor
    /// How often it asks, a second after the last time, before it says that nobody has answered.
    private static let attempts = 3
    package static let time = Duration.seconds(attempts)
    /// How often it asks after that, in case a host is just being started.
    private static let (laterAttempts, laterPause) = (40, Duration.seconds(3))

    private var ways: [(socket: DatagramSocket, target: SocketAddress)] = []
    private var asked = MonotonicInstant.zero
    private var attemptsLeft = HostSearch.attempts + HostSearch.laterAttempts
    private var timer: DeadlineTimer?
    private var found = FoundHosts()
    private var heard: [SocketAddress: MonotonicInstant] = [:]
    /// How long a host that does not answer stays in the list.
    private static let silence = Duration.seconds(10)
    private let report: @Sendable (FoundHosts, _ isOver: Bool) -> Void

    /// - Parameter report: Called on the search's queue with all hosts, whenever there is news, and
    ///   at the end.
    package init(report: @escaping @Sendable (FoundHosts, _ isOver: Bool) -> Void) {
        executor = QueueExecutor(label: "set-duel.search")
        self.report = report
    }

    /// The search goes on as long as somebody keeps it.
    package nonisolated func start() {
        executor.queue.async { self.assumeIsolated { $0.begin() } }
    }

    private func begin() {
        var asked: Set<SocketAddress> = []
        for interface in NetworkInterface.up() {
            guard let neighbors = interface.neighbors else { continue }
            let target = SocketAddress(neighbors, port: HostStatus.searchPort)
            guard asked.insert(target).inserted,
                let socket = try? DatagramSocket(
                    SocketAddress(interface.address, port: 0), executor: executor)
            else { continue }
            // A longer answer is none of a host.
            try? socket.start(most: HostStatus.searchBytes + 1) { [weak self] answer, peer in
                self?.assumeIsolated { $0.receive(answer, from: peer, over: interface.index) }
            }
            ways.append((socket, target))
        }
        timer = makeTimer { $0.ask() }
        ask()
    }

    private func ask() {
        asked = MonotonicClock.now
        if attemptsLeft == Self.laterAttempts { report(found, true) }
        guard attemptsLeft > 0 else { return }
        attemptsLeft -= 1
        let isNews = found.remove { address in
            heard[address].map { $0.duration(to: asked) > Self.silence } ?? false
        }
        if isNews { report(found, false) }
        var question = Array(WireCodec.encode(.status).dropLast())
        question += Array(
            repeating: UInt8(ascii: " "), count: HostStatus.searchBytes - question.count)
        for way in ways { way.socket.send(question, to: way.target) }
        let isLater = attemptsLeft < Self.laterAttempts
        timer?.arm(at: asked.advanced(by: isLater ? Self.laterPause : .seconds(1)))
    }

    private func receive(
        _ answer: ArraySlice<UInt8>, from peer: SocketAddress, over interface: UInt32
    ) {
        guard answer.count <= HostStatus.searchBytes,
            case .status(let status)? = try? WireCodec.decodeHostMessage(answer),
            let port = status.port.flatMap(UInt16.init(exactly:)), port > 0
        else { return }
        let host = FoundHost(
            address: SocketAddress(peer.host, port: port), status: status,
            roundTrip: asked.duration(to: MonotonicClock.now), interface: interface)
        let isNews = found.add(host)
        if found.list.contains(where: { $0.address == host.address }) {
            heard[host.address] = MonotonicClock.now
        }
        if isNews { report(found, false) }
    }
}
