import Foundation
import SetHost
import SetProtocol
import SetTestSupport
import Testing

/// Duels take the course that Tests/Golden/duel tells, whoever sits in which seat.
@Suite("Stories of duels")
struct DuelStoryTests {
    /// - Parameter isFair: Whether the seats are interchangeable.
    private func retell(_ name: String, isFair: Bool = true) throws {
        let text = goldenText("duel/\(name)")
        expectPicture(try DuelStory.retell(text, as: .first), "duel/\(name)")
        guard isFair else { return }
        // What has just been written down holds for both seats.
        let written = goldenText("duel/\(name)")
        for (one, other) in zip(
            written.split(separator: "\n"),
            try DuelStory.retell(written, as: .second).split(separator: "\n"))
        {
            #expect(one == other, "by the second seat")
        }
    }

    @Test("Turns last, cost, and are handed over as told")
    func turns() throws { try retell("turns") }

    @Test("Claims are granted, refused, and timed as told")
    func claims() throws { try retell("claims") }

    @Test("Deals are judged as told")
    func deals() throws { try retell("deals") }

    @Test("Games end, are drawn, and are played again as told")
    func results() throws { try retell("results") }

    @Test("Players agree to games and pauses as told")
    func agreements() throws { try retell("agreements") }

    @Test("Seats are taken, kept, and given up as told")
    func seats() throws { try retell("seats") }

    @Test("Solo games take the course told")
    func solo() throws { try retell("solo") }

    @Test("Lost connections cost what is told")
    func absences() throws { try retell("absences") }

    @Test("Restarts of the host cost nothing, as told")
    func restarts() throws { try retell("restarts", isFair: false) }

    @Test("Held claims are decided as told")
    func heldClaims() throws { try retell("held-claims") }

    @Test("Claims just after the other's set are lost races as told")
    func lostRaces() throws { try retell("lost-races") }

    @Test("Claims too soon after an opening are refused as told")
    func openings() throws { try retell("openings") }

    // MARK: - What stories do not tell

    @Test("A player who must wait is told how many seconds remain")
    func sentence() {
        for (wait, words) in [
            (0, "5 more seconds"), (4000, "1 more second"), (4999, "1 more second"),
        ] {
            var scene = DuelScene.inTurn(.first)
            scene.wait(.milliseconds(wait))
            guard case .refuse(let refused, to: _) = scene.claim(by: .second).first else {
                Issue.record("the claim was not refused")
                return
            }
            #expect(refused.message == "It is Ann's turn for \(words).")
            #expect(refused.request == .claim)
        }
    }

    @Test("Without a countdown, the state of a sudden death still has a clock, which is at its end")
    func suddenDeathWithoutCountdown() throws {
        var scene = DuelScene.open(
            rules: .with { $0.countdown = .zero },
            decks: [DuelDecks.lastTwoSets, DuelDecks.twoSets])
        scene.claim(DuelDecks.firstSet, by: .second)
        scene.runOut()
        scene.claim(DuelDecks.secondSet, by: .first)
        let effects = scene.runOut()
        #expect(effects.events == [.refilled([]), .suddenDeath, .started])
        let state = try #require(effects.states.first { $0.event == .suddenDeath })
        let none = Countdown(remaining: .zero, total: .zero)
        #expect(state.phase == .countdown && state.cards.isEmpty)
        #expect(state.clock == Clock(reason: .start, countdown: none))
    }

    @Test("No state of a pause for which all are ready has a clock of its own")
    func readyForAll() {
        var scene = DuelScene.paused()
        let clocks = Seat.allCases.flatMap { scene.send(.ready, from: $0) }.states.map(
            \.clock?.reason)
        #expect(clocks == [.ready, nil, .start])
    }

    @Test(
        "Two players with the same name are told apart",
        arguments: [
            ("Ann", "Ann 2"), ("ABCDEFGHIJKLMNOP", "ABCDEFGHIJKLMN 2"), ("名名名名名名名名", "名名名名名名名 2"),
        ])
    func sameName(name: String, other: String) {
        var duel = Duel(rules: .duel, decks: DeckSource(seed: 1))
        #expect(duel.freeSeat == .first)
        _ = duel.joined(.first, name: name, at: .zero)
        #expect(duel.freeSeat == .second)
        _ = duel.joined(.second, name: name, at: .zero)
        #expect(duel.freeSeat == nil)
        #expect(duel.players.first?.name == name)
        #expect(duel.players.second?.name == other)
        #expect(SafeText.isAllowedName(other))
    }
}
