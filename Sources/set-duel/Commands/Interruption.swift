import Dispatch
import SetProtocol

/// Waits for somebody to stop the program.
///
/// On a queue of its own, so that it works whatever keeps the others.
enum Interruption {
    private static let executor = QueueExecutor(label: "set-duel.interruption")

    /// Waits for the first of some signals.
    ///
    /// After it the signals have the effect they had before: a second one ends the program at once.
    ///
    /// - Returns: Which it was.
    static func first(of signals: [Signal]) async -> Signal? {
        let watch = SignalWatch(executor: executor)
        let arrived = AsyncStream<Signal> { continuation in
            executor.queue.async {
                watch.start(signals) { continuation.yield($0) }
            }
        }
        for await signal in arrived { return signal }
        return nil
    }

    /// Ends the program after a time, unless it has ended by itself.
    static func end(after time: Duration) {
        executor.queue.asyncAfter(
            deadline: .now() + .milliseconds(time.wholeMilliseconds)
        ) {
            Program.exit(ExitCode.success.rawValue)
        }
    }
}
