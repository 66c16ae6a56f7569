import SetProtocol
import SetTestSupport
import Testing

@testable import SetClient

@Suite("The window's title")
struct WindowTitleTests {
    @Test(
        "tells somebody elsewhere what matters",
        arguments: [
            (ViewScene.joining, "set-duel"), (.alone, "waiting – set-duel"),
            (.ready, "● Bob is here – set-duel"),
            (.countdown, "● the cards are coming – set-duel"), (.open, "open – set-duel"),
            (.myTurn, "● your turn – set-duel"), (.otherTurn, "Bob claimed – set-duel"),
            (.match, "you found a set – set-duel"), (.mismatch, "● your turn – set-duel"),
            (.grace, "● your turn – set-duel"), (.paused, "paused – set-duel"),
            (.over, "game over – set-duel"), (.solo, "open – set-duel"),
            (.watching, "open – set-duel"),
        ])
    func words(scene: ViewScene, title: String) {
        #expect(WindowTitle.text(scene.model(), hasFocus: false) == title)
    }

    @Test(
        "stays the same before one's eyes, and where it is not wanted",
        arguments: ViewScene.allCases)
    func still(scene: ViewScene) {
        var view = scene.view()
        #expect(TableScreen(view).title(hasFocus: true) == "set-duel")
        view.preferences.settings.setsTitle = false
        #expect(TableScreen(view).title(hasFocus: false) == "set-duel")
    }

    @Test("holds nothing that a name could smuggle into it")
    func hostile() {
        let model = ViewScene.table(names: ("Ann", "B\u{1B}]0;x\u{7}b")) {
            $0.players.first?.isReady = true
        }
        let title = WindowTitle.text(model, hasFocus: false)
        #expect(title == "waiting for B?]0;x?b – set-duel")
        #expect(TerminalModes.titleBytes(title).filter { $0 == 0x1B }.count == 1)
    }
}
