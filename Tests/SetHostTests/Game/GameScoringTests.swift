import SetProtocol
import SetTestSupport
import Testing

@testable import SetHost

@Suite("Scoring")
struct GameScoringTests {
    @Test(
        "A set is worth less on a larger board, but at least one point",
        arguments: [
            (3, 3), (9, 3), (12, 3), (13, 3), (14, 3), (15, 2), (17, 2), (18, 1), (21, 1), (24, 1),
            (81, 1),
        ])
    func crowding(cards: Int, points: Int) {
        #expect(
            Scoring.set(cardsOnBoard: cards, searchTime: .seconds(60), rules: Rules()) == points)
    }

    @Test(
        "A quick or brisk set earns more, measured to the millisecond",
        arguments: [
            (0, 5), (1, 5), (4999, 5), (5000, 5), (5001, 4), (14_999, 4), (15_000, 4), (15_001, 3),
            (600_000, 3),
        ])
    func speed(milliseconds: Int, points: Int) {
        let time = Duration.milliseconds(milliseconds)
        #expect(Scoring.set(cardsOnBoard: 12, searchTime: time, rules: Rules()) == points)
    }

    @Test("The speed bonus is added to the minimum of one point")
    func speedOnCrowd() {
        #expect(Scoring.set(cardsOnBoard: 21, searchTime: .zero, rules: Rules()) == 3)
    }

    @Test("Rules may make sets worth zero or less, and a crowded board never lowers that")
    func worthless() {
        for points in [-3, 0, 1] {
            let rules = Rules.with { $0.setPoints = points }
            #expect(
                Scoring.set(cardsOnBoard: 21, searchTime: .seconds(60), rules: rules) == points)
        }
    }

    @Test(
        "Every price comes from the table's rules",
        arguments: [(0, 7), (1, -11), (2, -11), (14, -11)])
    func dealing(sets: Int, points: Int) {
        let rules = Rules.with { ($0.rightDealPoints, $0.wrongDealPoints) = (7, -11) }
        #expect(Scoring.deal(setsBefore: sets, rules: rules) == points)
    }
}
