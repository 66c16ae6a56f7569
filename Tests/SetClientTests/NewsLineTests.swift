import SetProtocol
import SetTestSupport
import Testing

@testable import SetClient

@Suite("News and notices beside the cards")
struct NewsLineTests {
    @Test(
        "While a set is shown, the margin of a race appears once, above the explanation")
    func raceAndVerdict() throws {
        let cards = CardSet(SeededGenerator.shuffledDeck(seed: 3))
        let trio = try #require(cards.sets.first)
        for size in [Size(80, 24), Size(120, 40), Size(200, 60)] {
            var driver = TableDriver(ViewScene.open.view(), size)
            driver.publish {
                $0.selection = Selection(seat: .second, cards: trio.cards, verdict: .match)
                $0.event = .setFound(.second, trio, points: 5)
                $0.clock = Clock(
                    reason: .reveal,
                    countdown: Countdown(remaining: .seconds(1), total: .seconds(1)))
            }
            driver.receive(
                .race(Race(winner: .second, margin: .milliseconds(40), adjustment: .zero)))
            let words = ["Too late: Bob was faster by 40 ms.", "Bob +5"]
            let places = words.map { word in driver.rows.indices { $0.contains(word) }.ranges }
            #expect(places.allSatisfy { $0.count == 1 }, "\(driver.rows)")
        }
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

    @Test("A tie is announced once where there is no log")
    func tie() {
        var driver = TableDriver(ViewScene.countdown.view())
        driver.publish { ($0.event, $0.isSuddenDeath) = (.suddenDeath, true) }
        #expect(driver.rows.count { $0.contains("Tied") } == 1, "\(driver.rows)")
    }

    @Test("The margin of a race disappears when the next turn begins")
    func pastRace() {
        let race = Race(winner: .second, margin: .milliseconds(40), adjustment: .zero)
        func isTold(_ age: Duration) -> Bool {
            var driver = TableDriver(ViewScene.open.view())
            driver.receive(.race(race))
            driver.now = driver.now.advanced(by: age)
            driver.publish {
                ($0.phase, $0.event) = (.turn, .claimed(.second))
                $0.turn = Turn(
                    seat: .second, reason: .claim,
                    countdown: Countdown(remaining: .seconds(5), total: .seconds(5)))
            }
            return driver.rows.contains { $0.contains("Too late: Bob was faster by 40 ms.") }
        }
        // The turn that the race was about, and the next one.
        #expect(isTold(.zero) && !isTold(.milliseconds(1600)))
    }

    @Test("The margin of a race gives way to the verdict when the found set is gone")
    func raceAfterReveal() throws {
        let cards = CardSet(SeededGenerator.shuffledDeck(seed: 3))
        let trio = try #require(cards.sets.first)
        var driver = TableDriver(ViewScene.open.view())
        driver.publish {
            $0.selection = Selection(seat: .second, cards: trio.cards, verdict: .match)
            $0.event = .setFound(.second, trio, points: 5)
        }
        driver.receive(.race(Race(winner: .second, margin: .milliseconds(40), adjustment: .zero)))
        #expect(driver.rows.contains { $0.contains("faster by 40 ms") })
        driver.publish { ($0.selection, $0.event) = (nil, .refilled([])) }
        #expect(!driver.rows.contains { $0.contains("faster by 40 ms") })
        #expect(driver.rows[22].contains("Bob +5"))
    }

    @Test("A turn after a failed claim keeps its reason, whatever else happens in it")
    func reason() throws {
        for seat in Seat.allCases {
            var driver = TableDriver(ViewScene.open.view())
            driver.publish {
                ($0.phase, $0.event) = (.turn, .passed(seat.opponent, .claim, points: -2))
                $0.turn = Turn(seat: seat, reason: .answer, countdown: nil)
            }
            let before = Status(driver.model)
            #expect(before.text.contains("passed"))
            driver.publish { $0.event = .asked(seat, .pause) }
            #expect(Status(driver.model) == before)
        }
    }

    @Test("A claim replaces older news")
    func pastNews() {
        for event in [TableEvent.started, .resumed, .passed(.first, .grace, points: 0)] {
            var driver = TableDriver(ViewScene.open.view())
            driver.publish { $0.event = event }
            let news = driver.rows[22]
            #expect(!news.isEmpty)
            driver.publish {
                ($0.phase, $0.event) = (.turn, .claimed(.second))
                $0.turn = Turn(seat: .second, reason: .claim, countdown: nil)
            }
            #expect(driver.rows[22].contains("You can mark cards; only you see it."))
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
