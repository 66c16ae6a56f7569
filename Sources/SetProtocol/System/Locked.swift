import Dispatch
import Synchronization

/// A value that several threads may change, one at a time.
///
/// A `Mutex` whose waiting the thread sanitizer can see. On Linux the kernel hands a contended `Mutex` from
/// one thread to the next, and the sanitizer, which watches calls of the C library and of Dispatch alone,
/// then reports a race where there is none. So a semaphore is taken first, and nobody ever waits for the
/// mutex itself.
package final class Locked<Value>: Sendable {
    private let mutex: Mutex<Value>
    private let turn = DispatchSemaphore(value: 1)

    /// Begins with a value.
    package init(_ value: sending Value) {
        mutex = Mutex(value)
    }

    /// Changes the value, or reads it; everybody else waits meanwhile.
    ///
    /// - Throws: What `body` throws.
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
    /// The value now.
    package var value: Value { withLock { $0 } }
}
