import SetProtocol
import SetTestSupport
import Testing

@testable import SetHost

@Suite("Shuffle commitments")
struct ShuffleTests {
    @Test("Each game and table has its own commitment, and the deck follows from the seed")
    func secrets() throws {
        var generator = SeededGenerator(seed: 1)
        let salts = (0..<2).map { _ in Salt(using: &generator) }
        func digests(_ seed: ShuffleSeed) -> [SHA256] {
            var scene = DuelScene.solo()
            scene.duel = Duel(rules: .solo, decks: DeckSource(seed))
            var effects = scene.sit(.first)
            for _ in 0..<4 {
                effects += scene.wait(.seconds(10))
                effects += scene.send(.new, from: .first)
            }
            return effects.compactMap { effect in
                guard case .promise(let commitment) = effect else { return nil }
                return commitment.digest
            }
        }
        let seeds = [
            ShuffleSeed(number: 1), ShuffleSeed(number: 2), ShuffleSeed(number: 1, salt: salts[0]),
            ShuffleSeed(number: 1, salt: salts[1]),
        ]
        let all = seeds.flatMap(digests)
        #expect(all.count >= 16)
        #expect(Set(all).count == all.count)
        #expect(seeds.flatMap(digests) == all)
    }

    @Test("Decks that repeat do so in turn, each time with its own commitment")
    func repeated() throws {
        var usual = DeckSource(ShuffleSeed(number: 1))
        let shuffled = usual.next().deck
        for decks in [[], [shuffled, shuffled.reversed()]] {
            var source = DeckSource(ShuffleSeed(number: 1), after: decks, repeats: true)
            let shuffles = (0..<6).map { _ in source.next() }
            let number = max(1, decks.count)
            #expect(shuffles[0].deck == shuffled)
            #expect(shuffles.dropFirst(number).map(\.deck) == shuffles.dropLast(number).map(\.deck))
            #expect(Set(shuffles.map(\.salt)).count == 6)
        }
        // A game that is continued later goes on like that.
        var header = JournalHeader.of(try #require(TableCode("K7M2QX")), serial: 0)
        var line: [UInt8] = []
        header.repeats = true
        Coder.append(header, to: &line)
        #expect(try JSONView.read(line[...]) == header)
    }

    @Test("No two games of a table share a salt")
    func salts() {
        var scene = DuelScene.solo()
        scene.duel = Duel(rules: .solo, decks: DeckSource(ShuffleSeed(number: 1)))
        var effects = scene.sit(.first)
        for _ in 0..<4 {
            effects += scene.wait(.seconds(10))
            effects += scene.send(.new, from: .first)
        }
        let salts = effects.compactMap { effect -> Salt? in
            if case .reveal(let reveal) = effect { reveal.shuffle.salt } else { nil }
        }
        #expect(salts.count >= 3 && Set(salts).count == salts.count)
    }
}
