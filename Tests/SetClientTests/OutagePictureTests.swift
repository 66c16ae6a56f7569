import SetProtocol
import SetTestSupport
import Testing

@testable import SetClient

/// What the screen looks like while the client reconnects, card by card as boxes.
@Suite("Reconnecting sheet")
struct OutagePictureTests {
    @Test("The reconnecting sheet leaves the cards in view on a large screen")
    func large() {
        expectPicture(TableViewPicture(.lost, 80, 24).text, "table/lost-80x24")
    }

    @Test("The reconnecting sheet says the most important on a small screen")
    func small() {
        expectPicture(TableViewPicture(.lostInTurn, 40, 15).text, "table/lostInTurn-40x15")
    }

    @Test("The reconnecting sheet gives cause, retry, and seat time at every size")
    func sizes() {
        for (width, height) in [(40, 12), (40, 15), (60, 20), (80, 24), (120, 40), (200, 60)] {
            for scene in [ViewScene.lost, .lostInTurn] {
                let text = TableViewPicture(scene, width, height).text
                #expect(text.contains("onnection lost"), "\(width) by \(height)")
                #expect(text.contains("Reconnecting in 2 s"), "\(width) by \(height)")
                #expect(text.contains("Q  leave"), "\(width) by \(height)")
            }
        }
    }

    @Test("The reconnecting sheet updates in time and ignores short outages")
    func time() {
        let start = MonotonicInstant(.seconds(200))
        var outage = Outage(
            .silent, at: start, seatKeptUntil: start.advanced(by: .seconds(60)), of: .seconds(60))
        var model = ViewScene.open.model()
        _ = model.connectionLost(outage, at: start)
        func screen(_ now: MonotonicInstant) -> TablePicture {
            TablePicture(model: model, size: Size(80, 24), appearance: Appearance(), now: now)
        }
        #expect(screen(start).outage == nil)
        let shown = start.advanced(by: .milliseconds(250))
        #expect(screen(start).nextChange(after: start) == shown)
        #expect(screen(shown).outage != nil)
        outage.attempt = 6
        outage.nextAttempt = start.advanced(by: .milliseconds(4300))
        let now = start.advanced(by: .seconds(1))
        #expect(outage.remedy(at: now) == "Reconnecting in 4 s (attempt 6).")
        #expect(outage.nextChange(after: now) == start.advanced(by: .milliseconds(1300)))
        let late = start.advanced(by: .seconds(5))
        #expect(outage.remedy(at: late) == "Reconnecting now (attempt 6).")
        #expect(outage.nextChange(after: late) == nil)
        #expect(outage.seatCountdown(at: start.advanced(by: .seconds(61))) == nil)
    }

    @Test("In the countdown after a lost connection both players see the same cards")
    func countdown() {
        for scene in [ViewScene.open, .watching] {
            var driver = TableDriver(scene.view())
            let cards = driver.picture.cards
            driver.publish {
                ($0.phase, $0.event) = (.countdown, .countdown)
                $0.clock = Clock(
                    reason: .start,
                    countdown: Countdown(remaining: .seconds(3), total: .seconds(3)))
            }
            #expect(driver.picture.cards == cards && !cards.contains(nil))
            #expect(driver.rows[0].contains("deck 60"))
        }
    }

    @Test("Before the first deal, the deck count excludes the cards that lie face down")
    func firstCountdown() {
        let driver = TableDriver(ViewScene.countdown.view())
        #expect(driver.picture.cards.count == 12 && driver.picture.cards.allSatisfy { $0 == nil })
        #expect(driver.rows[0].contains("deck 69"))
    }

    @Test("An outage dims the cards for players and watchers")
    func dimmed() {
        for scene in [ViewScene.open, .watching, .solo] {
            var model = scene.model()
            let start = MonotonicInstant(.seconds(90))
            _ = model.connectionLost(
                Outage(.restarting, at: start, seatKeptUntil: nil, of: .seconds(60)), at: start)
            let screen = TablePicture(
                model: model, size: Size(80, 24), appearance: Appearance(), now: ViewScene.now)
            #expect(screen.outage != nil)
            #expect(screen.state(ofSlot: 5).isDimmed)
        }
    }

    @Test("While the other player picks, no card is dimmed", arguments: [12, 15])
    func readableTurn(count: Int) {
        for scene in [ViewScene.otherTurn, .myTurn, .grace] {
            let screen = TablePicture(
                model: scene.model(cards: count), size: Size(80, 24), appearance: Appearance(),
                now: ViewScene.now)
            #expect((0..<count).allSatisfy { !screen.state(ofSlot: $0).isDimmed })
        }
    }
}
