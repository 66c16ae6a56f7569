import SetProtocol

// MARK: - Why it is a set or not

extension PlainWords {
    /// Why three cards are a set: each feature and how it agrees.
    func reasonsForMatch(_ trio: Trio) -> String {
        trio.explanation.map { finding in
            "\(finding.feature.name) \(word(for: finding.pattern))"
        }.joined(separator: ", ")
    }

    /// Why three cards are no set: each feature that fails and what is wrong with it.
    func reasonsForMismatch(_ trio: Trio) -> String {
        trio.explanation.filter { !$0.agrees }.map { finding in
            "\(finding.feature.name): \(fault(finding))"
        }.joined(separator: "; ")
    }

    private func word(for pattern: FeatureFinding.Pattern) -> String {
        switch pattern {
        case .allSame: "all same"
        case .allDifferent: "all different"
        case .twoAlike: "two alike"
        }
    }

    private func fault(_ finding: FeatureFinding) -> String {
        guard case .twoAlike(let pair, let odd) = finding.pattern else { return "" }
        switch finding.feature {
        case .number:
            let (often, once) = (name(of: .number, pair), name(of: .number, odd))
            return "\(often) twice, \(once) once"
        case .shape:
            return "two \(CardWords.symbolName(pair, theme, plural: true)), "
                + "one \(CardWords.symbolName(odd, theme, plural: false))"
        case .shading, .color:
            return "two \(name(of: finding.feature, pair)), one \(name(of: finding.feature, odd))"
        }
    }

    private func name(of feature: Feature, _ variant: Variant) -> String {
        CardWords.name(of: feature, variant, theme, on: ground)
    }
}
