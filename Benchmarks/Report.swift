import SetProtocol

/// Figures in words, a line each.
enum Report {
    /// The width of the column of names.
    private static let nameColumns = 36

    static let header =
        "\(left("figure", nameColumns)) \(right("value", 10)) \(left("unit", 6))"
        + " \(right("x reference", 12)) \(right("goal", 8))"

    /// A figure in a line.
    static func line(_ figure: Figure) -> String {
        let unit =
            switch figure.unit {
            case .bytes: "bytes"
            case .bytesAbout: "bytes"
            case .microseconds: "us"
            case .perSecond: "1/s"
            case .tables: "tables"
            case .percent: "%"
            }
        let places = figure.unit.isExact ? 0 : figure.value < 10 ? 3 : figure.value < 1000 ? 1 : 0
        let goal =
            figure.goal.map {
                text($0.bound, places: figure.unit.isExact || $0.bound >= 10 ? 0 : 2)
            } ?? ""
        let verdict = figure.isMet.map { $0 ? "  met" : "  MISSED" } ?? ""
        let line =
            "\(left(figure.name, nameColumns)) \(right(text(figure.value, places: places), 10))"
            + " \(left(unit, 6)) \(right(figure.ratio.map { text($0, places: $0 < 1 ? 3 : 1) } ?? "", 12))"
            + " \(right(goal, 8))\(verdict)"
        return String(line.reversed().drop { $0 == " " }.reversed())
    }

    /// What the references of some figures are.
    static func footer(_ figures: [Figure]) -> [String] {
        Set(figures.compactMap(\.reference?.name)).sorted().map { "reference: \($0)" }
    }

    /// A number with a fixed count of decimal places and a gap every three digits.
    private static func text(_ number: Double, places: Int) -> String {
        guard number >= 0 else { return "-" + text(-number, places: places) }
        let scale = (0..<places).reduce(1) { scale, _ in scale * 10 }
        let scaled = Int((number * Double(scale)).rounded())
        var digits = String(scaled / scale)
        var place = digits.count - 3
        while place > 0 {
            digits.insert(" ", at: digits.index(digits.startIndex, offsetBy: place))
            place -= 3
        }
        guard places > 0 else { return digits }
        let rest = String(scaled % scale)
        return digits + "." + String(repeating: "0", count: places - rest.count) + rest
    }

    private static func left(_ text: String, _ columns: Int) -> String {
        text + String(repeating: " ", count: max(0, columns - text.count))
    }

    private static func right(_ text: String, _ columns: Int) -> String {
        String(repeating: " ", count: max(0, columns - text.count)) + text
    }
}
