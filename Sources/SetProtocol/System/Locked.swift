import Synchronization
import SystemLibrary

/// A value that several threads may change, one at a time.
///
/// A `Mutex` that the thread sanitizer understands. On Linux the kernel hands over a contended
/// `Mutex`, and the sanitizer, which only sees calls of the C library and of Dispatch, reports a
/// race where there is none. So a mutex of the C library is taken first, and nobody waits for the
/// other.
package final class Locked<Value>: Sendable {
    private let mutex: Mutex<Value>
    /// The address of the C library's mutex; a pointer is not `Sendable`.
    private let address: UInt

    package init(_ value: sending Value) {
        mutex = Mutex(value)
        let turn = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
        pthread_mutex_init(turn, nil)
        address = UInt(bitPattern: turn)
    }

    deinit {
        guard let turn else { return }
        pthread_mutex_destroy(turn)
        turn.deallocate()
    }

    private var turn: UnsafeMutablePointer<pthread_mutex_t>? {
        UnsafeMutablePointer(bitPattern: address)
    }

    @discardableResult
    package func withLock<Result, Failure: Error>(
        _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        guard let turn else { preconditionFailure("a lock without a mutex") }
        pthread_mutex_lock(turn)
        defer { pthread_mutex_unlock(turn) }
        return try mutex.withLock(body)
    }
}

extension Locked where Value: Sendable {
    package var value: Value { withLock { $0 } }
}
