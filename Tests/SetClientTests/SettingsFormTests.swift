import SetProtocol
import SetTestSupport
import Testing

@testable import SetClient

@Suite("The form of settings")
struct SettingsFormTests {
    private let offer = SettingsField.Offer(
        themes: Theme.builtIn, keyboards: Keyboard.builtIn)

    private func form(at field: SettingsField) -> SettingsForm {
        var form = SettingsForm(offer)
        var settings = ClientSettings()
        let place = SettingsField.allCases.firstIndex(of: field) ?? 0
        #expect(form.take(.work(place), &settings) == nil)
        return form
    }

    private func press(
        _ keys: [Key], _ form: inout SettingsForm, _ settings: inout ClientSettings
    ) -> [StoredSettings] {
        keys.compactMap { key in
            form.edit(for: key).flatMap { form.take($0, &settings) }
        }
    }

    @Test("shows and keeps every change at once", arguments: SettingsField.allCases)
    func changes(field: SettingsField) throws {
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
        read.apply(to: &restored, themes: offer.themes)
        #expect(restored == settings)
    }

    @Test("goes through the values of a row and back, stops at its ends, and wraps on enter")
    func values() {
        for field in SettingsField.allCases where !field.isText {
            var form = form(at: field)
            var settings = ClientSettings()
            let choices = field.choices(offer)
            for _ in choices { _ = press([Key(.left)], &form, &settings) }
            #expect(field.current(settings, offer) == 0)
            for choice in choices {
                #expect(form.value(of: field, settings) == choice)
                #expect(!form.explanation(settings).text.isEmpty)
                _ = press([Key(.right)], &form, &settings)
            }
            #expect(field.current(settings, offer) == choices.count - 1)
            _ = press([Key(.enter)], &form, &settings)
            #expect(field.current(settings, offer) == 0)
            _ = press([Key(.backspace)], &form, &settings)
            #expect(field.current(settings, offer) == choices.count - 1)
        }
    }

    @Test("takes a name as it is typed, and what is none stays out of the settings")
    func names() {
        var form = form(at: .name)
        var settings = ClientSettings()
        var saved = press("Zoe O".map { .character($0) }, &form, &settings)
        #expect(settings.name == "Zoe O")
        // A blank at the end is no name yet, only the beginning of one.
        #expect(saved.map(\.name) == ["Z", "Zo", "Zoe", "Zoe O"])
        saved = press([.character(" ")], &form, &settings)
        #expect(saved.isEmpty && settings.name == "Zoe O")
        #expect(form.value(of: .name, settings) == "Zoe O ")
        #expect(form.explanation(settings).isProblem)
        saved = press([Key(.up), Key(.down)], &form, &settings)
        #expect(form.value(of: .name, settings) == "Zoe O" && saved.isEmpty)
        var none = settings
        #expect(form.take(.insert("\u{1B}[2J"), &none) == nil && none == settings)
        #expect(form.explanation(none).isProblem)
        _ = press(Array(repeating: Key(.backspace), count: 20), &form, &settings)
        #expect(settings.name.isEmpty && !form.explanation(settings).isProblem)
    }

    @Test("never goes beyond its rows")
    func rows() {
        var form = SettingsForm(offer)
        var settings = ClientSettings()
        for key in [Key(.up), Key(.backtab), Key(.home), Key(.pageUp)] {
            _ = press([key], &form, &settings)
            #expect(form.place == 0)
        }
        for key in [Key(.end), Key(.down), Key(.tab), Key(.pageDown)] {
            _ = press([key], &form, &settings)
            #expect(form.place == SettingsField.allCases.count - 1)
        }
        #expect(settings == ClientSettings())
        for field in SettingsField.allCases {
            for place in [-1, 1000, Int.max] { field.choose(place, &settings, offer) }
        }
        #expect(settings == ClientSettings())
    }

    @Test("names the theme that needs no palette")
    func colorBlind() {
        let settings = ClientSettings(theme: "color-blind")
        #expect(
            SettingsField.colorBlind.explanation(settings, offer)
                == "This theme has colors for every kind of vision by itself.")
        #expect(offer.themesForEveryColorVision == ["color-blind"])
        #expect(Theme.penguins.forEveryColorVision.isForEveryColorVision)
        #expect(Theme.penguins.forEveryColorVision.symbols == Theme.penguins.symbols)
    }

    // MARK: - At the table

    private let now = ViewScene.now

    private func screen(_ model: ClientModel, _ size: Size = Size(80, 24)) -> TableScreen {
        var look = Appearance(palette: Palette(model.theme))
        look.keyboard = model.settings.keyboard
        return TableScreen(model: model, size: size, appearance: look, now: now)
    }

    private func press(_ key: Key, _ model: inout ClientModel) -> [ClientEffect] {
        var keys = KeyMap()
        let action = keys.action(for: key, model: model, screen: screen(model))
        return action.map { model.perform($0, at: now) } ?? []
    }

    @Test("lies over the table, whose cards change behind it")
    func table() {
        var model = ViewScene.open.model()
        #expect(press(.character("O"), &model).isEmpty && model.overlay == .settings)
        #expect(
            press(Key(.right), &model) == [.save(StoredSettings(theme: "color-blind"))])
        #expect(model.theme == .colorBlind && model.overlay == .settings)
        for _ in 0..<3 { #expect(press(Key(.down), &model).isEmpty) }
        #expect(press(Key(.right), &model) == [.save(StoredSettings(keyboard: .qwertz))])
        #expect(screen(model).labels.contains("y") && !screen(model).labels.contains("ö"))
        #expect(press(.character("q"), &model).isEmpty && model.marks.isEmpty)
        #expect(press(Key(.escape), &model).isEmpty && model.overlay == nil)
        #expect(model.settings == ClientSettings(theme: "color-blind", keyboard: .qwertz))
        // The key that opened it closes it, but not while a name is typed.
        _ = press(.character("O"), &model)
        _ = press(.character("O"), &model)
        #expect(model.overlay == nil)
        _ = press(.character("O"), &model)
        _ = press(Key(.end), &model)
        #expect(press(.character("O"), &model) == [.save(StoredSettings(name: "O"))])
        #expect(press(.control("c"), &model).isEmpty && model.overlay == .question(.quit))
    }

    @Test("keeps what M and C change too, and C says when a theme needs it not")
    func keys() {
        var model = ViewScene.open.model()
        #expect(press(.character("M"), &model) == [.save(StoredSettings(motion: .reduced))])
        #expect(press(.character("C"), &model) == [.save(StoredSettings(isColorBlind: true))])
        #expect(model.theme.isForEveryColorVision)
        #expect(press(.character("C"), &model) == [.save(StoredSettings(isColorBlind: false))])
        model.settings.theme = "color-blind"
        #expect(press(.character("C"), &model).isEmpty && !model.settings.isColorBlind)
        #expect(
            model.notice?.content
                == .remark("color-blind: these colors are for everybody's eyes already."))
    }

    @Test("is worked by the mouse", arguments: [Size(80, 24), Size(40, 15), Size(120, 40)])
    func mouse(size: Size) throws {
        var model = ViewScene.open.model()
        _ = model.perform(.show(.settings), at: now)
        func cell(_ text: String) throws -> Point {
            let screen = screen(model, size)
            var canvas = Canvas(size)
            screen.draw(on: &canvas)
            let frame = screen.settingsSheet.frame
            let row = try #require(canvas.lines.firstIndex { $0.contains(text) })
            return Point(frame.minX + 20, row)
        }
        func click(_ point: Point, _ button: Mouse.Button = .left) -> [ClientEffect] {
            let action = screen(model, size).action(for: Mouse(.press(button), at: point))
            return action.map { model.perform($0, at: now) } ?? []
        }
        // On its name a row is chosen, on its value it changes.
        var point = try cell("  motion ")
        point.x -= 14
        #expect(click(point).isEmpty && model.form.field == .motion)
        _ = model.perform(.set(.work(0)), at: now)
        #expect(click(try cell("  motion ")) == [.save(StoredSettings(motion: .reduced))])
        #expect(model.form.field == .motion)
        point = try cell(" motion ")
        point.x -= 4
        #expect(click(point) == [.save(StoredSettings(motion: .full))])
        let wheel = screen(model, size).action(for: Mouse(.wheelDown, at: point))
        #expect(wheel == .set(.move(1)))
        #expect(click(Point(9, 9), .right).isEmpty && model.overlay == nil)
        // The words at the foot are buttons.
        _ = model.perform(.show(.settings), at: now)
        let foot = try cell("esc close")
        let cells = (0..<size.width).map { Point($0, foot.y) }
        let actions = cells.compactMap { screen(model, size).action(at: $0) }
        #expect(actions.contains(.set(.step(1, wrapping: true))))
        let frame = screen(model, size).settingsSheet.frame
        let way = try #require(
            cells.first { frame.contains($0) && screen(model, size).action(at: $0) == .cancel })
        #expect(click(way).isEmpty && model.overlay == nil)
    }
}
