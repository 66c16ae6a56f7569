import SetProtocol

/// One number that was measured.
struct Figure: Hashable, Sendable {
    /// What a number counts.
    enum Unit: String, Hashable, Sendable {
        /// Bytes sent. The same in every run.
        case bytes
        /// Microseconds of processor time. Different on every machine and in every run.
        case microseconds

        /// Whether the same program always gives the same number, so that it may be insisted on.
        var isExact: Bool {
            switch self {
            case .bytes: true
            case .microseconds: false
            }
        }
    }

    /// What a timing is compared with, measured in the same run on the same machine.
    struct Reference: Hashable, Sendable {
        /// What was done.
        let name: String
        /// How much it took, in the unit of the figure.
        let value: Double
    }

    /// What was measured and under which circumstances, as a path: `frame/tick/120x40`.
    let name: String
    /// How much it was.
    let value: Double
    /// What it counts.
    let unit: Unit
    /// What it is compared with.
    var reference: Reference?
    /// The most it should be.
    var goal: Double?

    /// How many times as much as the reference it was; `nil` without one.
    var ratio: Double? { reference.map { value / max($0.value, .leastNormalMagnitude) } }

    /// Whether it is no more than it should be; `nil` when nothing is asked of it.
    var isMet: Bool? { goal.map { value <= $0 } }

    /// Whether a run has failed over it: a goal is missed that does not depend on the machine.
    var isFailure: Bool { unit.isExact && isMet == false }
}

extension Figure {
    /// The figure as one line for programs.
    var json: JSONValue {
        .object([
            .init("figure", .string(name)), .init("value", .number(value.rounded(toPlaces: 3))),
            .init("unit", .string(unit.rawValue)),
            .init("reference", reference.map { .string($0.name) } ?? .null),
            .init("ratio", ratio.map { .number($0.rounded(toPlaces: 2)) } ?? .null),
            .init("goal", goal.map { .number($0) } ?? .null),
            .init("met", isMet.map { .flag($0) } ?? .null),
        ])
    }
}

extension Double {
    /// The number without what nobody believes anyway.
    fileprivate func rounded(toPlaces places: Int) -> Double {
        let scale = (0..<places).reduce(1.0) { scale, _ in scale * 10 }
        return (self * scale).rounded() / scale
    }
}
