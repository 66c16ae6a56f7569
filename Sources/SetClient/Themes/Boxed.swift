/// A large value that what holds it shares: copying the holder copies one reference, and changing the
/// value copies it only while it is shared.
///
/// Whatever holds the value itself has code of its own to copy, assign, and destroy each of its fields.
@propertyWrapper
package struct Boxed<Value> {
    /// The value, alone: arrays are copied on change.
    private var storage: [Value]

    package init(wrappedValue: Value) { storage = [wrappedValue] }

    package var wrappedValue: Value {
        _read { yield storage[0] }
        _modify { yield &storage[0] }
    }
}

extension Boxed: Sendable where Value: Sendable {}
extension Boxed: Equatable where Value: Equatable {}
extension Boxed: Hashable where Value: Hashable {}
