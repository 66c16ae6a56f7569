import SetProtocol

/// Why three cards are a set or not, in words.
enum VerdictWords {
    /// How much is said about a feature, the longest first.
    enum Length: CaseIterable, Hashable, Sendable {
        /// `shape diamond squiggle oval ✓`, `color red red green ✗ two alike`.
        case full
        /// `number all 1 ✓`, `shape all differ ✓`, `color red red green ✗`.
        case medium
        /// `number 1 ✓`, `shape differs ✓`, `color red red green ✗`.
        case brief
        /// `shape ✓`, `color red red green ✗`.
        case short
    }

    typealias Item = (text: String, agrees: Bool)
}

extension CardWords {
    /// One feature of a judged trio: its name, its values as far as there is room, whether it agrees.
    func item(_ finding: FeatureFinding, _ length: VerdictWords.Length) -> String {
        "\(finding.feature.name) \(remark(finding, length))"
    }

    func remark(_ finding: FeatureFinding, _ length: VerdictWords.Length) -> String {
        let sign = finding.agrees ? "✓" : "✗"
        let values = values(of: finding)
        let all = "\(values.joined(separator: " ")) \(sign)"
        return switch (finding.pattern, length) {
        case (.allSame, .full), (.allSame, .medium): "all \(values[0]) \(sign)"
        case (.allDifferent, .full): all
        case (.allDifferent, .medium): "all differ \(sign)"
        case (.allSame, .brief): "\(values[0]) \(sign)"
        case (.allDifferent, .brief): "differs \(sign)"
        case (.allSame, .short), (.allDifferent, .short): sign
        case (.twoAlike, .full): "\(all) two alike"
        case (.twoAlike, _): all
        }
    }

    /// Ways to say a verdict on all features, the longest first.
    ///
    /// All features that agree are worded alike, so that nothing seems left out. The first two ways
    /// tell all values with the names of the features, the next two without: the values speak for
    /// themselves, except for the number. The last ways name the features behind one sign, or name
    /// only those that fail.
    func verdicts(on trio: Trio) -> [[VerdictWords.Item]] {
        let levels: [(agreeing: VerdictWords.Length, failing: VerdictWords.Length, isNamed: Bool)] =
            [
                (.full, .full, true), (.full, .medium, true), (.full, .full, false),
                (.full, .medium, false), (.medium, .full, true), (.brief, .full, true),
                (.short, .full, true), (.short, .medium, true),
            ]
        var lines = levels.map { level -> [VerdictWords.Item] in
            trio.explanation.map { finding in
                let length = finding.agrees ? level.agreeing : level.failing
                let isNamed = level.isNamed || finding.feature == .number
                let text = isNamed ? item(finding, length) : remark(finding, length)
                return (text, finding.agrees)
            }
        }
        func names(_ findings: [FeatureFinding], _ sign: String) -> [VerdictWords.Item] {
            guard let first = findings.first else { return [] }
            let names = findings.map(\.feature.name).joined(separator: " ")
            return [("\(sign) \(names)", first.agrees)]
        }
        let good = names(trio.explanation.filter(\.agrees), "✓")
        let wrong = trio.explanation.filter { !$0.agrees }
        guard !wrong.isEmpty else { return lines + [good] }
        let values = wrong.map { (text: item($0, .medium), agrees: false) }
        lines += [good + values, values, good + names(wrong, "✗"), names(wrong, "✗")]
        return lines
    }

    /// The features by which three cards are no set, as in `color is red, red and green`, or nothing.
    func fault(of trio: Trio) -> String {
        trio.explanation.filter { !$0.agrees }
            .map { "\($0.feature.name) is \(values(of: $0).listed())" }.joined(separator: "; ")
    }

    func values(of finding: FeatureFinding) -> [String] {
        finding.variants.map { variant in
            switch finding.feature {
            case .number: String(variant.rawValue)
            case .shape: symbolName(variant, plural: false)
            case .shading, .color: name(of: finding.feature, variant)
            }
        }
    }
}
