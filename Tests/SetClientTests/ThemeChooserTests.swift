import SetProtocol
import SetTestSupport
import Testing

@testable import SetClient

@Suite("Theme chooser")
struct ThemeChooserTests {
    private let now = ViewScene.now

    private func opened(
        _ settings: ClientSettings = ClientSettings(), _ size: Size = Size(80, 24),
        themes: [Theme] = Theme.builtIn
    ) -> TableDriver {
        let view = TableView(ViewScene.open.model(), SettingsModel(settings, themes: themes))
        var driver = TableDriver(view, size)
        #expect(driver.type("T").isEmpty && isOpen(driver))
        return driver
    }

    private func isOpen(_ driver: TableDriver) -> Bool {
        driver.view.sheet?.kind == .themes
    }

    @Test("Each row of the theme chooser shows the theme's symbols in their colors")
    func symbols() throws {
        let driver = opened()
        var canvas = Canvas(Size(80, 24))
        driver.picture.draw(on: &canvas)
        for (theme, symbols) in [
            (Theme.classic, "◆ ≋ ●"), (.characters, "▲ ● ■"), (.penguins, "P F I"),
            (.gradient, "◆ ≋ ●"),
        ] {
            let row = try #require(
                canvas.lines.firstIndex { $0.contains(theme.name) && $0.contains(symbols) })
            let line = canvas.lines[row]
            let first = try #require(symbols.first)
            let column = line.distance(
                from: line.startIndex, to: try #require(line.firstIndex(of: first)))
            for (place, color) in Variant.allCases.enumerated() {
                let ink = Palette(theme).ink(of: color).top
                #expect(canvas[column + 2 * place, row].style.foreground == ink)
            }
        }
    }

    @Test("The theme chooser is on the screen and shows the theme in use at every size")
    func layout() throws {
        let own = (0..<40).map { number in
            var theme = Theme.classic
            theme.name = "own number \(number)"
            return theme
        }
        var view = opened(themes: Theme.builtIn + own).view
        let sizes = [Size(40, 15), Size(60, 20), Size(80, 24), Size(120, 40), Size(200, 60)]
        for size in sizes.sampled(every: 2) {
            for index in [0, 9, 47, 48] {
                view.preferences.useTheme(at: index)
                let driver = TableDriver(view, size)
                let frame = try #require(driver.picture.sheetFrame)
                #expect(frame.intersection(Rect(0, 0, size.width, size.height)) == frame)
                let themes = view.preferences.themes
                let name = index < 48 ? themes[index].name : "random for each game"
                #expect(driver.rows.contains { $0.contains("▸") && $0.contains(name) }, "\(size)")
            }
        }
        for width in (0...50).sampled(every: 3) {
            for height in 0...20 {
                var canvas = Canvas(Size(width, height))
                TableDriver(view, canvas.size).picture.draw(on: &canvas)
            }
        }
    }

    // MARK: - Another theme each game

    @Test("The random theme changes each game, in the same order for the same seed")
    func random() throws {
        func themes(seed: UInt64) throws -> [String] {
            let settings = ClientSettings(isThemeRandom: true)
            var driver = TableDriver(
                TableView(ViewScene.open.model(), SettingsModel(settings, seed: seed)))
            return (0..<12).map { _ in
                driver.publish { $0.game += 1 }
                return driver.screen.settings.theme
            }
        }
        let names = try themes(seed: 1)
        #expect(zip(names, names.dropFirst()).allSatisfy { $0 != $1 })
        #expect(Set(names).count > 4)
        #expect(try themes(seed: 1) == names)
        #expect(try themes(seed: 2) != names)
    }
}
