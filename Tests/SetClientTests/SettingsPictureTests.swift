import SetProtocol
import SetTestSupport
import Testing

@testable import SetClient

@Suite("Settings pictures")
struct SettingsPictures {
    private func page(_ size: Size, _ keys: [Key] = []) -> String {
        var scene = MainMenuScene(size)
        scene.type("s")
        for key in keys { scene.press(key) }
        return scene.text
    }

    private func overlay(_ width: Int, _ height: Int) -> String {
        var view = ViewScene.open.view()
        _ = view.perform(.show(.settings), at: ViewScene.now)
        return TableViewPicture(view, width, height).text
    }

    @Test("Settings sheet picture at 80 by 24 matches")
    func table() {
        expectPicture(
            overlay(80, 24),
            "settings/sheet-80x24")
    }

    @Test("Settings sheet picture at 40 by 15 matches")
    func smallTable() {
        expectPicture(
            overlay(40, 15),
            "settings/sheet-40x15")
    }

    @Test("Settings page picture at 80 by 24 matches")
    func page() {
        let keys = [Key(.down), Key(.down), Key(.down), Key(.right)]
        expectPicture(
            page(Size(80, 24), keys),
            "settings/page-80x24")
    }

    @Test("Settings page picture at 40 by 15 matches")
    func smallPage() {
        expectPicture(
            page(Size(40, 15), [Key(.end), .character("Z")]),
            "settings/page-40x15")
    }

    @Test("Settings fit on any screen")
    func sizes() async {
        for width in [0, 1, 10, 30, 46, 69, 70, 80, 200] {
            for height in [0, 1, 5, 9, 15, 24, 60] {
                _ = page(Size(width, height), [Key(.end)])
                await Task.yield()
            }
        }
    }

    @Test("The settings page saves changes, says why it could not, and ends by keys and clicks")
    func steps() throws {
        var scene = MainMenuScene()
        scene.type("s")
        #expect(scene.press(Key(.right)) == [.save([.theme: "color-blind"])])
        #expect(scene.page.theme == .colorBlind)
        scene.page.remark("Not saved", at: scene.now)
        #expect(scene.rows[22].contains("Not saved"))
        scene.press(Key(.end))
        #expect(scene.press(.character("q")) == [.save([.name: "q"])])
        #expect(scene.page.keyUse == .text)
        #expect(scene.press(Key(.escape)) == [] && scene.page.screen == .menu)
        for letter in ["q", "O"] {
            #expect(scene.type("s" + letter) == [] && scene.page.screen == .menu)
        }
        scene.type("s")
        #expect(try scene.click("esc close") == [] && scene.page.screen == .menu)
    }
}
