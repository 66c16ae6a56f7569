import SetProtocol
import SetTestSupport
import Testing

/// Cards from codes; an invalid code shortens the list, which the tests would notice.
func cards(_ codes: String) -> [Card] {
    codes.split(separator: " ").compactMap { Card(code: String($0)) }
}

@Suite struct Cards {
    @Test("Cards are 81, in order, and each has its own code")
    func all() {
        #expect(Card.all.count == 81)
        #expect(Card.all == Card.all.sorted())
        #expect(Set(Card.all.map(\.code)).count == 81)
        #expect(Card.all.first?.code == "1111")
        #expect(Card.all.last?.code == "3333")
    }

    @Test("Cards come back from their index and their code", arguments: Card.all)
    func roundTrip(card: Card) {
        #expect(Card.all.firstIndex(of: card).flatMap(Card.init(index:)) == card)
        #expect(Card(code: card.code) == card)
        #expect(Card(codeDigits: card.codeDigits) == card)
        #expect(Card(card[.number], card[.shape], card[.shading], card[.color]) == card)
        #expect("\(card)" == card.code)
    }

    @Test("Cards have no index outside 0...80", arguments: [-1, 81, .max, .min])
    func noIndex(index: Int) {
        #expect(Card(index: index) == nil)
    }

    @Test(
        "Cards are parsed only from four digits 1-3",
        arguments: ["", "111", "11111", "0111", "1141", "111a", " 1111", "111\u{0}", "１１１１", "11é"])
    func noCode(code: String) {
        #expect(Card(code: code) == nil)
    }
}

@Suite struct SetLaw {
    @Test("The set rule gives 1080 sets, 40 with each card")
    func everySet() {
        let sets = CardSet(Card.all).sets
        #expect(sets.count == 1080)
        #expect(CardSet(Card.all).setCount == 1080)
        #expect(Set(sets.map { CardSet($0.cards) }).count == 1080)
        for card in Card.all { #expect(sets.count { $0.contains(card) } == 40) }
    }

    @Test("The set rule gives 108, 324, 432 and 216 sets by number of differing features")
    func differences() {
        var counts = [0, 0, 0, 0, 0]
        for set in CardSet(Card.all).sets {
            counts[set.explanation.count { $0.pattern == .allDifferent }] += 1
            #expect(set.explanation.allSatisfy { $0.agrees })
        }
        #expect(counts == [0, 108, 324, 432, 216])
    }

    @Test("The set rule lets exactly one card complete any two")
    func third() {
        for first in Card.all {
            for second in Card.all where second != first {
                let third = Card.third(completing: first, second)
                #expect(third != first && third != second)
                #expect(Card.third(completing: second, first) == third)
                #expect(Card.third(completing: third, first) == second)
                #expect(isSetByTheBook([first, second, third]))
            }
        }
    }

    @Test("The set rule agrees with the printed rules for every trio")
    func everyTrio() {
        var generator = SeededGenerator(seed: 7)
        for _ in 0..<20_000 {
            let chosen = (0..<3).compactMap { _ in Card(index: Int(generator.below(81))) }
            let areDifferent = Set(chosen).count == 3
            let trio = Trio(chosen)
            #expect((trio != nil) == areDifferent)
            #expect(trio.map(\.isSet) ?? false == (areDifferent && isSetByTheBook(chosen)))
            #expect(trio.map { $0.explanation.allSatisfy { $0.agrees } } == trio.map(\.isSet))
        }
    }

    @Test("The set rule refuses the same card three times")
    func sameCardThrice() {
        for card in Card.all { #expect(Trio([card, card, card]) == nil) }
        #expect(Trio(cards("1111 1111 2222")) == nil)
        #expect(Trio(cards("1111 2222 1111")) == nil)
        #expect(Trio(cards("2222 1111 1111")) == nil)
        #expect(Trio(cards("1111 2222")) == nil)
        #expect(Trio(cards("1111 2222 3333 1112")) == nil)
    }

    @Test("The set rule is explained feature by feature")
    func explanation() throws {
        let trio = try #require(Trio(cards("1213 2213 3221")))
        #expect(!trio.isSet)
        #expect(
            trio.explanation.map(\.pattern) == [
                .allDifferent, .allSame(.two), .twoAlike(pair: .one, odd: .two),
                .twoAlike(pair: .three, odd: .one),
            ])
        #expect(trio.explanation.map(\.feature) == Feature.allCases)
        #expect(trio.explanation[3].variants == [.three, .three, .one])
    }

    @Test(
        "The set rule leaves the sums of all features divisible by three when a set is taken away")
    func sums() {
        #expect(featureSums(Card.all) == [0, 0, 0, 0])
        for set in CardSet(Card.all).sets { #expect(featureSums(set.cards) == [0, 0, 0, 0]) }
    }

    private func isSetByTheBook(_ cards: [Card]) -> Bool {
        Feature.allCases.allSatisfy { feature in Set(cards.map { $0[feature] }).count != 2 }
    }

    private func featureSums(_ cards: [Card]) -> [Int] {
        Feature.allCases.map { feature in
            cards.reduce(0) { $0 + Int($1[feature].rawValue) } % 3
        }
    }
}

@Suite struct CardSets {
    /// Twenty cards without a set, from a quadric over three elements: the most there can be
    /// (Pellegrino 1971).
    private let largestCap = [
        "0001", "0002", "0010", "0020", "0112", "0121", "0212", "0221", "1012", "1021", "1111",
        "1122", "1211", "1222", "2012", "2021", "2111", "2122", "2211", "2222",
    ].map(Self.card(fromZeroBased:))

    @Test("Card sets can have twenty cards without a set, and any other card makes one")
    func cap() {
        let cap = CardSet(largestCap)
        #expect(cap.count == 20)
        #expect(!cap.containsSet)
        #expect(cap.setCount == 0)
        for card in Card.all where !cap.contains(card) {
            var more = cap
            more.insert(card)
            #expect(more.containsSet)
        }
    }

    @Test("Card sets can have fourteen sets among twelve cards")
    func richest() {
        let plane = ["0000", "0100", "0200", "1000", "1100", "1200", "2000", "2100", "2200"]
        let twelve = (plane + ["0010", "0020", "1020"]).map(Self.card(fromZeroBased:))
        #expect(CardSet(twelve).setCount == 14)
        #expect(CardSet(twelve).sets.allSatisfy { $0.isSet })
    }

    @Test("Card sets behave like sets", arguments: 0..<50 as Range<UInt64>)
    func membership(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var ours = CardSet()
        var oracle: Set<Card> = []
        for _ in 0..<200 {
            guard let card = Card(index: Int(generator.below(81))) else { continue }
            if generator.below(2) == 0 {
                ours.insert(card)
                oracle.insert(card)
            } else {
                ours.remove(card)
                oracle.remove(card)
            }
            #expect(ours.contains(card) == oracle.contains(card))
        }
        #expect(ours.count == oracle.count)
        #expect(ours.cards == oracle.sorted())
        #expect(ours.isEmpty == oracle.isEmpty)
    }

    @Test(
        "Card sets find the sets that a walk over all triples finds",
        arguments: 0..<40 as Range<UInt64>)
    func oracle(seed: UInt64) {
        let board = Array(SeededGenerator.shuffledDeck(seed: seed).prefix(3 + Int(seed % 19)))
        var expected: Set<CardSet> = []
        for first in board.indices {
            for second in board.indices where second > first {
                for third in board.indices where third > second {
                    let trio = [board[first], board[second], board[third]]
                    if Trio(trio)?.isSet == true { expected.insert(CardSet(trio)) }
                }
            }
        }
        let found = CardSet(board).sets
        #expect(found.count == expected.count)
        #expect(Set(found.map { CardSet($0.cards) }) == expected)
        #expect(CardSet(board).setCount == expected.count)
        #expect(CardSet(board).containsSet == !expected.isEmpty)
    }

    private static func card(fromZeroBased code: String) -> Card {
        let digits = code.utf8.map { Variant(rawValue: $0 - 0x30 + 1) ?? .one }
        return Card(digits[0], digits[1], digits[2], digits[3])
    }
}

@Suite struct Shuffles {
    @Test("Shuffles permute the 81 cards", arguments: 0..<100 as Range<UInt64>)
    func permutation(seed: UInt64) {
        let deck = SeededGenerator.shuffledDeck(seed: seed)
        #expect(deck.count == 81)
        #expect(deck.sorted() == Card.all)
        #expect(deck != Card.all)
        #expect(deck == SeededGenerator.shuffledDeck(seed: seed))
        #expect(deck != SeededGenerator.shuffledDeck(seed: seed + 1))
    }

    @Test("Shuffles depend on the seed alone, in every release")
    func fixed() {
        #expect(
            SeededGenerator.shuffledDeck(seed: 1).prefix(12).map(\.code).joined(separator: " ")
                == "2111 1222 3113 2212 1131 1332 1323 2131 1233 1133 3311 2313")
        var generator = SeededGenerator(seed: 1_234_567)
        #expect(generator.next() == 6_457_827_717_110_365_317)
        #expect(generator.next() == 3_203_168_211_198_807_973)
    }

    @Test("Shuffles draw every number below a bound equally often")
    func below() {
        var generator = SeededGenerator(seed: 3)
        var counts = [Int](repeating: 0, count: 7)
        for _ in 0..<70_000 { counts[Int(generator.below(7))] += 1 }
        for count in counts { #expect(abs(count - 10_000) < 400) }
        #expect(generator.below(1) == 0)
    }

    @Test("Shuffles of 100,000 decks deal twelve cards without a set as often as counting predicts")
    func probabilities() {
        var generator = SeededGenerator(seed: 20_240_601)
        var cards = Card.all
        let deals = 100_000
        var (without, sets) = (0, 0)
        for _ in 0..<deals {
            for place in 0..<12 {
                cards.swapAt(place, place + Int(generator.below(UInt64(81 - place))))
            }
            let found = CardSet(cards[..<12]).setCount
            sets += found
            if found == 0 { without += 1 }
        }
        // 2,284,535,476,080 of C(81,12) boards have none; C(12,3)/79 is the mean. Four deviations.
        #expect(abs(Double(without) / Double(deals) - 0.0323020) < 0.0022)
        #expect(abs(Double(sets) / Double(deals) - 2.7848) < 0.02)
    }
}
