import SetProtocol
import SetTestSupport
import Testing

@testable import SetClient

/// What is true for a while only: lit cards, refusals, hints, and keys that come too soon.
@Suite("What is true for a while")
struct ClientModelMomentTests {
    private let now = ViewScene.now
    private let deck = SeededGenerator.shuffledDeck(seed: 5)

    private func next(
        _ model: inout ClientModel, _ event: TableEvent?, at time: TableTime = ViewScene.now,
        _ change: (inout TableState) -> Void = { _ in }
    ) {
        guard var state = model.table else { return }
        state.revision = state.revision.next
        state.event = event
        change(&state)
        _ = model.receive(.state(state), at: time)
    }

    private func standing(_ model: ClientModel, at time: TableTime) -> CardState.Standing {
        TableScreen(
            model: model, size: Size(80, 24), appearance: Appearance(), now: time
        ).state(ofSlot: 0).standing
    }

    // MARK: Three cards that are no set

    @Test("three wrong cards are lit while the other answers, and not after that")
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

    @Test("three wrong cards are let go of when nobody answers, soon or by a touch")
    func litInOpenPlay() throws {
        var model = ViewScene.mismatch.model()
        let trio = try #require(model.verdict?.trio)
        next(&model, .mismatch(.first, trio, points: -2)) {
            ($0.phase, $0.turn) = (.open, nil)
            $0.selection = Selection(seat: .first, cards: trio.cards, verdict: .mismatch)
        }
        let end = now.advanced(by: ClientModel.mismatchTime)
        #expect(standing(model, at: now) == .mismatch)
        #expect(standing(model, at: end) == .free)
        let screen = TableScreen(
            model: model, size: Size(80, 24), appearance: Appearance(), now: now)
        var changes: [TableTime] = []
        var time = now
        while let change = screen.nextChange(after: time) {
            changes.append(change)
            time = change
        }
        #expect(changes.contains(end))
        _ = model.perform(.touch(slot: 5), at: now)
        #expect(standing(model, at: now) == .free)
    }

    @Test("three wrong cards stay lit until the next touch where nobody claims")
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

    @Test("a refusal goes with the turn it speaks of")
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

    @Test("what is no matter of turns is told for its time")
    func otherNotices() {
        var model = ViewScene.otherTurn.model()
        _ = model.receive(.refused(Refused(request: .hint, why: .hintsOff)), at: now)
        next(&model, .timedOut(.second, .claim, points: -2)) {
            ($0.phase, $0.turn) = (.open, nil)
        }
        #expect(model.notice != nil)
    }

    // MARK: Hints

    @Test("a hint is kept when cards are dealt, and goes with its cards")
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

    @Test("that there was no set is true of one board")
    func noSetHint() throws {
        var model = ViewScene.solo.model()
        let board = try #require(model.table?.board)
        _ = model.receive(.hint(Hint(board: board, cards: [])), at: now)
        #expect(model.hint != nil)
        next(&model, .refilled([])) { $0.board = $0.board.next }
        #expect(model.hint == nil)
    }

    // MARK: Keys that come too soon

    @Test("a fourth letter right after one's own wrong cards is nothing")
    func fourthLetter() throws {
        var model = ViewScene.mismatch.model()
        let trio = try #require(model.verdict?.trio)
        next(&model, .mismatch(.first, trio, points: -2)) {
            $0.turn = Turn(seat: .second, reason: .answer, countdown: nil)
        }
        let soon = now.advanced(by: .milliseconds(400))
        let later = now.advanced(by: ClientModel.ownVerdictTime)
        #expect(model.isTooSoon(.touch(slot: 5), at: soon))
        #expect(!model.isTooSoon(.touch(slot: 5), at: later))
        #expect(!model.isTooSoon(.pass, at: soon) && !model.isTooSoon(.quit, at: soon))
        // One that was sent before the three were judged is refused, which is no news either.
        let refused = Refused(request: .pick, why: .notYourTurn)
        _ = model.receive(.refused(refused), at: soon)
        #expect(model.notice == nil)
        _ = model.receive(.refused(refused), at: later)
        #expect(model.notice != nil)
    }

    @Test("a second space right after one's own set claims nothing; the other's set claims at once")
    func secondSpace() {
        let soon = now.advanced(by: .milliseconds(400))
        let mine = ViewScene.match.model()
        #expect(mine.isTooSoon(.claim, at: soon))
        #expect(!mine.isTooSoon(.claim, at: now.advanced(by: ClientModel.ownVerdictTime)))
        let verdict = mine.verdict
        #expect(verdict?.seat == .first)
        var theirs = ViewScene.match.model()
        if let trio = verdict?.trio { next(&theirs, .setFound(.second, trio, points: 3)) }
        #expect(!theirs.isTooSoon(.claim, at: soon))
    }

    @Test("whoever may pick after their own wrong cards is never too soon")
    func ownTurn() {
        var model = ViewScene.mismatch.model()
        #expect(!model.isTooSoon(.touch(slot: 5), at: now))
        next(&model, .claimed(.first)) {
            $0.turn = Turn(seat: .first, reason: .claim, countdown: nil)
        }
        #expect(!model.isTooSoon(.touch(slot: 5), at: now))
    }
}

@Suite("A question before it is too late")
struct ClientModelQuestionTests {
    private let now = ViewScene.now

    /// A duel in a table of this program's own.
    private func model(
        _ venue: ClientModel.Venue, _ change: (inout TableState) -> Void = { _ in }
    ) throws -> ClientModel {
        let code = try #require(TableCode("K7M2QX"))
        var model = ClientModel(venue: venue)
        _ = model.receive(
            .welcome(Welcome(seat: .first, token: nil, table: code, rules: .duel)), at: now)
        var state = try #require(ViewScene.open.model().table)
        change(&state)
        _ = model.receive(.state(state), at: now)
        return model
    }

    @Test("is asked by new in a game against the computer, which would agree at once")
    func newAgainstComputer() throws {
        var model = try model(.embedded)
        #expect(model.perform(.new, at: now).isEmpty && model.overlay == .question(.new))
        var stays = model
        #expect(stays.perform(.cancel, at: now).isEmpty && stays.overlay == nil)
        #expect(model.perform(.confirm, at: now) == [.send(.new)])
    }

    @Test("is not asked by new where a person must agree, or where there is no game")
    func newElsewhere() throws {
        var duel = try model(.elsewhere)
        #expect(duel.perform(.new, at: now) == [.send(.new)])
        var ended = try model(.embedded) { $0.phase = .over }
        #expect(ended.perform(.new, at: now) == [.send(.new)])
    }

    @Test("is asked by quit at an ended game while somebody else sits at one's own table")
    func close() throws {
        var model = try model(.hosted) { $0.phase = .over }
        #expect(model.perform(.quit, at: now).isEmpty && model.overlay == .question(.close))
        let panel = Overlays(model, Appearance(), Size(80, 24)).question(.close)
        let text = panel.lines.map { $0.pieces.map(\.text).joined() }.joined(separator: " ")
        #expect(text.contains("Close the table? Bob is still here."))
        #expect(model.perform(.confirm, at: now) == [.send(.leave), .quit])
        var alone = try self.model(.hosted) {
            $0.phase = .over
            $0.players.second = nil
        }
        #expect(alone.perform(.quit, at: now) == [.send(.leave), .quit])
        var guest = try self.model(.elsewhere) { $0.phase = .over }
        #expect(guest.perform(.quit, at: now) == [.send(.leave), .quit])
    }

    @Test("tells a watcher why nothing happens")
    func watcher() {
        for action in [Action.claim, .touch(slot: 0)] {
            var model = ViewScene.watching.model()
            #expect(model.perform(action, at: now).isEmpty)
            #expect(
                model.notice?.content
                    == .refused(.onlyWatching, message: Refusal.onlyWatching.sentence))
        }
    }
}
