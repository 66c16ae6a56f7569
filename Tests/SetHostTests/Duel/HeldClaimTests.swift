import SetHost
import SetProtocol
import SetTestSupport
import Testing

@Suite("Held claims")
struct HeldClaimTests {
    /// A duel in which the first seat's line is fast and the second's slow, and both have seen the cards.
    private static func unequal(_ change: (inout Rules) -> Void = { _ in }) -> DuelScene {
        var rules = Rules.duel
        change(&rules)
        var scene = DuelScene.open(rules: rules)
        scene.duel.measured(PerSeat(first: .milliseconds(2), second: .milliseconds(102)))
        scene.jump(.milliseconds(102))
        return scene
    }

    private func isHeld(_ scene: DuelScene) -> Bool {
        guard case .open(_, held: .some) = scene.duel.phase else { return false }
        return true
    }

    @Test("A held claim is invisible and is granted when its time is over")
    func silence() {
        var scene = Self.unequal()
        let before = scene.view
        #expect(scene.claim(by: .first) == [])
        #expect(isHeld(scene))
        #expect(scene.view == before)
        #expect(scene.timeLeft == .milliseconds(100))
        #expect(scene.wait(.milliseconds(99)) == [])
        let effects = scene.wait(.milliseconds(1))
        #expect(effects.events == [.claimed(.first)])
        #expect(!isHeld(scene))
    }

    @Test(
        "No claim is held on a board that its player cannot have seen yet", arguments: [0, 40, 96])
    func unseen(_ milliseconds: Int) {
        // The player who opens the next board knows its number.
        var scene = Self.unequal()
        scene.claim(DuelDecks.firstSet, by: .second)
        scene.jump(.milliseconds(milliseconds))
        let before = scene
        #expect(scene.claim(by: .second).refusals == [.staleBoard])
        #expect(scene.deal(by: .second).refusals == [.staleBoard])
        #expect(scene == before)
        scene.jump(.milliseconds(97 - milliseconds))
        #expect(scene.claim(by: .second).events.last == .claimed(.second))
    }

    @Test("No claim is held on cards that have just been turned face up again")
    func turnedUp() {
        var scene = DuelScene.paused()
        scene.duel.measured(PerSeat(first: .milliseconds(2), second: .milliseconds(102)))
        for seat in Seat.allCases { scene.send(.ready, from: seat) }
        #expect(scene.runOut().events == [.resumed])
        #expect(scene.claim(by: .second).refusals == [.staleBoard])
        scene.jump(.milliseconds(97))
        #expect(scene.claim(by: .second).events == [.claimed(.second)])
    }

    @Test("A connection that claims to be very slow cannot block claims for long")
    func slowestLine() {
        var scene = Self.unequal()
        scene.duel.measured(PerSeat(both: .seconds(4)))
        scene.claim(DuelDecks.firstSet, by: .second)
        scene.jump(.milliseconds(395))
        #expect(scene.claim(by: .second).events.last == .claimed(.second))
    }

    @Test(
        "No claim is held while a set is shown before an agreed pause or the game's end")
    func ending() {
        var pausing = Self.unequal()
        pausing.claim(by: .second)
        for seat in Seat.allCases { pausing.send(.pause, from: seat) }
        pausing.pick(DuelDecks.firstSet, by: .second)
        var deciding = DuelScene.suddenDeath()
        deciding.claim(DuelDecks.firstSet, by: .second)
        for (var scene, refusal) in [(pausing, Refusal.gamePaused), (deciding, .gameOver)] {
            for seat in Seat.allCases {
                let before = scene
                #expect(scene.claim(by: seat).refusals == [refusal])
                #expect(scene == before)
            }
        }
    }

    @Test("A claim that comes much too late is refused without a margin, whatever its latency")
    func lateness() {
        for (wait, races) in [(649, 1), (651, 0)] {
            var scene = DuelScene.open()
            scene.duel.measured(PerSeat(both: .seconds(3)))
            scene.jump(.milliseconds(400))
            let board = scene.board
            scene.claim(DuelDecks.firstSet, by: .first)
            scene.wait(.milliseconds(wait))
            let told = scene.duel.receive(
                .claim(Claim(board: board)), from: .second, at: scene.now)
            #expect(told.races.count == races, "\(wait)")
        }
    }

    @Test(
        "A claim is held no longer than the bound, and not at all without lag fairness",
        arguments: [0, 40, 400])
    func bound(_ milliseconds: Int) {
        var scene = Self.unequal { $0.lagFairness = .milliseconds(milliseconds) }
        let effects = scene.claim(by: .first)
        if milliseconds == 0 {
            #expect(effects.events == [.claimed(.first)])
        } else {
            #expect(effects == [])
            #expect(scene.timeLeft == .milliseconds(min(100, milliseconds)))
        }
    }

    @Test("A held claim loses to an earlier press on a slower connection, and both see the margin")
    func beaten() {
        var scene = Self.unequal()
        scene.claim(by: .first)
        scene.jump(.milliseconds(66))
        let effects = scene.claim(by: .second)
        #expect(effects.events == [.claimed(.second)])
        #expect(effects.refusals == [.notYourTurn])
        let race = Race(
            winner: .second, margin: .milliseconds(34), adjustment: .milliseconds(100))
        #expect(effects.races == [race])
        #expect(effects.last == .race(race))
    }

    @Test("A held claim beats a later press on a slower connection")
    func kept() {
        var scene = Self.unequal()
        let board = scene.board
        scene.claim(by: .first)
        scene.wait(.milliseconds(130))
        let late = scene.send(.claim(Claim(board: board)), from: .second)
        #expect(late.refusals == [.notYourTurn])
        #expect(
            late.races == [
                Race(winner: .first, margin: .milliseconds(30), adjustment: .milliseconds(100))
            ])
    }

    @Test("A claim from the slower connection is granted at once")
    func slowFirst() {
        var scene = Self.unequal()
        #expect(scene.claim(by: .second).events == [.claimed(.second)])
    }

    @Test("A late timer changes no decision: arrival times decide")
    func lateTimer() {
        var scene = Self.unequal()
        let board = scene.board
        scene.claim(by: .first)
        // The timer is 50 ms late, but what arrived is looked at first.
        scene.jump(.milliseconds(99))
        let arrival = scene.now
        scene.jump(.milliseconds(51))
        let effects = scene.duel.receive(
            .claim(Claim(board: board)), from: .second, at: arrival)
        #expect(effects.events == [.claimed(.second)])
        #expect(scene.wake() == [])
    }

    @Test("A held claim keeps the picks that follow and selects them when granted")
    func followingPicks() throws {
        var scene = Self.unequal()
        scene.claim(by: .first)
        #expect(scene.pick(DuelDecks.firstSet, by: .first) == [])
        let trio = try #require(Trio(DuelDecks.firstSet))
        let events = scene.runOut().events
        #expect(events.first == .claimed(.first))
        #expect(events.last == .setFound(.first, trio, points: 5))
    }

    @Test("A held claim refuses picks of cards that are not on the board")
    func offBoardPicks() throws {
        var scene = Self.unequal()
        scene.claim(by: .first)
        let before = scene
        let undealt = try #require(Trio(CardSet(scene.duel.game.deck.cards).sets[0].cards))
        for card in undealt.cards {
            #expect(scene.pick([card], by: .first).refusals == [.cardNotOnBoard])
        }
        #expect(scene == before)
        #expect(scene.runOut().events == [.claimed(.first)])
        #expect(scene.view.selection == nil && scene.sets.first == 0)
    }

    @Test("A held claim refuses picks of the found set that is still lit")
    func litPicks() {
        var scene = DuelScene.revealing(foundBy: .second)
        scene.duel.measured(PerSeat(first: .milliseconds(2), second: .milliseconds(102)))
        scene.jump(.milliseconds(1))
        scene.claim(by: .first)
        #expect(scene.pick(DuelDecks.firstSet, by: .first).refusals.count == 3)
        #expect(scene.runOut().events.map(\.kind) == ["refilled", "claimed"])
        #expect(scene.view.selection == nil && scene.sets.first == 0)
    }

    @Test("A held claim refuses a fourth card and keeps the first three")
    func fourthPick() throws {
        var scene = Self.unequal()
        scene.claim(by: .first)
        #expect(scene.pick(DuelDecks.firstSet, by: .first) == [])
        #expect(scene.pick([DuelDecks.secondSet[0]], by: .first).refusals == [.finishYourTurn])
        let trio = try #require(Trio(DuelDecks.firstSet))
        #expect(scene.runOut().events.last == .setFound(.first, trio, points: 5))
    }

    @Test("A held claim gives up a card that is deselected while it waits")
    func takenBack() throws {
        var scene = Self.unequal()
        scene.claim(by: .first)
        let (card, others) = (DuelDecks.firstSet[0], DuelDecks.firstSet.dropFirst())
        scene.pick([card, DuelDecks.secondSet[0]], by: .first)
        scene.pick([DuelDecks.secondSet[0]], by: .first)
        scene.runOut()
        #expect(scene.view.selection?.cards == [card])
        let trio = try #require(Trio(DuelDecks.firstSet))
        let events = scene.pick(Array(others), by: .first).events
        #expect(events.last == .setFound(.first, trio, points: 5))
    }

    @Test("A held claim is lost at no cost to an earlier deal, and survives a later one")
    func deal() {
        for (pause, isDealtFirst) in [(60, true), (99, true)] {
            var scene = Self.unequal()
            scene.claim(by: .first)
            scene.jump(.milliseconds(pause))
            let effects = scene.deal(by: .second)
            #expect(effects.refusals == (isDealtFirst ? [.staleBoard] : [.notYourTurn]))
            #expect(scene.points.first == 0)
            #expect(scene.view.turn?.seat == .first, "dealing gives the other a turn anyway")
        }
    }

    @Test(
        "Nothing its player sends ends a held claim early",
        arguments: [
            .deal(BoardNumber(1)), .ready, .new, .pause, .resign, .pass, .say("hm"), .hint,
            .claim(Claim(board: BoardNumber(1))), .pick(DuelDecks.firstSet[0]),
        ] as [ClientMessage])
    func ownDeeds(_ message: ClientMessage) {
        for isAsked in [false, true] {
            var scene = Self.unequal()
            if isAsked { scene.send([.pause, .new], from: .second) }
            #expect(scene.board == BoardNumber(1))
            scene.claim(by: .first)
            let decision = scene.duel.nextDeadline
            scene.jump(.milliseconds(10))
            let effects = scene.send(message, from: .first)
            #expect(!effects.events.contains(.claimed(.first)))
            #expect(isHeld(scene) && scene.duel.nextDeadline == decision)
            // So the player who pressed sooner still wins.
            scene.jump(.milliseconds(56))
            #expect(scene.claim(by: .second).events.first == .claimed(.second))
        }
    }

    @Test("A held claim is forgotten silently when its player leaves")
    func leaving() {
        var scene = Self.unequal()
        scene.claim(by: .first)
        #expect(scene.send(.leave, from: .first).events == [.left(.first)])
        scene = Self.unequal()
        scene.claim(by: .first)
        #expect(scene.leave(.first).events == [.left(.first)])
    }

    @Test("A held claim is decided before anything else changes the game")
    func order() {
        for message in [ClientMessage.resign, .leave] {
            var scene = Self.unequal()
            scene.claim(by: .first)
            let effects = scene.send(message, from: .second)
            #expect(effects.events.first == .claimed(.first), "\(message)")
            #expect(scene.view.phase == .over)
        }
        // Also what only agrees to something, or asks for it.
        for message in [ClientMessage.ready, .new, .pause] {
            var scene = Self.unequal()
            scene.send([.pause, .new], from: .first)
            scene.claim(by: .first)
            let effects = scene.send(message, from: .second)
            #expect(effects.events.first == .claimed(.first), "\(message)")
        }
        var scene = Self.unequal()
        scene.claim(by: .first)
        #expect(scene.send(.say("hm"), from: .second) == [.say(.second, "hm")])
        #expect(isHeld(scene))
    }

    @Test("A held claim is forgotten if its player disconnects, granted if the other does")
    func loss() {
        var scene = Self.unequal()
        scene.claim(by: .first)
        #expect(scene.lose(.first).events == [.away(.first), .paused])
        #expect(scene.points.first == 0)

        scene = Self.unequal()
        scene.claim(by: .first)
        #expect(scene.lose(.second).events == [.claimed(.first), .away(.second)])
    }

    @Test("A claim repeated while it is held stays as it was first")
    func twice() {
        var scene = Self.unequal()
        scene.claim(by: .first)
        scene.jump(.milliseconds(10))
        let held = scene
        #expect(scene.claim(by: .first).refusals == [.finishYourTurn])
        #expect(scene == held)
    }

    @Test("A held claim announces each pick and deselection, at the table's price")
    func takenBackAtAPrice() {
        var scene = Self.unequal { $0.deselectPoints = -5 }
        let (card, other) = (DuelDecks.firstSet[0], DuelDecks.firstSet[1])
        scene.claim(by: .first)
        scene.pick([card, card, other], by: .first)
        let events: [TableEvent] = [
            .claimed(.first), .picked(.first, card), .unpicked(.first, card, points: -5),
            .picked(.first, other),
        ]
        #expect(scene.runOut().events == events)
    }

    @Test(
        "A held claim with three cards gives none of them up",
        arguments: [0, 3])
    func threeChosen(_ named: Int) throws {
        var scene = Self.unequal()
        scene.claim(Array(DuelDecks.firstSet.prefix(named)), by: .first)
        scene.pick(Array(DuelDecks.firstSet.dropFirst(named)), by: .first)
        #expect(scene.pick([DuelDecks.firstSet[0]], by: .first).refusals == [.finishYourTurn])
        let trio = try #require(Trio(DuelDecks.firstSet))
        #expect(scene.runOut().events.last == .setFound(.first, trio, points: 5))
    }

    @Test("A held claim survives the end of a showing")
    func reveal() {
        var scene = Self.unequal { $0.reveal = .milliseconds(300) }
        scene.duel.measured(PerSeat(both: .zero))
        scene.claim(DuelDecks.firstSet, by: .second)
        scene.duel.measured(PerSeat(first: .milliseconds(2), second: .milliseconds(102)))
        scene.jump(.milliseconds(1))
        scene.claim(by: .first)
        let kinds = scene.wait(.milliseconds(99)).events.map(\.kind)
        #expect(kinds == ["refilled"])
        #expect(scene.wait(.milliseconds(1)).events == [.claimed(.first)])
    }

    /// Both claim at the same instant.
    private static func contest(_ scene: inout DuelScene) -> Race? {
        scene.duel.measured(PerSeat(both: .zero))
        scene.jump(.microseconds(1))
        let claim = ClientMessage.claim(Claim(board: scene.board))
        let held = scene.duel.receive(claim, from: .first, isContested: true, at: scene.now)
        #expect(held == [])
        return scene.duel.receive(claim, from: .second, at: scene.now).races.first
    }

    @Test("A dead heat goes to the player behind, then the last one's loser, then chance")
    func deadHeat() {
        var scene = DuelScene.open()
        let first = Self.contest(&scene)
        #expect(first?.isDeadHeat == true)
        scene.send(.pass, from: first?.winner ?? .first)
        scene.send(.pass, from: first?.winner.opponent ?? .first)
        // Passing a claim has cost points: the one who passed is behind now.
        let second = Self.contest(&scene)
        #expect(second?.winner == first?.winner)
        scene.send(.pass, from: second?.winner ?? .first)
        scene.send(.pass, from: second?.winner.opponent ?? .first)

        let free = Rules.with { $0.timeoutPoints = 0 }
        scene = DuelScene.open(rules: free)
        let third = Self.contest(&scene)
        scene.send(.pass, from: third?.winner ?? .first)
        scene.send(.pass, from: third?.winner.opponent ?? .first)
        #expect(Self.contest(&scene)?.winner == third?.winner.opponent)
    }

    @Test("A dead heat goes to the loser of the last one, however that was decided")
    func deadHeatAfterPoints() {
        // In both ways around: a coin would fall the same way twice.
        for ahead in Seat.allCases {
            var scene = DuelScene.open(rules: .with { $0.timeoutPoints = 0 })
            scene.claim(DuelDecks.firstSet, by: ahead)
            scene.runOut()
            #expect(Self.contest(&scene)?.winner == ahead.opponent)
            scene.pick(DuelDecks.secondSet, by: ahead.opponent)
            scene.runOut()
            #expect(scene.points.first == scene.points.second)
            #expect(Self.contest(&scene)?.winner == ahead)
        }
    }

    @Test("Simultaneous claims with equal latency are decided by arrival times")
    func contested() {
        var scene = DuelScene.open()
        let board = scene.board
        let claim = ClientMessage.claim(Claim(board: board))
        _ = scene.duel.receive(claim, from: .second, isContested: true, at: scene.now)
        let later = scene.now.advanced(by: .microseconds(1_500))
        let effects = scene.duel.receive(claim, from: .first, at: later)
        #expect(effects.events == [.claimed(.second)])
        #expect(effects.races.first?.winner == .second)
    }

    @Test("Deadlines are extended by the round trip, and the player sees the whole window")
    func allowance() {
        var scene = Self.unequal()
        scene.claim(by: .second)
        #expect(scene.timeLeft == .milliseconds(5_102))
        #expect(scene.view.turn?.countdown?.remaining == .seconds(5))
        scene.wait(.seconds(2))
        #expect(scene.view.turn?.countdown?.remaining == .seconds(3))
        scene.wait(.milliseconds(3_101))
        #expect(scene.view.turn?.countdown?.remaining == .zero)
        // A pick that was made in time and is still on its way counts.
        #expect(scene.pick([DuelDecks.firstSet[0]], by: .second).refusals == [])
        #expect(scene.wait(.milliseconds(1)).events.map(\.kind) == ["timedOut"])
    }

    @Test("Deadlines of answer and grace turns are extended too")
    func allowanceOfOthers() {
        var scene = Self.unequal()
        scene.claim(by: .first)
        scene.runOut()
        scene.send(.pass, from: .first)
        #expect(scene.view.turn?.reason == .answer)
        #expect(scene.timeLeft == Rules.duel.answer + .milliseconds(102))
        scene = Self.unequal()
        scene.deal(by: .first)
        #expect(scene.view.turn?.reason == .grace)
        #expect(scene.timeLeft == Rules.duel.grace + .milliseconds(102))
    }

    @Test("A set's speed counts to the press, even with two slow connections")
    func quicknessOfEqual() {
        var scene = Self.unequal { $0.quickWithin = .seconds(5) }
        scene.duel.measured(PerSeat(both: .milliseconds(102)))
        scene.wait(.milliseconds(4_988))
        #expect(scene.claim(DuelDecks.firstSet, by: .second).events.last?.charge?.points == 5)
    }

    @Test("A set's speed counts from the board to the press")
    func quickness() {
        var scene = Self.unequal { $0.quickWithin = .seconds(5) }
        scene.wait(.milliseconds(4_988))
        #expect(scene.claim(DuelDecks.firstSet, by: .second).events.last?.charge?.points == 5)
        scene = Self.unequal()
        scene.wait(.milliseconds(5_008))
        #expect(scene.claim(DuelDecks.firstSet, by: .second).events.last?.charge?.points == 4)
    }

    @Test("A held claim is judged by the round trips at its arrival")
    func lines() {
        var scene = Self.unequal()
        scene.claim(by: .first)
        scene.jump(.milliseconds(66))
        scene.duel.measured(PerSeat(first: .milliseconds(2), second: .milliseconds(42)))
        #expect(scene.claim(by: .second).events == [.claimed(.second)])
    }

    @Test("Time spent holding a claim is not search time")
    func quicknessHeld() {
        var scene = Self.unequal { $0.quickWithin = .seconds(5) }
        scene.wait(.milliseconds(4_848))
        scene.claim(DuelDecks.firstSet, by: .first)
        #expect(scene.runOut().events.last?.charge?.points == 5)
    }
}

extension [DuelEffect] {
    /// The published races.
    var races: [Race] {
        compactMap { effect in
            guard case .race(let race) = effect else { return nil }
            return race
        }
    }
}
