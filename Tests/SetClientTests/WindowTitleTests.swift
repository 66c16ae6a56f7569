import SetProtocol
import SetTestSupport
import Testing

@testable import SetClient

@Suite("Window title")
struct WindowTitleTests {
    @Test(
        "The window title tells what matters without the focus",
        arguments: [
            (ViewScene.joining, "set-duel"),
            (.ready, "● Bob is ready: press enter – set-duel"),
            (.countdown, "● Get ready! – set-duel"),
            (.open, "See a set? Press space – set-duel"),
            (.myTurn, "● Two more cards – set-duel"),
            (.otherTurn, "Bob is picking – set-duel"),
            (.mismatch, "● Bob was wrong: pick three – set-duel"),
            (.over, "You win by 11 points, 42 to 31 – set-duel"),
            (.lost, "● Connection lost – set-duel"),
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
        #expect(title == "You are ready: waiting for B?]0;x?b. – set-duel")
        #expect(TerminalModes.titleBytes(title).filter { $0 == 0x1B }.count == 1)
    }
}
