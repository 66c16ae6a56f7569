import Dispatch
import SetProtocol
import Synchronization

/// Watches for the signals that end a session, and sees to it that they do.
///
/// They come on a queue of their own. The session's may be busy with what a host sends, or stand still in a write
/// to a terminal that reads nothing; if it does not take a signal in time, the program ends without it.
final class EndingSignals: Sendable {
    /// How long a session has to take a signal.
    private static let time = Duration.milliseconds(400)
    private static let executor = QueueExecutor(label: "set-duel.signals")

    /// Whether a session has taken a signal.
    private final class Answer: Sendable {
        let isThere = Atomic<Bool>(false)
    }

    private let watch = SignalWatch(executor: executor)

    /// Watches from now on, until it is let go of.
    ///
    /// - Parameters:
    ///   - session: Where the session runs.
    ///   - handle: Called on the session's queue.
    ///   - giveUp: Called when the session has not taken the signal in time, before the program ends.
    init(
        for session: QueueExecutor, handle: @escaping @Sendable (Signal) -> Void,
        giveUp: @escaping @Sendable (Signal) -> Void
    ) {
        Self.executor.queue.sync {
            watch.start([.interrupt, .terminate, .hangUp]) { signal in
                let answer = Answer()
                session.queue.async {
                    answer.isThere.store(true, ordering: .sequentiallyConsistent)
                    handle(signal)
                }
                Self.executor.queue.asyncAfter(
                    deadline: .now() + .milliseconds(Self.time.wholeMilliseconds)
                ) {
                    guard !answer.isThere.load(ordering: .sequentiallyConsistent) else { return }
                    giveUp(signal)
                    // As shells tell of a program that a signal has ended.
                    Program.exit(128 + signal.number)
                }
            }
        }
    }
}
