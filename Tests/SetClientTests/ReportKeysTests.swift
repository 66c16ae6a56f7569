import SetProtocol
import SetTestSupport
import Testing

@testable import SetClient

@Suite("Report keys") struct ReportKeys {
    private let now = ViewScene.now

    private func table(_ size: Size = Size(40, 15)) throws -> TableDriver {
        TableDriver(try ReportStory.played().model, size)
    }

    private func picture(_ model: TableModel, _ size: Size) -> TablePicture {
        TableDriver(model, size).picture
    }

    @Test("Keys switch between the report and the board")
    func hides() throws {
        var driver = try table()
        for isShown in [false, true, false] {
            #expect(driver.press(Key(.escape)).isEmpty)
            #expect(driver.view.showsReport == isShown)
            #expect((TableDriver(driver.view).picture.reportSheet != nil) == isShown)
            let offer = TableCommand.cancel.offer(driver.view)
            #expect(offer?.long == (isShown ? "board" : "report"))
        }
        #expect(driver.press(Key(.right)).isEmpty && driver.view.cursor == 0)
    }

    @Test("The rematch key works with and without the report")
    func rematch() throws {
        var driver = try table()
        #expect(driver.press(Key(.enter)) == [.send(.ready)])
        driver.press(Key(.escape))
        #expect(driver.press(Key(.enter)) == [.send(.ready)])
        #expect(driver.type("N") == [.send(.new)])
    }

    @Test("Keys scroll the report only where it does not fit")
    func scrolls() throws {
        var driver = try table()
        let total = try #require(driver.picture.reportSheet?.scroll).total
        let steps: [(Key, Int)] = [
            (Key(.down), 1), (Key(.down), 2), (Key(.up), 1), (Key(.pageDown), 10),
            (Key(.end), total - 10), (Key(.down), total - 10), (Key(.pageUp), total - 19),
            (Key(.home), 0), (Key(.up), 0), (.character(" "), 9),
        ]
        for (key, row) in steps {
            #expect(driver.press(key).isEmpty)
            #expect(driver.view.reportRow == row && driver.view.cursor == nil)
        }
        var fitting = try table(Size(80, 24))
        for key in [Key(.down), Key(.end), .character(" ")] {
            #expect(fitting.press(key).isEmpty && fitting.view.reportRow == 0)
            #expect(fitting.view.cursor == nil)
        }
    }

    @Test("The report has buttons and scrolls with the wheel")
    func mouse() throws {
        let screen = try table().picture
        let frame = try #require(screen.reportSheet).frame
        let middle = Point(frame.minX + frame.size.width / 2, frame.maxY - 2)
        #expect(screen.action(at: Point(middle.x, frame.minY + 3)) == nil)
        #expect(screen.action(at: Point(3, 0)) == .cancel)
        let down = Mouse(.wheelDown, at: middle)
        #expect(screen.action(for: down) == .scroll(to: 2))
        #expect(screen.action(for: Mouse(.wheelUp, at: middle)) == .scroll(to: 0))
    }

    @Test(
        "The report's buttons do not overlap",
        arguments: [Size(40, 15), Size(80, 24), Size(120, 40)])
    func buttons(size: Size) throws {
        func actions(_ model: TableModel) throws -> [Character: Action] {
            let screen = picture(model, size)
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
        let mine = try actions(try ReportStory.played().model)
        #expect(mine["r"] == .ready && mine["b"] == .cancel && mine["Q"] == .quit)
        let watched = try actions(try ReportStory.played(seat: nil).model)
        #expect(watched["b"] == .cancel && watched["Q"] == .quit)
        #expect(!watched.values.contains(.ready))
    }

    @Test(
        "The bottom row repeats none of the report's keys",
        arguments: [Size(40, 15), Size(80, 24), Size(120, 40)])
    func once(size: Size) throws {
        let screen = picture(try ReportStory.played().model, size)
        let keys = try #require(screen.reportSheet).keys.buttons.map(\.item.key)
        let others = try #require(screen.hintLine).bar.buttons.map(\.item.key)
        #expect(keys.contains("enter") && others.contains(TableCommand.say.keyName))
        #expect(Set(keys).isDisjoint(with: others), "\(others)")
    }

    @Test("The report offers no rematch to a player left alone")
    func alone() throws {
        var story = try ReportStory.played()
        #expect(TableCommand.ready.offer(TableView(story.model))?.long == "rematch")
        var state = story.state
        state.revision = state.revision.next
        state.players.second = nil
        _ = story.model.receive(.state(state), at: now)
        #expect(TableCommand.ready.offer(TableView(story.model)) == nil)
        let sheet = try #require(picture(story.model, Size(80, 24)).reportSheet)
        #expect(sheet.keys.buttons.map(\.action) == [.review(1), .cancel, .quit])
    }

    @Test("The report starts at the top after every game")
    func afresh() throws {
        let story = try ReportStory.played()
        var view = TableView(story.model)
        _ = view.perform(.scroll(to: 7), at: now)
        _ = view.perform(.cancel, at: now)
        #expect(view.isReportHidden && view.reportRow == 0)
        var state = story.state
        for phase in [TablePhase.countdown, .open, .over] {
            state.revision = state.revision.next
            state.phase = phase
            _ = view.receive(.state(state), at: now)
        }
        #expect(view.showsReport)
    }
}
