import SetProtocol
import SetTestSupport
import Testing

@testable import SetClient

@Suite("News and notices beside the cards")
struct NewsLineTests {
    @Test("News, notices, and keys are said in rows that have room for them")
    func scripts() throws {
        try expectAnswers("table/rows") { try TableDriver.played($0) }
    }

    @Test("The margin of a race is good news only for its winner", arguments: Seat.allCases)
    func raceColor(winner: Seat) throws {
        var driver = TableDriver(ViewScene.open.view())
        driver.receive(.race(Race(winner: winner, margin: .milliseconds(40), adjustment: .zero)))
        try expect("faster", in: winner == driver.model.seat ? .good : .hint, on: driver)
    }

    private func expect(_ word: String, in tone: Tone, on driver: TableDriver) throws {
        var canvas = Canvas(driver.size)
        driver.picture.draw(on: &canvas)
        let row = try #require(canvas.lines.firstIndex { $0.contains(word) })
        let place = try #require(canvas.lines[row].firstRange(of: word))
        let column = String(canvas.lines[row][..<place.lowerBound]).columns
        #expect(canvas[column, row].style == tone.style(driver.appearance.palette, .bold))
    }

    @Test("A confirmation is plain, and only a refusal has the color of one")
    func confirmation() throws {
        var driver = TableDriver(ViewScene.open.view())
        driver.press(.character("C"))
        try expect("letters on the cards", in: .plain, on: driver)
        driver.press(.character("W"))
        try expect("Caps Lock", in: .hint, on: driver)
    }

    @Test("A notice too long for its row takes those of the bar or the status")
    func longNotice() {
        let words = "settings.json:3: unknown value \"sometimes\" for \"motion\": use \"full\","
        for (scene, first) in [(ViewScene.open, 21), (.solo, 21)] {
            var screen = TableScreen(scene.view())
            screen.remark("\(words) \"reduced\", or \"none\".", at: ViewScene.now)
            let rows = TableDriver(screen).rows[first...]
            #expect(rows.prefix(2) == [" \(words)", " \"reduced\", or \"none\"."], "\(rows)")
        }
    }

    @Test("The status says that a claim has picked the marks")
    func pickedMarks() throws {
        var model = ViewScene.open.model()
        let cards = try #require(model.table).cards.compactMap(\.self)
        for card in cards.prefix(1) { _ = model.perform(.touchCard(card), at: ViewScene.now) }
        _ = model.perform(.claim, at: ViewScene.now)
        var state = try #require(model.table)
        state.phase = .turn
        state.turn = Turn(seat: .first, reason: .claim, countdown: nil)
        _ = model.receive(.state(state), at: ViewScene.now)
        #expect(Status(model).text == "Your turn: your mark is picked, two more cards.")
        _ = model.perform(.touchCard(cards[1]), at: ViewScene.now)
        #expect(Status(model).text == "Your turn: one more card.")
    }
}
