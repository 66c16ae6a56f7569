import Dispatch

extension LineConnection {
    /// Connects to the first of several addresses that answers.
    ///
    /// Throws the error of the last address tried, or ``TransportError/cancelled``. The connection
    /// is not started yet; `timeout` is for all addresses together.
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

/// One race of several addresses to connect: the first that answers wins (RFC 8305).
///
/// The next address is tried when the last one has failed or has not answered within ``head``; the
/// earlier ones go on. When one answers, or time is up, all others are closed. So an address that
/// drops everything costs a moment, and a family of addresses need not work.
package actor ConnectionAttempt: QueueConfined {
    /// The result: a connection that is not yet started, or the error of the last address tried.
    package typealias Outcome = Result<LineConnection, TransportError>

    /// An address that is being tried; released, it is closed.
    private final class Candidate {
        private let source: DescriptorSource

        init(_ source: consuming DescriptorSource) { self.source = source }
    }

    /// How long an address has before the next one is tried beside it.
    package static let head = Duration.milliseconds(250)

    package nonisolated let executor: QueueExecutor
    private let timeout: Duration
    private let limits: WireLimits
    private let addresses: [SocketAddress]
    /// How many of them have been tried.
    private var tried = 0
    /// Those that have neither answered nor failed, by their place among the addresses.
    private var candidates: [Int: Candidate] = [:]
    /// Why each of them failed, if it has by now.
    private var errors: [TransportError]
    private var isCancelled = false
    private var completion: (@Sendable (Outcome) -> Void)?
    private var headStart: DeadlineTimer?
    private var deadline: DeadlineTimer?

    /// An attempt that has not begun; `timeout` is for all addresses together.
    package init(
        to addresses: [SocketAddress], executor: QueueExecutor, timeout: Duration,
        limits: WireLimits = .standard
    ) {
        self.addresses = Self.alternating(addresses)
        errors = self.addresses.map(TransportError.timedOut)
        (self.executor, self.timeout, self.limits) = (executor, timeout, limits)
    }

    /// The addresses in their order, but those of two families in turn: one may not work here at all.
    static func alternating(_ addresses: [SocketAddress]) -> [SocketAddress] {
        let first = addresses.filter { $0.family == addresses.first?.family }
        let second = addresses.filter { $0.family != addresses.first?.family }
        return (0..<max(first.count, second.count)).flatMap { place in
            [first, second].compactMap { $0.indices.contains(place) ? $0[place] : nil }
        }
    }

    /// Begins; call once, on the executor's queue.
    ///
    /// The attempt retains itself until it calls `completion`, once, in a later turn of the queue.
    package nonisolated func start(_ completion: @escaping @Sendable (Outcome) -> Void) {
        assumeIsolated { attempt in
            attempt.completion = completion
            guard !attempt.isCancelled else { return attempt.decide(.failure(.cancelled)) }
            attempt.deadline = .after(attempt.timeout, on: attempt.executor) {
                attempt.assumeIsolated { $0.fail() }
            }
            attempt.next()
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

    /// Tries the next address; the ones before it go on.
    private func next() {
        headStart = nil
        guard tried < addresses.count else {
            if candidates.isEmpty { fail() }
            return
        }
        let (place, address) = (tried, addresses[tried])
        tried += 1
        do throws(SystemCallError) {
            let descriptor = try Descriptor.stream(for: address)
            if try descriptor.connect(to: address) { return succeed(descriptor, address) }
            candidates[place] = Candidate(
                try DescriptorSource(.writing, descriptor, on: executor) {
                    self.assumeIsolated { $0.finish(descriptor, address, place) }
                })
        } catch {
            return failed(TransportError(error, at: address), place)
        }
        guard tried < addresses.count else { return }
        headStart = .after(Self.head, on: executor) {
            self.assumeIsolated { $0.next() }
        }
    }

    private func finish(_ descriptor: Descriptor, _ address: SocketAddress, _ place: Int) {
        // It may have been ready just before the race was decided.
        guard candidates[place] != nil else { return }
        do throws(SystemCallError) {
            // The event may have been about an earlier descriptor of the same number.
            if try descriptor.finishConnecting() { succeed(descriptor, address) }
        } catch {
            failed(TransportError(error, at: address), place)
        }
    }

    private func succeed(_ descriptor: Descriptor, _ address: SocketAddress) {
        decide(
            .success(
                LineConnection(
                    adopting: descriptor, peer: address, executor: executor, limits: limits,
                    lineLimit: limits.lineBytes)))
    }

    private func failed(_ error: TransportError, _ place: Int) {
        candidates[place] = nil
        errors[place] = error
        next()
    }

    private func fail() { decide(.failure(errors[..<tried].last ?? .noAddress)) }

    private func decide(_ outcome: Outcome) {
        candidates = [:]
        headStart = nil
        deadline = nil
        guard let completion else { return }
        self.completion = nil
        executor.queue.async { completion(outcome) }
    }
}
