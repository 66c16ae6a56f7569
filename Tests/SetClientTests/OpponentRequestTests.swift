import SetProtocol
import SetTestSupport
import Testing

@testable import SetClient

/// An opponent who asks, withdraws, and asks for something else must not turn a key into a lost game.
@Suite("Requests that change")
struct OpponentRequestTests {
    private func driver() -> TableDriver {
        var driver = TableDriver(ViewScene.open.view())
        driver.ask(for: .pause)
        driver.wait(.seconds(3))
        return driver
    }

    @Test("Keys answer the request that was on the screen for half a second, and no other")
    func scripts() throws {
        try expectAnswers("table/requests") { try TableDriver.played($0) }
    }

    @Test("A returning opponent closes the question whether to resign, which would no longer win")
    func returned() {
        func isAway(_ state: inout TableState, _ isAway: Bool) {
            state.phase = isAway ? .paused : .open
            state.players.second?.isPresent = !isAway
            state.clock = nil
        }
        var driver = TableDriver(ViewScene.open.view())
        driver.publish { isAway(&$0, true) }
        driver.type("R")
        #expect(driver.view.sheet != nil)
        driver.publish { isAway(&$0, false) }
        #expect(driver.view.sheet == nil)
        #expect(driver.type("y").isEmpty)
        driver.type("R")
        driver.publish { $0.board = $0.board.next }
        #expect(driver.type("y") == [.send(.resign)])
    }

    @Test("A click on a row or a button that has just moved does nothing", arguments: [20, 499])
    func click(milliseconds: Int) throws {
        for opensMenu in [true, false] {
            var driver = driver()
            if opensMenu { driver.press(Key(.tab)) }
            let words = opensMenu ? "decline a pause" : "no"
            let rows = driver.rows
            let y = try #require(rows.lastIndex { $0.contains(words) })
            let place = try #require(rows[y].firstRange(of: words))
            let point = Point(String(rows[y][..<place.lowerBound]).columns, y)
            driver.ask(for: nil)
            driver.wait(.milliseconds(milliseconds))
            #expect(driver.click(point).isEmpty)
        }
    }
}
