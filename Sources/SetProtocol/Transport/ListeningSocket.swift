import Dispatch

/// Listens on a port and hands over each connection that comes.
///
/// It survives having no more descriptors. A connection that cannot be accepted would wake the queue
/// again and again; so one descriptor is kept in reserve, given up to turn one caller away, and taken
/// back; then the socket rests for 100 ms. Running games do not notice. It rests as well, for 10 ms, when callers
/// who may come in come faster than they are to be accepted. AdmissionControl whom the owner does not admit cost
/// neither a rest nor anybody else's place: they are reset at once.
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
    /// How fast callers are accepted.
    private var pace: RateLimit?
    /// How often trouble is told of.
    private var complaints = RateLimit(.init(1, per: .seconds(10), burst: 1))
    private var descriptor: Descriptor?
    private var spare = Descriptor.spare()
    /// What watches all the connections that were accepted.
    private let inputs: InputWatch?
    private var source: DescriptorSource?
    private var resting: OneShotTimer?
    /// Never of use itself.
    ///
    /// On Linux Dispatch opens a descriptor when the first timer of a process is set, and a timer for
    /// which it gets none never fires: the rest would have no end.
    private var timerReserve: OneShotTimer?
    private var receive: (@Sendable (LineConnection) -> Void)?
    private var admits: (@Sendable (IPAddress) -> Bool)?
    private var complain: (@Sendable (ListeningTrouble) -> Void)?
    private var turnedAway = 0
    private var accepts = 0
    private var rests = 0

    /// Takes the port; connections wait in the kernel until ``start(_:)``.
    ///
    /// - Parameters:
    ///   - address: The one address of this machine to listen on; `nil` for all of them, IPv6 and
    ///     IPv4 in one socket, or IPv4 alone where there is no IPv6.
    ///   - port: 0 lets the system choose.
    ///   - executor: Shared with the owner and every connection.
    ///   - backlog: How many connections may wait to be accepted; the kernel may allow fewer.
    ///   - limits: What the connections are held to.
    ///   - pace: How fast those who are admitted are accepted, `nil` for as fast as they come; the others
    ///     wait.
    /// - Throws: ``TransportError`` when it cannot listen there.
    package init(
        address: IPAddress? = nil, port: UInt16, executor: QueueExecutor, backlog: Int32 = 1024,
        limits: WireLimits = .standard, pace: RateLimit.Rate? = nil
    ) throws(TransportError) {
        self.executor = executor
        self.limits = limits
        self.pace = pace.map { RateLimit($0) }
        inputs = InputWatch(executor: executor)
        let candidates = address.map { [$0] } ?? [.anyV6, .anyV4]
        let (listening, bound) = try Self.listen(
            onFirstOf: candidates.map { SocketAddress($0, port: port) }, backlog, limits)
        descriptor = listening
        boundAddress = bound
    }

    /// Takes over a port that was handed to this process, if one was.
    ///
    /// - Returns: `nil` when none was.
    /// - Throws: ``TransportError/badHandOver``.
    package static func handedOver(
        executor: QueueExecutor, limits: WireLimits = .standard, pace: RateLimit.Rate? = nil
    ) throws(TransportError) -> ListeningSocket? {
        guard let socket = try HandedOverSocket.take() else { return nil }
        return ListeningSocket(socket, executor: executor, limits: limits, pace: pace)
    }

    private init(
        _ socket: HandedOverSocket, executor: QueueExecutor, limits: WireLimits,
        pace: RateLimit.Rate?
    ) {
        (self.executor, self.limits, self.pace) = (executor, limits, pace.map { RateLimit($0) })
        (descriptor, boundAddress) = (socket.descriptor, socket.address)
        inputs = InputWatch(executor: executor)
    }

    /// Begins to accept.
    ///
    /// Only on the executor's queue.
    ///
    /// - Parameters:
    ///   - complain: Called on the queue with what keeps callers out, every ten seconds at most.
    ///   - admits: Called on the queue for each caller; one who is not admitted is reset without a word.
    ///   - receive: Called on the queue with each connection, not yet started and limited to lines
    ///     as short as befits a stranger. Letting go of it turns the caller away.
    package nonisolated func start(
        complaining complain: (@Sendable (ListeningTrouble) -> Void)? = nil,
        admitting admits: (@Sendable (IPAddress) -> Bool)? = nil,
        _ receive: @escaping @Sendable (LineConnection) -> Void
    ) {
        assumeIsolated { socket in
            (socket.receive, socket.complain, socket.admits) = (receive, complain, admits)
            socket.timerReserve = OneShotTimer(after: .seconds(86_400), on: socket.executor.queue) {
            }
            socket.watch()
        }
    }

    /// Gives the port back; connections already handed over live on.
    ///
    /// Only on the executor's queue.
    package nonisolated func stop() {
        assumeIsolated { socket in
            (socket.receive, socket.descriptor, socket.spare) = (nil, nil, nil)
            (socket.complain, socket.admits) = (nil, nil)
            socket.source = nil
            socket.resting = nil
            socket.timerReserve = nil
        }
    }

    /// How many callers were turned away for want of descriptors; only on the queue.
    package nonisolated var turnedAwayCount: Int { assumeIsolated { $0.turnedAway } }

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
                guard error.meaning == .familyNotSupported || error.meaning == .addressNotAvailable
                else { break }
            }
        }
        throw failure
    }

    private func watch() {
        resting = nil
        guard let descriptor else { return }
        do throws(SystemCallError) {
            source = try DescriptorSource(.reading, descriptor, on: executor.queue) { [weak self] in
                self?.assumeIsolated { $0.acceptWaiting() }
            }
        } catch {
            tell(.failed(error))
            pause()
        }
    }

    private func acceptWaiting() {
        var left = Self.mostInARow
        // A handler may stop the socket in the middle.
        while let descriptor, let receive {
            // As long as somebody waits it is called again, after everything else that is due.
            guard left > 0 else { return }
            left -= 1
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
                        lineLimit: limits.helloLineBytes, inputs: inputs))
            case .noneWaiting: return
            case .lostAlready: continue
            case .exhausted:
                turnOneAway(from: descriptor)
                tell(.noDescriptors(turnedAway: turnedAway))
                return pause()
            case .failed(let error):
                // Not known to pass by itself, but no reason to end the games that run.
                tell(.failed(error))
                return pause()
            }
        }
    }

    /// Gives up the descriptor in reserve to accept one caller and close on them.
    private func turnOneAway(from descriptor: Descriptor) {
        guard spare != nil else {
            spare = .spare()
            return
        }
        spare = nil
        accepts += 1
        if case .accepted = descriptor.acceptNext() { turnedAway += 1 }
        spare = .spare()
    }

    private func tell(_ trouble: ListeningTrouble) {
        guard let complain, complaints.allows(at: MonotonicClock.now) else { return }
        complain(trouble)
    }

    /// Stops watching for a while.
    ///
    /// The source is made anew afterwards, because a suspended one must not be let go of.
    private func pause(for time: Duration = ListeningSocket.rest) {
        source = nil
        rests += 1
        resting = OneShotTimer(after: time, on: executor.queue) { [weak self] in
            self?.assumeIsolated { $0.watch() }
        }
    }
}
