import Synchronization

/// A value that several queues of a test may change.
public final class Synchronized<Value: Sendable>: Sendable {
    private let mutex: Mutex<Value>

    /// Begins with a value.
    public init(_ value: Value) {
        mutex = Mutex(value)
    }

    /// The value now.
    public var value: Value { mutex.withLock { $0 } }

    /// Changes the value.
    public func change(_ body: @Sendable (inout Value) -> Void) {
        mutex.withLock { body(&$0) }
    }
}
