import Dispatch
import Synchronization
import SystemLibrary

package enum Signal: CaseIterable, Hashable, Sendable {
    /// The system or a person asks for an orderly end (`SIGTERM`).
    case terminate
    /// Ctrl-C, or a person asks for an end (`SIGINT`).
    case interrupt
    /// The terminal is gone (`SIGHUP`).
    case hangUp
    /// The terminal has another size (`SIGWINCH`).
    case windowChange
    /// Ctrl-Z: the shell takes the terminal back (`SIGTSTP`).
    case terminalStop

    package var number: Int32 {
        switch self {
        case .terminate: SIGTERM
        case .interrupt: SIGINT
        case .hangUp: SIGHUP
        case .windowChange: SIGWINCH
        case .terminalStop: SIGTSTP
        }
    }

    /// Those that ask programs to end and were ignored when this one started: they stay ignored.
    fileprivate static let ignoredAtStart = Set(
        [Signal.terminate, .interrupt, .hangUp].filter { Platform.isIgnored($0.number) })

    /// Makes writing to a closed pipe or socket an error instead of ending the process; call first.
    package static func ignoreBrokenPipes() {
        _ = signal(SIGPIPE, SIG_IGN)
    }

    /// Makes writing more to a file than is allowed an error, like a full disk, instead of the end of
    /// the process.
    package static func ignoreFileLimits() {
        _ = signal(SIGXFSZ, SIG_IGN)
    }

    /// Lets ctrl-\ (`SIGQUIT`) end the process at once, unless it is ignored.
    ///
    /// Swift's own handler would call the program crashed, offer to debug it, and for half a minute
    /// react to no other signal.
    package static func leaveQuitToTheSystem() {
        if !Platform.isIgnored(SIGQUIT) { _ = signal(SIGQUIT, SIG_DFL) }
    }

    /// Ignores the signals that ask a service to reload or report, and those of timers.
    ///
    /// A host does neither, and they would end it. `SIGXCPU`, which enforces a limit, keeps its
    /// effect.
    ///
    /// - Parameter includingHangUp: Whether `SIGHUP` asks for a reload too, for lack of a terminal.
    package static func ignoreServiceRequests(includingHangUp: Bool) {
        let requests = [SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM, SIGPROF]
        for number in requests + (includingHangUp ? [SIGHUP] : []) { _ = signal(number, SIG_IGN) }
    }

    /// Ignores the signal from now on, even if it is watched: what it reports was noticed in another way.
    package func ignore() { SignalPipe.ignore(self) }

    // MARK: - After a stop

    /// Whether `SIGCONT` arrived since ``forgetResumption()``.
    private static let resumed = Atomic<Bool>(false)
    /// Until when a `SIGCONT` belongs to a stop that is over, in milliseconds of the monotonic clock.
    private static let handledUntil = Atomic<Int>(0)

    /// Keeps this thread and those it starts from receiving `SIGCONT`.
    ///
    /// Call it first. Then only the thread that waits for input receives the signal, so it knows of a stop
    /// before it passes on what was typed meanwhile.
    package static func reserveResumption() { maskResumption(SIG_BLOCK) }

    static func admitResumption() { maskResumption(SIG_UNBLOCK) }

    private static func maskResumption(_ how: Int32) {
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGCONT)
        pthread_sigmask(how, &signals, nil)
    }

    /// Waits forever, and receives all signals that no other thread does, but not `SIGCONT`.
    package static func receiveForever() -> Never {
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGCONT)
        while true { sigsuspend(&signals) }
    }

    /// From now on, delivers `SIGCONT` as a change of the window, and records it.
    package static func noteResumption() {
        // A signal handler must not initialize anything.
        _ = hasResumed
        _ = signal(SIGCONT) { _ in
            Signal.resumed.store(true, ordering: .sequentiallyConsistent)
            kill(getpid(), SIGWINCH)
        }
    }

    /// Whether the process was stopped by another one and continues.
    ///
    /// It is also true before the handler has run, so input that is read while it is false was typed after
    /// the stop.
    package static var hasResumed: Bool {
        var pending = sigset_t()
        return
            (resumed.load(ordering: .sequentiallyConsistent)
            || sigpending(&pending) == 0 && sigismember(&pending, SIGCONT) == 1)
            && milliseconds >= handledUntil.load(ordering: .sequentiallyConsistent)
    }

    package static func forgetResumption() {
        resumed.store(false, ordering: .sequentiallyConsistent)
    }

    /// After the process has stopped itself: the handler can run late, in another thread.
    package static func expectLateResumption() {
        handledUntil.store(milliseconds + 500, ordering: .sequentiallyConsistent)
    }

    private static var milliseconds: Int { MonotonicClock.now.sinceZero.wholeMilliseconds }
}

/// Delivers signals on the queue as ordinary events.
///
/// A watched signal has no other effect: Ctrl-C only calls the handler. Several signals of one kind
/// before the queue is free arrive as one.
package actor SignalWatch: QueueConfined {
    package nonisolated let executor: QueueExecutor
    private var receive: (@Sendable (Signal) -> Void)?
    private let undelivered = Locked<Set<Signal>>([])

    package init(executor: QueueExecutor) {
        self.executor = executor
    }

    deinit { SignalPipe.restore(ObjectIdentifier(self)) }

    /// Begins to watch; only on the executor's queue.
    ///
    /// - Parameters:
    ///   - signals: Which, but for those that were ignored at the start; no signal by two watches at once.
    ///   - receive: Called on the queue. Should hold its owner weakly.
    package nonisolated func start(
        _ signals: [Signal], _ receive: @escaping @Sendable (Signal) -> Void
    ) {
        assumeIsolated { $0.receive = receive }
        for signal in signals where !Signal.ignoredAtStart.contains(signal) {
            SignalPipe.watch(signal, for: ObjectIdentifier(self)) { [weak self] in
                self?.deliver(signal)
            }
        }
    }

    private nonisolated func deliver(_ signal: Signal) {
        guard undelivered.withLock({ $0.insert(signal).inserted }) else { return }
        executor.queue.async { [self] in
            undelivered.withLock { _ = $0.remove(signal) }
            assumeIsolated { $0.receive?(signal) }
        }
    }

    /// Ends the watch and gives the signals the effects they had before; only on the queue.
    ///
    /// Letting go of the watch does the same.
    package nonisolated func stop() {
        assumeIsolated { $0.receive = nil }
        SignalPipe.restore(ObjectIdentifier(self))
    }
}

/// Passes signals on from their handler, which may do no more than write a byte.
private enum SignalPipe {
    private struct Watched {
        let owner: ObjectIdentifier
        let deliver: @Sendable () -> Void
        /// The effect before, such as to ignore it, as `nohup` does, or to restore the terminal.
        let before: sigaction
    }

    /// By the signals' numbers.
    private static let watched = Locked<[Int32: Watched]>([:])
    /// Where the handler writes the number of a signal.
    private static let entrance: Int32 = {
        guard let pipe = Descriptor.pipe() else {
            Program.fail("cannot watch signals", .last(.pipe))
        }
        WaitingThread.start("set-duel.signals") {
            defer { withExtendedLifetime(pipe) {} }
            while let numbers = try? DescriptorCalls.read(pipe.reading.number) {
                for number in numbers { watched.value[Int32(number)]?.deliver() }
            }
        }
        return pipe.writing.number
    }()

    static func watch(
        _ signal: Signal, for owner: ObjectIdentifier, _ deliver: @escaping @Sendable () -> Void
    ) {
        // In a handler nothing may be made.
        _ = entrance
        watched.withLock { watched in
            var before = sigaction()
            sigaction(signal.number, nil, &before)
            // If another watch has replaced the effect, that one knows what it was before.
            watched[signal.number] = Watched(
                owner: owner, deliver: deliver, before: watched[signal.number]?.before ?? before)
        }
        _ = SystemLibrary.signal(signal.number) { number in
            let error = errno
            var byte = UInt8(truncatingIfNeeded: number)
            _ = write(SignalPipe.entrance, &byte, 1)
            errno = error
        }
    }

    static func ignore(_ one: Signal) {
        watched.withLock { watched in
            watched[one.number] = nil
            _ = signal(one.number, SIG_IGN)
        }
    }

    /// Gives the signals of a watch the effects they had before.
    static func restore(_ owner: ObjectIdentifier) {
        watched.withLock { watched in
            for (number, one) in watched where one.owner == owner {
                var before = one.before
                sigaction(number, &before, nil)
                watched[number] = nil
            }
        }
    }
}
