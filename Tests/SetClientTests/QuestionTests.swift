import SetProtocol
import SetTestSupport
import Testing

@testable import SetClient

@Suite("Question sheet") struct Questions {
    /// A game in which it is asked whether to leave it.
    private func asked(_ size: Size = Size(80, 24)) -> TableDriver {
        TableDriver(ViewScene.quitting.view(), size)
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
