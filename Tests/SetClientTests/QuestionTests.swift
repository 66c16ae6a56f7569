import SetProtocol
import SetTestSupport
import Testing

@testable import SetClient

@Suite("Question sheet") struct Questions {
    /// A game in which it is asked whether to leave it.
    private func asked(_ size: Size = Size(80, 24)) -> TableDriver {
        TableDriver(ViewScene.quitting.view(), size)
    }

    @Test("Arrows and enter answer a question, which highlights no first")
    func arrows() {
        for (steps, question, effects) in [
            (
                1, QuestionSheet.Question.quit,
                [ScreenEffect<SessionEnd>.send(.leave), .done(SessionEnd(.left))]
            ),
            (2, .resign, [.send(.resign)]),
        ] {
            var driver = TableDriver(ViewScene.open.view())
            driver.press(Key(.tab))
            for _ in 0..<steps { driver.press(Key(.up)) }
            #expect(driver.press(Key(.enter)).isEmpty)
            #expect(driver.view.sheet == .question(QuestionSheet(question)))
            var declined = driver
            #expect(declined.press(Key(.enter)).isEmpty && declined.view.sheet == nil)
            for yes in [[Key.Code.left], [.up], [.down], [.tab], [.left, .right, .backtab]] {
                var confirmed = driver
                for code in yes { #expect(confirmed.press(Key(code)).isEmpty) }
                #expect(confirmed.press(Key(.enter)) == effects && confirmed.view.sheet == nil)
            }
            for no in [[Key.Code.right], [.left, .right], [.tab, .tab]] {
                var declined = driver
                for code in no { declined.press(Key(code)) }
                #expect(declined.press(Key(.enter)).isEmpty && declined.view.sheet == nil)
            }
        }
    }

    @Test("A question that is asked again highlights no again")
    func again() {
        var driver = asked()
        #expect(driver.press(Key(.left), Key(.escape)).isEmpty && driver.view.sheet == nil)
        driver.type("Q")
        #expect(driver.press(Key(.enter)).isEmpty && driver.view.sheet == nil)
    }

    @Test("Letters answer a question, and asking to leave again means yes")
    func letters() {
        for key in [Key.character("y"), .character("Y"), .control("c"), .control("d")] {
            var driver = asked()
            #expect(driver.press(key) == [.send(.leave), .done(SessionEnd(.left))])
        }
        for key in [Key.character("n"), .character("N"), Key(.escape)] {
            var driver = asked()
            #expect(driver.press(key).isEmpty && driver.view.sheet == nil)
        }
        var driver = asked()
        #expect(driver.type(" x").isEmpty && driver.view.sheet != nil)
    }

    @Test(
        "A question shows which answer enter gives, and both answers are buttons",
        arguments: [Size(40, 15), Size(80, 24)])
    func picture(size: Size) throws {
        var driver = asked(size)
        for (words, key) in [
            ("   Y  yes ▸  N  no", Key.Code.left), ("▸  Y  yes    N  no", .right),
        ] {
            let row = try #require(
                driver.rows.firstIndex { $0.contains(words) }, "\(driver.rows)")
            var (yes, no) = (0, 0)
            for x in 0..<size.width {
                var clicked = driver
                let effects = clicked.click(Point(x, row))
                if !effects.isEmpty { yes += 1 } else if clicked.view.sheet == nil { no += 1 }
            }
            #expect(yes == 7 && no == 6)
            driver.press(Key(key))
        }
    }
}

@Suite("Cards during an outage") struct WaitingCards {
    /// A screen after each step, with what moves on it.
    private struct Play {
        var model = ViewScene.open.model()
        var now = ViewScene.now
        var motion = Motion()
        private var last: TablePicture?

        mutating func shown() -> TablePicture {
            let screen = TablePicture(
                TableView(model), size: Size(80, 24), appearance: Appearance(), now: now)
            motion.changed(from: last, to: screen, at: now)
            last = screen
            return screen
        }

        mutating func tell(_ phase: TablePhase, _ event: TableEvent, _ cards: [Card?]) throws {
            now = now.advanced(by: .seconds(1))
            var state = try #require(model.table)
            state.revision = state.revision.next
            (state.phase, state.event, state.cards) = (phase, event, cards)
            _ = model.receive(.state(state), at: now)
        }

        mutating func loseLine() {
            let outage = Outage(.silent, at: now, seatKeptUntil: nil, of: .seconds(60))
            _ = model.connectionLost(outage, at: now)
            now = now.advanced(by: .seconds(1))
        }

        mutating func mendLine() throws {
            let code = try #require(TableCode("K7M2QX"))
            let welcome = Welcome(seat: .first, token: nil, table: code, rules: .duel)
            _ = model.receive(.welcome(welcome), at: now)
        }
    }

    @Test("Cards stay in place and visible until a paused game resumes")
    func inView() throws {
        var play = Play()
        let cards = play.shown().cards
        play.loseLine()
        #expect(play.shown().outage != nil)
        #expect(play.shown().cards == cards && play.motion.flights.isEmpty)
        #expect(play.shown().state(ofSlot: 5).isDimmed)
        try play.mendLine()
        for (phase, event) in [
            (TablePhase.paused, TableEvent.away(.second)), (.countdown, .countdown),
            (.open, .resumed),
        ] {
            try play.tell(phase, event, cards)
            #expect(play.shown().cards == cards && play.motion.flights.isEmpty)
            #expect(play.shown().cover == nil, "\(phase)")
        }
    }

    @Test("Cards face down after a host restart turn up when play resumes")
    func faceDown() throws {
        var play = Play()
        let cards = play.shown().cards
        let hidden = [Card?](repeating: nil, count: cards.count)
        play.loseLine()
        try play.mendLine()
        try play.tell(.paused, .away(.second), hidden)
        #expect(play.shown().cards == hidden && play.shown().cover != nil)
        try play.tell(.open, .resumed, cards)
        #expect(play.shown().cards == cards && play.motion.flights.isEmpty)
    }
}
