import SetHost
import SetProtocol
import SetTestSupport
import Testing

@Suite("Seats")
struct SeatTests {
    @Test("Players get the free seats, first seat first")
    func sitting() {
        var scene = DuelScene()
        #expect(scene.duel.freeSeat == .first)
        #expect(scene.sit(.first).events == [.joined(.first)])
        #expect(scene.duel.freeSeat == .second)
        #expect(scene.sit(.second).events == [.joined(.second)])
        #expect(scene.duel.freeSeat == nil)
        #expect(scene.sit(.first).isEmpty)
        #expect(scene.view.players.second?.name == "Bob")
    }

    @Test(
        "Two players with the same name are told apart",
        arguments: [
            ("Ann", "Ann 2"), ("ABCDEFGHIJKLMNOP", "ABCDEFGHIJKLMN 2"), ("名名名名名名名名", "名名名名名名名 2"),
        ])
    func sameName(name: String, other: String) {
        var duel = Duel(rules: .duel, decks: DeckSource(seed: 1))
        _ = duel.joined(.first, name: name, at: .zero)
        _ = duel.joined(.second, name: name, at: .zero)
        #expect(duel.players.first?.name == name)
        #expect(duel.players.second?.name == other)
        #expect(SafeText.isAllowedName(other))
    }

    @Test(
        "Who is ready after the opponent left a finished game stays ready", arguments: Seat.allCases
    )
    func readyForTheNext(seat: Seat) {
        var scene = DuelScene.open()
        scene.leave(seat.opponent)
        #expect(scene.view.phase == .over)
        scene.send(.ready, from: seat)
        scene.sit(seat.opponent)
        #expect(scene.view.phase == .waiting && scene.view.players[seat]?.isReady == true)
        let effects = scene.send(.ready, from: seat.opponent)
        #expect(effects.events == [.ready(seat.opponent), .countdown])
    }

    @Test("Games of the next pair have other numbers than those before", arguments: Seat.allCases)
    func numbersGoOn(seat: Seat) {
        var scene = DuelScene.open()
        #expect(scene.view.game == 1)
        scene.leave(seat.opponent)
        scene.sit(seat.opponent)
        #expect(scene.view.game == 0)
        for seat in Seat.allCases { scene.send(.ready, from: seat) }
        #expect(scene.view.game == 2)
    }

    @Test("Messages from an empty seat are ignored", arguments: Seat.allCases)
    func nobody(seat: Seat) {
        var scene = DuelScene()
        let before = scene
        #expect(scene.send(.ready, from: seat).isEmpty)
        #expect(scene.lose(seat).isEmpty)
        #expect(scene.comeBack(seat).isEmpty)
        #expect(scene.leave(seat).isEmpty)
        #expect(scene == before)
    }

    @Test("A lost connection in open play stops the game at once", arguments: Seat.allCases)
    func lossInOpenPlay(seat: Seat) {
        var scene = DuelScene.open()
        let effects = scene.lose(seat)
        #expect(effects.events == [.away(seat), .paused])
        #expect(scene.view.players[seat]?.isPresent == false)
        #expect(scene.view.clock?.reason == .away)
        #expect(scene.timeLeft == .seconds(60))
    }

    @Test(
        "With both players away, the clock shows the seat that lapses first",
        arguments: Seat.allCases)
    func clockOfBothLost(seat: Seat) {
        var scene = DuelScene.open()
        scene.lose(seat)
        scene.wait(.seconds(20))
        scene.lose(seat.opponent)
        scene.wait(.seconds(5))
        #expect(scene.view.clock?.countdown.remaining == .seconds(35))
        #expect(scene.timeLeft == .seconds(35))
        scene.comeBack(seat)
        #expect(scene.view.clock?.countdown.remaining == .seconds(55))
    }

    @Test("A player returns to the same game with nothing lost", arguments: Seat.allCases)
    func comeBack(seat: Seat) {
        var scene = DuelScene.revealing(foundBy: seat)
        scene.runOut()
        scene.wait(.seconds(2))
        let before = scene.view
        scene.lose(seat)
        scene.wait(.seconds(59))
        #expect(scene.comeBack(seat).events == [.returned(seat), .countdown])
        #expect(scene.runOut().events == [.resumed])
        #expect(scene.view.cards == before.cards)
        #expect(scene.view.players[seat] == before.players[seat])
        #expect(scene.view.board == before.board)
    }

    @Test("A turn times out even while its holder is away", arguments: Seat.allCases)
    func lossInOwnTurn(seat: Seat) {
        var scene = DuelScene.inTurn(seat)
        scene.lose(seat)
        #expect(scene.view.phase == .turn)
        #expect(scene.timeLeft == .seconds(5))
        #expect(scene.runOut().events == [.timedOut(seat, .claim, points: -2)])
        #expect(scene.view.turn?.seat == seat.opponent)
        #expect(scene.runOut().events == [.timedOut(seat.opponent, .answer, points: 0), .paused])
        #expect(scene.timeLeft == .seconds(45))
    }

    @Test("A player who is back in time plays the turn to its end", arguments: Seat.allCases)
    func backInOwnTurn(seat: Seat) {
        var scene = DuelScene.inTurn(seat, picked: 2)
        scene.lose(seat)
        scene.wait(.seconds(4))
        #expect(scene.comeBack(seat).events == [.returned(seat)])
        #expect(scene.timeLeft == .seconds(1))
        scene.pick([DuelDecks.firstSet[2]], by: seat)
        #expect(scene.sets[seat] == 1)
    }

    @Test("A failed claim gives no turn to a player who is away", arguments: Seat.allCases)
    func noTurnForTheLost(seat: Seat) {
        var claim = DuelScene.inTurn(seat)
        claim.lose(seat.opponent)
        #expect(claim.runOut().events == [.timedOut(seat, .claim, points: -2), .paused])
    }

    @Test(
        "A seat is kept for its time; then the other player may end the game or wait",
        arguments: Seat.allCases)
    func released(seat: Seat) {
        var scene = DuelScene.away(seat)
        #expect(scene.wait(.milliseconds(59_999)).isEmpty)
        #expect(scene.wait(.milliseconds(1)).events == [.seatReleased(seat)])
        #expect(scene.view.phase == .paused)
        // What is left of the time for which a game waits.
        #expect(scene.timeLeft == .seconds(60))

        var waiting = scene
        #expect(waiting.wait(.seconds(1000)).events == [.countdown, .resumed])
        #expect(waiting.comeBack(seat).events == [.returned(seat)])

        #expect(scene.send(.new, from: seat.opponent).events == [.left(seat)])
        #expect(scene.view.result == GameResult(winner: seat.opponent, decider: .left))
        #expect(scene.duel.freeSeat == seat)
    }

    @Test(
        "A seat given up becomes free even if the game ends for another reason",
        arguments: Seat.allCases)
    func releasedAndOver(seat: Seat) {
        var scene = DuelScene.released(seat)
        scene.send(.resign, from: seat.opponent)
        #expect(scene.view.phase == .over)
        #expect(scene.duel.freeSeat == seat)
        #expect(scene.sit(seat).events == [.joined(seat)])
        for place in Seat.allCases { scene.send(.ready, from: place) }
        #expect(scene.view.phase == .countdown)
    }

    @Test(
        "A table waits for two players who are away, then closes",
        arguments: Seat.allCases)
    func bothLost(seat: Seat) {
        var scene = DuelScene.away(seat)
        scene.wait(.seconds(10))
        scene.lose(seat.opponent)
        var back = scene
        #expect(back.comeBack(seat).events == [.returned(seat)])
        #expect(back.view.phase == .paused)
        #expect(back.comeBack(seat.opponent).events == [.returned(seat.opponent), .countdown])

        #expect(scene.runOut().events == [.seatReleased(seat)])
        #expect(scene.runOut() == [.close])
    }

    @Test(
        "A ready player who was away is still ready: the game starts on return",
        arguments: Seat.allCases)
    func readyAndLost(seat: Seat) {
        for start in [DuelScene.seated(), .paused(), .over(wonBy: seat)] {
            var scene = start
            scene.send(.ready, from: seat)
            scene.lose(seat)
            scene.send(.ready, from: seat.opponent)
            #expect(scene.view.phase == start.view.phase)
            #expect(scene.comeBack(seat).events == [.returned(seat), .countdown])
            #expect(scene.view.phase == .countdown)
        }
    }

    @Test("A player lost in the countdown finds the cards face down", arguments: Seat.allCases)
    func lossInCountdown(seat: Seat) {
        var scene = DuelScene.countdown()
        scene.lose(seat)
        let effects = scene.runOut()
        #expect(effects.events == [.started])
        #expect(effects.states.last?.phase == .paused)
        #expect(effects.states.last?.cards == Array(repeating: nil, count: 12))
        scene.comeBack(seat)
        #expect(scene.runOut().events == [.resumed])
        scene.wait(.seconds(5))
        #expect(scene.claim(DuelDecks.firstSet, by: seat).events.last?.charge?.points == 5)
    }

    @Test(
        "Between games an absent player's seat is released after its time", arguments: Seat.allCases
    )
    func lossBetweenGames(seat: Seat) {
        // Before two have played, one does not wait long for the other.
        for (start, time) in [(DuelScene.seated(), 5), (.over(wonBy: seat), 60)] {
            var scene = start
            scene.lose(seat)
            #expect(scene.timeLeft == .seconds(time))
            #expect(scene.runOut().events == [.left(seat)])
            #expect(scene.duel.freeSeat == seat)
            #expect(scene.timeLeft == nil)
        }
    }

    @Test(
        "Leaving never leaves the other player stuck, in any situation",
        arguments: DuelSituation.allCases
    )
    func leaving(situation: DuelSituation) {
        for me in situation.seats {
            var scene = situation.scene(for: me)
            guard scene.duel.players[me.opponent] != nil else { continue }
            let effects = scene.leave(me)
            if effects.contains(.close) { continue }
            #expect(scene.duel.players[me] == nil)
            #expect([.waiting, .over].contains(scene.view.phase))
            #expect(scene.duel.freeSeat == me)
            scene.comeBack(me.opponent)
            scene.sit(me)
            for place in Seat.allCases { scene.send(.ready, from: place) }
            #expect(scene.view.phase == .countdown, "after leaving \(situation)")
        }
    }

    @Test("Leaving changes no result that was due before", arguments: Seat.allCases)
    func leavingLate(seat: Seat) {
        var scene = DuelScene.inTurn(seat)
        scene.jump(.seconds(5))
        #expect(scene.leave(seat).events == [.timedOut(seat, .claim, points: -2), .left(seat)])
    }

    @Test("The last player to leave closes the table", arguments: Seat.allCases)
    func lastOne(seat: Seat) {
        var scene = DuelScene.open()
        scene.leave(seat)
        #expect(scene.leave(seat.opponent) == [.close])
    }

    @Test(
        "A newcomer finds a fresh table, not the end of somebody else's game",
        arguments: Seat.allCases)
    func newcomer(seat: Seat) {
        var scene = DuelScene.suddenDeath()
        scene.send(.resign, from: seat)
        scene.leave(seat)
        scene.sit(seat)
        let view = scene.view
        #expect(view.phase == .waiting)
        #expect(view.result == nil)
        #expect(view.cards.isEmpty)
        #expect(view.deck == 81)
        #expect(view.game == 0)
        #expect(!view.isSuddenDeath)
        for place in Seat.allCases {
            #expect(view.players[place]?.wins == 0)
            #expect(view.players[place]?.points == 0)
            #expect(view.players[place]?.isReady == false)
        }
    }
}
