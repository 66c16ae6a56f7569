import SetProtocol
import SetTestSupport
import Testing

@testable import SetClient

@Suite("Settings form")
struct SettingsFormTests {
    private let offer = Setting.Offer.builtIn

    /// The sheet with a setting as its current row, and what has been set.
    private struct Scene {
        var preferences = SettingsModel()
        var sheet = SettingsSheet(SettingsModel())
        let place = SheetPlace(
            look: Appearance(), screen: Size(80, 24), area: Rect(0, 0, 80, 24))

        var settings: ClientSettings { preferences.settings }

        var text: String {
            var canvas = Canvas(place.screen)
            sheet.draw(preferences, in: place, on: &canvas)
            return canvas.lines.joined(separator: "\n")
        }

        init(at setting: Setting) {
            while sheet.setting != setting { press(Key(.down)) }
        }

        @discardableResult
        mutating func press(_ keys: Key...) -> [StoredSettings] { press(keys) }

        @discardableResult
        mutating func press(_ keys: [Key]) -> [StoredSettings] {
            keys.compactMap { sheet.handle(.key($0), &preferences, in: place).changes }
        }
    }

    @Test("The settings form shows and saves every change at once", arguments: Setting.rows)
    func changes(field: Setting) throws {
        var scene = Scene(at: field)
        let before = scene.settings
        let saved = scene.press(field.isText ? .character("Z") : .character(" "))
        #expect(saved.count == 1 && scene.settings != before)
        #expect(saved.first == StoredSettings(changesFrom: before, to: scene.settings))
        // The file gives back what was put into it.
        let document = JSONValue.object(try #require(saved.first).members)
        let (read, faults) = StoredSettings.reading(document.bytes)
        #expect(read == saved.first && faults.isEmpty)
        var restored = ClientSettings()
        read.apply(to: &restored, offer)
        #expect(restored == scene.settings)
    }

    @Test(
        "A setting's values follow one another and begin again",
        arguments: [Key.Code.right, .enter])
    func values(next: Key.Code) throws {
        for field in Setting.rows where !field.isText {
            var scene = Scene(at: field)
            let choices = field.choices(offer)
            let first = try #require(choices.firstIndex(of: field.value(in: scene.settings)))
            for step in 0...choices.count {
                let value = choices[(first + step) % choices.count]
                #expect(field.value(in: scene.settings) == value)
                #expect(scene.text.contains("‹ \(field.shown(value)) ›"))
                scene.press(Key(next))
            }
            for _ in 0...choices.count { scene.press(Key(.left)) }
            field.set("none such", in: &scene.preferences.settings, offer)
            #expect(field.value(in: scene.settings) == choices[first])
        }
    }

    @Test("The settings form saves a name as typed, but no invalid one")
    func names() {
        var scene = Scene(at: .name)
        let saved = scene.press("Zoe O".map { .character($0) })
        // A blank at the end is no name yet, only the beginning of one.
        #expect(saved.map { $0[.name] } == ["Z", "Zo", "Zoe", "Zoe O"])
        #expect(scene.settings.name == "Zoe O")
        let limit = scene.press(Array(repeating: .character("x"), count: 30)).count
        #expect(limit == SafeText.nameColumns - 5)
        #expect(scene.press(Key(.up), Key(.down)).isEmpty)
        _ = scene.sheet.handle(.paste("\u{1B}\n"), &scene.preferences, in: scene.place)
        #expect(SafeText.isAllowedPlayerName(scene.settings.name))
        scene.press(Array(repeating: Key(.backspace), count: 20))
        #expect(scene.settings.name.isEmpty && scene.text.contains("your user name"))
        scene.press(.character("\u{3164}"))
        #expect(scene.settings.name.isEmpty)
    }

    @Test("The settings form names a theme that is already color-blind-friendly")
    func colorBlind() {
        let settings = ClientSettings(theme: "color-blind")
        #expect(
            Setting.colorBlind.explanation(settings, offer)
                == "This theme is already color-blind-friendly.")
        #expect(offer.themes.filter(\.isForEveryColorVision).map(\.name) == ["color-blind"])
        #expect(Theme.penguins.forEveryColorVision.isForEveryColorVision)
        #expect(Theme.penguins.forEveryColorVision.symbols == Theme.penguins.symbols)
    }

    // MARK: - At the table

    /// A game with the settings opened over it by their key.
    private func opened(_ size: Size = Size(80, 24)) -> TableDriver {
        var driver = TableDriver(ViewScene.open.view(), size)
        #expect(driver.type("O").isEmpty && isOpen(driver))
        return driver
    }

    private func isOpen(_ driver: TableDriver) -> Bool {
        driver.view.sheet?.kind == .settings
    }

    private func field(_ driver: TableDriver) -> Setting? {
        if case .settings(let sheet) = driver.view.sheet { sheet.setting } else { nil }
    }

    @Test(
        "The mouse works the settings form", arguments: [Size(80, 24), Size(40, 15), Size(120, 40)])
    func mouse(size: Size) throws {
        var driver = opened(size)
        let frame = try #require(driver.picture.sheetFrame)
        func cell(_ text: String, _ column: Int) throws -> Point {
            let row = try #require(driver.rows.firstIndex { $0.contains(text) })
            return Point(frame.minX + column, row)
        }
        #expect(driver.click(try cell("  motion ", 6)).isEmpty && field(driver) == .motion)
        let reduced = driver.click(try cell(" motion ", 20))
        #expect(reduced == [.save([.motion: "reduced"])])
        #expect(driver.mouse(.wheelDown, Point(9, 9)).isEmpty && field(driver) == .keyboard)
        #expect(driver.mouse(.press(.right), Point(9, 9)).isEmpty && driver.view.sheet == nil)
        // The words at the foot are buttons.
        driver.type("O")
        let change = try driver.click("change")
        #expect(change == [.save([.theme: "color-blind"])])
        #expect(try driver.click("esc close").isEmpty && driver.view.sheet == nil)
    }
}
