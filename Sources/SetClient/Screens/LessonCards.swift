import SetProtocol

/// The cards of one run of the lesson, derived from a seed.
struct LessonCards: Hashable, Sendable {
    /// The card whose features are varied one at a time.
    private let base: Card
    /// A set with two features the same and two different.
    let set: Trio
    private let nearMiss: Trio
    private let allDifferent: Trio
    /// Two cards of a set.
    let pair: [Card]
    /// Three cards, one of which completes ``pair``; the others fail by one feature.
    let choices: [Card]
    /// Six cards with one set.
    let search: [Card]
    /// Six other cards with one set.
    let race: [Card]

    init(seed: UInt64) {
        var dealer = LessonDealer(seed: seed)
        base = dealer.base()
        set = dealer.trio(alike: 2)
        nearMiss = dealer.nearMiss()
        allDifferent = dealer.trio(alike: 0)
        let goal = dealer.trio(alike: 1)
        pair = Array(goal.cards.prefix(2))
        choices = dealer.choices(around: goal.cards[2])
        search = dealer.six()
        race = dealer.six()
    }

    /// Three cards that differ only in one feature.
    func looks(of feature: Feature) -> [Card] {
        Variant.allCases.map { base.showing($0, of: feature) }
    }

    func trio(for question: LessonQuestion) -> Trio {
        switch question {
        case .nearMiss: nearMiss
        case .allDifferent: allDifferent
        }
    }

    /// The card that completes ``pair``.
    var third: Card { Card.third(completing: pair[0], pair[1]) }
}

/// Chooses cards that show what the lesson is about.
private struct LessonDealer {
    private var generator: SeededGenerator

    init(seed: UInt64) {
        generator = SeededGenerator(seed: seed)
    }

    /// Two solid symbols, so that nothing but the varied feature catches the eye.
    mutating func base() -> Card { Card(.two, variant(), .one, variant()) }

    /// A set with a number of features that are the same on all three cards.
    mutating func trio(alike count: Int) -> Trio {
        let alike = generator.shuffled(Feature.allCases).prefix(count)
        var cards = Array(repeating: Card.all[Int(generator.below(81))], count: 3)
        for feature in Feature.allCases where !alike.contains(feature) {
            for (place, variant) in generator.shuffled(Variant.allCases).enumerated() {
                cards[place] = cards[place].showing(variant, of: feature)
            }
        }
        return checked(cards)
    }

    /// A set except for one feature of the last card.
    mutating func nearMiss() -> Trio {
        var cards = trio(alike: 2).cards
        let alike = Feature.allCases.filter { cards[0][$0] == cards[1][$0] }
        let feature = generator.shuffled(alike)[0]
        cards[2] = cards[2].showing(other(than: cards[2][feature]), of: feature)
        return checked(cards)
    }

    /// A card and two that differ from it in one feature each, in any order.
    mutating func choices(around card: Card) -> [Card] {
        let wrong = generator.shuffled(Feature.allCases).prefix(2).map { feature in
            card.showing(other(than: card[feature]), of: feature)
        }
        return generator.shuffled(wrong + [card])
    }

    /// Six cards with exactly one set, of which two features are the same.
    mutating func six() -> [Card] {
        var cards = trio(alike: 2).cards
        for card in generator.shuffled(Card.all) where cards.count < 6 && !cards.contains(card) {
            if CardSet(cards + [card]).setCount == 1 { cards.append(card) }
        }
        return generator.shuffled(cards)
    }

    private mutating func variant() -> Variant { generator.shuffled(Variant.allCases)[0] }

    private mutating func other(than variant: Variant) -> Variant {
        generator.shuffled(Variant.allCases.filter { $0 != variant })[0]
    }

    private func checked(_ cards: [Card]) -> Trio {
        guard let trio = Trio(cards) else { preconditionFailure("three different cards") }
        return trio
    }
}

extension Card {
    /// The card with another look of one feature.
    fileprivate func showing(_ variant: Variant, of feature: Feature) -> Card {
        let variants = Feature.allCases.map { $0 == feature ? variant : self[$0] }
        return Card(variants[0], variants[1], variants[2], variants[3])
    }
}
