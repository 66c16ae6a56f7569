import SetProtocol
import SetTestSupport
import Testing

@testable import SetClient

@Suite("Sheets during a race")
struct OpenSheetTests {
    private static let sizes = [Size(40, 15), Size(80, 24), Size(120, 40), Size(200, 60)]

    @Test("While a sheet is open, the last row says that the game goes on", arguments: sizes)
    func goesOn(size: Size) throws {
        for (key, words) in [
            ("R", "y  yes"), ("Q", "y  yes"), ("?", "esc  close"), ("O", "esc  close"),
        ] {
            var driver = TableDriver(ViewScene.open.view(), size)
            driver.type(key)
            let frame = try #require(driver.picture.sheetFrame)
            // Help fills the smallest screens, and says itself how to close it.
            if frame.maxY == size.height { continue }
            let last = driver.rows.last ?? ""
            #expect(last.contains("Game still running.") && last.contains(words), "\(last)")
            #expect(!last.contains("claim"), "\(last)")
            driver.press(Key(.escape))
            #expect(driver.rows.last?.contains("claim") == true)
        }
    }

    @Test("A question lies below the cards where there is room", arguments: sizes)
    func question(size: Size) throws {
        var driver = TableDriver(ViewScene.open.view(), size)
        driver.type("R")
        let frame = try #require(driver.picture.sheetFrame)
        let cards = driver.picture.sheetPlace.area
        if size.height >= 24 { #expect(frame.minY >= cards.maxY) }
        #expect(frame.maxY < size.height)
        #expect(frame.minX >= 0 && frame.maxX <= size.width)
        // Its answers can be clicked where they are drawn.
        try driver.click(" n  no")
        #expect(driver.view.sheet == nil && driver.model.isDuelRunning)
    }

    @Test("In a game without claims, the claim key says what to do instead")
    func claimKey() {
        var driver = TableDriver(ViewScene.solo.view())
        driver.type(" ")
        #expect(driver.rows.contains { $0.contains("No claim is needed here: pick three cards.") })
    }
}
