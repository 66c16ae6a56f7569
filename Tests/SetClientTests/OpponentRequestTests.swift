import SetProtocol
import SetTestSupport
import Testing

@testable import SetClient

/// An opponent who asks, withdraws, and asks for something else must not turn a key into a lost game.
@Suite("Requests that change")
struct OpponentRequestTests {
    private static let moments = [20, 200, 499, 1000, 1999]

    private func driver() -> TableDriver {
        var driver = TableDriver(ViewScene.open.view())
        driver.ask(for: .pause)
        driver.wait(.seconds(3))
        return driver
    }

    @Test("A no to a request that has just gone asks for nothing", arguments: moments)
    func withdrawn(milliseconds: Int) {
        var driver = driver()
        driver.ask(for: nil)
        driver.wait(.milliseconds(milliseconds))
        #expect(driver.type("N").isEmpty && driver.view.sheet == nil)
        driver.press(Key(.tab))
        #expect(driver.type("N").isEmpty)
        // Later, N asks this player first.
        driver.wait(.seconds(3))
        #expect(driver.type("N").isEmpty && driver.view.sheet != nil)
        #expect(driver.type("y") == [.send(.new)])
    }

    @Test("A yes to a pause does not agree to a new game that came instead", arguments: moments)
    func switched(milliseconds: Int) {
        var driver = driver()
        driver.ask(for: .new)
        driver.wait(.milliseconds(milliseconds))
        #expect(driver.type("Y").isEmpty)
        driver.wait(.seconds(2))
        #expect(driver.type("Y") == [.send(.new)])
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

    @Test("The same if the first request was withdrawn in between", arguments: moments)
    func again(milliseconds: Int) {
        var driver = driver()
        driver.ask(for: nil)
        driver.wait(.milliseconds(100))
        driver.ask(for: .new)
        driver.wait(.milliseconds(milliseconds))
        #expect(driver.type("Y").isEmpty)
    }

    @Test(
        "A request that comes while the menu is open is not agreed to by enter", arguments: moments)
    func menu(milliseconds: Int) throws {
        var driver = TableDriver(ViewScene.open.view())
        driver.press(Key(.tab))
        driver.ask(for: .new)
        driver.wait(.milliseconds(milliseconds))
        // The highlighted row is still the claim.
        #expect(
            driver.press(Key(.enter)) == [
                .send(.claim(Claim(board: try #require(driver.model.table).board)))
            ])
    }

    @Test(
        "The highlighted row of a request goes with it, however long ago",
        arguments: moments + [3000])
    func menuSwitch(milliseconds: Int) {
        var driver = driver()
        driver.press(Key(.tab))
        driver.ask(for: .new)
        driver.wait(.milliseconds(milliseconds))
        #expect(driver.press(Key(.enter)).isEmpty)
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
