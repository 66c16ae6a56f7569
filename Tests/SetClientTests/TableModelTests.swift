import SetProtocol
import SetTestSupport
import Testing

@testable import SetClient

@Suite struct TableModelMarks {
    private let now = ViewScene.now
    private let deck = SeededGenerator.shuffledDeck(seed: 5)

    /// A client whose cards in the first slots are marked.
    private func marked(_ slots: Int...) -> TableModel {
        var model = ViewScene.playing(12)
        for slot in slots { _ = model.perform(.touch(slot: slot), at: now) }
        return model
    }

    private func next(
        _ model: inout TableModel, _ change: (inout TableState) -> Void
    ) -> [ClientEffect] {
        guard var state = model.table else { return [] }
        state.revision = state.revision.next
        state.event = nil
        change(&state)
        return model.receive(.state(state), at: now)
    }

    @Test("Marks are private, at most three, and removed by a second touch")
    func marking() {
        var model = marked(0, 1, 2, 3)
        #expect(model.marks == [deck[1], deck[2], deck[3]])
        #expect(model.perform(.touch(slot: 2), at: now).isEmpty)
        #expect(model.marks == [deck[1], deck[3]])
        #expect(model.perform(.clear, at: now).isEmpty)
        #expect(model.marks.isEmpty)
    }

    @Test("Marks survive the opponent's set if their cards do")
    func survive() throws {
        var model = marked(0, 5)
        let trio = try #require(Trio([deck[5], deck[6], deck[7]]))
        _ = next(&model) {
            $0.event = .setFound(.second, trio, points: 3)
            $0.selection = Selection(seat: .second, cards: trio.cards, verdict: .match)
            $0.board = $0.board.next
        }
        #expect(model.marks == [deck[0]])
        _ = next(&model) {
            $0.cards[5] = deck[20]
            $0.cards[6] = deck[21]
            $0.cards[7] = deck[22]
            $0.selection = nil
            $0.board = $0.board.next
        }
        #expect(model.marks == [deck[0]])
    }

    @Test("Marks survive face-down cards and end with the game")
    func paused() {
        var model = marked(0, 1)
        let cards = model.table?.cards ?? []
        _ = next(&model) {
            $0.phase = .paused
            $0.cards = cards.map { _ in nil }
        }
        #expect(model.marks == [deck[0], deck[1]])
        _ = next(&model) {
            $0.phase = .open
            $0.cards = cards
        }
        #expect(model.marks == [deck[0], deck[1]])
        _ = next(&model) { $0.event = .started }
        #expect(model.marks.isEmpty)
    }

    @Test("Three marks are sent with a claim")
    func claim() {
        var model = marked(0, 1, 2)
        let board = BoardNumber(4)
        #expect(
            model.perform(.claim, at: now)
                == [.send(.claim(Claim(board: board, cards: Array(deck[0..<3]))))])
        #expect(model.isCalling)
    }

    @Test("One or two marks become picks when the claim is granted")
    func carried() {
        var model = marked(0, 1)
        #expect(model.perform(.claim, at: now) == [.send(.claim(Claim(board: BoardNumber(4))))])
        let effects = next(&model) {
            $0.phase = .turn
            $0.event = .claimed(.first)
            $0.turn = Turn(seat: .first, reason: .claim, countdown: nil)
        }
        #expect(effects == [.send(.pick(deck[0])), .send(.pick(deck[1]))])
        #expect(model.marks.isEmpty && !model.isCalling)
    }

    @Test("Marks stay when the opponent's claim was faster")
    func slower() {
        var model = marked(0, 1)
        _ = model.perform(.claim, at: now)
        let effects = next(&model) {
            $0.phase = .turn
            $0.event = .claimed(.second)
            $0.turn = Turn(seat: .second, reason: .claim, countdown: nil)
        }
        #expect(effects.isEmpty)
        #expect(model.marks == [deck[0], deck[1]] && !model.isCalling)
    }

    @Test("The claim key picks the marks in a turn without a claim")
    func pickMarked() {
        var model = marked(0, 1, 2)
        _ = next(&model) {
            $0.phase = .turn
            $0.turn = Turn(seat: .first, reason: .grace, countdown: nil)
        }
        #expect(
            model.perform(.claim, at: now) == deck[0..<3].map { ClientEffect.send(.pick($0)) })
        #expect(model.marks.isEmpty)
    }
}

@Suite struct TableModelMessages {
    private let now = ViewScene.now

    @Test("A claim is sent once and pending until the host answers")
    func calling() {
        var model = ViewScene.open.model()
        #expect(!model.isCalling)
        #expect(model.perform(.claim, at: now).count == 1)
        #expect(model.isCalling)
        #expect(model.perform(.claim, at: now).isEmpty)
        _ = model.receive(.refused(Refused(request: .claim, why: .staleBoard)), at: now)
        #expect(!model.isCalling)
        #expect(model.table?.phase == .open)
    }

    @Test("A player who left keeps their name until another takes the seat")
    func leftPlayer() throws {
        var model = ViewScene.open.model()
        var state = try #require(model.table)
        let name = try #require(state.players.second?.name)
        state.revision = state.revision.next
        state.event = .left(.second)
        state.phase = .over
        state.result = GameResult(winner: .first, decider: .left)
        state.players.second = nil
        _ = model.receive(.state(state), at: now)
        #expect(model.log.last?.names.second == name)
        #expect(model.name(of: .second) == name)
        state.revision = state.revision.next
        state.event = .joined(.second)
        state.players.second = PlayerState(name: "Zoe")
        _ = model.receive(.state(state), at: now)
        #expect(model.name(of: .second) == "Zoe")
    }

    @Test("Only an answer to the claim ends a pending claim")
    func otherRefusals() {
        var model = ViewScene.open.model()
        _ = model.perform(.claim, at: now)
        _ = model.receive(.refused(Refused(request: .say, why: .badText)), at: now)
        #expect(model.isCalling)
        _ = model.receive(.refused(Refused(request: nil, why: .tooFast)), at: now)
        #expect(!model.isCalling)
    }

    @Test("States older than the newest are ignored")
    func older() throws {
        var model = ViewScene.open.model()
        let before = model
        var state = try #require(model.table)
        state.revision = Revision(state.revision.number - 1)
        state.phase = .over
        #expect(model.receive(.state(state), at: now).isEmpty)
        #expect(model == before)
    }

    @Test("Refusals are noted with the host's words and the time")
    func refused() {
        var model = ViewScene.otherTurn.model()
        let words = "It is Bob's turn for 3 more seconds."
        let refusal = Refused(request: .deal, why: .notYourTurn, message: words)
        #expect(model.receive(.refused(refusal), at: now).isEmpty)
        #expect(model.notice?.content == .refused(.notYourTurn, message: words))
        #expect(model.notice?.time == now)
    }

    @Test("A turn without a claim alerts the player")
    func alert() throws {
        var model = ViewScene.open.model()
        var state = try #require(model.table)
        state.revision = state.revision.next
        state.phase = .turn
        state.turn = Turn(seat: .first, reason: .grace, countdown: nil)
        #expect(model.receive(.state(state), at: now) == [.alert])
        #expect(model.receive(.state(state), at: now).isEmpty)
    }

    @Test("Countdowns run on between states")
    func countdown() {
        let model = ViewScene.myTurn.model()
        let later = now.advanced(by: .seconds(1))
        #expect(model.countdown(at: later)?.remaining == .milliseconds(2700))
        let muchLater = now.advanced(by: .seconds(10))
        #expect(model.countdown(at: muchLater)?.remaining == .zero)
        #expect(ViewScene.open.model().countdown(at: now) == nil)
    }

    @Test("Only the first message that ends the connection counts")
    func ended() {
        var model = ViewScene.open.model()
        #expect(model.receive(.bye(.closing, resume: false), at: now) == [.quit])
        #expect(model.connectionClosed("lost").isEmpty)
        #expect(
            model.connection == .ended(message: Farewell.closing.sentence, isError: false))
        #expect(model.receive(.ping(Nonce("7")), at: now) == [.send(.pong(Nonce("7")))])
    }

    @Test("A hint lasts as long as its board")
    func hint() throws {
        var model = ViewScene.solo.model()
        var state = try #require(model.table)
        let hint = Hint(board: state.board, cards: [Card.all[3]])
        _ = model.receive(.hint(hint), at: now)
        #expect(model.hint == hint)
        state.revision = state.revision.next
        state.board = state.board.next
        _ = model.receive(.state(state), at: now)
        #expect(model.hint == nil)
    }
}

@Suite struct TableModelMoves {
    private let now = ViewScene.now

    @Test("Touching a card picks only in the player's turn")
    func touch() {
        let deck = SeededGenerator.shuffledDeck(seed: 5)
        var mine = ViewScene.myTurn.model()
        #expect(mine.perform(.touch(slot: 3), at: now) == [.send(.pick(deck[3]))])
        #expect(mine.marks.isEmpty)
        var theirs = ViewScene.otherTurn.model()
        #expect(theirs.perform(.touch(slot: 3), at: now).isEmpty)
        #expect(theirs.marks == [deck[3]])
        var solo = ViewScene.solo.model()
        #expect(solo.perform(.touch(slot: 3), at: now) == [.send(.pick(deck[3]))])
        var watcher = ViewScene.watching.model()
        #expect(watcher.perform(.touch(slot: 3), at: now).isEmpty && watcher.marks.isEmpty)
        #expect(mine.perform(.touch(slot: 99), at: now).isEmpty)
    }

    @Test("Touching a found set ends its showing only where that has no time")
    func endsReveal() {
        var model = ViewScene.match.model()
        guard let card = model.table?.cards[0] else { return }
        #expect(model.perform(.touch(slot: 0), at: now).isEmpty && model.marks.isEmpty)
        var state = model.table
        state?.clock = nil
        _ = state.map { model.receive(.state($0), at: now) }
        #expect(model.perform(.touch(slot: 0), at: now) == [.send(.pick(card))])
    }

    @Test(
        "Quit asks first during a game and leaves at once otherwise", arguments: ViewScene.allCases)
    func quit(scene: ViewScene) {
        var driver = TableDriver(scene.view())
        let isRunning = driver.model.isDuelRunning
        let left: [ScreenEffect<SessionEnd>] = [.send(.leave), .done(SessionEnd(.left))]
        if scene == .solo {
            #expect(driver.press(.control("c")).isEmpty)
            #expect(driver.view.sheet == .question(QuestionSheet(.quitAlone(isSaved: false))))
        }
        if isRunning, driver.model.outage == nil {
            if scene != .quitting { #expect(driver.press(.control("c")).isEmpty) }
            #expect(driver.view.sheet == .question(QuestionSheet(.quit)))
            var stays = driver
            #expect(stays.press(Key(.escape)).isEmpty && stays.view.sheet == nil)
        }
        #expect(driver.press(.control("c")) == left)
        switch scene {
        case .joining, .alone, .ready, .over, .solo, .watching: #expect(!isRunning)
        case .countdown, .open, .marked, .calling, .myTurn, .otherTurn, .match, .mismatch, .grace,
            .refused, .chatting, .paused, .away, .help, .rules, .quitting, .story, .lost,
            .lostInTurn:
            #expect(isRunning)
        }
    }

    @Test("Resign asks first")
    func resign() {
        var driver = TableDriver(ViewScene.open.view())
        #expect(driver.type("R").isEmpty)
        #expect(driver.type("y") == [.send(.resign)] && driver.view.sheet == nil)
    }

    @Test("Chat sends the typed text, but no empty text")
    func chat() {
        var driver = TableDriver(ViewScene.open.view())
        #expect(driver.press(.character(":"), Key(.enter)).isEmpty && driver.view.sheet == nil)
        driver.type(":hüx")
        driver.press(Key(.backspace))
        #expect(driver.press(Key(.enter)) == [.send(.say("hü"))])
        #expect(driver.view.sheet == nil)
        driver.type(":not this")
        #expect(driver.press(Key(.escape)).isEmpty && driver.view.sheet == nil)
    }

    @Test("Theme and color keys change only the look")
    func look() {
        var view = ViewScene.open.view()
        let model = view.model
        for (index, theme) in Theme.builtIn.enumerated() {
            view.preferences.useTheme(at: index)
            #expect(view.preferences.theme == theme)
        }
        view.preferences.useTheme(at: 0)
        #expect(view.perform(.toggleColorBlind, at: now) == [.save([.colorBlind: "yes"])])
        #expect(view.preferences.settings.isColorBlind && view.model.table == model.table)
        let theme = view.preferences.theme
        #expect(theme.colors == Theme.colorBlind.colors && theme.symbols == Theme.classic.symbols)
        #expect(theme.showsColorLetter)
        #expect(SettingsModel(ClientSettings(theme: "none such")).theme == .classic)
    }
}
