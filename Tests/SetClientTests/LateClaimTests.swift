import SetProtocol
import SetTestSupport
import Testing

@testable import SetClient

// MARK: - Claims that come too late, and verdicts that are past

extension TableModelMomentTests {
    @Test("A claim after the opponent's is called too late, also in the turn after its mistake")
    func lateClaim() {
        let refused = Refused(
            request: .claim, why: .notYourTurn, message: "It is Bob's turn for 4 more seconds.")
        let late = LogEntry.Content.refused(nil, message: "Too late: Bob claimed first.")
        let turns: [(ViewScene, TurnReason, LogEntry.Content)] = [
            (.otherTurn, .claim, late), (.myTurn, .answer, late),
            // After a deal, nobody has claimed.
            (.otherTurn, .grace, .refused(.notYourTurn, message: refused.message)),
        ]
        for (scene, reason, content) in turns {
            var model = scene.model()
            next(&model, .picked(.second, deck[1])) { state in
                state.turn = state.turn.map {
                    Turn(seat: $0.seat, reason: reason, countdown: $0.countdown)
                }
            }
            _ = model.receive(.refused(refused), at: now)
            #expect(model.notice?.content == content)
        }
        // The set that came first is still shown.
        for (seat, why, isLate) in [
            (Seat.second, Refusal.staleBoard, true), (.second, .cardNotOnBoard, true),
            (.first, .staleBoard, false),
        ] {
            let stale = Refused(request: .claim, why: why, message: why.sentence)
            var model = ViewScene.match.model()
            next(&model, nil) { state in
                state.selection = state.selection.map {
                    Selection(seat: seat, cards: $0.cards, verdict: .match)
                }
            }
            _ = model.receive(.refused(stale), at: now)
            #expect((model.notice?.content == late) == isLate)
        }
    }

    @Test("A verdict leaves the screen when the next claim begins, but not with an answer turn")
    func pastVerdict() {
        for (reason, isShown) in [(TurnReason.claim, false), (.answer, true)] {
            var model = ViewScene.mismatch.model()
            next(&model, nil) { state in
                state.phase = .turn
                state.turn = Turn(
                    seat: .first, reason: reason,
                    countdown: Countdown(remaining: .seconds(5), total: .seconds(5)))
            }
            let text = TableViewPicture(model, 80, 24).text
            #expect(text.contains("✗") == isShown, "\(reason)")
        }
    }

    @Test(
        "A claim for marks that the opponent has found is not sent, unless the host will know the margin"
    )
    func lostMarks() throws {
        var model = ViewScene.otherTurn.model()
        let trio = try #require(
            model.table.flatMap { table in
                CardSet(table.cards.compactMap(\.self)).sets.first
            })
        for card in trio.cards.prefix(2) { _ = model.perform(.touchCard(card), at: now) }
        next(&model, .setFound(.second, trio, points: 3)) { state in
            (state.phase, state.turn) = (.open, nil)
            state.selection = Selection(seat: .second, cards: trio.cards, verdict: .match)
        }
        #expect(model.isTooSoon(.claim, at: now.advanced(by: .milliseconds(500))))
        #expect(!model.isTooSoon(.claim, at: now.advanced(by: .milliseconds(700))))
        var driver = TableDriver(TableView(model), Size(80, 24))
        let board = try #require(model.table?.board)
        var quick = driver
        #expect(quick.press(.character(" ")) == [.send(.claim(Claim(board: board)))])
        driver.now = now.advanced(by: .milliseconds(400))
        let effects = driver.press(.character(" "))
        #expect(effects.isEmpty)
        #expect(
            driver.view.model.notice?.content
                == .refused(nil, message: "Too late: Bob claimed first."))
        // Three other marks are meant.
        let others = try #require(
            model.table?.cards.compactMap(\.self).filter { !trio.contains($0) })
        for card in others.prefix(3) { _ = model.perform(.touchCard(card), at: now) }
        #expect(model.marks.count == 3 && !model.isTooSoon(.claim, at: now))
        // A player without such marks may claim at once.
        var other = ViewScene.otherTurn.model()
        next(&other, .setFound(.second, trio, points: 3)) { state in
            (state.phase, state.turn) = (.open, nil)
        }
        #expect(!other.isTooSoon(.claim, at: now))
    }
}
