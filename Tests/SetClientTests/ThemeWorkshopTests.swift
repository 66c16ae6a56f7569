import Foundation
import SetProtocol
import SetTestSupport
import Testing

@testable import SetClient

@Suite("Themes in the menu")
struct ThemeWorkshopTests {
    private typealias Step = [ScreenEffect<MainMenu.Outcome>]

    /// The themes of the game, and some of the player's own behind them.
    private static func library(_ own: String...) -> ThemeLibrary {
        let entries = own.map { name in
            var theme = Theme.penguins
            theme.name = name
            return ThemeLibrary.Entry(theme, path: "/themes/\(name).json")
        }
        return ThemeLibrary(ThemeLibrary.builtIn.entries + entries)
    }

    /// The chooser, pointing at a theme.
    private func chooser(
        _ own: String..., at place: Int, _ settings: ClientSettings = ClientSettings(),
        size: Size = Size(80, 24)
    ) -> MainMenuScene {
        var scene = MainMenuScene(
            size, settings: settings,
            library: own.isEmpty ? .builtIn : Self.library(own[0]))
        scene.type("t")
        scene.press(Key(.home))
        for _ in 0..<place { scene.press(Key(.down)) }
        return scene
    }

    private let own = Theme.builtIn.count

    @Test("Keys in the menu's chooser work on the highlighted theme")
    func keys() {
        let tasks: [(Character, ThemeTask)] = [
            ("E", .edit("mono")), ("N", .new(from: "mono")), ("A", .new(from: "mono")),
            ("Y", .copy("mono")),
        ]
        for (key, task) in tasks {
            var scene = chooser(at: 4)
            #expect(scene.press(.character(key)) == [.done(.theme(task))])
            #expect(scene.page.screen == .themes)
        }
        // Small letters and other chords are no such keys.
        var scene = chooser(at: 4)
        #expect(scene.type("e") == [] && scene.press(.control("e")) == [])
        #expect(scene.page.screen == .themes)
    }

    @Test(
        "The mouse works on themes in the menu's chooser",
        arguments: [Size(40, 15), Size(80, 24), Size(120, 40)])
    func mouse(size: Size) throws {
        let tasks: [(String, ThemeTask)] = [
            (" E  edit", .edit("mine")), ("new", .new(from: "mine")), ("copy", .copy("mine")),
        ]
        for (words, task) in tasks {
            var scene = chooser("mine", at: own, size: size)
            #expect(try scene.click(words) == [.done(.theme(task))])
        }
        var scene = chooser("mine", at: own, size: size)
        #expect(try scene.click("X  delete") == [])
        #expect(try scene.click("N  keep") == [] && scene.page.pendingDeletion == nil)
        #expect(try scene.click("X  delete") == [])
        #expect(try scene.click("mine") == [] && scene.page.pendingDeletion == "mine")
        #expect(try scene.click("Y  delete") == [.done(.theme(.delete("mine")))])
        // A click beside the keys is a slip and decides nothing.
        let slip = Mouse(.press(.left), at: Point(0, size.height - 1))
        #expect(scene.page.handle(.mouse(slip), in: size, at: .zero) == [])
        #expect(scene.page.screen == .themes)
    }

    @Test("A theme is deleted only after a question")
    func question() {
        var scene = chooser("mine", at: own)
        #expect(scene.type("X") == [])
        #expect(scene.text.contains("Delete \"mine\" permanently?"))
        #expect(scene.press(Key(.up), Key(.down), .character("a"), .character("X")) == [])
        #expect(scene.page.pendingDeletion == "mine" && scene.page.theme.name == "mine")
        for key in [Key(.escape), .character("n"), Key(.backspace), Key(.enter)] {
            #expect(scene.press(key) == [] && scene.page.pendingDeletion == nil)
            #expect(scene.page.screen == .themes)
            scene.type("X")
        }
        #expect(scene.type("y") == [.done(.theme(.delete("mine")))])
        #expect(scene.page.pendingDeletion == nil)
    }

    @Test("Built-in themes and the random choice cannot be deleted")
    func refused() {
        for place in Theme.builtIn.indices {
            var scene = chooser(at: place)
            #expect(scene.type("X") == [] && scene.page.pendingDeletion == nil)
            #expect(scene.text.contains("Built-in themes cannot be deleted."))
            scene.press(Key(.down))
            #expect(!scene.text.contains("cannot be deleted"))
        }
        for key in "ENYX" {
            var scene = chooser(at: own)
            #expect(scene.press(.character(key)) == [])
            #expect(scene.text.contains("Select a theme first."))
        }
    }

    @Test("A saved theme is highlighted, and kept or reverted like any other")
    func saved() {
        var scene = chooser(at: 4)
        scene.type("N")
        scene.page.came(
            back: .saved("mine", over: nil), with: Self.library("mine"), .message("Saved: mine."))
        #expect(scene.text.contains("▸ i  mine") && scene.text.contains("Saved: mine."))
        #expect(scene.page.theme.name == "mine")
        var kept = scene
        #expect(kept.press(Key(.enter)) == [.save([.theme: "mine"])])
        #expect(kept.page.screen == .menu && kept.page.theme.name == "mine")
        #expect(scene.press(Key(.escape)) == [])
        #expect(scene.page.screen == .menu && scene.page.theme == .classic)
        // The new list is there the next time too.
        scene.type("t")
        #expect(scene.text.contains("i  mine"))
    }

    @Test("A theme in use stays in use when renamed and gives way when deleted")
    func following() {
        let settings = ClientSettings(theme: "mine", keyboard: .dvorak)
        var renamed = chooser("mine", at: own, settings)
        renamed.page.came(back: .saved("yours", over: "mine"), with: Self.library("yours"))
        #expect(renamed.press(Key(.escape)) == [] && renamed.page.theme.name == "yours")
        var deleted = chooser("mine", at: own, settings)
        deleted.page.came(back: .deleted("mine"), with: .builtIn)
        #expect(deleted.page.theme == .classic)
        #expect(deleted.press(Key(.escape)) == [])
        #expect(deleted.page.settings == ClientSettings(keyboard: .dvorak))
        // What was tried on is still tried on when the form was only left.
        var left = chooser("mine", at: 5)
        left.type("E")
        left.page.came(back: .none, with: Self.library("mine"))
        #expect(left.page.theme == .penguins)
        #expect(left.press(Key(.escape)) == [] && left.page.theme == .classic)
    }

    @Test("The menu's theme chooser draws on any screen, with any question and name")
    func sizes() {
        for width in [0, 1, 20, 39, 40, 41, 60, 80, 200] {
            for height in [0, 1, 5, 14, 15, 16, 20, 24, 28, 60] {
                var scene = chooser("mine", at: own, size: Size(80, 24))
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
        var scene = chooser("mine", at: own, size: Size(40, 15))
        expectPicture(scene.text, "themes/list-40x15")
        scene.type("X")
        #expect(
            scene.rows.suffix(2) == [
                "       Delete \"mine\" permanently?", "          Y  delete ▸  N  keep",
            ])
    }

    @Test("Menu theme chooser pictures at 80 by 24 match")
    func picture() {
        let scene = chooser(at: 0)
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
        let entry = ThemeLibrary.Entry(theme, path: path)
        theme.name = "yours"
        let moved = try ThemeLibrary.save(theme, over: entry, in: directory)
        #expect(file.read().settings[.theme] == "paper")
        try file.merge([.theme: "yours"])
        theme.name = "theirs"
        let last = try ThemeLibrary.save(
            theme, over: ThemeLibrary.Entry(Self.named("yours"), path: moved), in: directory)
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
        let entry = ThemeLibrary.Entry(theme, path: "/x")
        let library = ThemeLibrary(ThemeLibrary.builtIn.entries + [entry])
        #expect(library.freeName(forCopyOf: "my classic") == "my classic 2")
        #expect(library.freeName(forCopyOf: "classic") == "mine")
    }
}
