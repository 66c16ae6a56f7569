import SetProtocol
import SetTestSupport
import Testing

@testable import SetClient

@Suite("Lesson cards")
struct LessonCardsTests {
    private static let manySeeds: [UInt64] = Array(0..<200)

    @Test("Lesson cards follow from the seed and differ between seeds")
    func seeds() {
        #expect(LessonCards(seed: 3) == LessonCards(seed: 3))
        #expect(Set(Self.manySeeds.map(LessonCards.init)).count == Self.manySeeds.count)
    }

    @Test(
        "The lesson shows each feature with three cards that differ in nothing else",
        arguments: manySeeds)
    func looks(_ seed: UInt64) {
        let cards = LessonCards(seed: seed)
        for feature in Feature.allCases {
            let looks = cards.looks(of: feature)
            #expect(looks.map { $0[feature] } == Variant.allCases)
            for other in Feature.allCases where other != feature {
                #expect(Set(looks.map { $0[other] }).count == 1)
            }
        }
    }

    @Test(
        "Lesson cards include a mixed set, a near miss and an all-different set",
        arguments: manySeeds)
    func trios(_ seed: UInt64) {
        let cards = LessonCards(seed: seed)
        #expect(cards.set.isSet)
        #expect(cards.set.explanation.count { $0.pattern == .allDifferent } == 2)
        let nearMiss = cards.trio(for: .nearMiss)
        #expect(nearMiss.explanation.count { !$0.agrees } == 1)
        let wild = cards.trio(for: .allDifferent)
        #expect(wild.explanation.allSatisfy { $0.pattern == .allDifferent })
    }

    @Test(
        "The lesson offers one third card that fits and two that fail by one feature",
        arguments: manySeeds)
    func choices(_ seed: UInt64) {
        let cards = LessonCards(seed: seed)
        #expect(Set(cards.pair + cards.choices).count == 5)
        let faults = cards.choices.compactMap { Trio(cards.pair + [$0]) }.map { trio in
            trio.explanation.count { !$0.agrees }
        }
        #expect(faults.sorted() == [0, 1, 1])
        #expect(cards.choices.contains(cards.third))
    }

    @Test("Each six lesson cards contain exactly one set", arguments: manySeeds)
    func boards(_ seed: UInt64) {
        let cards = LessonCards(seed: seed)
        for six in [cards.search, cards.race] {
            #expect(Set(six).count == 6)
            #expect(CardSet(six).setCount == 1)
            #expect(Trio(LessonBoard(cards: six).answer)?.isSet == true)
        }
    }

    @Test("The lesson's answer can be in any position")
    func places() {
        let all = Self.manySeeds.map(LessonCards.init)
        #expect(Set(all.compactMap { $0.choices.firstIndex(of: $0.third) }) == [0, 1, 2])
        let firsts = all.compactMap { cards in
            cards.search.firstIndex { LessonBoard(cards: cards.search).answer.contains($0) }
        }
        #expect(Set(firsts) == [0, 1, 2, 3])
    }
}
