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

    @Test("Search time runs from the last new cards to the claim")
    func searchTime() {
        for (milliseconds, points) in [(5000, 5), (5001, 4), (15_000, 4), (15_001, 3)] {
            var game = Game.dealt()
            let spotted = TableInstant.ms(milliseconds)
            var event: TableEvent?
            for (order, card) in DuelDecks.firstSet.enumerated() {
                event = try? game.toggle(
                    card, by: .second, at: spotted.advanced(by: .seconds(order)), spotted: spotted)
            }
            #expect(event?.charge?.points == points)
            #expect(game.tallies.second.points == points)
            #expect(game.tallies.second.sets == 1)
            #expect(game.tallies.first == Game.Tally())
        }
    }

    @Test("Without a claim, search time runs to the third pick")
    func searchTimeAlone() {
        for (milliseconds, points) in [(5000, 5), (5001, 4), (15_000, 4), (15_001, 3)] {
            var game = Game.dealt()
            game.choose(Array(DuelDecks.firstSet.dropLast()))
            let event = game.choose([DuelDecks.firstSet[2]], at: .ms(milliseconds))
            #expect(event?.charge?.points == points)
        }
    }

    @Test("A standstill does not count as search time for the player it is skipped for")
    func standstill() {
        for (seat, points) in [(Seat.second, 5), (.first, 3)] {
            var game = Game.dealt()
            game.resume(after: .seconds(100), studied: .zero, for: .second)
            let event = game.choose(DuelDecks.firstSet, by: seat, at: .ms(105_000))
            #expect(event?.charge?.points == points)
        }
    }

    @Test("A mismatch costs what the rules say")
    func mismatch() {
        let wrong = [DuelDecks.firstSet[0], DuelDecks.firstSet[1], DuelDecks.secondSet[0]]
        var game = Game.dealt()
        #expect(game.choose(wrong)?.charge?.points == -2)
        #expect(game.tallies.first == tally(points: -2))
        game.settle(at: .zero)
        #expect(game.choose(wrong, by: .second, isFree: true)?.charge?.points == 0)
        #expect(game.tallies.second == tally(points: 0))
    }

    @Test("Deselecting is free if the rules say so")
    func freeDeselect() {
        var game = Game.dealt(rules: .with { $0.deselectPoints = -1 })
        let card = DuelDecks.filler[0]
        #expect(game.choose([card, card], isFree: true) == .unpicked(.first, card, points: 0))
        #expect(game.tallies.first.points == 0)
        #expect(game.choose([card, card]) == .unpicked(.first, card, points: -1))
    }

    @Test("A deal is judged by the board before its cards")
    func dealIsJudgedBefore() {
        // No set lies there; the three new cards bring sets. It was right to deal.
        var right = Game.dealt(DuelDecks.saviourDeal)
        #expect(right.board.sets.isEmpty)
        let cards = Array(DuelDecks.saviourDeal.suffix(3))
        #expect(
            right.deal(by: .first, at: .zero)
                == .dealt(.first, cards, setsBefore: 0, points: 1))
        #expect(!right.board.sets.isEmpty)
        #expect(right.tallies.first == tally(points: 1))

        // Two sets lie there, more with the new cards: the truth told is two.
        var wrong = Game.dealt()
        #expect(
            wrong.deal(by: .second, at: .zero)
                == .dealt(.second, DuelDecks.nextThree, setsBefore: 2, points: -2))
        #expect(wrong.board.sets.count == 3)
        #expect(wrong.tallies.second == tally(points: -2))
    }

    @Test("All fourteen sets in twelve cards are counted")
    func fourteen() {
        var game = Game.dealt(DuelDecks.fourteenSets.thenTheRest)
        guard case .dealt(_, _, let setsBefore, _) = game.deal(by: .first, at: .zero) else {
            Issue.record("dealing did not deal")
            return
        }
        #expect(setsBefore == 14)
    }

    private func tally(points: Int, sets: Int = 0) -> Game.Tally {
        var tally = Game.Tally()
        (tally.points, tally.sets) = (points, sets)
        return tally
    }
}
