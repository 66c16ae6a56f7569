import SetProtocol
import SetTestSupport
import Testing

@testable import SetClient

@Suite("The keys of a report") struct ReportKeys {
    private let now = ViewScene.now

    private func screen(_ model: ClientModel, _ size: Size) -> TableScreen {
        TableScreen(model: model, size: size, appearance: Appearance(), now: now)
    }

    private func press(
        _ key: Key, _ model: inout ClientModel, _ size: Size = Size(40, 15)
    ) -> [ClientEffect] {
        var keys = KeyMap()
        let action = keys.action(for: key, model: model, screen: screen(model, size))
        return action.map { model.perform($0, at: now) } ?? []
    }

    @Test("hide it to show the board, and bring it back")
    func hides() throws {
        var model = try ReportStory.told().model
        for isShown in [false, true, false] {
            #expect(press(Key(.escape), &model).isEmpty)
            #expect(model.showsReport == isShown)
            let screen = screen(model, Size(80, 24))
            #expect((screen.reportSheet != nil) == isShown)
            let offer = KeyCommand.cancel.offer(model)
            #expect(offer == (isShown ? "board" : "report"))
        }
        #expect(press(Key(.right), &model).isEmpty && model.cursor == 0)
    }

    @Test("ask for a rematch, whether the report is shown or not")
    func rematch() throws {
        var model = try ReportStory.told().model
        #expect(press(Key(.enter), &model) == [.send(.ready)])
        _ = press(Key(.escape), &model)
        #expect(press(Key(.enter), &model) == [.send(.ready)])
        #expect(press(.character("N"), &model) == [.send(.new)])
    }

    @Test("lead through it where it does not fit, and nowhere else")
    func scrolls() throws {
        var model = try ReportStory.told().model
        let total = try #require(screen(model, Size(40, 15)).scroll).total
        let steps: [(Key, Int)] = [
            (Key(.down), 1), (Key(.down), 2), (Key(.up), 1), (Key(.pageDown), 10),
            (Key(.end), total - 10), (Key(.down), total - 10), (Key(.pageUp), total - 19),
            (Key(.home), 0), (Key(.up), 0), (.character(" "), 9),
        ]
        for (key, row) in steps {
            #expect(press(key, &model).isEmpty)
            #expect(model.sheetRow == row && model.cursor == nil)
        }
        var fitting = try ReportStory.told().model
        for key in [Key(.down), Key(.end), .character(" ")] {
            #expect(press(key, &fitting, Size(80, 24)).isEmpty && fitting.sheetRow == 0)
            #expect(fitting.cursor == nil)
        }
    }

    @Test("have buttons and a wheel")
    func mouse() throws {
        let model = try ReportStory.told().model
        let screen = screen(model, Size(40, 15))
        let frame = try #require(screen.reportSheet).frame
        let middle = Point(frame.minX + frame.size.width / 2, frame.maxY - 2)
        #expect(screen.action(at: Point(middle.x, frame.minY + 3)) == nil)
        #expect(screen.action(at: Point(3, 0)) == .cancel)
        let down = Mouse(.wheelDown, at: middle)
        #expect(screen.action(for: down) == .scroll(to: 2))
        #expect(screen.action(for: Mouse(.wheelUp, at: middle)) == .scroll(to: 0))
    }

    @Test(
        "are buttons, each with cells of its own",
        arguments: [Size(40, 15), Size(80, 24), Size(120, 40)])
    func buttons(size: Size) throws {
        func actions(_ model: ClientModel) throws -> [Character: Action] {
            let screen = screen(model, size)
            let frame = try #require(screen.reportSheet).frame
            var canvas = Canvas(size)
            screen.draw(on: &canvas)
            let row = Array(canvas.lines[frame.maxY - 2])
            var actions: [Character: Action] = [:]
            for x in frame.minX..<frame.maxX {
                guard let action = screen.action(at: Point(x, frame.maxY - 2)) else { continue }
                if row[x] != " ", actions[row[x]] == nil { actions[row[x]] = action }
            }
            #expect(screen.action(at: Point(frame.minX, frame.maxY - 2)) == nil)
            return actions
        }
        let mine = try actions(try ReportStory.told().model)
        #expect(mine["r"] == .ready && mine["b"] == .cancel && mine["Q"] == .quit)
        let watched = try actions(try ReportStory.told(seat: nil).model)
        #expect(watched["b"] == .cancel && watched["Q"] == .quit)
        #expect(!watched.values.contains(.ready))
    }

    @Test("offer no rematch to who has been left alone")
    func alone() throws {
        var story = try ReportStory.told()
        #expect(KeyCommand.enter.offer(story.model) == "rematch")
        var state = story.state
        state.revision = state.revision.next
        state.players.second = nil
        _ = story.model.receive(.state(state), at: now)
        #expect(KeyCommand.enter.offer(story.model) == nil)
        let sheet = try #require(screen(story.model, Size(80, 24)).reportSheet)
        #expect(sheet.keys.buttons.map(\.action) == [.cancel, .quit])
    }

    @Test("begin at the top with every game")
    func afresh() throws {
        var story = try ReportStory.told()
        _ = story.model.perform(.scroll(to: 7), at: now)
        _ = story.model.perform(.cancel, at: now)
        #expect(story.model.isReportHidden && story.model.sheetRow == 0)
        var state = story.state
        for phase in [TablePhase.countdown, .open, .over] {
            state.revision = state.revision.next
            state.phase = phase
            _ = story.model.receive(.state(state), at: now)
        }
        #expect(story.model.showsReport)
    }
}

@Suite("A report in lines") struct PlainReports {
    @Test("tells the figures once, at the end, and again when asked")
    func lines() throws {
        var duel = try PlainDuel()
        #expect(duel.lines("report") == ["Report: the game goes on."])
        let trio = try PlainDuel.trio("A1", "A2", "B3")
        let card = try PlainDuel.card("C1")
        duel.now = TableTime(.seconds(8))
        _ = duel.give(.second, .claim)
        duel.now = TableTime(.seconds(10))
        _ = duel.publish(.mismatch(.second, trio, points: -2)) { state in
            state.turn = nil
            state.phase = .open
        }
        duel.now = TableTime(.milliseconds(12_500))
        _ = duel.publish(.dealt(.first, [card], setsBefore: 3, points: -2)) { state in
            state.board = state.board.next
        }
        duel.now = TableTime(.seconds(90))
        let lines = duel.publish(.over) { state in
            state.phase = .over
            state.result = GameResult(winner: .first, decider: .points)
        }
        let report = lines.filter { $0.hasPrefix("Report:") }
        #expect(
            report.dropLast() == [
                "Report: you came halfway, this is of the last 1 minute 30 seconds.",
                "Report: you: no set; 0 wrong calls; 1 deal, 1 with a set there.",
                "Report: Bob: no set; 1 wrong call; 0 deals.",
            ])
        let missed = "Report: missed 3 sets; one had lain there for 12.5 seconds when you dealt: "
        #expect(report.last?.hasPrefix(missed) == true)
        #expect(duel.lines("report") == report)
        duel.now = TableTime(.seconds(95))
        let ready = duel.publish(.ready(.second)) { $0.players.second?.isReady = true }
        #expect(!ready.contains { $0.hasPrefix("Report:") })
    }

    @Test("says that nothing was seen to somebody who came too late")
    func late() throws {
        var duel = try PlainDuel()
        let over = duel.publish(.over) { state in
            state.phase = .over
            state.result = GameResult(winner: nil, decider: .sets)
        }
        #expect(!over.contains { $0.hasPrefix("Report:") })
        #expect(duel.lines("report") == ["Report: nothing of the game was seen."])
    }
}
