import SetProtocol
import SetTestSupport
import Testing

@testable import SetClient

@Suite("A question") struct Questions {
    private let now = ViewScene.now

    private func screen(_ model: ClientModel, _ size: Size = Size(80, 24)) -> TableScreen {
        TableScreen(model: model, size: size, appearance: Appearance(), now: now)
    }

    /// What comes of pressing keys one after another.
    private func press(_ keys: [Key.Code], _ model: inout ClientModel) -> [ClientEffect] {
        var map = KeyMap()
        return keys.flatMap { code in
            let action = map.action(for: Key(code), model: model, screen: screen(model))
            return action.map { model.perform($0, at: now) } ?? []
        }
    }

    @Test("lets arrows and enter alone leave and resign a running game, and points at no first")
    func arrows() {
        for (steps, question, effects) in [
            (1, Question.quit, [ClientEffect.send(.leave), .quit]),
            (2, .resign, [.send(.resign)]),
        ] {
            var model = ViewScene.open.model()
            let way = [.tab] + Array(repeating: Key.Code.up, count: steps) + [.enter]
            #expect(press(way, &model).isEmpty && model.overlay == .question(question))
            #expect(press([.enter], &model).isEmpty && model.overlay == nil)
            for yes in [[Key.Code.left], [.up], [.down], [.tab], [.left, .right, .backtab]] {
                var asked = model
                #expect(press(way + yes, &asked).isEmpty)
                #expect(press([.enter], &asked) == effects && asked.overlay == nil)
            }
            for no in [[Key.Code.right], [.left, .right], [.tab, .tab]] {
                var asked = model
                #expect(press(way + no + [.enter], &asked).isEmpty && asked.overlay == nil)
            }
        }
    }

    @Test("points at no again when it is asked again")
    func again() {
        var model = ViewScene.quitting.model()
        #expect(press([.left, .escape], &model).isEmpty && model.considered == nil)
        _ = model.perform(.quit, at: now)
        #expect(press([.enter], &model).isEmpty && model.overlay == nil)
    }

    @Test(
        "shows which answer enter gives, and both are buttons",
        arguments: [Size(40, 15), Size(80, 24)])
    func picture(size: Size) throws {
        var model = ViewScene.quitting.model()
        for (words, key) in [
            ("   y  yes    ▸  n  no ", Key.Code.left), ("▸  y  yes       n  no ", .right),
        ] {
            let screen = screen(model, size)
            var canvas = Canvas(size)
            screen.draw(on: &canvas)
            let row = try #require(
                canvas.lines.firstIndex { $0.contains(words) }, "\(canvas.lines)")
            let cells = (0..<size.width).map { screen.action(at: Point($0, row)) }
            #expect(cells.filter { $0 == .confirm }.count == 10)
            #expect(cells.filter { $0 == .cancel }.count == 9)
            _ = press([key], &model)
        }
    }
}

@Suite("Cards of a game that waits for a missing line") struct WaitingCards {
    /// A screen after each step, with what moves on it.
    private struct Play {
        var model = ViewScene.open.model()
        var now = ViewScene.now
        var motion = Motion()
        private var last: TableScreen?

        mutating func shown() -> TableScreen {
            let screen = TableScreen(
                model: model, size: Size(80, 24), appearance: Appearance(), now: now)
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
            _ = model.lineBroke(outage, at: now)
            now = now.advanced(by: .seconds(1))
        }

        mutating func mendLine() throws {
            let code = try #require(TableCode("K7M2QX"))
            let welcome = Welcome(seat: .first, token: nil, table: code, rules: .duel)
            _ = model.receive(.welcome(welcome), at: now)
        }
    }

    @Test("stay where they are and in view until play goes on")
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

    @Test("that lie face down after a restart of the host are turned up when play goes on")
    func faceDown() throws {
        var play = Play()
        let cards = play.shown().cards
        let hidden = [Card?](repeating: nil, count: cards.count)
        play.loseLine()
        try play.mendLine()
        try play.tell(.paused, .away(.second), hidden)
        #expect(play.shown().cards == hidden && play.shown().cover != nil)
        try play.tell(.open, .resumed, cards)
        #expect(play.shown().cards == cards && play.motion.flights.count == cards.count)
        #expect(play.motion.flights.allSatisfy { $0.sides == .backThenFace })
    }
}
