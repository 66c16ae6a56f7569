import SetProtocol
import SetTestSupport
import Testing

@testable import SetClient

@Suite("Sheets during a race")
struct OpenSheetTests {
    private static let sizes = [Size(40, 15), Size(80, 24), Size(120, 40), Size(200, 60)]

    @Test("Keys work the sheets over a table, and the last row says that the game goes on")
    func scripts() throws {
        try expectAnswers("table/sheets") { try TableDriver.played($0) }
    }

    @Test("A question lies below the cards where there is room", arguments: sizes)
    func question(size: Size) throws {
        var driver = TableDriver(ViewScene.open.view(), size)
        driver.type("R")
        let frame = try #require(driver.picture.sheetFrame)
        let cards = driver.picture.sheetPlace.area
        if (24...40).contains(size.height) { #expect(frame.minY >= cards.maxY) }
        #expect(frame.maxY < size.height)
        #expect(frame.minX >= 0 && frame.maxX <= size.width)
        // Its answers can be clicked where they are drawn.
        try driver.click(" N  no")
        #expect(driver.view.sheet == nil && driver.model.isDuelRunning)
        // While the game stands still, the rows below show how long.
        driver.publish { $0.phase = .paused }
        driver.type("R")
        #expect(try #require(driver.picture.sheetFrame).minY < cards.maxY)
    }
}

@Suite("Small stumbles of first games")
struct StumbleTests {
    @Test(
        "Space and enter put a set away that stays, and pick nothing", arguments: [" ", "\r"],
        [Rules.Refill.always, .never])
    func nextCards(key: String, refill: Rules.Refill) throws {
        var rules = Rules.solo
        rules.refill = refill
        var driver = TableDriver(ViewScene.playing(12, rules: rules))
        let cards = (driver.model.table?.cards ?? []).compactMap(\.self)
        let set = try #require(CardSet(cards).sets.first)
        driver.publish {
            $0.selection = Selection(seat: .first, cards: set.cards, verdict: .match)
            $0.event = .setFound(.first, set, points: 3)
            $0.clock = nil
        }
        // The cursor is on another card, which is not picked.
        while driver.view.cursor.map({ cards[$0] == set.cards[0] }) != false {
            driver.press(Key(.right))
        }
        let effects = key == " " ? driver.type(" ") : driver.press(Key(.enter))
        #expect(effects == [.send(.pick(set.cards[0]))])
        #expect(!driver.rows[23].contains("deal"))
        let next = refill == .never ? "to continue" : "for the next cards"
        #expect(driver.rows.contains { $0.contains("Press enter \(next).") })
        #expect(
            driver.rows[23].contains(refill == .never ? "enter  continue" : "enter  next cards"))
    }

    @Test(
        "The time line marks an unused claim as a failure, and no other unused turn",
        arguments: TurnReason.allCases)
    func marks(reason: TurnReason) {
        for event in [
            TableEvent.timedOut(.first, reason, points: 0), .passed(.first, reason, points: 0),
        ] {
            var state = TableState()
            state.event = event
            let mark = PlaybackMark(Recording.Moment(time: .zero, message: .state(state)))
            #expect((mark?.deed?.kind == .failed) == (reason == .claim))
        }
    }
}
