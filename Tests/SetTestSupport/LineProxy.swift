import Dispatch
import SetProtocol
import Synchronization

/// Stands between clients and a host, and does to their lines what networks do to them.
package actor LineProxy: QueueConfined {
    /// One client's line and its other half.
    private struct Pair {
        var client: LineConnection?
        var host: LineConnection?
        /// What the client said before its other half was there.
        var unsent: [[UInt8]] = []
        /// Whether nothing passes in either direction, without notice.
        var isFrozen = false
    }

    /// Where it listens.
    package nonisolated let port: UInt16
    /// As it is joined, `ADDRESS:PORT`.
    package nonisolated var address: String { "\(ownAddress):\(port)" }
    /// Of this machine and nobody else's, so that the port stays free while the proxy refuses.
    private nonisolated let ownAddress = IPAddress.v4(
        0x7F01_0000 + UInt32(made.wrappingAdd(1, ordering: .relaxed).newValue))
    private static let made = Atomic<UInt16>(0)
    package nonisolated let executor = QueueExecutor(label: "test.proxy")
    private let target: SocketAddress
    private var listener: ListeningSocket?
    private var pairs: [Int: Pair] = [:]
    /// How many clients have connected.
    package private(set) var connections = 0
    /// How often every line has been ended.
    package private(set) var cuts = 0
    /// After how many more lines from the host that is done next, and how many after that.
    private var linesToNextCut: [Int] = []

    private static var limits: WireLimits {
        var limits = WireLimits.standard
        (limits.queuedLines, limits.queuedBytes) = (100_000, 100_000_000)
        return limits
    }

    /// Listens on a free port of this machine for those who want to go to another.
    package init(to port: UInt16) async throws {
        target = SocketAddress(.loopback, port: port)
        let listener = try ListeningSocket(
            address: ownAddress, port: 0, executor: executor, limits: Self.limits)
        self.port = listener.boundAddress.port
        self.listener = listener
        start(listener)
    }

    // MARK: - Weather

    /// Closes every connection at both ends, without a message.
    package func cut() {
        cuts += 1
        for pair in pairs.values {
            pair.client?.close()
            pair.host?.close()
        }
        pairs = [:]
    }

    /// Closes every connection at both ends after the given number of lines from the host.
    ///
    /// - Parameter counts: The numbers of lines to pass before each cut, counted from the previous
    ///   one.
    package func cut(afterLines counts: [Int]) {
        linesToNextCut = counts
    }

    /// Tells every client that nothing more comes, and the host nothing.
    package func endTowardsClients() {
        for (number, pair) in pairs {
            pair.client?.finish()
            pairs[number]?.client = nil
        }
    }

    /// Pulls the cable: existing connections carry nothing, and nobody is notified.
    package func freeze() {
        for number in pairs.keys { pairs[number]?.isFrozen = true }
    }

    /// Takes no more connections.
    package func refuse() {
        listener?.stop()
        listener = nil
    }

    /// Takes connections again, on the same port.
    ///
    /// - Throws: That the port is still taken after some seconds. It may be for a moment: a program
    ///   that is being started shares the old socket until it runs.
    package func accept() async throws {
        let deadline = WireClient.usualDeadline
        while true {
            do throws(TransportError) {
                let listener = try ListeningSocket(
                    address: ownAddress, port: port, executor: executor, limits: Self.limits)
                self.listener = listener
                return start(listener)
            } catch {
                guard MonotonicClock.now < deadline else { throw error }
                await Task.yield()
            }
        }
    }

    // MARK: - Lines

    private func start(_ listener: ListeningSocket) {
        listener.start { [weak self] connection in self?.assumeIsolated { $0.take(connection) } }
    }

    private func take(_ client: LineConnection) {
        connections += 1
        let number = connections
        pairs[number] = Pair(client: client)
        client.lineLimit = 1 << 16
        client.start { [weak self] event in
            self?.assumeIsolated { $0.take(event, from: \.client, to: \.host, number) }
        }
        let attempt = ConnectionAttempt(
            to: [target], executor: executor, timeout: .seconds(20), limits: Self.limits)
        attempt.start { [weak self] outcome in
            self?.assumeIsolated { $0.take(try? outcome.get(), for: number) }
        }
    }

    private func take(_ host: LineConnection?, for number: Int) {
        guard let pair = pairs[number] else { return host?.close() ?? () }
        guard let host else { return pair.client?.close() ?? () }
        pairs[number]?.host = host
        host.start { [weak self] event in
            self?.assumeIsolated { $0.take(event, from: \.host, to: \.client, number) }
        }
        for line in pair.unsent { host.send(line) }
        pairs[number]?.unsent = []
    }

    private func cutIsDue() -> Bool {
        guard let left = linesToNextCut.first else { return false }
        if left > 0 {
            linesToNextCut[0] -= 1
            return false
        }
        linesToNextCut.removeFirst()
        return true
    }

    private func take(
        _ event: LineConnectionEvent, from near: WritableKeyPath<Pair, LineConnection?>,
        to far: WritableKeyPath<Pair, LineConnection?>, _ number: Int
    ) {
        guard let pair = pairs[number] else { return }
        switch event {
        case .line(let line, at: _):
            if pair.isFrozen { return }
            if near == \.host, cutIsDue() { return cut() }
            if let other = pair[keyPath: far] {
                other.send(Array(line))
            } else if far == \.host {
                pairs[number]?.unsent.append(Array(line))
            }
        case .lineTooLong: break
        case .closed:
            pairs[number]?[keyPath: near] = nil
            if !pair.isFrozen { pair[keyPath: far]?.finish() }
        }
    }
}
