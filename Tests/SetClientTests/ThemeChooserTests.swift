import SetProtocol
import SetTestSupport
import Testing

@testable import SetClient

@Suite("The chooser of themes")
struct ThemeChooserTests {
    private let now = ViewScene.now

    private func opened(_ settings: ClientSettings = ClientSettings()) -> ClientModel {
        var model = ViewScene.open.model()
        model.settings = settings
        #expect(model.perform(.show(.themes), at: now).isEmpty)
        return model
    }

    /// Tells a client what one in the middle of a game knows.
    private func seat(_ model: inout ClientModel) {
        let known = ViewScene.open.model()
        guard case .joined(let welcome) = known.connection, let state = known.table else { return }
        _ = model.receive(.welcome(welcome), at: now)
        _ = model.receive(.state(state), at: now)
    }

    private func screen(_ model: ClientModel, _ width: Int, _ height: Int) -> TableScreen {
        TableScreen(
            model: model, size: Size(width, height),
            appearance: Appearance(palette: Palette(model.theme)), now: now)
    }

    private func press(_ key: Key, _ model: inout ClientModel) -> [ClientEffect] {
        var keys = KeyMap()
        let action = keys.action(for: key, model: model, screen: screen(model, 80, 24))
        return action.map { model.perform($0, at: now) } ?? []
    }

    @Test("puts on the table at once what it points at, and keeps it on enter")
    func keeping() {
        var model = opened()
        #expect(press(Key(.down), &model).isEmpty)
        #expect(model.theme == .colorBlind && model.overlay == .themes)
        #expect(press(.character("f"), &model).isEmpty && model.theme == .penguins)
        #expect(press(Key(.enter), &model) == [.save(StoredSettings(theme: "penguins"))])
        #expect(model.overlay == nil && model.theme == .penguins)
    }

    @Test("takes everything back on escape, colors too")
    func cancelling() {
        let before = ClientSettings(theme: "mono", keyboard: .dvorak)
        var model = opened(before)
        _ = press(.character("a"), &model)
        #expect(press(.character("C"), &model).isEmpty)
        #expect(model.settings != before)
        #expect(press(Key(.escape), &model).isEmpty)
        #expect(model.settings == before && model.overlay == nil)
    }

    @Test("saves only what has changed")
    func changes() {
        var model = opened(ClientSettings(theme: "mono", keyboard: .dvorak))
        #expect(press(Key(.enter), &model).isEmpty)
        _ = model.perform(.show(.themes), at: now)
        _ = press(.character("C"), &model)
        #expect(press(.character("T"), &model) == [.save(StoredSettings(isColorBlind: true))])
        _ = model.perform(.show(.themes), at: now)
        _ = press(Key(.end), &model)
        #expect(press(Key(.enter), &model) == [.save(StoredSettings(isThemeRandom: true))])
        #expect(model.settings.theme == "mono" && model.settings.isThemeRandom)
        _ = model.perform(.show(.themes), at: now)
        _ = press(.character("e"), &model)
        let saved = StoredSettings(theme: "mono", isThemeRandom: false)
        #expect(press(Key(.enter), &model) == [.save(saved)])
    }

    @Test("keeps the choice when something else is opened over it")
    func replaced() {
        var model = opened()
        _ = press(.character("b"), &model)
        let effects = press(.control("c"), &model)
        #expect(effects == [.save(StoredSettings(theme: "color-blind"))])
        #expect(model.overlay == .question(.quit))
    }

    @Test("goes no further than its ends")
    func ends() {
        var model = opened()
        for key in [Key(.up), Key(.home), Key(.pageUp)] {
            _ = press(key, &model)
            #expect(model.themePlace == 0)
        }
        for key in [Key(.end), Key(.down), Key(.tab)] {
            _ = press(key, &model)
            #expect(model.themePlace == model.themePlaces - 1)
        }
        _ = model.perform(.useTheme(-1), at: now)
        _ = model.perform(.useTheme(1000), at: now)
        #expect(model.themePlace == model.themePlaces - 1)
        #expect(press(.character("+"), &model).isEmpty && model.overlay == .themes)
    }

    @Test("is worked by the mouse: rows, wheel, and a click beside it", arguments: [40, 80, 120])
    func mouse(width: Int) throws {
        var model = opened()
        let size = Size(width, width == 40 ? 15 : width / 3)
        for place in [4, 2] {
            let table = screen(model, size.width, size.height)
            let name = model.themes[place].name
            var canvas = Canvas(size)
            table.draw(on: &canvas)
            let row = try #require(canvas.lines.firstIndex { $0.contains("  \(name)") })
            let x = table.themeSheet.frame.minX + 5
            let action = try #require(
                table.action(for: Mouse(.press(.left), at: Point(x, row))))
            #expect(action == .useTheme(place))
            _ = model.perform(action, at: now)
        }
        let table = screen(model, size.width, size.height)
        #expect(table.action(for: Mouse(.wheelDown, at: Point(9, 9))) == .useTheme(3))
        #expect(table.action(for: Mouse(.wheelUp, at: Point(9, 9))) == .useTheme(1))
        #expect(table.action(for: Mouse(.press(.left), at: Point(0, 0))) == .confirm)
        #expect(table.action(for: Mouse(.press(.right), at: Point(9, 9))) == .cancel)
    }

    @Test("lies on the screen and shows the theme in use, at every size")
    func layout() throws {
        var model = ClientModel(
            themes: Theme.builtIn
                + (0..<40).map { number in
                    var theme = Theme.classic
                    theme.name = "own number \(number)"
                    return theme
                })
        seat(&model)
        _ = model.perform(.show(.themes), at: now)
        let sizes = [Size(40, 15), Size(60, 20), Size(80, 24), Size(120, 40), Size(200, 60)]
        for size in sizes.sampled(every: 2) {
            for place in [0, 9, 47, 48] {
                _ = model.perform(.useTheme(place), at: now)
                let table = screen(model, size.width, size.height)
                let frame = table.themeSheet.frame
                #expect(frame.intersection(Rect(0, 0, size.width, size.height)) == frame)
                var canvas = Canvas(size)
                table.draw(on: &canvas)
                let name = place < 48 ? model.themes[place].name : "random each game"
                #expect(canvas.lines.contains { $0.contains("▸") && $0.contains(name) }, "\(size)")
            }
        }
        for width in 0...50 {
            for height in 0...20 {
                var canvas = Canvas(Size(width, height))
                screen(model, width, height).draw(on: &canvas)
            }
        }
    }

    @Test("at 80 by 24 looks like this")
    func picture() {
        var canvas = Canvas(Size(80, 24))
        screen(opened(), 80, 24).draw(on: &canvas)
        let frame = screen(opened(), 80, 24).themeSheet.frame
        let lines = (frame.minY..<frame.maxY).map { row in
            String(canvas.lines[row].dropFirst(frame.minX).prefix(frame.size.width))
        }
        #expect(
            lines == [
                "╭─────────────────────────────── Themes ────────────────────────────────╮",
                "│ ▸a  classic          R G V                                            │",
                "│  b  color-blind      B O Y         ▟▙        ▗▞▜▘▗▞▜▘   ▗▀▀▖▗▀▀▖▗▀▀▖  │",
                "│  c  high contrast    R C Y        ▐██▌       ▝█▀▖▝█▀▖   ▐  ▌▐  ▌▐  ▌  │",
                "│  d  characters       R G V         ▜▛        ▗█▛▘▗█▛▘   ▝▄▄▘▝▄▄▘▝▄▄▘  │",
                "│  e  mono             L M D                                            │",
                "│  f  penguins         S I D          diamonds, squiggles, ovals        │",
                "│  g  gradient         F L O                                            │",
                "│  h  paper            R G P                                            │",
                "│  i  random each game                                                  │",
                "│ enter keep  esc back  C color-blind  E edit                           │",
                "╰───────────────────────────────────────────────────────────────────────╯",
            ])
    }

    // MARK: - Another theme each game

    @Test("lets each new game use another theme, the same ones for the same seed")
    func random() throws {
        func themes(seed: UInt64) throws -> [String] {
            var model = ClientModel(settings: ClientSettings(isThemeRandom: true), seed: seed)
            seat(&model)
            var state = try #require(model.table)
            return (0..<12).map { _ in
                state.revision = state.revision.next
                state.game += 1
                _ = model.receive(.state(state), at: now)
                return model.settings.theme
            }
        }
        let names = try themes(seed: 1)
        #expect(zip(names, names.dropFirst()).allSatisfy { $0 != $1 })
        #expect(Set(names).count > 4)
        #expect(try themes(seed: 1) == names)
        #expect(try themes(seed: 2) != names)
    }

    @Test("names the theme of the game on the screen")
    func named() {
        var model = ViewScene.solo.model()
        _ = model.perform(.useTheme(5), at: now)
        var canvas = Canvas(Size(120, 40))
        screen(model, 120, 40).draw(on: &canvas)
        #expect(canvas.lines[0].contains("penguins"))
    }
}
