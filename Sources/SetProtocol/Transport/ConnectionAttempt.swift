import Dispatch

extension LineConnection {
    /// Connects to the first of several addresses that answers.
    ///
    /// Throws the error of the last address, or ``TransportError/cancelled``. The connection is not
    /// started yet; `timeout` is for all addresses together.
    package static func connect(
        to addresses: [SocketAddress], executor: QueueExecutor, timeout: Duration,
        limits: WireLimits = .standard
    ) async throws(TransportError) -> LineConnection {
        let attempt = ConnectionAttempt(
            to: addresses, executor: executor, timeout: timeout, limits: limits)
        let outcome = await withTaskCancellationHandler {
            await attempt.outcome()
        } onCancel: {
            executor.queue.async { attempt.cancel() }
        }
        return try outcome.get()
    }
}

/// One attempt to connect to the first of several addresses that answers.
///
/// Addresses are tried in order. Each gets an equal share of the remaining time, so that one that
/// drops everything does not use up the time of the next.
package actor ConnectionAttempt: QueueConfined {
    /// The result: a connection that is not yet started, or the error of the last address.
    package typealias Outcome = Result<LineConnection, TransportError>

    package nonisolated let executor: QueueExecutor
    private let timeout: Duration
    private let limits: WireLimits
    private var untried: ArraySlice<SocketAddress>
    private var deadline = MonotonicInstant.zero
    private var failure = TransportError.noAddress
    private var isCancelled = false
    private var completion: (@Sendable (Outcome) -> Void)?
    private var source: DescriptorSource?
    private var timer: OneShotTimer?

    /// An attempt that has not begun; `timeout` is for all addresses together.
    package init(
        to addresses: [SocketAddress], executor: QueueExecutor, timeout: Duration,
        limits: WireLimits = .standard
    ) {
        untried = addresses[...]
        (self.executor, self.timeout, self.limits) = (executor, timeout, limits)
    }

    /// Begins; call once, on the executor's queue.
    ///
    /// The attempt retains itself until it completes.
    ///
    /// - Parameter completion: Called once, in a later turn of the queue.
    package nonisolated func start(_ completion: @escaping @Sendable (Outcome) -> Void) {
        assumeIsolated { attempt in
            attempt.completion = completion
            attempt.deadline = MonotonicClock.now.advanced(by: attempt.timeout)
            if attempt.isCancelled { attempt.decide(.failure(.cancelled)) } else { attempt.next() }
        }
    }

    /// Begins and waits for the outcome; call once, on the queue.
    ///
    /// The outcome arrives in a later turn, never before it is awaited: the thread sanitizer does
    /// not see what orders a continuation that is resumed too early.
    fileprivate func outcome() async -> Outcome {
        await withCheckedContinuation { continuation in
            start { continuation.resume(returning: $0) }
        }
    }

    /// Gives up, with ``TransportError/cancelled`` for the outcome; only on the executor's queue.
    package nonisolated func cancel() {
        assumeIsolated { attempt in
            attempt.isCancelled = true
            attempt.decide(.failure(.cancelled))
        }
    }

    private func next() {
        guard let address = untried.popFirst() else { return decide(.failure(failure)) }
        let left = max(.zero, MonotonicClock.now.duration(to: deadline))
        do throws(SystemCallError) {
            let descriptor = try Descriptor.stream(for: address)
            switch try descriptor.connect(to: address) {
            case .connected: succeed(descriptor, address)
            case .underWay:
                source = try DescriptorSource(.writing, descriptor, on: executor.queue) {
                    self.assumeIsolated { $0.finish(descriptor, address) }
                }
                timer = OneShotTimer(after: left / (untried.count + 1), on: executor.queue) {
                    self.assumeIsolated { $0.failed(.timedOut(address)) }
                }
            }
        } catch {
            failed(TransportError(error, at: address))
        }
    }

    private func finish(_ descriptor: Descriptor, _ address: SocketAddress) {
        do throws(SystemCallError) {
            try descriptor.finishConnecting()
            succeed(descriptor, address)
        } catch {
            failed(TransportError(error, at: address))
        }
    }

    private func succeed(_ descriptor: Descriptor, _ address: SocketAddress) {
        decide(
            .success(
                LineConnection(
                    adopting: descriptor, peer: address, executor: executor, limits: limits,
                    lineLimit: limits.lineBytes)))
    }

    private func failed(_ error: TransportError) {
        source = nil
        timer = nil
        failure = error
        next()
    }

    private func decide(_ outcome: Outcome) {
        source = nil
        timer = nil
        guard let completion else { return }
        self.completion = nil
        executor.queue.async { completion(outcome) }
    }
}
