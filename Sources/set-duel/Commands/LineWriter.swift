import Dispatch
import SetProtocol

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
    private let state = Locked(State())
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
        let hasRoom = state.withLock { state in
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
            let leftOut = state.withLock { state in
                state.waiting -= 1
                defer { state.leftOut = 0 }
                return state.leftOut
            }
            if leftOut > 0 {
                put("\(leftOut) lines dropped here: the reader fell behind")
            }
        }
    }

    /// Waits until all lines are written.
    func written() async {
        await withCheckedContinuation { done in executor.queue.async { done.resume() } }
    }
}
