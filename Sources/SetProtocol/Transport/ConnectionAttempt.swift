import Dispatch

extension LineConnection {
    /// Connects to the first of several addresses that answers.
    ///
    /// The addresses are tried one after the other; each gets an equal part of the time that is left,
    /// so that one that swallows everything does not use up the time of the next.
    ///
    /// - Parameters:
    ///   - addresses: Of one host, the best one first.
    ///   - executor: What the connection will run on.
    ///   - timeout: How long it may take in all.
    ///   - limits: What the connection is held to; lines may be long from the start.
    /// - Returns: A connection that is not yet started.
    /// - Throws: What the last address answered, or ``TransportError/cancelled``.
    public static func connect(
        to addresses: [SocketAddress], executor: QueueExecutor, timeout: Duration,
        limits: WireLimits = .standard
    ) async throws(TransportError) -> LineConnection {
        let deadline = MonotonicClock.now.advanced(by: timeout)
        var failure = TransportError.noAddress
        for (index, address) in addresses.enumerated() {
            let left = max(.zero, MonotonicClock.now.duration(to: deadline))
            let attempt = ConnectionAttempt(address, executor: executor, limits: limits)
            switch await attempt.outcome(within: left / (addresses.count - index)) {
            case .success(let descriptor):
                return LineConnection(
                    adopting: descriptor, peer: address, executor: executor, limits: limits,
                    lineLimit: limits.lineBytes)
            case .failure(.cancelled): throw .cancelled
            case .failure(let error): failure = error
            }
        }
        throw failure
    }
}

/// One attempt to connect to one address.
private actor ConnectionAttempt {
    typealias Outcome = Result<Descriptor, TransportError>

    private let address: SocketAddress
    private let executor: QueueExecutor
    private let limits: WireLimits
    private var continuation: CheckedContinuation<Outcome, Never>?
    private var source: ActiveSource?
    private var timer: ActiveSource?

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    init(_ address: SocketAddress, executor: QueueExecutor, limits: WireLimits) {
        self.address = address
        self.executor = executor
        self.limits = limits
    }

    func outcome(within time: Duration) async -> Outcome {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                self.continuation = continuation
                // A cancellation from now on finds the continuation.
                if Task.isCancelled { decide(.failure(.cancelled)) } else { begin(within: time) }
            }
        } onCancel: {
            executor.queue.async { self.assumeIsolated { $0.decide(.failure(.cancelled)) } }
        }
    }

    private func begin(within time: Duration) {
        do throws(SystemCallError) {
            let descriptor = try Descriptor.stream(for: address)
            switch try descriptor.connect(to: address) {
            case .connected: decide(.success(descriptor))
            case .underWay:
                source = .writing(descriptor, on: executor.queue) {
                    self.assumeIsolated { $0.connected(descriptor) }
                }
                timer = .timer(after: time, on: executor.queue) {
                    self.assumeIsolated { $0.decide(.failure(.timedOut($0.address))) }
                }
            }
        } catch {
            decide(.failure(TransportError(error, at: address)))
        }
    }

    private func connected(_ descriptor: Descriptor) {
        do throws(SystemCallError) {
            try descriptor.finishConnecting()
            decide(.success(descriptor))
        } catch {
            decide(.failure(TransportError(error, at: address)))
        }
    }

    private func decide(_ outcome: Outcome) {
        source = nil
        timer = nil
        continuation?.resume(returning: outcome)
        continuation = nil
    }
}
