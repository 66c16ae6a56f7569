import SetProtocol

/// A value for each of a feature's three variants.
package struct PerVariant<Value: Hashable & Sendable>: Hashable, Sendable {
    package var one: Value
    package var two: Value
    package var three: Value

    package init(_ one: Value, _ two: Value, _ three: Value) {
        self.one = one
        self.two = two
        self.three = three
    }

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

    package var all: [Value] { [one, two, three] }

    func map<Other: Hashable & Sendable>(_ transform: (Value) -> Other) -> PerVariant<Other> {
        PerVariant<Other>(transform(one), transform(two), transform(three))
    }
}
