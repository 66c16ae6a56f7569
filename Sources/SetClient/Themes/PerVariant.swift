import SetProtocol

/// A value for each of a feature's three variants.
package struct PerVariant<Value> {
    /// The value of the first variant.
    package var one: Value
    /// The value of the second variant.
    package var two: Value
    /// The value of the third variant.
    package var three: Value

    /// The values in the order of the variants.
    package init(_ one: Value, _ two: Value, _ three: Value) {
        self.one = one
        self.two = two
        self.three = three
    }

    /// The value of a variant.
    package subscript(variant: Variant) -> Value {
        get {
            switch variant {
            case .one: one
            case .two: two
            case .three: three
            }
        }
        set {
            switch variant {
            case .one: one = newValue
            case .two: two = newValue
            case .three: three = newValue
            }
        }
    }

    /// The values in the order of the variants.
    package var all: [Value] { [one, two, three] }
}

extension PerVariant: Equatable where Value: Equatable {}
extension PerVariant: Hashable where Value: Hashable {}
extension PerVariant: Sendable where Value: Sendable {}
