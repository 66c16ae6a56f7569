import Dispatch
import Synchronization
import SystemLibrary

/// The signals the program has an answer to.
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

    /// Replaces the signal's effect by a note that it arrived.
    ///
    /// - Returns: The effect before, such as to ignore it, as `nohup` does, or to restore the terminal;
    ///   `nil` if another watch has replaced it.
    fileprivate func note() -> sigaction? {
        let isWatched = Signal.heard.load(ordering: .sequentiallyConsistent) & bit != 0
        // Also the first touch of what the handler changes: in a handler nothing may be made.
        Signal.heard.bitwiseAnd(~bit, ordering: .sequentiallyConsistent)
        _ = wasNoted()
        var before = sigaction()
        sigaction(number, nil, &before)
        _ = signal(number) { Signal.came($0) }
        return isWatched ? nil : before
    }

    /// Records, in a signal handler, that the signal arrived.
    ///
    /// The handler may run while a listener is being installed. Each side first publishes what it
    /// did and then checks the other, so exactly one of them delivers the signal.
    static func came(_ number: Int32) {
        let bit: UInt64 = 1 << UInt64(number)
        noted.bitwiseOr(bit, ordering: .sequentiallyConsistent)
        guard heard.load(ordering: .sequentiallyConsistent) & bit != 0, wasNoted(bit) else {
            return
        }
        // Now it goes to the listener.
        kill(getpid(), number)
    }

    /// Marks the signal as listened to; returns whether it arrived before.
    fileprivate func isHeardNow() -> Bool {
        Signal.heard.bitwiseOr(bit, ordering: .sequentiallyConsistent)
        return wasNoted()
    }

    /// Whether it was noted since this was asked last.
    private func wasNoted() -> Bool { Signal.wasNoted(bit) }

    private static func wasNoted(_ bit: UInt64) -> Bool {
        noted.bitwiseAnd(~bit, ordering: .sequentiallyConsistent).oldValue & bit != 0
    }

    private var bit: UInt64 { 1 << UInt64(number) }

    /// Those that came, a bit for each number: a handler may do no more than this and send a signal.
    private static let noted = Atomic<UInt64>(0)
    /// Those that are listened to.
    private static let heard = Atomic<UInt64>(0)

    /// Gives the signal the effect it had before it was watched.
    fileprivate func restore(_ before: sigaction?) {
        Signal.heard.bitwiseAnd(~bit, ordering: .sequentiallyConsistent)
        guard var before else { return _ = signal(number, SIG_DFL) }
        sigaction(number, &before, nil)
    }
}

// MARK: - After a stop

extension Signal {
    /// Whether `SIGCONT` arrived since ``forgetResumption()``.
    private static let resumed = Atomic<Bool>(false)
    /// Until when a `SIGCONT` belongs to a stop that is over, in milliseconds of the monotonic clock.
    private static let handledUntil = Atomic<Int>(0)

    /// Keeps this thread and those it starts from receiving `SIGCONT`.
    ///
    /// Call it first. Then only the thread that waits for input receives the signal, so it knows of a stop
    /// before it passes on what was typed meanwhile.
    package static func reserveResumption() { maskResumption(SIG_BLOCK) }

    /// Lets this thread receive `SIGCONT`.
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
/// in quick succession may arrive as one.
package actor SignalWatch: QueueConfined {
    package nonisolated let executor: QueueExecutor
    private var sources: [SignalSource] = []

    package init(executor: QueueExecutor) {
        self.executor = executor
    }

    /// Begins to watch; only on the executor's queue.
    ///
    /// - Parameters:
    ///   - signals: Which, but for those that were ignored at the start; no signal by two watches at once.
    ///   - receive: Called on the queue. Should hold its owner weakly.
    package nonisolated func start(
        _ signals: [Signal], _ receive: @escaping @Sendable (Signal) -> Void
    ) {
        assumeIsolated { watch in
            watch.sources = signals.filter { !Signal.ignoredAtStart.contains($0) }.map { signal in
                SignalSource(signal, on: watch.executor.queue) { receive(signal) }
            }
        }
    }

    /// Ends the watch and gives the signals the effects they had before; only on the queue.
    ///
    /// Letting go of the watch does the same.
    package nonisolated func stop() {
        assumeIsolated { $0.sources = [] }
    }
}

/// Watches one signal until its owner lets go of it.
private final class SignalSource {
    private let source: any DispatchSourceSignal

    init(_ signal: Signal, on queue: DispatchQueue, _ event: @escaping @Sendable () -> Void) {
        // Dispatch begins to listen only when the queue is free again; what came before is noted until then.
        let before = signal.note()
        source = DispatchSource.makeSignalSource(signal: signal.number, queue: queue)
        source.setEventHandler(handler: event)
        source.setRegistrationHandler { if signal.isHeardNow() { event() } }
        // Dispatch sets a disposition of its own while it watches, so the old one returns last.
        source.setCancelHandler { signal.restore(before) }
        source.activate()
    }

    deinit { source.cancel() }
}
