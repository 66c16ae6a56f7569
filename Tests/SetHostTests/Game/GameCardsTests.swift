import SetProtocol
import SetTestSupport
import Testing

@testable import SetHost

@Suite("Card positions")
struct GameCardsTests {
    @Test("All cards are in the deck before the first deal")
    func undealt() {
        let game = Game(rules: Rules(), deck: Deck(seed: 7))
        #expect(Card.all.allSatisfy { game.status(of: $0) == .inDeck })
        #expect(game.board.cards.isEmpty)
        #expect(game.boardNumber == BoardNumber(0))
    }

    @Test("The first board has twelve different cards, in deck order")
    func firstBoard() {
        let game = Game.dealt()
        #expect(game.board.cards == Array(DuelDecks.twoSets.prefix(12)))
        #expect(game.deck.cards == Array(DuelDecks.twoSets.dropFirst(12)))
        #expect(Set(game.board.cards).count == 12)
    }

    @Test("Every card's position is known: deck, slot, or who found it")
    func statuses() {
        var game = Game.dealt()
        game.choose(DuelDecks.firstSet, by: .second)
        for (slot, card) in DuelDecks.twoSets.prefix(12).enumerated() {
            #expect(game.status(of: card) == .onBoard(slot: slot))
        }
        game.settle(at: .zero)
        game.choose(DuelDecks.secondSet, by: .first)
        game.settle(at: .zero)

        for card in DuelDecks.firstSet {
            #expect(game.status(of: card) == .discarded(by: .second))
        }
        for card in DuelDecks.secondSet {
            #expect(game.status(of: card) == .discarded(by: .first))
        }
        #expect(game.status(of: DuelDecks.nextThree[1]) == .onBoard(slot: 1))
        for card in DuelDecks.twoSets.dropFirst(18) { #expect(game.status(of: card) == .inDeck) }
    }

    @Test("A card outside a partial deck has no position")
    func outside() {
        let game = Game.dealt(DuelDecks.lastSet)
        #expect(game.status(of: DuelDecks.secondSet[0]) == nil)
        #expect(game.status(of: DuelDecks.lastSet[2]) == .onBoard(slot: 2))
        #expect(game.deck.isEmpty)
    }

    @Test("A card that is not on the board cannot be selected", arguments: Seat.allCases)
    func offBoard(_ seat: Seat) throws {
        var game = Game.dealt()
        game.choose(DuelDecks.firstSet, by: seat.opponent)
        game.settle(at: .zero)
        let before = game
        for card in game.deck.cards + game.discard.map(\.card) {
            #expect(throws: Refusal.cardNotOnBoard) { try game.toggle(card, by: seat, at: .zero) }
        }
        #expect(game == before)
    }

    @Test("The cards of a found set cannot be picked, the others can")
    func spent() {
        var game = Game.dealt()
        game.choose(DuelDecks.firstSet)
        #expect(game.foundTrio == Trio(DuelDecks.firstSet))
        for card in DuelDecks.firstSet { #expect(!game.canBePicked(card)) }
        for card in DuelDecks.secondSet { #expect(game.canBePicked(card)) }
        #expect(!game.canBePicked(DuelDecks.nextThree[0]))
    }

    @Test(
        "All 81 cards are accounted for, and features sum to zero, in any game",
        arguments: Rules.Refill.allCases, 1...10 as ClosedRange<UInt64>)
    func accounted(refill: Rules.Refill, seed: UInt64) {
        var game = Game(rules: .with { $0.refill = refill }, deck: Deck(seed: seed))
        game.start(at: .zero)
        var steps = 0
        while !game.hasEnded, steps < 200 {
            steps += 1
            if let trio = game.board.sets.first {
                game.choose(trio.cards, by: steps.isMultiple(of: 2) ? .first : .second)
                game.settle(at: .zero)
            } else {
                _ = game.deal(by: .first, at: .zero)
            }
            let everywhere = game.deck.cards + game.board.cards + game.discard.map(\.card)
            #expect(everywhere.sorted() == Card.all)
            #expect(featureSums(game.deck.cards + game.board.cards) == [0, 0, 0, 0])
        }
        #expect(game.hasEnded)
        #expect(game.board.count != 3)
        #expect(game.tallies.first.sets + game.tallies.second.sets == game.discard.count / 3)
    }

    private func featureSums(_ cards: [Card]) -> [Int] {
        Feature.allCases.map { feature in
            cards.reduce(0) { $0 + Int($1[feature].rawValue) } % 3
        }
    }
}

@Suite("Board numbers")
struct BoardNumberTests {
    @Test("The board number grows with first cards, found sets, refills, and deals alone")
    func growth() {
        var game = Game(rules: Rules(), deck: Deck(DuelDecks.twoSets))
        var numbers = [game.boardNumber.number]
        func note() { numbers.append(game.boardNumber.number) }

        game.start(at: .zero)
        note()
        game.choose([DuelDecks.filler[0]])
        note()
        game.choose([DuelDecks.filler[0]])
        note()
        game.choose([DuelDecks.firstSet[0], DuelDecks.firstSet[1], DuelDecks.secondSet[0]])
        note()
        game.settle(at: .zero)
        note()
        _ = game.hint(for: .first)
        note()
        game.tallies.first.points -= 2
        note()
        game.resume(after: .seconds(1), studied: .zero, for: .first)
        note()
        #expect(numbers == [0, 1, 1, 1, 1, 1, 1, 1, 1])

        numbers = []
        game.choose(DuelDecks.firstSet)
        note()
        game.settle(at: .zero)
        note()
        game.settle(at: .zero)
        note()
        _ = game.deal(by: .first, at: .zero)
        note()
        #expect(numbers == [2, 3, 3, 4])
    }
}
