import SetProtocol

/// The cards of the lesson; a seed decides how they look.
struct LessonCards: Equatable, Sendable {
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

    /// What the cards teach holds for any order of the features, and of the variants of each.
    init(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let features = generator.shuffled(Feature.allCases)
        let variants = features.map { _ in generator.shuffled(Variant.allCases) }
        func cards(_ codes: String) -> [Card] {
            codes.split(separator: " ").compactMap { Card(code: String($0)) }.map { card in
                let looks = features.indices.map {
                    variants[$0][Int(card[features[$0]].rawValue) - 1]
                }
                return Card(looks[0], looks[1], looks[2], looks[3])
            }
        }
        func trio(_ codes: String) -> Trio {
            guard let trio = Trio(cards(codes)) else { preconditionFailure("three cards") }
            return trio
        }
        allDifferent = trio("2333 3222 1111")
        mixed = trio("2231 3131 1331")
        pair = cards("1213 2312")
        choices = generator.shuffled(cards("3121 3211 3111"))
        nearMiss = trio("2311 1312 3333")
        six = nearMiss.cards + cards("3131 3213 3232")
        twelve = cards("3122 1332 2331 1313 2313 3232 1121 1221 1112 3212 3233 1321")
    }
}
