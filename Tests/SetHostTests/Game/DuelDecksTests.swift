import SetHost
import SetProtocol
import SetTestSupport
import Testing

/// The other tests are worth as much as these decks are what they claim to be.
@Suite("Prepared decks")
struct DuelDecksTests {
    @Test("Prepared full decks have all 81 cards")
    func whole() {
        for deck in [DuelDecks.twoSets, DuelDecks.noSet] {
            #expect(deck.sorted() == Card.all)
        }
    }

    @Test("A prepared deck has exactly two sets on the board, then one, then none")
    func twoSets() {
        let (first, second) = (DuelDecks.firstSet, DuelDecks.secondSet)
        let board = CardSet(DuelDecks.twoSets.prefix(12))
        #expect(Set(board.sets.map { Set($0.cards) }) == [Set(first), Set(second)])

        let kept = DuelDecks.filler + DuelDecks.nextThree
        #expect(CardSet(second + kept).sets.map { Set($0.cards) } == [Set(second)])
        #expect(!CardSet(kept + DuelDecks.threeAfter).containsSet)
    }

    @Test("A prepared deck has no set in twenty cards, and one with any further card")
    func cap() {
        let cap = DuelDecks.cap
        #expect(Set(cap).count == 20)
        #expect(!CardSet(cap).containsSet)
        for card in Card.all where !cap.contains(card) {
            #expect(CardSet(cap + [card]).containsSet)
        }
    }

    @Test("Prepared decks for the end of a game end it as named")
    func endGames() {
        #expect(CardSet(DuelDecks.lastSet).setCount == 1)
        #expect(CardSet(DuelDecks.lastTwoSets).setCount == 2)
        #expect(!CardSet(DuelDecks.futileDeal).containsSet)
        #expect(!CardSet(DuelDecks.saviourDeal.prefix(12)).containsSet)
        #expect(CardSet(DuelDecks.saviourDeal).containsSet)
    }
}
