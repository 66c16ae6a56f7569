import SetProtocol
import SetTestSupport
import Testing

@testable import SetClient

@Suite("Main menu forms")
struct MainMenuFormTests {
    @Test("Forms say what each row does, what is wrong with it, and lead to what was filled in")
    func scripts() throws {
        try expectAnswers("menu/forms") { try MainMenuScene.played($0) }
    }

    @Test("The address of a form has a limit")
    func longPaste() throws {
        var scene = MainMenuScene()
        scene.type("j")
        _ = scene.page.handle(
            .paste(String(repeating: "x", count: 5000)), in: scene.size, at: scene.now)
        #expect(try #require(scene.page.pages[.join]).form.text(0).columns <= 200)
    }

    @Test("The host that was joined last is read from the settings, unless it is too long")
    func lastHost() throws {
        let line = #"{ "lastHost": "duel.example:7382" }"#
        let (stored, faults) = StoredSettings.reading(Array(line.utf8))
        #expect(faults.isEmpty && stored == [.lastHost: "duel.example:7382"])
        let long = "{ \"lastHost\": \"\(String(repeating: "x", count: 101))\" }"
        #expect(StoredSettings.reading(Array(long.utf8)).1.count == 1)
    }

    @Test("Main menu form pictures at 40 by 15 match")
    func smallPicture() {
        var scene = MainMenuScene(Size(40, 15))
        scene.type("h")
        expectPicture(scene.body.joined(separator: "\n"), "menu/host-40x15")
    }

    @Test("Main menu form pictures at 80 by 24 match")
    func picture() {
        var scene = MainMenuScene()
        scene.type("j")
        scene.page.came(
            back: .error(
                "Cannot connect to 127.0.0.1:1: connection refused (is the host running on that port?)."
            ),
            with: ClientSettings(), seed: 1)
        expectPicture(scene.body.joined(separator: "\n"), "menu/join-80x24")
    }
}
