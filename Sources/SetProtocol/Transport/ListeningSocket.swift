import SystemLibrary

/// Listens on a port and hands over each connection.
///
/// When it cannot accept, as without free descriptors, callers wait in the kernel, and the socket
/// rests for 100 ms, because it would wake the queue again and again. It also rests, for 10 ms, when
/// admitted callers arrive faster than they are to be accepted. Callers who are not admitted are
/// reset at once and cost nothing.
package actor ListeningSocket: QueueConfined {
    /// How long it rests when there are no more descriptors.
    package static let rest = Duration.milliseconds(100)
    /// How long it rests when callers come faster than its pace: so short that those who are accepted after it
    /// do not hold up everybody else.
    static let shortRest = Duration.milliseconds(10)
    /// How many callers are accepted before everything else on the queue has its turn.
    static let mostInARow = 32

    /// Where it listens, with the port the system chose if it was to choose.
    package nonisolated let boundAddress: SocketAddress
    package nonisolated let executor: QueueExecutor
    private let limits: WireLimits
    private var pace: RateLimit?
    private var reports = RateLimit(.init(1, per: .seconds(10), burst: 1))
    private var descriptor: Descriptor?
    private var source: DescriptorSource?
    private var resting: DeadlineTimer?
    private var receive: (@Sendable (LineConnection) -> Void)?
    private var admits: (@Sendable (IPAddress) -> Bool)?
    private var notice: (@Sendable (SystemCallError) -> Void)?
    private var accepts = 0
    private var rests = 0

    /// Binds the port; connections wait in the kernel until ``start(_:)``.
    ///
    /// `address` is `nil` for all of them: IPv6 and IPv4 in one socket, or IPv4 alone. Port 0 lets
    /// the system choose. `backlog` is how many connections may wait, if the kernel allows it.
    /// `pace` limits how fast admitted callers are accepted.
    package init(
        address: IPAddress? = nil, port: UInt16, executor: QueueExecutor, backlog: Int32 = 1024,
        limits: WireLimits = .standard, pace: RateLimit.Rate? = nil
    ) throws(TransportError) {
        let candidates = (address.map { [$0] } ?? [.anyV6, .anyV4]).map {
            SocketAddress($0, port: port)
        }
        let (descriptor, bound) = try Self.listen(onFirstOf: candidates, backlog, limits)
        self.init(descriptor, bound, executor, limits, pace)
    }

    /// Takes over a port that was handed to this process; `nil` if there is none.
    package static func handedOver(
        executor: QueueExecutor, limits: WireLimits = .standard, pace: RateLimit.Rate? = nil
    ) throws(TransportError) -> ListeningSocket? {
        guard let (descriptor, address) = try Descriptor.handedOver() else { return nil }
        return ListeningSocket(descriptor, address, executor, limits, pace)
    }

    private init(
        _ descriptor: Descriptor, _ address: SocketAddress, _ executor: QueueExecutor,
        _ limits: WireLimits, _ pace: RateLimit.Rate?
    ) {
        (self.descriptor, boundAddress, self.executor) = (descriptor, address, executor)
        (self.limits, self.pace) = (limits, pace.map { RateLimit($0) })
    }

    /// Begins to accept; call on the executor's queue, where the closures are called too.
    ///
    /// `notice` gets what keeps callers out, at most every ten seconds. A caller that `admits`
    /// rejects is reset. `receive` gets connections that are not started and limited to short
    /// lines; releasing one turns the caller away.
    package nonisolated func start(
        reporting notice: (@Sendable (SystemCallError) -> Void)? = nil,
        admitting admits: (@Sendable (IPAddress) -> Bool)? = nil,
        _ receive: @escaping @Sendable (LineConnection) -> Void
    ) {
        assumeIsolated { socket in
            (socket.receive, socket.notice, socket.admits) = (receive, notice, admits)
            socket.watch()
        }
    }

    /// Closes the port, not the connections handed over; call on the executor's queue.
    package nonisolated func stop() {
        assumeIsolated { socket in
            (socket.receive, socket.notice, socket.admits) = (nil, nil, nil)
            socket.descriptor = nil
            socket.source = nil
            socket.resting = nil
        }
    }

    /// How often accepting was tried, and how often the socket has rested; only on the queue.
    nonisolated var effort: (accepts: Int, rests: Int) {
        assumeIsolated { ($0.accepts, $0.rests) }
    }

    private static func listen(
        onFirstOf candidates: [SocketAddress], _ backlog: Int32, _ limits: WireLimits
    ) throws(TransportError) -> (Descriptor, SocketAddress) {
        var failure = TransportError.noAddress
        for address in candidates {
            do throws(SystemCallError) {
                let descriptor = try Descriptor.listening(
                    on: address, backlog: backlog, limits: limits)
                return (descriptor, try descriptor.localAddress())
            } catch {
                failure = TransportError(error, at: address)
                // Only a machine without IPv6 is a reason to try the next one.
                guard [EAFNOSUPPORT, EPROTONOSUPPORT, EADDRNOTAVAIL].contains(error.number)
                else { break }
            }
        }
        throw failure
    }

    private func watch() {
        resting = nil
        guard let descriptor else { return }
        do throws(SystemCallError) {
            source = try DescriptorSource(.reading, descriptor, on: executor) { [weak self] in
                self?.assumeIsolated { $0.acceptWaiting() }
            }
        } catch {
            report(error)
            pause()
        }
    }

    private func acceptWaiting() {
        // As long as somebody waits it is called again, after everything else that is due.
        for _ in 0..<Self.mostInARow {
            // A handler may stop the socket in the middle.
            guard let descriptor, let receive else { return }
            var pace = pace
            guard pace?.allows(at: MonotonicClock.now) != false else {
                return pause(for: Self.shortRest)
            }
            accepts += 1
            switch descriptor.acceptNext() {
            case .accepted(let accepted, let peer):
                if let admits, !admits(peer.host) {
                    accepted.resetWhenClosed()
                    continue
                }
                // Only a caller who was there and admitted counts.
                self.pace = pace
                receive(
                    LineConnection(
                        adopting: accepted, peer: peer, executor: executor, limits: limits,
                        lineLimit: limits.helloLineBytes))
            case .noneWaiting: return
            case .lostAlready: continue
            case .failed(let error):
                // Not known to pass by itself, but no reason to end the games that run.
                report(error)
                return pause()
            }
        }
    }

    private func report(_ error: SystemCallError) {
        if let notice, reports.allows(at: MonotonicClock.now) { notice(error) }
    }

    private func pause(for time: Duration = ListeningSocket.rest) {
        source = nil
        rests += 1
        resting = .after(time, on: executor) { [weak self] in
            self?.assumeIsolated { $0.watch() }
        }
    }
}

extension SystemCallError {
    /// What keeps a listening socket from accepting, for the operator.
    package var listeningSentence: String {
        isExhausted
            ? "out of file descriptors: new connections wait; games continue "
                + "(raise ulimit -n or lower --max-connections)"
            : "cannot accept a connection: \(sentence); games continue"
    }
}
