import SetProtocol

/// The cards of one run of the lesson, derived from a seed.
struct LessonCards: Equatable, Sendable {
    /// A set in which no feature is the same.
    let allDifferent: Trio
    /// A set with two features the same and two different.
    let mixed: Trio
    let pair: [Card]
    /// Three cards, one of which completes ``pair``; the others fail by one feature.
    let choices: [Card]
    /// Three cards that one feature keeps from being a set.
    let nearMiss: Trio
    /// ``nearMiss`` and three more cards, with exactly one set.
    let six: [Card]
    let twelve: [Card]

    init(seed: UInt64) {
        var dealer = LessonDealer(seed: seed)
        allDifferent = dealer.trio(alike: 0)
        mixed = dealer.trio(alike: 2)
        let goal = dealer.trio(alike: 1)
        pair = Array(goal.cards.prefix(2))
        choices = dealer.choices(around: goal.cards[2])
        nearMiss = dealer.nearMiss()
        six = dealer.board(of: 6, from: nearMiss.cards) { $0 == 1 }
        twelve = dealer.board(of: Rules.boardSize) { $0 >= 3 }
    }
}

/// Chooses cards that show what the lesson is about.
private struct LessonDealer {
    private var generator: SeededGenerator

    init(seed: UInt64) {
        generator = SeededGenerator(seed: seed)
    }

    /// A set with a number of features that are the same on all three cards.
    mutating func trio(alike count: Int) -> Trio {
        let alike = generator.shuffled(Feature.allCases).prefix(count)
        var cards = Array(repeating: generator.shuffled(Card.all)[0], count: 3)
        for feature in Feature.allCases where !alike.contains(feature) {
            for (index, variant) in generator.shuffled(Variant.allCases).enumerated() {
                cards[index] = cards[index].showing(variant, of: feature)
            }
        }
        return checked(cards)
    }

    /// A set except for one feature of the last card.
    mutating func nearMiss() -> Trio {
        var cards = trio(alike: 2).cards
        let alike = Feature.allCases.filter { cards[0][$0] == cards[1][$0] }
        cards[2] = changed(cards[2], in: generator.shuffled(alike)[0])
        return checked(cards)
    }

    /// A card and two that differ from it in one feature each, in any order.
    mutating func choices(around card: Card) -> [Card] {
        let features = generator.shuffled(Feature.allCases).prefix(2)
        let wrong = features.map { changed(card, in: $0) }
        return generator.shuffled(wrong + [card])
    }

    /// Some cards and as many others as it takes for an accepted number of sets.
    mutating func board(
        of count: Int, from first: [Card] = [], accepts: (Int) -> Bool
    ) -> [Card] {
        while true {
            let others = generator.shuffled(Card.all).filter { !first.contains($0) }
            let cards = first + others.prefix(count - first.count)
            if accepts(CardSet(cards).setCount) { return cards }
        }
    }

    private mutating func changed(_ card: Card, in feature: Feature) -> Card {
        let others = Variant.allCases.filter { $0 != card[feature] }
        return card.showing(generator.shuffled(others)[0], of: feature)
    }

    private func checked(_ cards: [Card]) -> Trio {
        guard let trio = Trio(cards) else { preconditionFailure("three different cards") }
        return trio
    }
}

extension Card {
    /// The card with another variant of one feature.
    fileprivate func showing(_ variant: Variant, of feature: Feature) -> Card {
        let variants = Feature.allCases.map { $0 == feature ? variant : self[$0] }
        return Card(variants[0], variants[1], variants[2], variants[3])
    }
}
