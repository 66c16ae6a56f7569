/// One of the two places at a table from which a game is played.
///
/// The raw value is the seat's number on the wire. Public, as is ``PerSeat``, because the compiler
/// inlines and specializes nothing else of another module, and both are used at every step of a duel.
@frozen public enum Seat: Int, CaseIterable, Hashable, Sendable {
    case first = 0
    case second = 1

    /// The other seat.
    @inlinable public var opponent: Seat {
        switch self {
        case .first: .second
        case .second: .first
        }
    }
}

/// Exactly one value for each seat.
///
/// Indexing cannot fail and there is no third player, which a dictionary or an array would allow.
@frozen public struct PerSeat<Value> {
    /// The value of the first seat.
    public var first: Value
    /// The value of the second seat.
    public var second: Value

    /// A value for each seat.
    @inlinable public init(first: Value, second: Value) {
        self.first = first
        self.second = second
    }

    /// The same value for both seats.
    @inlinable public init(both value: Value) {
        self.init(first: value, second: value)
    }

    /// The value of a seat.
    @inlinable public subscript(seat: Seat) -> Value {
        get {
            switch seat {
            case .first: first
            case .second: second
            }
        }
        set {
            switch seat {
            case .first: first = newValue
            case .second: second = newValue
            }
        }
    }

    /// A new value for each seat, made from the old one.
    @inlinable public func map<Result>(_ transform: (Value) -> Result) -> PerSeat<Result> {
        PerSeat<Result>(first: transform(first), second: transform(second))
    }

    /// The seats whose value answers the question with yes, first seat first.
    package func seats(where isWanted: (Value) -> Bool) -> [Seat] {
        Seat.allCases.filter { isWanted(self[$0]) }
    }
}

extension PerSeat: Equatable where Value: Equatable {}
extension PerSeat: Hashable where Value: Hashable {}
extension PerSeat: Sendable where Value: Sendable {}
