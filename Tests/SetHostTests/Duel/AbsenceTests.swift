import SetHost
import SetProtocol
import SetTestSupport
import Testing

@Suite("Lost connections")
struct AbsenceTests {
    private static let ahead = Duration.seconds(2)

    /// How a seat scores the first set some time after the first cards, of which some was spent away.
    private func pointsAfterAbsence(
        of away: Seat, lasting absence: Duration = .seconds(30), for seat: Seat
    ) -> Int? {
        var scene = DuelScene.open()
        scene.wait(Self.ahead)
        scene.lose(away)
        scene.wait(absence)
        scene.comeBack(away)
        scene.runOut()
        return scene.claim(DuelDecks.firstSet, by: seat).events.last?.charge?.points
    }

    @Test("Time away counts as search time only for the player who was away")
    func searchTime() {
        for away in Seat.allCases {
            #expect(pointsAfterAbsence(of: away, for: away) == 3)
            #expect(pointsAfterAbsence(of: away, for: away.opponent) == 5)
        }
    }

    @Test(
        "The countdown after an absence counts as search time if the cards are visible",
        arguments: Seat.allCases)
    func countdown(away: Seat) {
        // With what was before it and the countdown that is a millisecond too long for a quick set.
        let absence = Duration.seconds(5) - Self.ahead - Rules.duel.countdown + .milliseconds(1)
        #expect(pointsAfterAbsence(of: away, lasting: absence, for: away) == 4)
        #expect(pointsAfterAbsence(of: away, lasting: absence, for: away.opponent) == 5)
    }

    @Test("An agreed pause counts for both players, even if one drops during it")
    func agreedPause() {
        for (seat, away) in [(Seat.first, 1), (.second, 1), (.first, 30), (.second, 30)] {
            var scene = DuelScene.paused()
            scene.lose(.first)
            scene.wait(.seconds(away))
            scene.comeBack(.first)
            for ready in Seat.allCases { scene.send(.ready, from: ready) }
            scene.runOut()
            #expect(
                scene.claim(DuelDecks.firstSet, by: seat).events.last?.charge?.points
                    == (away == 1 ? 5 : 3))
        }
    }

    @Test("The cards stay visible to the player who stayed", arguments: Seat.allCases)
    func faceUp(_ seat: Seat) {
        var scene = DuelScene.open()
        let cards = scene.view.cards
        #expect(scene.lose(seat).events == [.away(seat), .paused])
        #expect(scene.view.cards == cards && !cards.contains(nil))
        scene.comeBack(seat)
        #expect(scene.view.phase == .countdown && scene.view.cards == cards)
    }

    @Test("Cards that the lost player has not seen lie face down", arguments: Seat.allCases)
    func unseen(_ seat: Seat) {
        var scene = DuelScene.countdown()
        scene.lose(seat)
        #expect(scene.runOut().events == [.started])
        let hidden = [Card?](repeating: nil, count: 12)
        #expect(scene.view.phase == .paused && scene.view.cards == hidden)
        scene.comeBack(seat)
        #expect(scene.view.phase == .countdown && scene.view.cards == hidden)
        scene.runOut()
        #expect(scene.view.phase == .open && !scene.view.cards.contains(nil))
    }

    @Test("A solo player who leaves in the countdown after a pause has seen the cards")
    func soloAfterPause() {
        var rules = Rules.solo
        rules.countdown = .seconds(3)
        var scene = DuelScene.solo(rules: rules)
        scene.runOut()
        let cards = scene.view.cards
        scene.send(.pause, from: .first)
        #expect(scene.view.cards.contains(nil))
        scene.send(.ready, from: .first)
        scene.lose(.first)
        scene.runOut()
        #expect(scene.view.phase == .paused && scene.view.cards == cards)
    }

    @Test("A shown set stays and is not replaced until the game goes on")
    func shownSet() {
        for seat in Seat.allCases {
            var scene = DuelScene.revealing(foundBy: seat)
            let before = scene.view
            #expect(scene.lose(seat).events == [.away(seat), .paused])
            #expect(scene.view.cards == before.cards && scene.view.selection == before.selection)
            scene.comeBack(seat)
            #expect(scene.runOut().events == [.resumed])
            #expect(scene.view.clock?.reason == .reveal)
            #expect(scene.runOut().events.map(\.kind) == ["refilled"])
        }
    }

    /// How a seat scores a set among the cards beside a found one that was shown for half a minute
    /// more, before or after that is replaced.
    private func pointsAfterStudy(
        of away: Seat?, isReplaced: Bool, for seat: Seat
    ) -> Int? {
        var scene = DuelScene()
        scene.duel = Duel(
            rules: .duel, decks: DeckSource(prepared: [DuelDecks.twoSets], thenSeed: 1))
        for seat in Seat.allCases { scene.sit(seat) }
        for seat in Seat.allCases { scene.send(.ready, from: seat) }
        scene.runOut()
        scene.claim(DuelDecks.firstSet, by: .first)
        if let away {
            scene.lose(away)
        } else {
            for seat in Seat.allCases { scene.send(.pause, from: seat) }
        }
        scene.wait(.seconds(30))
        if let away {
            scene.comeBack(away)
        } else {
            for seat in Seat.allCases { scene.send(.ready, from: seat) }
        }
        scene.runOut()
        if isReplaced { scene.runOut() }
        return scene.claim(DuelDecks.secondSet, by: seat).events.last?.charge?.points
    }

    @Test("Time to study the cards beside a shown set counts", arguments: [false, true])
    func study(isReplaced: Bool) {
        for away in Seat.allCases {
            #expect(pointsAfterStudy(of: away, isReplaced: isReplaced, for: away) == 3)
            #expect(pointsAfterStudy(of: away, isReplaced: isReplaced, for: away.opponent) == 5)
            #expect(pointsAfterStudy(of: nil, isReplaced: isReplaced, for: away) == 3)
        }
    }

    @Test("The sixth drop of a game stops nothing", arguments: Seat.allCases)
    func drops(_ seat: Seat) {
        var scene = DuelScene.open()
        for _ in 1...5 {
            #expect(scene.lose(seat).events == [.away(seat), .paused])
            scene.comeBack(seat)
            scene.runOut()
        }
        #expect(scene.lose(seat).events == [.away(seat)])
        #expect(scene.view.phase == .open)
        // A disconnected player cannot send anything.
        #expect(scene.claim(by: seat).isEmpty && scene.view.phase == .open)
        // The player who stayed plays on, without a hold and without an answer turn for nobody.
        scene.claim(by: seat.opponent)
        #expect(scene.send(.pass, from: seat.opponent).events.map(\.kind) == ["passed"])
        #expect(scene.view.phase == .open)
        #expect(scene.comeBack(seat).events == [.returned(seat)])
        #expect(scene.claim(by: seat).events == [.claimed(seat)])
    }

    @Test("The drops of one player do not use up the other's")
    func dropsOfOne() {
        var scene = DuelScene.open(rules: .with { $0.drops = 1 })
        for seat in Seat.allCases {
            #expect(scene.lose(seat).events.last == .paused)
            scene.comeBack(seat)
            scene.runOut()
        }
        #expect(scene.lose(.first).events == [.away(.first)])
    }

    @Test("A game waits for a player up to a total time, then goes on", arguments: Seat.allCases)
    func awayTime(_ seat: Seat) {
        var scene = DuelScene.open(rules: .with { $0.awayTime = .seconds(50) })
        scene.lose(seat)
        scene.wait(.seconds(30))
        scene.comeBack(seat)
        scene.runOut()
        scene.lose(seat)
        #expect(scene.timeLeft == .seconds(20))
        #expect(scene.wait(.seconds(19)).isEmpty)
        #expect(scene.wait(.seconds(1)).events == [.countdown])
        #expect(scene.runOut().events == [.resumed])
        #expect(scene.view.phase == .open && scene.view.players[seat]?.isPresent == false)
        #expect(scene.claim(by: seat.opponent).events == [.claimed(seat.opponent)])
        // The seat is kept for as long as it would be anyway.
        #expect(scene.duel.nextDeadline.map { scene.now.duration(to: $0) } != nil)
    }

    @Test("Each game begins with the full budget of drops and time away")
    func nextGame() {
        var scene = DuelScene.open(rules: .with { $0.drops = 1 })
        scene.lose(.first)
        scene.comeBack(.first)
        scene.runOut()
        scene.send(.resign, from: .second)
        for seat in Seat.allCases { scene.send(.ready, from: seat) }
        scene.runOut()
        #expect(scene.lose(.first).events == [.away(.first), .paused])
    }

    @Test("A game agreed to before a player dropped begins with the full budget")
    func nextGameOfTheLost() {
        var scene = DuelScene.open(
            rules: .with { ($0.drops, $0.awayTime) = (1, .seconds(10)) })
        scene.send(.new, from: .first)
        scene.lose(.first)
        scene.wait(.seconds(8))
        #expect(scene.send(.new, from: .second).events == [.countdown])
        #expect(scene.runOut().events == [.started])
        // Who has not seen the cards yet is waited for.
        #expect(scene.view.phase == .paused)
        scene.comeBack(.first)
        scene.runOut()
        #expect(scene.lose(.first).events == [.away(.first), .paused])
        #expect(scene.timeLeft == .seconds(10))
    }

    @Test("An agreed pause clears no found set while a player is away", arguments: Seat.allCases)
    func agreedPauseInShowing(_ seat: Seat) {
        for isLostFirst in [true, false] {
            var scene = DuelScene.inTurn(seat)
            for seat in Seat.allCases { scene.send(.pause, from: seat) }
            if isLostFirst { scene.lose(seat.opponent) }
            scene.pick(DuelDecks.firstSet, by: seat)
            if !isLostFirst { scene.lose(seat.opponent) }
            // Nobody sees the next cards alone.
            #expect(scene.view.phase == .paused && scene.view.deck == 69)
            #expect(scene.view.cards == [Card?](repeating: nil, count: 12))
            scene.comeBack(seat.opponent)
            #expect(scene.view.phase == .paused)
            for seat in Seat.allCases { scene.send(.ready, from: seat) }
            #expect(scene.runOut().events == [.resumed])
            #expect(scene.view.selection?.verdict == .match)
            #expect(scene.runOut().events.map(\.kind) == ["refilled"])
        }
    }

    @Test("While nobody is there the game stands still, even with no budget left")
    func nobodyThere() {
        var scene = DuelScene.open(rules: .with { $0.drops = 0 })
        #expect(scene.lose(.first).events == [.away(.first)])
        #expect(scene.lose(.second).events == [.away(.second), .paused])
        #expect(scene.timeLeft == .seconds(60))
        #expect(scene.comeBack(.second).events == [.returned(.second), .countdown])
        #expect(scene.runOut().events == [.resumed])
    }

    @Test("A restart of the host costs no budget and hides the cards", arguments: Seat.allCases)
    func restart(_ seat: Seat) {
        var scene = DuelScene.open(rules: .with { $0.drops = 0 })
        _ = scene.duel.apply(.restarted, at: scene.now)
        #expect(scene.view.phase == .paused && scene.view.cards.allSatisfy { $0 == nil })
        scene.comeBack(seat)
        #expect(scene.view.cards.allSatisfy { $0 == nil })
        scene.wait(.seconds(30))
        #expect(scene.comeBack(seat.opponent).events.last == .countdown)
        scene.runOut()
        #expect(scene.claim(DuelDecks.firstSet, by: seat).events.last?.charge?.points == 5)
    }
}
