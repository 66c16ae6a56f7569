import SetProtocol

/// A value for each of a feature's three variants.
public struct PerVariant<Value> {
    /// The value of the first variant.
    public var one: Value
    /// The value of the second variant.
    public var two: Value
    /// The value of the third variant.
    public var three: Value

    /// The values in the order of the variants.
    public init(_ one: Value, _ two: Value, _ three: Value) {
        self.one = one
        self.two = two
        self.three = three
    }

    /// The value of a variant.
    public subscript(variant: Variant) -> Value {
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
    public var all: [Value] { [one, two, three] }
}

extension PerVariant: Equatable where Value: Equatable {}
extension PerVariant: Hashable where Value: Hashable {}
extension PerVariant: Sendable where Value: Sendable {}
