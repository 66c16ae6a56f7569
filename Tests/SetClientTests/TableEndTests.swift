import SetProtocol
import SetTestSupport
import Testing

@testable import SetClient

/// What stays when a game or a table ends, and the ways on.
@Suite("The end of a game and of a table") struct TableEndTests {
    private static func welcome(_ rules: Rules) throws -> Welcome {
        let code = try #require(TableCode("K7M2QX"))
        return Welcome(seat: .first, token: nil, table: code, rules: rules)
    }

    @Test("What stays when a game or a table ends, and where keys lead then")
    func scripts() throws {
        try expectAnswers("table/ends") { try TableDriver.played($0) }
    }

    @Test("The status of a closed table says how to leave, but not at the end of a recording")
    func wayOut() throws {
        for venue in [TableModel.Venue.elsewhere, .recorded] {
            var model = TableModel(venue: venue)
            _ = model.receive(.welcome(try Self.welcome(.duel)), at: .zero)
            _ = model.receive(.state(TableState()), at: .zero)
            _ = model.receive(.bye(.closing, resume: false), at: .zero)
            let view = TableView(model)
            let words = Status(view, TablePerspective(view), at: .zero).text
            #expect(words.hasSuffix(" Press enter to quit.") == (venue == .elsewhere), "\(words)")
        }
    }

    @Test("The line for the shell says who, the score, the sets, and the time")
    func summary() throws {
        let driver = TableDriver(try ReportStory.played().model)
        let summary = try #require(driver.model.summary(at: driver.now))
        let pattern = /(You win|Bob wins|A draw)\. You \d+, Bob \d+; \d+ sets in \d+:\d\d/
        #expect(summary.wholeMatch(of: pattern) != nil, "\(summary)")
        let running = TableDriver(ViewScene.open.view())
        let left = try #require(running.model.summary(at: running.now))
        #expect(left.hasPrefix("You left: Bob wins. You "), "\(left)")
        #expect(ViewScene.alone.view().model.summary(at: driver.now) == nil)
    }

    @Test(
        "After the opponent left, the table's code is on the screen and the line to join in the rules",
        arguments: [Size(40, 15), Size(60, 20), Size(80, 24), Size(120, 40)])
    func invitation(size: Size) {
        var driver = TableDriver(ViewScene.open.view(), size)
        driver.appearance = Appearance(invitation: "set-duel join 192.0.2.17:7381 --table K7M2QX")
        driver.publish {
            $0.players.second = nil
            $0.phase = .over
            $0.result = GameResult(winner: .first, decider: .left)
            $0.event = .left(.second)
        }
        for _ in 0..<2 {
            #expect(driver.rows.last?.contains("K7M2QX") == true)
            driver.press(Key(.escape))
        }
        driver.type("I")
        let text = driver.rows.joined(separator: " ")
        #expect(text.contains("192.0.2.17:7381") && text.contains("K7M2QX"))
    }

    @Test("A watcher reads who plays next, gets the seat, and can still read the last report")
    func rotation() throws {
        var driver = TableDriver(ViewScene.watching.view())
        var welcome = try #require(driver.model.welcome)
        (welcome.features, welcome.rules.rotate) = ([.queue], .both)
        driver.receive(.welcome(welcome))
        driver.publish { $0.queue = ["Cyd"] }
        #expect(driver.model.notice?.remark == "In the queue: Cyd.")
        driver.publish {
            ($0.phase, $0.queue) = (.over, ["Cyd", "Dan"])
            $0.result = GameResult(winner: .first, decider: .resigned)
            $0.event = .resigned(.second)
        }
        #expect(driver.rows.joined().contains("Cyd and Dan play next"))
        welcome.seat = .second
        driver.receive(.welcome(welcome))
        driver.publish {
            ($0.phase, $0.game, $0.cards, $0.queue, $0.result) = (.waiting, 0, [], [], nil)
            $0.players.second = PlayerState(name: "Cyd")
            $0.event = .joined(.second)
        }
        #expect(driver.model.notice?.remark == "You have a seat: get ready.")
        #expect(driver.rows.joined().contains(" Ready? "))
        driver.press(Key(.escape))
        let report = driver.rows.joined()
        #expect(report.contains("Ann wins: Bob resigned") && report.contains("◆ Bob"))
        #expect(!report.contains(" Ready? ") && report.contains("esc  see the table"))
        let words = driver.model.log.map(CardWords(.classic).sentence)
        #expect(words.contains("Bob resigned.") && !words.contains("You resigned."))
        driver.press(Key(.escape))
        #expect(driver.rows.joined().contains(" Ready? "))
        driver.press(Key(.escape))
        driver.publish { ($0.phase, $0.game) = (.countdown, 2) }
        #expect(driver.model.report == nil && !driver.view.showsReport)
    }

    @Test("A solo game asks before it is left or replaced, once something was found")
    func solo() throws {
        for savesGame in [false, true] {
            var model = TableModel(venue: .embedded, saving: savesGame ? .ifFound : .never)
            _ = model.receive(.welcome(try Self.welcome(.solo)), at: ViewScene.now)
            var state = TableState()
            state.players.first = PlayerState(name: "Ann")
            (state.phase, state.game, state.deck) = (.open, 1, 69)
            state.cards = Card.all.prefix(12).map { $0 }
            _ = model.receive(.state(state), at: ViewScene.now)
            var driver = TableDriver(model)
            #expect(driver.type("N") == [.send(.new)])
            var leaving = driver
            #expect(leaving.type("Q") == [.send(.leave), .done(SessionEnd(.left))])
            driver.publish { $0.discard = 3 }
            #expect(driver.type("N").isEmpty)
            #expect(driver.view.sheet == .question(QuestionSheet(.new)))
            driver.type("n")
            #expect(driver.type("Q").isEmpty)
            #expect(
                driver.view.sheet == .question(QuestionSheet(.quitAlone(isSaved: savesGame))))
            // A game that is saved keeps the seat.
            let given: [ScreenEffect<SessionEnd>] = savesGame ? [] : [.send(.leave)]
            #expect(driver.type("y") == given + [.done(SessionEnd(.left))])
        }
    }

    @Test("Against the computer the first game starts without a key, and there is no chat")
    func computer() throws {
        var model = TableModel(venue: .embedded)
        _ = model.receive(.welcome(try Self.welcome(.duel)), at: ViewScene.now)
        var state = TableState()
        state.players.first = PlayerState(name: "Ann")
        state.players.second = PlayerState(name: "Computer")
        #expect(model.receive(.state(state), at: ViewScene.now).isEmpty)
        state.revision = state.revision.next
        state.players.second?.isReady = true
        #expect(model.receive(.state(state), at: ViewScene.now) == [.send(.ready)])
        state.revision = state.revision.next
        #expect(model.receive(.state(state), at: ViewScene.now).isEmpty)
        #expect(TableCommand.say.offer(TableView(model)) == nil)
    }

    @Test("A click beside the cards clears the marks, but takes back no picks")
    func clickBeside() throws {
        var driver = TableDriver(ViewScene.marked.view(), Size(120, 40))
        let board = try #require(driver.picture.regions?.board)
        let point = try #require(
            (board.minY..<board.maxY).lazy.flatMap { y in
                (board.minX..<board.maxX).lazy.map { Point($0, y) }
            }.first { driver.picture.board?.slot(at: $0) == nil })
        driver.click(point)
        #expect(driver.model.marks.isEmpty)
        var turn = TableDriver(ViewScene.myTurn.view(), Size(120, 40))
        #expect(turn.click(point).isEmpty)
    }

    @Test("The header says which player is you")
    func you() {
        let driver = TableDriver(ViewScene.open.view())
        #expect(driver.rows[0].contains("You") && !driver.rows[0].contains("Ann"))
    }

    @Test(
        "The report pages through all missed sets and one's own mistakes, each counted by itself",
        arguments: Seat.allCases)
    func reviews(seat: Seat) throws {
        var driver = TableDriver(try ReportStory.played(seat: seat).model, Size(120, 40))
        let report = try #require(driver.model.report)
        let words = ReportWords(
            situation: try #require(TablePerspective(driver.view)), report: report)
        let reviews = words.reviews(driver.appearance.palette)
        let missed = report.missedSets.count
        #expect(missed > 1)
        // Bob has named a wrong set once.
        #expect(reviews.count == missed + (seat == .first ? 0 : 1))
        for (index, review) in reviews.enumerated() {
            #expect(driver.view.reviewed == index)
            let title =
                index < missed ? "Missed set \(index + 1) of \(missed) ←→" : "Your mistake ←→"
            #expect(driver.rows.contains { $0.contains(title) })
            let shown = driver.picture.reportSheet?.content.cards.map(\.card) ?? []
            #expect(Array(shown.suffix(3)) == review.trio.cards)
            #expect(driver.press(Key(.right)).isEmpty)
        }
        #expect(driver.view.reviewed == 0)
        driver.press(Key(.left))
        #expect(driver.view.reviewed == reviews.count - 1)
    }
}
