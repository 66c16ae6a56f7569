import Dispatch
import Synchronization

/// A value that several threads may change, one at a time.
///
/// A `Mutex` that the thread sanitizer understands. On Linux the kernel hands over a contended
/// `Mutex`, and the sanitizer, which only sees calls of the C library and of Dispatch, reports a
/// race where there is none. So a semaphore is taken first, and nobody waits for the mutex itself.
package final class Locked<Value>: Sendable {
    private let mutex: Mutex<Value>
    private let turn = DispatchSemaphore(value: 1)

    package init(_ value: sending Value) {
        mutex = Mutex(value)
    }

    /// Changes or reads the value while everybody else waits.
    @discardableResult
    package func withLock<Result, Failure: Error>(
        _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        turn.wait()
        defer { turn.signal() }
        return try mutex.withLock(body)
    }
}

extension Locked where Value: Sendable {
    package var value: Value { withLock { $0 } }
}
