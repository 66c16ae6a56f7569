/// Three different cards, a set or not.
///
/// The type cannot hold the same card twice: a card repeated three times would satisfy the naive
/// arithmetic of the set law without being a set.
package struct Trio: Hashable, Sendable {
    private let first: Card
    private let second: Card
    private let third: Card

    /// Three cards in the order they were chosen; `nil` unless all differ.
    package init?(_ first: Card, _ second: Card, _ third: Card) {
        guard first != second, second != third, first != third else { return nil }
        (self.first, self.second, self.third) = (first, second, third)
    }

    /// `nil` unless there are exactly three and all differ.
    package init?(_ cards: [Card]) {
        guard cards.count == 3 else { return nil }
        self.init(cards[0], cards[1], cards[2])
    }

    package var cards: [Card] { [first, second, third] }

    package var isSet: Bool { Card.third(completing: first, second) == third }

    /// What each feature contributes to the verdict, in the order of ``Feature/allCases``.
    package var explanation: [FeatureFinding] {
        Feature.allCases.map { FeatureFinding(feature: $0, in: self) }
    }

    package func contains(_ card: Card) -> Bool {
        card == first || card == second || card == third
    }
}

/// What one feature says about a trio: fine, or the reason the trio is no set.
package struct FeatureFinding: Hashable, Sendable {
    package enum Pattern: Hashable, Sendable {
        case allSame(Variant)
        case allDifferent
        /// Two cards show `pair` and one shows `odd`: the reason a trio is no set.
        case twoAlike(pair: Variant, odd: Variant)
    }

    package let feature: Feature
    package let variants: [Variant]
    package let pattern: Pattern

    /// Whether the feature allows the trio to be a set.
    package var agrees: Bool { if case .twoAlike = pattern { false } else { true } }

    init(feature: Feature, in trio: Trio) {
        self.feature = feature
        variants = trio.cards.map { $0[feature] }
        let (first, second, third) = (variants[0], variants[1], variants[2])
        pattern =
            switch (first == second, second == third, first == third) {
            case (true, true, _): .allSame(first)
            case (true, false, _): .twoAlike(pair: first, odd: third)
            case (false, true, _): .twoAlike(pair: second, odd: first)
            case (false, false, true): .twoAlike(pair: first, odd: second)
            case (false, false, false): .allDifferent
            }
    }
}
