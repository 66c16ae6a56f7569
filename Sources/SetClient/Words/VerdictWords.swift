import SetProtocol

/// Why three cards are a set or not, in words.
package enum VerdictWords {
    /// How much is said about a feature.
    package enum Length: Int, CaseIterable, Hashable, Sendable, Comparable {
        /// `shape diamond squiggle oval ✓`, `color red red green ✗ two alike`.
        case full
        /// `number all 1 ✓`, `shape all differ ✓`, `color red red green ✗`.
        case medium
        /// `number 1 ✓`, `shape differs ✓`, `color red red green ✗`.
        case brief
        /// `shape ✓`, `color red red green ✗`.
        case short

        /// Orders from the longest to the shortest.
        package static func < (left: Length, right: Length) -> Bool {
            left.rawValue < right.rawValue
        }
    }

    /// One feature of a judged trio, for a line on the screen.
    ///
    /// - Parameter finding: What the feature says about the trio.
    /// - Returns: Its name, what the cards show as far as there is room, and whether it agrees.
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
        switch (finding.pattern, length) {
        case (.allSame, .full), (.allSame, .medium): return "all \(values[0]) \(sign)"
        case (.allDifferent, .full): return "\(values.joined(separator: " ")) \(sign)"
        case (.allDifferent, .medium): return "all differ \(sign)"
        case (.allSame, .brief): return "\(values[0]) \(sign)"
        case (.allDifferent, .brief): return "differs \(sign)"
        case (.allSame, .short), (.allDifferent, .short): return sign
        case (.twoAlike, .full):
            return "\(values.joined(separator: " ")) \(sign) two alike"
        case (.twoAlike, .medium), (.twoAlike, .brief), (.twoAlike, .short):
            return "\(values.joined(separator: " ")) \(sign)"
        }
    }

    /// One thing that is said about a trio in a line of several, and whether it is good.
    struct Item: Hashable {
        let text: String
        let agrees: Bool
    }

    /// What is said of all features in a row or two, the most wordy first, until it fits.
    ///
    /// What agrees is always said in one way, so that nothing seems to be left out; where there is
    /// little room the names stand behind one sign, and at last only those of what is wrong.
    static func lines(for trio: Trio, _ theme: Theme, on background: Background) -> [[Item]] {
        let levels: [(agreeing: Length, failing: Length)] = [
            (.full, .full), (.medium, .full), (.brief, .full), (.short, .full), (.short, .medium),
        ]
        var lines = levels.map { level in
            trio.explanation.map { finding in
                let length = finding.agrees ? level.agreeing : level.failing
                return Item(
                    text: item(finding, length, theme, on: background), agrees: finding.agrees)
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

    /// The names of some features behind the sign they share.
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

    /// What three cards show of a feature, as part of a sentence: `color is red, red and green`.
    static func reason(_ finding: FeatureFinding, _ theme: Theme, on background: Background)
        -> String
    {
        "\(finding.feature.name) is \(values(of: finding, theme, on: background).listed())"
    }

    /// What three cards show of a feature, in the order they were chosen.
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
