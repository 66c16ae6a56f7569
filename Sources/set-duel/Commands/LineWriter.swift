import Dispatch
import SetProtocol
import Synchronization

/// Puts what a running host says on a standard stream, one line after another.
///
/// On a queue of its own: a terminal that was stopped, or a pipe that nobody reads, must not stop the
/// games. Meanwhile ``mostWaiting`` lines wait; the next one that is written says how many were left
/// out.
final class LineWriter: Sendable {
    /// How many lines wait at most while nobody reads.
    static let mostWaiting = 1000

    private struct State {
        var waiting = 0
        var leftOut = 0
    }

    private let executor: QueueExecutor
    private let state = Mutex(State())
    /// Held whenever the mutex is: what the kernel hands over, the thread sanitizer does not see.
    private let turn = DispatchSemaphore(value: 1)
    private let put: @Sendable (String) -> Void

    /// A writer with nothing to do.
    ///
    /// - Parameter put: Writes a line, however long that takes; called on the writer's queue.
    init(label: String, _ put: @escaping @Sendable (String) -> Void) {
        executor = QueueExecutor(label: label)
        self.put = put
    }

    /// Writes a line as soon as the ones before it are written.
    func write(_ line: String) {
        let hasRoom = change { state in
            guard state.waiting < Self.mostWaiting else {
                state.leftOut += 1
                return false
            }
            state.waiting += 1
            return true
        }
        guard hasRoom else { return }
        executor.queue.async { [self] in
            put(line)
            let leftOut = change { state in
                state.waiting -= 1
                defer { state.leftOut = 0 }
                return state.leftOut
            }
            if leftOut > 0 {
                put("\(leftOut) lines were left out here: nobody had read the ones before")
            }
        }
    }

    private func change<Result: Sendable>(_ body: (inout State) -> Result) -> Result {
        turn.wait()
        defer { turn.signal() }
        return state.withLock { body(&$0) }
    }

    /// Waits until all lines are written.
    func written() async {
        await withCheckedContinuation { done in executor.queue.async { done.resume() } }
    }
}
