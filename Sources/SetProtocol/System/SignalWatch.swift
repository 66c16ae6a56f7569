import Dispatch
import Synchronization

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#endif

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
        [Signal.terminate, .interrupt, .hangUp].filter { isIgnored($0.number) })

    package static func isIgnored(_ number: Int32) -> Bool {
        var action = sigaction()
        sigaction(number, nil, &action)
        #if canImport(Darwin)
        let handler = action.__sigaction_u.__sa_handler
        #else
        let handler = action.__sigaction_handler.sa_handler
        #endif
        return unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
    }

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
        if !isIgnored(SIGQUIT) { _ = signal(SIGQUIT, SIG_DFL) }
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
    private static let resumed = Atomic<Bool>(false)

    /// Makes the end of a stop (`SIGCONT`) a change of the window, which it may be as well.
    package static func noteResumption() {
        _ = hasResumed
        _ = signal(SIGCONT) { _ in
            Signal.resumed.store(true, ordering: .sequentiallyConsistent)
            kill(getpid(), SIGWINCH)
        }
    }

    /// Whether the process was stopped and nobody has taken note of it, even if the handler is yet to run
    /// in another thread: what has been typed is older.
    package static var hasResumed: Bool {
        var pending = sigset_t()
        return resumed.load(ordering: .sequentiallyConsistent)
            || sigpending(&pending) == 0 && sigismember(&pending, SIGCONT) == 1
    }

    /// Takes note of the end of a stop; returns whether there was one.
    package static func takeResumption() -> Bool {
        resumed.exchange(false, ordering: .sequentiallyConsistent)
    }
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
