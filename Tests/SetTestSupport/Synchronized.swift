import Dispatch
import Synchronization

/// A value that several queues of a test may change.
public final class Synchronized<Value: Sendable>: Sendable {
    private let mutex: Mutex<Value>
    /// Held whenever the mutex is, so that nobody ever waits for that one: then the kernel would hand it
    /// over, which the thread sanitizer does not see, and it would report a race where there is none.
    private let turn = DispatchSemaphore(value: 1)

    /// Begins with a value.
    public init(_ value: Value) {
        mutex = Mutex(value)
    }

    /// The value now.
    public var value: Value { inTurn { $0 } }

    /// Changes the value; what comes of it is known to nobody else.
    @discardableResult
    public func change<Result: Sendable>(_ body: @Sendable (inout Value) -> Result) -> Result {
        inTurn(body)
    }

    private func inTurn<Result: Sendable>(_ body: (inout Value) -> Result) -> Result {
        turn.wait()
        defer { turn.signal() }
        return mutex.withLock { body(&$0) }
    }
}
