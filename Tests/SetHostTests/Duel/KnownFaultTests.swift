import SetHost
import SetProtocol
import SetTestSupport
import Testing

/// Faults that games of this kind are known for; each test is named for what it guards.
@Suite("Known faults of similar games")
struct KnownFaultTests {
    @Test(
        "Every change of turn arms exactly one timer, so no turn lasts forever",
        arguments: Seat.allCases)
    func handOvers(seat: Seat) {
        let wrong = Array(DuelDecks.filler.prefix(3))
        let handOvers: [(DuelScene, Int)] = [
            (.inTurn(seat).after { $0.pick(wrong, by: seat) }, 10_000),
            (.inTurn(seat).after { $0.send(.pass, from: seat) }, 10_000),
            (.inTurn(seat).after { $0.runOut() }, 10_000),
            // The opponent had tried to claim in the meantime.
            (
                .inTurn(seat).after {
                    $0.claim(by: seat.opponent)
                    $0.pick(wrong, by: seat)
                }, 10_000
            ),
            (.open().after { $0.deal(by: seat.opponent) }, 7000),
            (.open().after { $0.claim(by: seat) }, 5000),
            (.revealing(foundBy: seat), 1500),
            (.countdown(), 3000),
        ]
        for (scene, milliseconds) in handOvers {
            #expect(scene.timeLeft == .milliseconds(milliseconds))
            var later = scene
            #expect(later.wait(.milliseconds(milliseconds - 1)).isEmpty)
            #expect(!later.wait(.milliseconds(1)).isEmpty)
        }
    }

    @Test("An old timer cannot end a later turn", arguments: Seat.allCases)
    func oldTimer(seat: Seat) {
        var scene = DuelScene.inTurn(seat)
        scene.wait(.seconds(1))
        scene.send(.pass, from: seat)
        // The timer of the claim fires although the claim is over.
        scene.jump(.seconds(4))
        let before = scene
        #expect(scene.wake().isEmpty)
        #expect(scene == before)
    }

    @Test("Times are sent as time remaining, never as a clock reading", arguments: Seat.allCases)
    func remaining(seat: Seat) {
        var scene = DuelScene.open()
        scene.wait(.seconds(100_000))
        scene.claim(by: seat)
        scene.wait(.seconds(2))
        #expect(
            scene.view.turn?.countdown
                == Countdown(remaining: .seconds(3), total: .seconds(5)))
    }

    @Test(
        "A deal is judged by the board before its cards, and a refill is not judged",
        arguments: Seat.allCases)
    func dealJudgedBefore(seat: Seat) {
        var scene = DuelScene.open(decks: [DuelDecks.saviourDeal])
        scene.deal(by: seat)
        #expect(scene.points[seat] == 1)

        var refilled = DuelScene.revealing(foundBy: seat)
        let points = refilled.points
        refilled.deal(by: seat)
        #expect(refilled.points == points)
    }

    @Test("One set is never credited twice", arguments: Seat.allCases)
    func oneSetOnce(seat: Seat) {
        var scene = DuelScene.open()
        let board = scene.board
        let message = ClientMessage.claim(Claim(board: board, cards: DuelDecks.firstSet))
        scene.send(message, from: seat)
        let before = scene
        #expect(scene.send(message, from: seat.opponent).refusals == [.staleBoard])
        #expect(scene.send(message, from: seat).refusals == [.staleBoard])
        #expect(scene == before)
        #expect(scene.sets[seat] + scene.sets[seat.opponent] == 1)
        // Nor with the number of the board on which it is shown, nor after it is put away.
        #expect(scene.claim(DuelDecks.firstSet, by: seat.opponent).refusals == [.cardNotOnBoard])
        scene.runOut()
        #expect(scene.claim(DuelDecks.firstSet, by: seat.opponent).refusals == [.cardNotOnBoard])
        #expect(scene.sets[seat.opponent] == 0)
    }

    @Test(
        "With two last sets that share a card, finding one ends the game", arguments: Seat.allCases
    )
    func lastSetsTogether(seat: Seat) {
        // 1111 lies in both sets.
        let one = [Card](codes: "1111 1112 1113")
        let two = [Card](codes: "1111 1121 1131")
        var scene = DuelScene.open(decks: [one + two.dropFirst()])
        let board = scene.board
        scene.send(.claim(Claim(board: board, cards: one)), from: seat)
        #expect(
            scene.send(.claim(Claim(board: board, cards: two)), from: seat.opponent).refusals == [
                .staleBoard
            ])
        #expect(scene.claim(two, by: seat.opponent).refusals == [.gameOver])
        #expect(scene.runOut().events == [.refilled([]), .over])
        #expect(scene.view.result?.winner == seat)
    }

    @Test(
        "With two last sets without a common card, the second one ends the game",
        arguments: Seat.allCases)
    func lastSetsApart(seat: Seat) {
        var scene = DuelScene.open(
            rules: .with { $0.draw = .stands }, decks: [DuelDecks.lastTwoSets])
        scene.claim(DuelDecks.firstSet, by: seat)
        scene.claim(DuelDecks.secondSet, by: seat.opponent)
        #expect(scene.sets == PerSeat(both: 1))
        scene.runOut()
        #expect(scene.view.phase == .over)
        #expect(scene.timeLeft == nil)
    }

    @Test("The host ends the game; no player has to", arguments: Seat.allCases)
    func hostEnds(seat: Seat) {
        var scene = DuelScene.open(decks: [DuelDecks.lastSet])
        scene.claim(DuelDecks.lastSet, by: seat)
        for place in Seat.allCases { scene.lose(place) }
        #expect(scene.view.phase == .over)
    }

    @Test("Cards that are not on the board score nothing", arguments: Seat.allCases)
    func forged(seat: Seat) {
        let undealt = DuelDecks.twoSets[12...]
        let scene = DuelScene.inTurn(seat)
        for card in undealt {
            var turn = scene
            #expect(turn.pick([card], by: seat).refusals == [.cardNotOnBoard])
            #expect(turn == scene)
        }
        var open = DuelScene.open()
        let before = open
        let hidden = CardSet(undealt).sets[0].cards
        #expect(open.claim(hidden, by: seat).refusals == [.cardNotOnBoard])
        #expect(open == before)
    }

    @Test("The same card three times is no set", arguments: Seat.allCases)
    func sameCardThrice(seat: Seat) {
        let card = DuelDecks.firstSet[0]
        for cards in [[card, card, card], [card, card, DuelDecks.firstSet[1]], [card, card]] {
            var scene = DuelScene.open()
            let before = scene
            #expect(scene.claim(cards, by: seat).refusals == [.sameCardTwice])
            #expect(scene == before)
        }
        var scene = DuelScene.inTurn(seat)
        scene.pick([card, card, card], by: seat)
        #expect(scene.view.selection?.cards == [card])
        #expect(scene.sets[seat] == 0)
    }

    @Test("The board returns to twelve cards after fifteen", arguments: Seat.allCases)
    func backToTwelve(seat: Seat) {
        var scene = DuelScene.inTurn(seat, because: .grace)
        #expect(scene.view.cards.count == 15)
        let before = scene.view
        scene.pick(DuelDecks.firstSet, by: seat)
        scene.runOut()
        #expect(scene.view.cards.count == 12)
        #expect(scene.view.deck == before.deck)
        // Every other card keeps its slot; the three beyond twelve fill the holes.
        #expect(Array(scene.view.cards[3..<12]) == Array(before.cards[3..<12]))
        #expect(Array(scene.view.cards[0..<3]) == Array(before.cards[12..<15]))
    }

    @Test("Saying that there is no set locks nobody out", arguments: Seat.allCases)
    func noLockOut(seat: Seat) {
        var scene = DuelScene.open()
        scene.deal(by: seat)
        scene.runOut()
        #expect(scene.claim(DuelDecks.firstSet, by: seat).events.last?.charge?.points == 2 + 1)
    }

    @Test("A race that nobody wins freezes nothing", arguments: Seat.allCases)
    func nobodyWins(seat: Seat) {
        var scene = DuelScene.inTurn(seat)
        scene.runOut()
        scene.runOut()
        #expect(scene.view.phase == .open)
        #expect(!scene.claim(by: seat).events.isEmpty)
    }

    @Test("No message contains an undealt card", arguments: DuelSituation.allCases)
    func secrecy(situation: DuelSituation) {
        for me in situation.seats {
            for stimulus in DuelStimulus.allCases {
                var scene = situation.scene(for: me)
                let game = scene.view.game
                let (_, effects) = stimulus.apply(to: &scene, by: me)
                guard scene.view.game == game else { continue }
                let told = effects.states.flatMap { state in
                    state.cards.compactMap { $0 } + (state.selection?.cards ?? [])
                        + (state.event?.cards ?? [])
                }
                let hinted = effects.hints.flatMap(\.cards)
                #expect(Set(scene.duel.game.deck.cards).isDisjoint(with: told + hinted))
            }
        }
    }
}
