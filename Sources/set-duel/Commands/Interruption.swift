import Dispatch
import SetProtocol

/// Waits for somebody to stop the program.
enum Interruption {
    /// Waits for the first of some signals.
    static func first(of signals: [Signal], on executor: QueueExecutor) async {
        let watch = SignalWatch(executor: executor)
        let arrived = AsyncStream<Signal> { continuation in
            executor.queue.async {
                watch.start(signals) { continuation.yield($0) }
            }
        }
        for await _ in arrived { return }
    }
}
