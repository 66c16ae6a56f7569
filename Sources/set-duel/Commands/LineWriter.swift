import Dispatch
import SetProtocol

/// Writes the output of a running host to a standard stream, one line after another.
///
/// It uses a separate queue: a stopped terminal, or a pipe that nobody reads, must not stop the
/// games. Up to ``mostWaiting`` lines wait; the next line written says how many were dropped.
final class LineWriter: Sendable {
    static let mostWaiting = 1000

    private struct State {
        var waiting = 0
        var leftOut = 0
    }

    private let executor: QueueExecutor
    private let state = Locked(State())
    private let put: @Sendable (String) -> Void

    /// - Parameter put: Writes a line, however long that takes; called on the writer's queue.
    init(label: String, _ put: @escaping @Sendable (String) -> Void) {
        executor = QueueExecutor(label: label)
        self.put = put
    }

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

    func written() async {
        await withCheckedContinuation { done in executor.queue.async { done.resume() } }
    }
}
