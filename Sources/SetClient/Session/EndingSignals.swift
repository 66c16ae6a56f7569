import Dispatch
import SetProtocol

/// Watches for the signals that end a session, and enforces them.
///
/// They arrive on their own queue. The session's may be busy with a host's messages or blocked in a
/// write to a terminal; if it does not handle a signal in time, the program ends without it.
final class EndingSignals: Sendable {
    /// How long a session has to handle a signal.
    private static let time = Duration.milliseconds(400)
    private static let executor = QueueExecutor(label: "set-duel.signals", depth: 1)

    private let watch = SignalWatch(executor: executor)

    /// Watches until released.
    ///
    /// `handle` is called on the session's queue; `giveUp` before the
    /// program ends, if the session did not handle the signal in time.
    ///
    /// - Parameter canStall: Whether `handle` may wait for a reader without limit, so that a signal is
    ///   handled once it returns; otherwise once it is called, because giving back a screen takes longer.
    init(
        for session: QueueExecutor, canStall: Bool, handle: @escaping @Sendable (Signal) -> Void,
        giveUp: @escaping @Sendable (Signal) -> Void
    ) {
        Self.executor.wait {
            watch.start([.interrupt, .terminate, .hangUp]) { signal in
                let isHandled = Locked(false)
                session.queue.async {
                    isHandled.withLock { $0 = !canStall }
                    handle(signal)
                    isHandled.withLock { $0 = true }
                }
                Self.executor.queue.asyncAfter(
                    deadline: .now() + .milliseconds(Self.time.wholeMilliseconds)
                ) {
                    guard !isHandled.withLock({ $0 }) else { return }
                    giveUp(signal)
                    // The exit code by which shells report a program that a signal ended.
                    Program.exit(128 + signal.number)
                }
            }
        }
    }
}
