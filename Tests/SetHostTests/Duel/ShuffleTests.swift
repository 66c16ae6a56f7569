import SetHost
import SetProtocol
import SetTestSupport
import Testing

@Suite("Shuffle commitments")
struct ShuffleTests {
    private enum Told: Equatable {
        case promise(Commitment)
        case reveal(Reveal)
        case event(TableEvent)
    }

    private func told(_ effects: [DuelEffect]) -> [Told] {
        effects.compactMap { effect in
            switch effect {
            case .promise(let commitment): .promise(commitment)
            case .reveal(let reveal): .reveal(reveal)
            case .publish(let state): state.event.map { .event($0) }
            case .refuse, .show, .race, .say, .close: nil
            }
        }
    }

    @Test("The commitment comes before the first cards, and the result reveals the deck")
    func game() throws {
        var scene = DuelScene.countdown()
        let start = told(scene.runOut())
        guard case .promise(let commitment)? = start.first else {
            Issue.record("no promise: \(start)")
            return
        }
        #expect(start.dropFirst() == [.event(.started)])
        #expect(commitment.game == 1)
        #expect(scene.duel.commitment == commitment)
        let end = told(scene.send(.resign, from: .first))
        guard case .reveal(let reveal)? = end.last else {
            Issue.record("no reveal: \(end)")
            return
        }
        #expect(reveal.game == 1)
        #expect(reveal.shuffle.deck == DuelDecks.twoSets)
        #expect(reveal.shuffle.digest == commitment.digest)
        #expect(scene.duel.commitment == nil)
    }

    @Test("A sudden-death deck is committed to after the first deck is revealed")
    func suddenDeath() {
        var scene = DuelScene.suddenDeath()
        let reveal = told(scene.send(.resign, from: .first)).last
        guard case .reveal(let shown)? = reveal else {
            Issue.record("no reveal")
            return
        }
        #expect(shown.game == 1)
        #expect(Set(scene.duel.game.board.cards).isSubset(of: shown.shuffle.deck.prefix(12)))
    }

    @Test(
        "Every simulated game reveals the deck it committed to",
        arguments: (1...20).map { UInt64($0) }.fewerWhenSlow)
    func simulated(seed: UInt64) async {
        var open: Commitment?
        for (index, step) in Simulation.history(seed: seed).steps.enumerated() {
            for effect in step.effects {
                switch effect {
                case .promise(let commitment):
                    #expect(open == nil)
                    open = commitment
                case .reveal(let reveal):
                    #expect(open?.game == reveal.game)
                    #expect(open?.digest == reveal.shuffle.digest)
                    #expect(Set(reveal.shuffle.deck).count == 81)
                    open = nil
                case .publish(let state):
                    #expect(state.phase != .open || open?.game == state.game)
                case .refuse, .show, .race, .say, .close: break
                }
            }
            // Taking a digest takes time.
            if index.isMultiple(of: 20) { #expect(open == step.duel.commitment) }
            await Task.yield()
        }
    }

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
        scene.duel = Duel(rules: .solo, decks: DeckSource(seed: 1))
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
