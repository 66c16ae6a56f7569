import Dispatch
import SetProtocol

/// Waits for a signal that stops the program.
///
/// On a queue of its own, so that it works whatever keeps the others.
struct Interruption {
    private static let executor = QueueExecutor(label: "set-duel.interruption")

    private let watch = SignalWatch(executor: executor)
    private let arrived: AsyncStream<Signal>

    /// Watches for signals from now on; the second one ends the program at once.
    init(_ signals: [Signal]) {
        let (arrived, continuation) = AsyncStream.makeStream(of: Signal.self)
        self.arrived = arrived
        Self.executor.queue.sync { [watch] in
            watch.start(signals) { signal in
                if case .terminated = continuation.yield(signal) {
                    // The exit code by which shells report a program that a signal ended.
                    Program.exit(128 + signal.number)
                }
                continuation.finish()
            }
        }
    }

    /// Waits for the first of the signals.
    func first() async -> Signal? {
        for await signal in arrived { return signal }
        return nil
    }

    /// Ends the program after a delay unless it ends by itself.
    static func end(after time: Duration) {
        executor.queue.asyncAfter(
            deadline: .now() + .milliseconds(time.wholeMilliseconds)
        ) {
            Program.exit(ExitCode.success.rawValue)
        }
    }
}
