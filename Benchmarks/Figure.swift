/// One number that was measured.
struct Figure {
    enum Unit: String {
        case microseconds = "us"
        /// Memory, more or less: pages are whole, and some of them others'.
        case bytes
        case perSecond = "1/s"
    }

    /// What was measured and under which circumstances, as a path: `frame/tick/120x40`.
    let name: String
    let value: Double
    var unit = Unit.microseconds
    /// What a timing is compared with, measured in the same run on the same machine.
    var reference: (name: String, value: Double)?
    /// The most it should be; of what is counted per second, the least.
    var goal: Double?

    var line: String {
        var words = ["\(value.text) \(unit.rawValue)"]
        if let reference {
            let ratio = value / max(reference.value, .leastNormalMagnitude)
            words.append("\(ratio.text)x \(reference.name)")
        }
        if let goal {
            let isMet = unit == .perSecond ? value >= goal : value <= goal
            words.append("goal \(goal.text) \(isMet ? "met" : "MISSED")")
        }
        let gap = String(repeating: " ", count: max(1, 36 - name.count))
        return name + gap + words.joined(separator: ", ")
    }
}

extension Double {
    /// The number without what nobody believes anyway.
    fileprivate var text: String {
        if self >= 1000 { return "\(Int(rounded()))" }
        let scale: Double = self < 10 ? 1000 : 10
        return "\((self * scale).rounded() / scale)"
    }
}
