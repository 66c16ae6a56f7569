import SetProtocol
import SetTestSupport
import Testing

@testable import SetHost

@Suite("Board refills")
struct GameRefillTests {
    /// A game with more than twelve cards, in which the first set has just been found.
    private func found(
        _ refill: Rules.Refill, dealt deals: Int = 0, deck: [Card] = DuelDecks.twoSets,
        isDealing: Bool = false
    ) -> (before: Game, after: Game, refill: TableEvent?) {
        var game = Game.dealt(deck, rules: .with { $0.refill = refill })
        for _ in 0..<deals { _ = game.deal(by: .first, at: .zero) }
        game.choose(DuelDecks.firstSet)
        let before = game
        let event = game.settle(at: .zero, isDealing: isDealing)
        return (before, game, event)
    }

    @Test("A refill replaces a found set in the same slots", arguments: Rules.Refill.allCases)
    func replaces(refill: Rules.Refill) {
        let (before, after, event) = found(refill, isDealing: true)
        #expect(event == .refilled(DuelDecks.nextThree))
        #expect(after.board.cards == DuelDecks.nextThree + before.board.cards.dropFirst(3))
        #expect(after.deck.count == before.deck.count - 3)
    }

    @Test("Refill to twelve: a set among fifteen is not replaced; the last cards fill its holes")
    func toTwelveFromFifteen() {
        let (before, after, event) = found(.toTwelve, dealt: 1)
        #expect(event == .refilled([]))
        #expect(before.board.count == 15)
        #expect(after.board.cards == DuelDecks.nextThree + before.board.cards[3..<12])
        #expect(after.deck.count == before.deck.count)
    }

    @Test("Refill to twelve: only the last three cards move", arguments: [0, 3, 6, 9, 12])
    func onlyExtrasMove(firstHole: Int) throws {
        var board = Board(Array(DuelDecks.cap.prefix(15)))
        let before = board.cards
        let trio = try #require(
            Trio([before[firstHole], before[firstHole + 1], before[firstHole + 2]]))
        board.remove(trio, replacedBy: [])
        #expect(board.count == 12)
        #expect(Set(board.cards) == Set(before).subtracting(trio.cards))
        for (slot, card) in before.prefix(12).enumerated() where !trio.contains(card) {
            #expect(board.cards[slot] == card)
        }
    }

    @Test("One or two replacement cards go to the first free slots", arguments: [1, 2])
    func partly(fresh: Int) {
        var board = Board(Array(DuelDecks.twoSets.prefix(15 - fresh)))
        let replacements = Array(DuelDecks.threeAfter.prefix(fresh))
        if let trio = Trio(DuelDecks.firstSet) { board.remove(trio, replacedBy: replacements) }
        #expect(board.count == 12)
        #expect(Array(board.cards.prefix(fresh)) == replacements)
        #expect(Array(board.cards[3..<12]) == Array(DuelDecks.twoSets[3..<12]))
    }

    @Test("Refill always: a set among fifteen is replaced and fifteen remain")
    func alwaysFromFifteen() {
        let (before, after, event) = found(.always, dealt: 1)
        #expect(event == .refilled(DuelDecks.threeAfter))
        #expect(after.board.cards == DuelDecks.threeAfter + before.board.cards.dropFirst(3))
    }

    @Test("Refill never: a found set is not replaced until somebody deals")
    func never() {
        let (before, after, event) = found(.never)
        #expect(event == .refilled([]))
        #expect(after.board.cards == Array(before.board.cards[9..<12] + before.board.cards[3..<9]))
        #expect(after.deck.count == before.deck.count)

        let (_, dealt, refill) = found(.never, isDealing: true)
        #expect(refill == .refilled(DuelDecks.nextThree))
        #expect(dealt.board.count == 12)
    }

    @Test("Refill never: a later deal adds three cards at the end")
    func neverThenDeal() {
        var (_, game, _) = found(.never)
        let before = game.board.cards
        _ = game.deal(by: .first, at: .zero)
        #expect(game.board.cards == before + DuelDecks.nextThree)
    }

    @Test("An empty deck replaces nothing", arguments: Rules.Refill.allCases)
    func emptyDeck(refill: Rules.Refill) {
        let deck = Array(DuelDecks.twoSets.prefix(12))
        let (_, after, event) = found(refill, deck: deck, isDealing: true)
        #expect(event == .refilled([]))
        #expect(after.board.count == 9)
        #expect(Set(after.board.cards) == Set(deck).subtracting(DuelDecks.firstSet))
    }

    @Test("A deck with one or two cards refills that many, in the first slots", arguments: [1, 2])
    func shortDeck(left: Int) {
        let deck = Array(DuelDecks.twoSets.prefix(12 + left))
        let (_, after, event) = found(.always, deck: deck)
        #expect(event == .refilled(Array(deck.suffix(left))))
        #expect(Array(after.board.cards.prefix(left)) == Array(deck.suffix(left)))
        #expect(after.board.count == 9 + left)
        #expect(after.deck.isEmpty)
    }

    @Test("Clearing a mismatch changes no card")
    func mismatchLetGo() {
        var game = Game.dealt()
        game.choose([DuelDecks.firstSet[0], DuelDecks.firstSet[1], DuelDecks.secondSet[0]])
        let (board, number) = (game.board, game.boardNumber)
        #expect(game.settle(at: .zero) == nil)
        #expect(game.selection == nil)
        #expect(game.board == board)
        #expect(game.boardNumber == number)
    }
}
