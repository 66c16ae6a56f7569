import SetProtocol
import SetTestSupport
import Testing

@testable import SetClient

@Suite("Settings form")
struct SettingsFormTests {
    private let offer = Setting.Offer.builtIn

    private func form(at field: Setting) -> SettingsForm {
        var form = SettingsForm(offer)
        var settings = ClientSettings()
        let place = Setting.rows.firstIndex(of: field) ?? 0
        #expect(form.apply(.work(place), &settings) == nil)
        return form
    }

    private func press(
        _ keys: [Key], _ form: inout SettingsForm, _ settings: inout ClientSettings
    ) -> [StoredSettings] {
        keys.compactMap { key in
            form.edit(for: key).flatMap { form.apply($0, &settings) }
        }
    }

    @Test("The settings form shows and saves every change at once", arguments: Setting.rows)
    func changes(field: Setting) throws {
        var form = form(at: field)
        var settings = ClientSettings()
        let before = settings
        let keys: [Key] = field.isText ? [.character("Z")] : [.character(" ")]
        let saved = press(keys, &form, &settings)
        #expect(saved.count == 1 && settings != before)
        #expect(saved.first == StoredSettings(changesFrom: before, to: settings))
        // The file gives back what was put into it.
        let document = JSONValue.object(try #require(saved.first).members)
        let (read, faults) = StoredSettings.reading(document.bytes)
        #expect(read == saved.first && faults.isEmpty)
        var restored = ClientSettings()
        read.apply(to: &restored, offer)
        #expect(restored == settings)
    }

    @Test("A setting's values stop at their ends by arrows and wrap on enter")
    func values() {
        for field in Setting.rows where !field.isText {
            var form = form(at: field)
            var settings = ClientSettings()
            let choices = field.choices(offer)
            for _ in choices { _ = press([Key(.left)], &form, &settings) }
            #expect(field.value(in: settings) == choices.first)
            for choice in choices {
                #expect(form.value(of: field, settings) == field.shown(choice))
                #expect(!form.explanation(settings).text.isEmpty)
                _ = press([Key(.right)], &form, &settings)
            }
            #expect(field.value(in: settings) == choices.last)
            _ = press([Key(.enter)], &form, &settings)
            #expect(field.value(in: settings) == choices.first)
            _ = press([Key(.backspace)], &form, &settings)
            #expect(field.value(in: settings) == choices.last)
        }
    }

    @Test("The settings form saves a name as typed, but no invalid one")
    func names() {
        var form = form(at: .name)
        var settings = ClientSettings()
        var saved = press("Zoe O".map { .character($0) }, &form, &settings)
        #expect(settings.name == "Zoe O")
        // A blank at the end is no name yet, only the beginning of one.
        #expect(saved.map { $0[.name] } == ["Z", "Zo", "Zoe", "Zoe O"])
        saved = press([.character(" ")], &form, &settings)
        #expect(saved.isEmpty && settings.name == "Zoe O")
        #expect(form.value(of: .name, settings) == "Zoe O ")
        #expect(form.explanation(settings).isProblem)
        saved = press([Key(.up), Key(.down)], &form, &settings)
        #expect(form.value(of: .name, settings) == "Zoe O" && saved.isEmpty)
        var none = settings
        #expect(form.apply(.insert("\u{1B}[2J"), &none) == nil && none == settings)
        #expect(form.explanation(none).isProblem)
        _ = press(Array(repeating: Key(.backspace), count: 20), &form, &settings)
        #expect(settings.name.isEmpty && !form.explanation(settings).isProblem)
    }

    @Test("The settings form stays within its rows")
    func rows() {
        var form = SettingsForm(offer)
        var settings = ClientSettings()
        for key in [Key(.up), Key(.backtab), Key(.home), Key(.pageUp)] {
            _ = press([key], &form, &settings)
            #expect(form.place == 0)
        }
        for key in [Key(.end), Key(.down), Key(.tab), Key(.pageDown)] {
            _ = press([key], &form, &settings)
            #expect(form.place == Setting.rows.count - 1)
        }
        #expect(settings == ClientSettings())
        for field in Setting.rows {
            if !field.isText { field.set("none such", in: &settings, offer) }
        }
        #expect(settings == ClientSettings())
    }

    @Test("The settings form names a theme that is already color-blind-friendly")
    func colorBlind() {
        let settings = ClientSettings(theme: "color-blind")
        #expect(
            Setting.colorBlind.explanation(settings, offer)
                == "This theme is already color-blind-friendly.")
        #expect(offer.themesForEveryColorVision == ["color-blind"])
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
        if case .settings(let sheet) = driver.view.sheet { sheet.form.field } else { nil }
    }

    @Test("The settings form shows changes on the table behind it")
    func table() {
        var driver = opened()
        #expect(driver.press(Key(.right)) == [.save([.theme: "color-blind"])])
        #expect(driver.screen.theme == .colorBlind && isOpen(driver))
        #expect(driver.press(Key(.down), Key(.down), Key(.down)).isEmpty)
        #expect(driver.press(Key(.right)) == [.save([.keyboard: "qwertz"])])
        #expect(driver.screen.settings.keyboard == .qwertz)
        #expect(driver.type("q").isEmpty && driver.model.marks.isEmpty)
        #expect(driver.press(Key(.escape)).isEmpty && driver.view.sheet == nil)
        let wanted = ClientSettings(theme: "color-blind", keyboard: .qwertz)
        #expect(driver.screen.settings == wanted)
        // The key that opened it closes it, but not while a name is typed.
        driver.type("OO")
        #expect(driver.view.sheet == nil)
        driver.press(.character("O"), Key(.end))
        #expect(driver.type("O") == [.save([.name: "O"])])
        #expect(driver.handle(.paste("tto")) == [.save([.name: "Otto"])])
        #expect(driver.press(.control("c")).isEmpty)
        #expect(driver.view.sheet == .question(QuestionSheet(.quit)))
    }

    @Test("M and C save their changes, and C says when a theme does not need it")
    func keys() {
        var driver = TableDriver(ViewScene.open.view())
        #expect(driver.type("M") == [.save([.motion: "reduced"])])
        #expect(driver.type("C") == [.save([.colorBlind: "yes"])])
        #expect(driver.screen.theme.isForEveryColorVision)
        #expect(driver.type("C") == [.save([.colorBlind: "no"])])
        var own = TableView(
            ViewScene.open.model(), SettingsModel(ClientSettings(theme: "color-blind")))
        #expect(own.perform(.toggleColorBlind, at: ViewScene.now).isEmpty)
        #expect(!own.preferences.settings.isColorBlind)
        #expect(
            own.model.notice?.content
                == .remark("color-blind is already color-blind-friendly."))
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
        // On its name a row is chosen, on its value it changes.
        #expect(driver.click(try cell("  motion ", 6)).isEmpty && field(driver) == .motion)
        driver.press(Key(.home))
        let reduced = driver.click(try cell("  motion ", 20))
        #expect(reduced == [.save([.motion: "reduced"])])
        #expect(field(driver) == .motion)
        #expect(driver.click(try cell(" motion ", 16)) == [.save([.motion: "full"])])
        #expect(driver.mouse(.wheelDown, Point(9, 9)).isEmpty && field(driver) == .keyboard)
        #expect(driver.mouse(.press(.right), Point(9, 9)).isEmpty && driver.view.sheet == nil)
        // The words at the foot are buttons.
        driver.type("O")
        let change = try driver.click("change")
        #expect(change == [.save([.theme: "color-blind"])])
        #expect(try driver.click("esc close").isEmpty && driver.view.sheet == nil)
    }
}
