import SetProtocol

/// One number that was measured.
struct Figure: Hashable, Sendable {
    /// What a number counts.
    enum Unit: String, Hashable, Sendable {
        /// Bytes sent. The same in every run.
        case bytes
        /// Microseconds of processor time. Different on every machine and in every run.
        case microseconds
        /// Bytes of memory, more or less: pages are whole, and some of them others'.
        case bytesAbout
        /// How often in a second. The more the better.
        case perSecond
        /// Tables at a time. The more the better.
        case tables
        /// Hundredths of the time of one processor core.
        case percent

        /// Whether the same program always gives the same number, so that it may be insisted on.
        var isExact: Bool {
            switch self {
            case .bytes: true
            case .microseconds, .bytesAbout, .perSecond, .tables, .percent: false
            }
        }
    }

    /// What is asked of a number.
    enum Goal: Hashable, Sendable {
        case atMost(Double)
        case atLeast(Double)

        /// The number itself.
        var bound: Double {
            switch self {
            case .atMost(let bound), .atLeast(let bound): bound
            }
        }

        func isMet(by value: Double) -> Bool {
            switch self {
            case .atMost(let bound): value <= bound
            case .atLeast(let bound): value >= bound
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
    /// What it should be.
    var goal: Goal?

    /// How many times as much as the reference it was; `nil` without one.
    var ratio: Double? { reference.map { value / max($0.value, .leastNormalMagnitude) } }

    /// Whether it is as it should be; `nil` when nothing is asked of it.
    var isMet: Bool? { goal.map { $0.isMet(by: value) } }

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
            .init("goal", goal.map { .number($0.bound.rounded(toPlaces: 3)) } ?? .null),
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
