import SetProtocol

/// Why three cards are a set or not, in words.
package enum VerdictWords {
    /// How much is said about a feature, the longest first.
    package enum Length: CaseIterable, Hashable, Sendable {
        /// `shape diamond squiggle oval ✓`, `color red red green ✗ two alike`.
        case full
        /// `number all 1 ✓`, `shape all differ ✓`, `color red red green ✗`.
        case medium
        /// `number 1 ✓`, `shape differs ✓`, `color red red green ✗`.
        case brief
        /// `shape ✓`, `color red red green ✗`.
        case short
    }

    /// One feature of a judged trio: its name, its values as far as there is room, whether it agrees.
    package static func item(
        _ finding: FeatureFinding, _ length: Length, _ theme: Theme,
        on background: Background = .dark
    ) -> String {
        "\(finding.feature.name) \(remark(finding, length, theme, on: background))"
    }

    /// The same without the name of the feature.
    static func remark(
        _ finding: FeatureFinding, _ length: Length, _ theme: Theme, on background: Background
    ) -> String {
        let sign = finding.agrees ? "✓" : "✗"
        let values = values(of: finding, theme, on: background)
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

    struct Item: Hashable {
        let text: String
        let agrees: Bool
    }

    /// Ways to say a verdict on all features, the longest first.
    ///
    /// All features that agree are worded alike, so that nothing seems left out. The first two ways
    /// tell all values with the names of the features, the next two without: the values speak for
    /// themselves, except for the number. The last ways name the features behind one sign, or name
    /// only those that fail.
    static func lines(for trio: Trio, _ theme: Theme, on background: Background) -> [[Item]] {
        let levels: [(agreeing: Length, failing: Length, isNamed: Bool)] = [
            (.full, .full, true), (.full, .medium, true), (.full, .full, false),
            (.full, .medium, false), (.medium, .full, true), (.brief, .full, true),
            (.short, .full, true), (.short, .medium, true),
        ]
        var lines = levels.map { level in
            trio.explanation.map { finding in
                let length = finding.agrees ? level.agreeing : level.failing
                let isNamed = level.isNamed || finding.feature == .number
                let words = isNamed ? item : remark
                return Item(text: words(finding, length, theme, background), agrees: finding.agrees)
            }
        }
        let good = names(trio.explanation.filter(\.agrees), "✓")
        let wrong = trio.explanation.filter { !$0.agrees }
        guard !wrong.isEmpty else { return lines + [good] }
        let values = wrong.map { finding in
            Item(text: item(finding, .medium, theme, on: background), agrees: false)
        }
        lines += [good + values, values, good + names(wrong, "✗"), names(wrong, "✗")]
        return lines
    }

    private static func names(_ findings: [FeatureFinding], _ sign: String) -> [Item] {
        guard let first = findings.first else { return [] }
        let names = findings.map(\.feature.name).joined(separator: " ")
        return [Item(text: "\(sign) \(names)", agrees: first.agrees)]
    }

    /// The features by which three cards are no set, for a sentence: `color is red, red and green`.
    ///
    /// - Returns: An empty text for a set.
    package static func reason(
        for trio: Trio, _ theme: Theme, on background: Background = .dark
    ) -> String {
        trio.explanation.filter { !$0.agrees }.map { reason($0, theme, on: background) }
            .joined(separator: "; ")
    }

    static func reason(_ finding: FeatureFinding, _ theme: Theme, on background: Background)
        -> String
    {
        "\(finding.feature.name) is \(values(of: finding, theme, on: background).listed())"
    }

    static func values(
        of finding: FeatureFinding, _ theme: Theme, on background: Background
    ) -> [String] {
        finding.variants.map { variant in
            switch finding.feature {
            case .number: String(variant.rawValue)
            case .shape: CardWords.symbolName(variant, theme, plural: false)
            case .shading, .color:
                CardWords.name(of: finding.feature, variant, theme, on: background)
            }
        }
    }
}
