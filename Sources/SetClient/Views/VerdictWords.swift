import SetProtocol

/// Why three cards are a set or not, in words.
public enum VerdictWords {
    /// How much is said about a feature.
    public enum Length: Int, CaseIterable, Hashable, Sendable, Comparable {
        /// `shape diamond squiggle oval ✓`, `color red red green ✗ two alike`.
        case full
        /// `shape all differ ✓`, `color red red green ✗`.
        case medium
        /// `shape ✓`, `color red red green ✗`.
        case short
        /// `shape✓`, `color✗`.
        case mark

        /// Orders from the longest to the shortest.
        public static func < (left: Length, right: Length) -> Bool {
            left.rawValue < right.rawValue
        }
    }

    /// One feature of a judged trio, for a line on the screen.
    ///
    /// - Parameter finding: What the feature says about the trio.
    /// - Returns: Its name, what the cards show as far as there is room, and whether it agrees.
    public static func item(
        _ finding: FeatureFinding, _ length: Length, _ theme: Theme, on ground: Ground = .dark
    ) -> String {
        let feature = finding.feature.name
        let sign = finding.agrees ? "✓" : "✗"
        let values = values(of: finding, theme, on: ground)
        switch (finding.pattern, length) {
        case (_, .mark): return feature + sign
        case (.allSame, .full), (.allSame, .medium): return "\(feature) all \(values[0]) \(sign)"
        case (.allDifferent, .full): return "\(feature) \(values.joined(separator: " ")) \(sign)"
        case (.allDifferent, .medium):
            return finding.feature == .number
                ? "\(feature) \(values.joined(separator: " ")) \(sign)"
                : "\(feature) all differ \(sign)"
        case (.allSame, .short), (.allDifferent, .short): return "\(feature) \(sign)"
        case (.twoAlike, .full):
            return "\(feature) \(values.joined(separator: " ")) \(sign) two alike"
        case (.twoAlike, .medium), (.twoAlike, .short):
            return "\(feature) \(values.joined(separator: " ")) \(sign)"
        }
    }

    /// The features by which three cards are no set, for a sentence: `color is red, red and green`.
    ///
    /// - Returns: An empty text for a set.
    public static func reason(
        for trio: Trio, _ theme: Theme, on ground: Ground = .dark
    ) -> String {
        trio.explanation.filter { !$0.agrees }.map { finding in
            let values = values(of: finding, theme, on: ground)
            return "\(finding.feature.name) is \(values[0]), \(values[1]) and \(values[2])"
        }.joined(separator: "; ")
    }

    /// What three cards show of a feature, in the order they were chosen.
    static func values(
        of finding: FeatureFinding, _ theme: Theme, on ground: Ground
    ) -> [String] {
        finding.variants.map { variant in
            switch finding.feature {
            case .number: String(variant.rawValue)
            case .shape: CardWords.symbolName(variant, theme, plural: false)
            case .shading, .color: CardWords.name(of: finding.feature, variant, theme, on: ground)
            }
        }
    }
}
