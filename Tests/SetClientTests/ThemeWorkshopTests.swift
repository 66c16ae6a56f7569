import Foundation
import SetProtocol
import SetTestSupport
import Testing

@testable import SetClient

@Suite("Themes in the menu")
struct ThemeWorkshopTests {
    /// The chooser, pointing at a theme of the player's own.
    private func chooser(_ size: Size = Size(80, 24)) -> MainMenuScene {
        var scene = MainMenuScene(size, library: MainMenuScene.library("mine"))
        scene.type("t")
        scene.press(Key(.home), Key(.up), Key(.up))
        return scene
    }

    @Test("The menu's chooser tries themes, leads to what changes their files, and follows changes")
    func scripts() throws {
        try expectAnswers("themes/menu") { try MainMenuScene.played($0) }
    }

    @Test("A click beside the keys of the menu's chooser decides nothing")
    func slip() {
        var scene = chooser()
        let slip = Mouse(.press(.left), at: Point(0, scene.size.height - 1))
        #expect(scene.page.handle(.mouse(slip), in: scene.size, at: .zero) == [])
        #expect(scene.page.screen == .themes)
    }

    @Test("The menu's theme chooser draws on any screen, with any question and name")
    func sizes() {
        for width in [0, 1, 20, 39, 40, 41, 60, 80, 200] {
            for height in [0, 1, 5, 14, 15, 16, 20, 24, 28, 60] {
                var scene = chooser()
                scene.size = Size(width, height)
                #expect(scene.rows.count == height)
                scene.page.remark("漢\u{1B}[2J" + String(repeating: "long ", count: 60), at: .zero)
                #expect(!scene.text.contains("\u{1B}"))
                scene.type("X")
                #expect(scene.rows.count == height)
            }
        }
    }

    @Test("Menu theme chooser pictures at 40 by 15 match")
    func small() {
        var scene = chooser(Size(40, 15))
        expectPicture(scene.text, "themes/list-40x15")
        scene.type("X")
        #expect(
            scene.rows.suffix(2) == [
                "       Delete \"mine\" permanently?", "          Y  delete ▸  N  keep",
            ])
    }

    @Test("Menu theme chooser pictures at 80 by 24 match")
    func picture() {
        var scene = MainMenuScene()
        scene.type("t")
        expectPicture(scene.rows.suffix(15).joined(separator: "\n"), "themes/list-80x24")
    }
}

@Suite("Changed theme files")
struct ThemeFollowingTests {
    @Test("Renaming a theme changes only the settings that name it")
    func settings() throws {
        let home = NSTemporaryDirectory() + "set-duel-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: home) }
        let directory = ConfigurationDirectory(path: home)
        let file = SettingsFile(in: directory)
        var theme = Theme.mono
        theme.name = "mine"
        let path = try ThemeLibrary.save(theme, over: nil, in: directory)
        try file.merge([.theme: "paper"])
        let entry = ThemeLibrary.Entry(theme: theme, path: path)
        theme.name = "yours"
        let moved = try ThemeLibrary.save(theme, over: entry, in: directory)
        #expect(file.read().settings[.theme] == "paper")
        try file.merge([.theme: "yours"])
        theme.name = "theirs"
        let last = try ThemeLibrary.save(
            theme, over: ThemeLibrary.Entry(theme: Self.named("yours"), path: moved), in: directory)
        #expect(file.read().settings[.theme] == "theirs")
        try ThemeLibrary.delete("theirs", at: last, in: directory)
        #expect(file.read().settings[.theme] == "classic" && !FileStore.exists(last))
        #expect(throws: FileProblem.self) {
            try ThemeLibrary.delete("theirs", at: last, in: directory)
        }
    }

    private static func named(_ name: String) -> Theme {
        var theme = Theme.mono
        theme.name = name
        return theme
    }

    @Test("Copies of the player's own themes get numbers")
    func copies() {
        var theme = Theme.mono
        theme.name = "my classic"
        let entry = ThemeLibrary.Entry(theme: theme, path: "/x")
        let library = ThemeLibrary(ThemeLibrary.builtIn.entries + [entry])
        #expect(library.freeName(forCopyOf: "my classic") == "my classic 2")
        #expect(library.freeName(forCopyOf: "classic") == "mine")
    }
}
