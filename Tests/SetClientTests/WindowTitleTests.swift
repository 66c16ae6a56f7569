import SetProtocol
import SetTestSupport
import Testing

@testable import SetClient

@Suite("Window title")
struct WindowTitleTests {
    @Test(
        "The window title tells what matters without the focus",
        arguments: [
            (ViewScene.joining, "set-duel"), (.alone, "waiting – set-duel"),
            (.ready, "● Bob is here – set-duel"),
            (.countdown, "● the game is starting – set-duel"), (.open, "open – set-duel"),
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
        "The window title stays plain with the focus or with nothing to tell",
        arguments: ViewScene.allCases)
    func still(scene: ViewScene) {
        var view = scene.view()
        #expect(TableScreen(view).title(hasFocus: true) == "set-duel")
        view.preferences.settings.setsTitle = false
        #expect(TableScreen(view).title(hasFocus: false) == "set-duel")
    }

    @Test("The window title holds nothing a name could smuggle in")
    func hostile() {
        let model = ViewScene.table(names: ("Ann", "B\u{1B}]0;x\u{7}b")) {
            $0.players.first?.isReady = true
        }
        let title = WindowTitle.text(model, hasFocus: false)
        #expect(title == "waiting for B?]0;x?b – set-duel")
        #expect(TerminalModes.titleBytes(title).filter { $0 == 0x1B }.count == 1)
    }
}
