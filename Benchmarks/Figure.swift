import SetProtocol

/// One number that was measured.
struct Figure: Hashable, Sendable {
    /// What a number counts.
    enum Unit: String, Hashable, Sendable {
        /// Bytes sent. The same in every run.
        case bytes
        /// Microseconds. Different on every machine and in every run.
        case microseconds = "us"
        /// Bytes of memory, more or less: pages are whole, and some of them others'.
        case bytesAbout = "bytes about"
        /// How often in a second.
        case perSecond = "1/s"
    }

    /// What a timing is compared with, measured in the same run on the same machine.
    struct Reference: Hashable, Sendable {
        let name: String
        /// How much it took, in the unit of the figure.
        let value: Double
    }

    /// What was measured and under which circumstances, as a path: `frame/tick/120x40`.
    let name: String
    let value: Double
    let unit: Unit
    var reference: Reference?
    /// The most it should be; of what is counted per second, the least.
    var goal: Double?

    /// How many times as much as the reference it was; `nil` without one.
    var ratio: Double? { reference.map { value / max($0.value, .leastNormalMagnitude) } }

    /// Whether it is as it should be; `nil` when nothing is asked of it.
    var isMet: Bool? { goal.map { unit == .perSecond ? value >= $0 : value <= $0 } }

    /// Whether a run has failed over it: a goal is missed that does not depend on the machine.
    var isFailure: Bool { unit == .bytes && isMet == false }

    /// The figure as one line for programs.
    var json: JSONValue {
        .object([
            .init("figure", .string(name)), .init("value", .number(value.rounded(toPlaces: 3))),
            .init("unit", .string(unit.rawValue)),
            .init("reference", reference.map { .string($0.name) } ?? .null),
            .init("ratio", ratio.map { .number($0.rounded(toPlaces: 2)) } ?? .null),
            .init("goal", goal.map { .number($0.rounded(toPlaces: 3)) } ?? .null),
            .init("met", isMet.map { .flag($0) } ?? .null),
        ])
    }

    /// The figure as one line for people.
    var line: String {
        let places = unit == .bytes || value >= 1000 ? 0 : value < 10 ? 3 : 1
        var words = ["\(value.text(places)) \(unit.rawValue)"]
        if let ratio { words.append("\(ratio.text(ratio < 1 ? 3 : 1))x") }
        if let goal, let isMet {
            words.append("goal \(goal.text(goal < 10 ? 2 : 0)) \(isMet ? "met" : "MISSED")")
        }
        let gap = String(repeating: " ", count: max(1, 36 - name.count))
        return name + gap + words.joined(separator: ", ")
    }
}

extension Double {
    /// The number without what nobody believes anyway.
    fileprivate func rounded(toPlaces places: Int) -> Double {
        let scale = (0..<places).reduce(1.0) { scale, _ in scale * 10 }
        return (self * scale).rounded() / scale
    }

    fileprivate func text(_ places: Int) -> String {
        places == 0 ? "\(Int(rounded()))" : "\(rounded(toPlaces: places))"
    }
}
