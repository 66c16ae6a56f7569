import SetProtocol
import SetTestSupport
import Testing

@testable import SetClient

@Suite("Settings pictures")
struct SettingsPictures {
    private func page(_ size: Size, _ keys: [Key] = []) -> String {
        var page = SettingsPage(SettingsModel())
        for key in keys { _ = page.handle(.key(key), in: size) }
        var look = Appearance(palette: Palette(page.preferences.theme))
        look.keyboard = page.preferences.settings.keyboard
        var canvas = Canvas(size)
        page.draw(on: &canvas, look)
        return canvas.lines.joined(separator: "\n")
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

    @Test("The settings page reports its end, its changes, and failed saves")
    func steps() {
        var page = SettingsPage(SettingsModel())
        let size = Size(80, 24)
        func press(_ key: Key) -> SheetStep { page.handle(.key(key), in: size) }
        #expect(press(Key(.right)).changes == [.theme: "color-blind"])
        #expect(page.preferences.theme == .colorBlind)
        page.remark("Not saved")
        var canvas = Canvas(size)
        page.draw(on: &canvas, Appearance())
        #expect(canvas.lines[23] == " Not saved")
        #expect(press(Key(.escape)).closes && press(.character("q")).closes)
        _ = press(Key(.end))
        #expect(press(.character("q")).changes == [.name: "q"])
        #expect(press(.control("c")).closes)
    }
}
