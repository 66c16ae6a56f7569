import SetHost
import SetProtocol
import SetTestSupport
import Testing

@Suite("Agreements")
struct AgreementTests {
    @Test("A game starts when both are ready and the countdown is over", arguments: Seat.allCases)
    func start(seat: Seat) {
        var scene = DuelScene.seated()
        #expect(scene.send(.ready, from: seat).events == [.ready(seat)])
        #expect(scene.view.players[seat]?.isReady == true)
        #expect(scene.timeLeft == nil)
        let effects = scene.send(.ready, from: seat.opponent)
        #expect(effects.events == [.ready(seat.opponent), .countdown])
        #expect(scene.view.cards.isEmpty)
        #expect(scene.view.clock?.reason == .start)
        #expect(scene.wait(.milliseconds(2999)).isEmpty)
        #expect(scene.wait(.milliseconds(1)).events == [.started])
        #expect(scene.view.cards.count == 12)
        #expect(scene.view.players[seat]?.isReady == false)
    }

    @Test("Without a countdown the cards come at once")
    func noCountdown() {
        var scene = DuelScene.seated(rules: .with { $0.countdown = .zero })
        scene.send(.ready, from: .first)
        #expect(scene.send(.ready, from: .second).events == [.ready(.second), .started])
    }

    @Test(
        "A new game begins when both have asked, in open play or in a turn",
        arguments: Seat.allCases)
    func newGame(seat: Seat) {
        for start in [
            DuelScene.open(), .inTurn(seat, picked: 2), .inTurn(seat.opponent), .paused(),
        ] {
            var scene = start
            #expect(scene.send(.new, from: seat).events == [.asked(seat, .new)])
            #expect(scene.view.players[seat]?.asks == .new)
            #expect(scene.send(.new, from: seat.opponent).events == [.countdown])
            scene.runOut()
            #expect(scene.view.game == 2)
            #expect(scene.points == PerSeat(both: 0))
            #expect(scene.view.selection == nil)
            #expect(Seat.allCases.allSatisfy { scene.view.players[$0]?.wins == 0 })
            #expect(Seat.allCases.allSatisfy { scene.view.players[$0]?.asks == nil })
        }
    }

    @Test(
        "A proposal is withdrawn by repeating it, or replaced by another",
        arguments: Seat.allCases)
    func withdraw(seat: Seat) {
        for (proposal, message) in [(Proposal.new, ClientMessage.new), (.pause, .pause)] {
            var scene = DuelScene.open()
            scene.send(message, from: seat)
            #expect(scene.send(message, from: seat).events == [.withdrew(seat, proposal)])
            #expect(scene.view.players[seat]?.asks == nil)
            #expect(scene.send(.ready, from: seat.opponent).refusals == [.nothingToAgree])
        }
        var scene = DuelScene.open()
        scene.send([.new, .pause], from: seat)
        #expect(scene.view.players[seat]?.asks == .pause)
        scene.send(.new, from: seat.opponent)
        #expect(scene.view.phase == .open)
    }

    @Test("A proposal lapses after 20 seconds without an answer", arguments: Seat.allCases)
    func lapse(seat: Seat) {
        for (proposal, message) in [(Proposal.new, ClientMessage.new), (.pause, .pause)] {
            for start in [DuelScene.open(), .paused()]
            where start.view.phase == .open || proposal == .new {
                var scene = start
                scene.send(message, from: seat)
                #expect(scene.timeLeft.map { $0 <= .seconds(20) } == true)
                #expect(!scene.wait(.milliseconds(19_999)).events.contains { $0.isWithdrawal })
                #expect(
                    scene.wait(.milliseconds(1)).events
                        == [.withdrew(seat, proposal, because: .lapsed)])
                #expect(scene.view.players[seat]?.asks == nil)
                #expect(scene.view.phase == start.view.phase)
            }
        }
    }

    @Test("An agreed pause that waits for a turn to end does not lapse", arguments: Seat.allCases)
    func agreedDoesNotLapse(seat: Seat) {
        var scene = DuelScene.inTurn(seat, rules: .with { $0.claim = .seconds(60) })
        for place in Seat.allCases { scene.send(.pause, from: place) }
        #expect(scene.wait(.seconds(30)).isEmpty)
        #expect(scene.send(.decline, from: seat).refusals == [.nothingToAgree])
        scene.send(.pass, from: seat)
        scene.send(.pass, from: seat.opponent)
        #expect(scene.view.phase == .paused)
    }

    @Test("Declining withdraws the other's proposal and says so", arguments: Seat.allCases)
    func decline(seat: Seat) {
        for (proposal, message) in [(Proposal.new, ClientMessage.new), (.pause, .pause)] {
            for start in [DuelScene.open(), .inTurn(seat), .inTurn(seat.opponent)] {
                var scene = start
                scene.send(message, from: seat)
                #expect(scene.send(.decline, from: seat).refusals == [.nothingToAgree])
                #expect(
                    scene.send(.decline, from: seat.opponent).events
                        == [.withdrew(seat, proposal, because: .declined)])
                #expect(scene.view.players[seat]?.asks == nil)
                #expect(scene.send(.decline, from: seat.opponent).refusals == [.nothingToAgree])
            }
        }
    }

    @Test("\"Ready\" ends no game: it may answer an earlier pause proposal")
    func switched() {
        for seat in Seat.allCases {
            var scene = DuelScene.open()
            scene.send([.pause, .new], from: seat)
            let effects = scene.send(.ready, from: seat.opponent)
            #expect(effects.refusals == [.nothingToAgree] && scene.view.game == 1)
            #expect(scene.send(.new, from: seat.opponent).events == [.countdown])
        }
    }

    @Test("A pause hides the cards until the game goes on", arguments: Seat.allCases)
    func pause(seat: Seat) {
        var scene = DuelScene.open()
        let cards = scene.view.cards
        scene.send(.pause, from: seat)
        let effects = scene.send(.pause, from: seat.opponent)
        #expect(effects.events == [.paused])
        for state in [effects.states[0], scene.view] {
            #expect(state.cards == Array(repeating: nil, count: 12))
            #expect(state.phase == .paused)
        }
        #expect(scene.wait(.seconds(3600)).isEmpty)

        scene.send(.ready, from: seat)
        let resuming = scene.send(.ready, from: seat.opponent)
        #expect(resuming.events == [.ready(seat.opponent), .countdown])
        #expect(scene.view.cards == Array(repeating: nil, count: 12))
        #expect(scene.runOut().events == [.resumed])
        #expect(scene.view.cards == cards)
        #expect(scene.view.phase == .open)
    }

    @Test(
        "A pause counts as search time: a player may have kept a picture of the cards",
        arguments: Seat.allCases)
    func pauseTime(seat: Seat) {
        // One second before the pause, three of its countdown, and what comes after it.
        for (pause, search, points) in [
            (0, 1000, 5), (0, 1001, 4), (10_000, 1000, 4), (10_000, 1001, 3),
        ] {
            var scene = DuelScene.open()
            scene.wait(.seconds(1))
            for place in Seat.allCases { scene.send(.pause, from: place) }
            scene.wait(.milliseconds(pause))
            for place in Seat.allCases { scene.send(.ready, from: place) }
            scene.runOut()
            scene.wait(.milliseconds(search))
            scene.claim(DuelDecks.firstSet, by: seat)
            #expect(scene.points[seat] == points)
        }
    }

    @Test("A pause that one player wants to end does not last forever", arguments: Seat.allCases)
    func endlessPause(seat: Seat) {
        var scene = DuelScene.paused()
        #expect(scene.wait(.seconds(3600)).isEmpty)
        scene.send(.ready, from: seat)
        let whole = scene.duel.rules.awayTime
        #expect(
            scene.view.clock
                == Clock(reason: .ready, countdown: Countdown(remaining: whole, total: whole)))
        // Losing the connection in the meantime gains no time.
        scene.wait(.seconds(50))
        scene.lose(seat.opponent)
        #expect(scene.view.clock?.reason == .away)
        scene.wait(.seconds(50))
        scene.comeBack(seat.opponent)
        #expect(
            scene.view.clock
                == Clock(
                    reason: .ready,
                    countdown: Countdown(remaining: whole - .seconds(100), total: whole)))
        #expect(scene.wait(whole - .seconds(100) - .milliseconds(1)).isEmpty)
        #expect(scene.wait(.milliseconds(1)).events == [.countdown])
        #expect(scene.runOut().events == [.resumed])
        #expect(scene.view.phase == .open)
    }

    @Test("No clock runs in a pause once everybody is ready")
    func readyForAll() {
        func clocks(from start: DuelScene) -> [ClockReason?] {
            var scene = start
            return scene.duel.rules.seats.flatMap { scene.send(.ready, from: $0) }.compactMap {
                guard case .publish(let state) = $0 else { return nil }
                return .some(state.clock?.reason)
            }
        }
        #expect(clocks(from: .paused()) == [.ready, nil, .start])
        var alone = DuelScene.solo()
        alone.send(.pause, from: .first)
        #expect(clocks(from: alone) == [nil, nil])
    }

    @Test(
        "A pause that ends while a player is away resumes when they are back",
        arguments: Seat.allCases)
    func pauseOverWhileLost(seat: Seat) {
        var scene = DuelScene.paused()
        scene.send(.ready, from: seat)
        scene.wait(scene.duel.rules.awayTime - .seconds(1))
        scene.lose(seat.opponent)
        #expect(scene.wait(.seconds(1)).events == [.countdown])
        #expect(scene.runOut().events == [.resumed])
        // The player who left has seen the cards before the pause.
        #expect(scene.view.phase == .paused && !scene.view.cards.contains(nil))
        #expect(scene.comeBack(seat.opponent).events == [.returned(seat.opponent), .countdown])
        scene.runOut()
        #expect(scene.view.phase == .open)
    }

    @Test("A pause agreed in a turn begins after the turn", arguments: Seat.allCases)
    func pauseInTurn(seat: Seat) {
        var scene = DuelScene.inTurn(seat)
        for place in Seat.allCases { scene.send(.pause, from: place) }
        #expect(scene.view.phase == .turn)
        // Agreeing again does not withdraw the request.
        #expect(scene.send(.ready, from: seat).refusals == [.alreadyReady])
        scene.send(.pass, from: seat)
        #expect(scene.view.turn?.seat == seat.opponent)
        #expect(scene.send(.pass, from: seat.opponent).events.last == .paused)
        #expect(scene.view.phase == .paused)
        #expect(scene.duel.phase == .paused(because: .agreed, since: scene.now))
    }

    @Test("No card comes between a found set and an agreed pause", arguments: Seat.allCases)
    func pauseAfterReveal(seat: Seat) {
        for (isAgreedInTurn, reveal) in [(true, 1500), (true, 0), (false, 1500), (false, 0)] {
            var scene = DuelScene.inTurn(
                seat, picked: 2, rules: .with { $0.reveal = .milliseconds(reveal) })
            var events: [TableEvent] = []
            if isAgreedInTurn { for place in Seat.allCases { scene.send(.pause, from: place) } }
            events += scene.pick([DuelDecks.firstSet[2]], by: seat).events
            if !isAgreedInTurn {
                for place in Seat.allCases { events += scene.send(.pause, from: place).events }
            } else {
                events += scene.wait(.milliseconds(reveal)).events
            }
            #expect(events.last == .paused)
            #expect(events.allSatisfy { if case .refilled = $0 { false } else { true } })
            #expect(scene.view.phase == .paused && scene.view.discard == 0)
            #expect(scene.view.cards.allSatisfy { $0 == nil })
            // The set is shown again, and then its cards are replaced before both players.
            for place in Seat.allCases { scene.send(.ready, from: place) }
            scene.runOut()
            #expect(scene.view.phase == .open && scene.view.selection?.verdict == .match)
            if reveal > 0 {
                scene.runOut()
            } else {
                scene.send(.pick(DuelDecks.firstSet[0]), from: seat)
            }
            #expect(scene.view.discard == 3 && scene.view.selection == nil)
        }
    }

    @Test(
        "An agreed pause stays one even if a player is disconnected meanwhile",
        arguments: Seat.allCases)
    func pauseAndLoss(seat: Seat) {
        var scene = DuelScene.inTurn(seat)
        for place in Seat.allCases { scene.send(.pause, from: place) }
        scene.lose(seat)
        scene.runOut()
        scene.send(.pass, from: seat.opponent)
        #expect(scene.view.phase == .paused)
        scene.comeBack(seat)
        #expect(scene.view.phase == .paused)
        #expect(scene.send(.claim(Claim(board: scene.board)), from: seat).refusals == [.gamePaused])
    }

    @Test("An agreed pause is forgotten if the game ends in a draw first", arguments: Seat.allCases)
    func pauseAndSuddenDeath(seat: Seat) {
        var scene = DuelScene.open(decks: [DuelDecks.lastTwoSets, DuelDecks.twoSets])
        scene.claim(DuelDecks.firstSet, by: seat)
        scene.runOut()
        scene.claim(by: seat.opponent)
        for place in Seat.allCases { scene.send(.pause, from: place) }
        scene.pick(DuelDecks.secondSet, by: seat.opponent)
        scene.runOut()
        #expect(scene.view.isSuddenDeath)
        #expect(Seat.allCases.allSatisfy { scene.view.players[$0]?.asks == nil })
    }

    @Test(
        "Chat is passed on in every phase and changes nothing",
        arguments: DuelSituation.allCases.filter { $0 != .soloAway })
    func chat(situation: DuelSituation) {
        for me in situation.seats {
            var scene = situation.scene(for: me)
            let before = scene
            #expect(scene.send(.say("well done"), from: me) == [.say(me, "well done")])
            #expect(scene == before)
        }
    }
}

extension TableEvent {
    fileprivate var isWithdrawal: Bool { if case .withdrew = self { true } else { false } }
}
