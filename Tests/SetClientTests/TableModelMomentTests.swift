import SetProtocol
import SetTestSupport
import Testing

@testable import SetClient

/// What is true for a while only: lit cards, refusals, hints, and keys that come too soon.
@Suite("Expiry of what is shown")
struct TableModelMomentTests {
    let now = ViewScene.now
    let deck = SeededGenerator.shuffledDeck(seed: 5)

    func next(
        _ model: inout TableModel, _ event: TableEvent?, at time: MonotonicInstant = ViewScene.now,
        _ change: (inout TableState) -> Void = { _ in }
    ) {
        guard var state = model.table else { return }
        state.revision = state.revision.next
        state.event = event
        change(&state)
        _ = model.receive(.state(state), at: time)
    }

    private func standing(_ model: TableModel, at time: MonotonicInstant) -> CardState.Standing {
        TablePicture(
            model: model, size: Size(80, 24), appearance: Appearance(), now: time
        ).state(ofSlot: 0).standing
    }

    // MARK: Three cards that are no set

    @Test("A mismatch stays lit during the answer turn and no longer")
    func litInAnswer() {
        var model = ViewScene.mismatch.model()
        #expect(standing(model, at: now) == .mismatch)
        #expect(standing(model, at: now.advanced(by: .seconds(60))) == .mismatch)
        next(&model, .ready(.first))
        #expect(standing(model, at: now) == .mismatch)
        next(&model, .timedOut(.first, .answer, points: 0)) {
            ($0.phase, $0.turn) = (.open, nil)
        }
        #expect(standing(model, at: now) == .free)
        next(&model, .claimed(.first)) {
            $0.phase = .turn
            $0.turn = Turn(seat: .first, reason: .claim, countdown: nil)
        }
        #expect(standing(model, at: now) == .free)
    }

    @Test("An unanswered mismatch goes out after a while or on a touch")
    func litInOpenPlay() throws {
        var model = ViewScene.mismatch.model()
        let trio = try #require(model.verdict?.trio)
        next(&model, .mismatch(.first, trio, points: -2)) {
            ($0.phase, $0.turn) = (.open, nil)
            $0.selection = Selection(seat: .first, cards: trio.cards, verdict: .mismatch)
        }
        let end = now.advanced(by: TableModel.mismatchTime)
        #expect(standing(model, at: now) == .mismatch)
        #expect(standing(model, at: end) == .free)
        let screen = TablePicture(
            model: model, size: Size(80, 24), appearance: Appearance(), now: now)
        var changes: [MonotonicInstant] = []
        var time = now
        while let change = screen.nextChange(after: time) {
            changes.append(change)
            time = change
        }
        #expect(changes.contains(end))
        _ = model.perform(.touch(slot: 5), at: now)
        #expect(standing(model, at: now) == .free)
    }

    @Test("Without claims a mismatch stays lit until the next touch")
    func litAlone() throws {
        var model = ViewScene.solo.model()
        let cards = (model.table?.cards ?? []).prefix(3).compactMap(\.self)
        let trio = try #require(Trio(cards))
        next(&model, .mismatch(.first, trio, points: -2)) {
            $0.selection = Selection(seat: .first, cards: cards, verdict: .mismatch)
        }
        #expect(standing(model, at: now.advanced(by: .seconds(600))) == .mismatch)
    }

    // MARK: Refusals

    @Test("A refusal disappears with the turn it is about")
    func refusal() {
        var model = ViewScene.otherTurn.model()
        let refused = Refused(
            request: .claim, why: .notYourTurn, message: "It is Bob's turn for 4 more seconds.")
        _ = model.receive(.refused(refused), at: now)
        next(&model, .picked(.second, deck[1]))
        #expect(model.notice != nil)
        next(&model, .timedOut(.second, .claim, points: -2)) {
            ($0.phase, $0.turn) = (.open, nil)
        }
        #expect(model.notice == nil)
    }

    @Test("A notice that is not about a turn stays for its full time")
    func otherNotices() {
        var model = ViewScene.otherTurn.model()
        _ = model.receive(.refused(Refused(request: .hint, why: .hintsOff)), at: now)
        next(&model, .timedOut(.second, .claim, points: -2)) {
            ($0.phase, $0.turn) = (.open, nil)
        }
        #expect(model.notice != nil)
    }

    // MARK: Hints

    @Test("A hint survives a deal and disappears with its cards")
    func hint() throws {
        var model = ViewScene.solo.model()
        let board = try #require(model.table?.board)
        _ = model.receive(.hint(Hint(board: board, cards: [deck[3]])), at: now)
        next(&model, .dealt(.first, Array(deck[12..<15]), setsBefore: 1, points: -2)) {
            $0.board = $0.board.next
            $0.cards += Array(deck[12..<15])
        }
        #expect(model.hint == Hint(board: board.next, cards: [deck[3]]))
        let trio = try #require(
            Trio([deck[3], deck[4], Card.third(completing: deck[3], deck[4])]))
        next(&model, .setFound(.first, trio, points: 3)) {
            $0.board = $0.board.next
            $0.selection = Selection(seat: .first, cards: trio.cards, verdict: .match)
        }
        #expect(model.hint == nil)
    }

    @Test("A hint that there is no set holds for one board")
    func noSetHint() throws {
        var model = ViewScene.solo.model()
        let board = try #require(model.table?.board)
        _ = model.receive(.hint(Hint(board: board, cards: [])), at: now)
        #expect(model.hint != nil)
        next(&model, .refilled([])) { $0.board = $0.board.next }
        #expect(model.hint == nil)
    }

    // MARK: Keys that come too soon

    @Test("A fourth letter right after the player's own mismatch is ignored")
    func fourthLetter() throws {
        var model = ViewScene.mismatch.model()
        let trio = try #require(model.verdict?.trio)
        next(&model, .mismatch(.first, trio, points: -2)) {
            $0.turn = Turn(seat: .second, reason: .answer, countdown: nil)
        }
        let soon = now.advanced(by: .milliseconds(399))
        let later = now.advanced(by: TableModel.ownVerdictTime)
        #expect(model.isTooSoon(.touch(slot: 5), at: soon))
        #expect(!model.isTooSoon(.touch(slot: 5), at: later))
        #expect(!model.isTooSoon(.pass, at: soon) && !model.isTooSoon(.leave, at: soon))
        // One that was sent before the three were judged is refused, which is no news either.
        let refused = Refused(request: .pick, why: .notYourTurn)
        _ = model.receive(.refused(refused), at: soon)
        #expect(model.notice == nil)
        _ = model.receive(.refused(refused), at: later)
        #expect(model.notice != nil)
    }

    @Test(
        "A second space right after the player's own set is ignored, after the opponent's it claims"
    )
    func secondSpace() {
        let soon = now.advanced(by: .milliseconds(399))
        let mine = ViewScene.match.model()
        #expect(mine.isTooSoon(.claim, at: soon))
        #expect(!mine.isTooSoon(.claim, at: now.advanced(by: TableModel.ownVerdictTime)))
        let verdict = mine.verdict
        #expect(verdict?.seat == .first)
        var theirs = ViewScene.match.model()
        if let trio = verdict?.trio { next(&theirs, .setFound(.second, trio, points: 3)) }
        #expect(!theirs.isTooSoon(.claim, at: soon))
    }

    @Test("A player who may pick after a mismatch is never too soon")
    func ownTurn() {
        var model = ViewScene.mismatch.model()
        #expect(!model.isTooSoon(.touch(slot: 5), at: now))
        next(&model, .claimed(.first)) {
            $0.turn = Turn(seat: .first, reason: .claim, countdown: nil)
        }
        #expect(!model.isTooSoon(.touch(slot: 5), at: now))
    }
}

@Suite("Questions before a game or table ends")
struct TableQuestionTests {
    private let now = ViewScene.now

    /// A duel in a table of this program's own.
    private func driver(
        _ venue: TableModel.Venue, _ change: (inout TableState) -> Void = { _ in }
    ) throws -> TableDriver {
        let code = try #require(TableCode("K7M2QX"))
        var model = TableModel(venue: venue)
        _ = model.receive(
            .welcome(Welcome(seat: .first, token: nil, table: code, rules: .duel)), at: now)
        var state = try #require(ViewScene.open.model().table)
        change(&state)
        _ = model.receive(.state(state), at: now)
        return TableDriver(model)
    }

    private let left: [ScreenEffect<SessionEnd>] = [.send(.leave), .done(SessionEnd(.left))]

    @Test("New asks first in a game against the computer")
    func newAgainstComputer() throws {
        var driver = try driver(.embedded)
        #expect(driver.type("N").isEmpty)
        #expect(driver.view.sheet == .question(QuestionSheet(.new)))
        var stays = driver
        #expect(stays.type("n").isEmpty && stays.view.sheet == nil)
        #expect(driver.type("y") == [.send(.new)])
    }

    @Test("New asks first in a game against a person, and not where no game runs")
    func newElsewhere() throws {
        var duel = try driver(.elsewhere)
        #expect(duel.type("N").isEmpty)
        #expect(duel.view.sheet == .question(QuestionSheet(.askForNew(opponent: "Bob"))))
        #expect(duel.type("y") == [.send(.new)])
        var ended = try driver(.embedded) { $0.phase = .over }
        #expect(ended.type("N") == [.send(.new)])
    }

    @Test("Quit asks first while an opponent is at the player's own table")
    func close() throws {
        var driver = try driver(.hosted) { $0.phase = .over }
        #expect(driver.type("Q").isEmpty)
        #expect(driver.view.sheet == .question(QuestionSheet(.close(opponent: "Bob"))))
        #expect(driver.rows.contains { $0.contains("Close the table? Bob is still here.") })
        #expect(driver.type("y") == left)
        var alone = try self.driver(.hosted) {
            $0.phase = .over
            $0.players.second = nil
        }
        #expect(alone.type("Q") == left)
        var elsewhere = try self.driver(.elsewhere) { $0.phase = .over }
        #expect(elsewhere.type("Q") == left)
    }

    @Test("A watcher is told why a key does nothing")
    func watcher() {
        for move in [Move.claim, .touch(slot: 0)] {
            var model = ViewScene.watching.model()
            #expect(model.perform(move, at: now).isEmpty)
            #expect(
                model.notice?.content
                    == .refused(.onlyWatching, message: Refusal.onlyWatching.sentence))
        }
    }
}

@Suite("Keys and what the player saw")
struct SeenKeyTests {
    @Test("A card's key is ignored if another card has replaced the one shown")
    func otherCard() throws {
        var driver = TableDriver(ViewScene.open.view())
        driver.draw()
        let key = try #require(driver.picture.labels.first?.first)
        let fresh = Array(SeededGenerator.shuffledDeck(seed: 5)[20..<21])
        driver.publish { $0.cards[0] = fresh[0] }
        #expect(driver.pressUnseen(.character(key)).isEmpty && driver.model.marks.isEmpty)
        driver.press(.character(key))
        #expect(driver.model.marks == fresh)
    }

    @Test("A key right after the player's own mismatch is ignored")
    func tooSoon() throws {
        var driver = TableDriver(ViewScene.mismatch.view())
        let trio = try #require(driver.model.verdict?.trio)
        driver.publish {
            $0.event = .mismatch(.first, trio, points: -2)
            $0.turn = Turn(seat: .second, reason: .answer, countdown: nil)
        }
        let key = try #require(driver.picture.labels.last?.first)
        driver.press(.character(key))
        #expect(driver.model.marks.isEmpty)
        driver.now = driver.now.advanced(by: TableModel.ownVerdictTime)
        driver.press(.character(key))
        #expect(driver.model.marks.count == 1)
    }

    @Test("Pasted text plays no cards")
    func pasted() {
        var driver = TableDriver(ViewScene.open.view())
        #expect(driver.handle(.paste("qwe +")).isEmpty && driver.model.marks.isEmpty)
    }

    @Test("The report of a demonstration stays until somebody leaves")
    func demonstration() {
        var view = ViewScene.watching.view()
        view.isDemonstration = true
        var driver = TableDriver(view)
        driver.publish { ($0.phase, $0.event) = (.over, .over) }
        var screen = driver.screen
        #expect(screen.advance(to: driver.now.advanced(by: .seconds(3600))).isEmpty)
        #expect(driver.handle(.key(Key(.escape))).last == .done(SessionEnd(.left)))
    }

    @Test("A hung-up terminal keeps the seat; any other end gives it up")
    func ended() {
        var screen = TableDriver(ViewScene.open.view()).screen
        #expect(screen.terminalEnded(SessionEnd(.signal(Signal.hangUp.number))).isEmpty)
        let others = [SessionEnd(.signal(Signal.terminate.number)), SessionEnd(.lost)]
        for end in others { #expect(screen.terminalEnded(end) == [.send(.leave)]) }
    }
}
