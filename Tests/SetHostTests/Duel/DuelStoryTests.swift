import Foundation
import SetHost
import SetProtocol
import SetTestSupport
import Testing

/// Replays the transcripts in Tests/Golden/duel, from both seats.
@Suite("Stories of duels")
struct DuelStoryTests {
    /// - Parameter isFair: Whether the seats are interchangeable.
    private func replay(_ name: String, isFair: Bool = true) throws {
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

    @Test("The transcript of turns: how long they last, what they cost, who is next")
    func turns() throws { try replay("turns") }

    @Test("The transcript of claims")
    func claims() throws { try replay("claims") }

    @Test("The transcript of deals")
    func deals() throws { try replay("deals") }

    @Test("The transcript of results, sudden deaths, and rematches")
    func results() throws { try replay("results") }

    @Test("The transcript of requests for games and pauses")
    func agreements() throws { try replay("agreements") }

    @Test("The transcript of seats")
    func seats() throws { try replay("seats") }

    @Test("The transcript of solo games")
    func solo() throws { try replay("solo") }

    @Test("The transcript of lost connections and what they cost")
    func absences() throws { try replay("absences") }

    @Test("The transcript of restarts, which cost nothing")
    func restarts() throws { try replay("restarts", isFair: false) }

    @Test("The transcript of held claims")
    func heldClaims() throws { try replay("held-claims") }

    @Test("The transcript of claims that lose a race to the other's set")
    func lostRaces() throws { try replay("lost-races") }

    @Test("The transcript of claims that come too soon after an opening")
    func openings() throws { try replay("openings") }

    // MARK: - What transcripts do not show

    @Test("The refusal of a claim in a turn says how many seconds remain")
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
