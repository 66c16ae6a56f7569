import SetHost
import SetProtocol
import SetTestSupport
import Testing

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
