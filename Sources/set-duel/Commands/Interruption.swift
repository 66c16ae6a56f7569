import Dispatch
import SetProtocol

/// Waits for a signal that stops the program.
///
/// On a queue of its own, so that it works whatever keeps the others.
struct Interruption {
    private static let executor = QueueExecutor(label: "set-duel.interruption", depth: 1)

    private let watch = SignalWatch(executor: executor)
    private let arrived: AsyncStream<Signal>
    private let continuation: AsyncStream<Signal>.Continuation

    /// Watches for signals from now on; the one after the last that is waited for ends the program
    /// at once.
    ///
    /// - Parameter asksFirst: Whether the first ctrl-c is only a question, so that another signal is
    ///   waited for.
    init(_ signals: [Signal], asksFirst: Bool = false) {
        let (arrived, continuation) = AsyncStream.makeStream(of: Signal.self)
        (self.arrived, self.continuation) = (arrived, continuation)
        let mayAsk = Locked(asksFirst)
        Self.executor.wait { [watch] in
            watch.start(signals) { signal in
                if case .terminated = continuation.yield(signal) {
                    // The exit code by which shells report a program that a signal ended.
                    Program.exit(128 + signal.number)
                }
                let asks = mayAsk.withLock { mayAsk in
                    defer { mayAsk = false }
                    return mayAsk && signal == .interrupt
                }
                if !asks { continuation.finish() }
            }
        }
    }

    func next() async -> Signal? {
        for await signal in arrived { return signal }
        return nil
    }

    /// Acts as if a last signal had arrived.
    func insist(on signal: Signal) {
        continuation.yield(signal)
        continuation.finish()
    }

    /// Ends the program after a delay unless it ends by itself.
    static func end(after time: Duration, with code: Int32 = ExitCode.success.rawValue) {
        executor.queue.asyncAfter(
            deadline: .now() + .milliseconds(time.wholeMilliseconds)
        ) {
            Program.exit(code)
        }
    }
}
