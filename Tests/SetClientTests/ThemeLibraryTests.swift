import Foundation
import SetProtocol
import SetTestSupport
import Testing

@testable import SetClient

@Suite("A player's files")
final class ThemeLibraryTests {
    private let home: String
    private var directory: ConfigurationDirectory {
        ConfigurationDirectory(path: home + "/set-duel")
    }
    private var environment: [String: String] { ["XDG_CONFIG_HOME": home] }

    init() throws {
        home = NSTemporaryDirectory() + "set-duel-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: home, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: home) }

    private func write(_ text: String, _ path: String) throws {
        try FileStore.replace(path, with: Array(text.utf8))
    }

    private func settingsText() throws -> String {
        let bytes = try FileStore.read(directory.settingsFile, limit: 1 << 20)
        return String(decoding: bytes, as: UTF8.self)
    }

    // MARK: - Places

    @Test("Player files are where the environment says, if the path is absolute")
    func places() {
        func path(_ variables: [String: String]) -> String? {
            ConfigurationDirectory(environment: variables)?.path
        }
        #expect(path(["XDG_CONFIG_HOME": "/x", "HOME": "/h"]) == "/x/set-duel")
        #expect(path(["XDG_CONFIG_HOME": "x/y", "HOME": "/h"]) == "/h/.config/set-duel")
        #expect(path(["XDG_CONFIG_HOME": "", "HOME": "/h"]) == "/h/.config/set-duel")
        #expect(path(["HOME": "h"]) == nil && path([:]) == nil)
        #expect(Preferences(environment: ["HOME": "h"]) == .none)
    }

    @Test("Theme file names cannot escape their directory")
    func names() {
        func name(_ theme: String) -> String {
            String(directory.themeFile(named: theme).dropFirst(directory.themes.count + 1))
        }
        #expect(name("my cats-2_x") == "my cats-2_x.json")
        #expect(name("../../x") == "%2E%2E%2F%2E%2E%2Fx.json")
        #expect(name("é%") == "%C3%A9%25.json")
        #expect(name(".") != name("..") && !name(".").hasPrefix("."))
    }

    @Test("Player files may be missing, and reading creates none")
    func missing() throws {
        let preferences = Preferences(environment: environment)
        #expect(preferences.problems.isEmpty && preferences.library.themes == Theme.builtIn)
        #expect(preferences.startingSettings == ClientSettings())
        #expect(try FileManager.default.contentsOfDirectory(atPath: home).isEmpty)
    }

    // MARK: - Themes

    @Test("Custom themes follow the built-in ones, symbolic links included")
    func own() throws {
        try write(ThemeFileTests.zoo, home + "/elsewhere.json")
        var mine = Theme.classic
        mine.name = "mine"
        try FileStore.replace(directory.themeFile(named: "mine"), with: mine.file)
        try FileManager.default.createSymbolicLink(
            atPath: directory.themes + "/zoo.json", withDestinationPath: home + "/elsewhere.json")
        let library = ThemeLibrary(in: directory)
        #expect(library.themes.dropFirst(Theme.builtIn.count).map(\.name) == ["mine", "zoo"])
        #expect(library.problems.isEmpty)
        #expect(library.entry(named: "mine")?.theme == mine)
        #expect(library.entry(named: "zoo")?.path == directory.themes + "/zoo.json")
        #expect(library.entry(named: "classic")?.path == nil)
    }

    @Test("Broken theme files are reported with line and reason; others load")
    func broken() throws {
        let themes = directory.themes
        try write(ThemeFileTests.zoo, themes + "/zoo.json")
        try write(ThemeFileTests.zoo, themes + "/zoo2.json")
        try write(
            ThemeFileTests.zoo.replacing("\"zoo\"", with: "\"mono\""), themes + "/mono.json")
        try write("{\n  \"name\": 7\n", themes + "/bad.json")
        try write("not a theme", themes + "/readme.txt")
        try write(String(repeating: " ", count: 1 << 21), themes + "/large.json")
        try FileManager.default.createDirectory(
            atPath: themes + "/dir.json", withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(
            atPath: themes + "/loop.json", withDestinationPath: "loop.json")
        let library = ThemeLibrary(in: directory)
        #expect(library.themes == Theme.builtIn + [try ThemeFileTests.read(ThemeFileTests.zoo)])
        let announced = library.problems.map { $0.brief }
        #expect(announced.count == 6)
        #expect(announced[0] == "bad.json:3: invalid JSON: unexpected end of text")
        #expect(announced[1] == "dir.json: not a regular file")
        #expect(announced[2] == "large.json: larger than 1048576 bytes")
        #expect(announced[3].hasPrefix("loop.json: "))
        #expect(announced[4] == "mono.json: the name \"mono\" is already used by a built-in theme")
        #expect(announced[5].hasPrefix("zoo2.json: the name \"zoo\" is already used by /"))
        #expect(library.problems[0].sentence.hasPrefix("\(themes)/bad.json:3: "))
    }

    @Test("Player files that cannot be listed are one problem")
    func unlisted() throws {
        try write("", directory.themes)
        let library = ThemeLibrary(in: directory)
        #expect(library.themes == Theme.builtIn && library.problems.count == 1)
    }

    // MARK: - Settings

    @Test("Player files hold settings, which come back")
    func settings() throws {
        let file = SettingsFile(in: directory)
        let all: StoredSettings = [
            .theme: "mono", .randomTheme: "yes", .colorBlind: "yes", .keyboard: "dvorak",
        ]
        try file.merge(all)
        #expect(file.read().settings == all && file.read().problems.isEmpty)
        let start = Preferences(environment: environment).startingSettings
        #expect(
            start
                == ClientSettings(
                    theme: "mono", isThemeRandom: true, isColorBlind: true, keyboard: .dvorak))
    }

    @Test("Settings files are read as far as they can be, and changes leave the rest as it was")
    func files() throws {
        try write("\u{FEFF}" + ThemeFileTests.zoo, directory.themes + "/zoo.json")
        let file = SettingsFile(in: directory)
        try expectAnswers("settings/files") { question in
            let parts = question.replacing("\\n", with: "\n").replacing("\\b", with: "\u{FEFF}")
                .split(separator: " <- ", omittingEmptySubsequences: false).map(String.init)
            try write(parts[0], file.path)
            var lines: [String] = []
            for change in parts.dropFirst() {
                do throws(FileProblem) {
                    try file.merge(StoredSettings.reading(Array(change.utf8)).settings)
                } catch {
                    lines.append("refused: \(error.brief)")
                }
                lines.append(try settingsText().trimmingCharacters(in: .newlines))
            }
            let preferences = Preferences(environment: environment)
            let start = preferences.startingSettings
            lines.append(StoredSettings(changesFrom: .standard, to: start)?.words ?? "as usual")
            lines += preferences.problems.map(\.brief)
            if let notice = preferences.notice { lines.append("notice: \(notice)") }
            return lines.joined(separator: "\n")
        }
    }

    @Test("Settings that several programs change at once all arrive")
    func together() async throws {
        let file = SettingsFile(in: directory)
        let kept = await withTaskGroup { group in
            for (setting, words) in [
                (Setting.theme, ["mono", "paper"]), (.keyboard, ["dvorak", "qwerty"]),
            ] {
                group.addTask {
                    (0..<100).count { number in
                        let word = words[number % 2]
                        guard (try? file.merge([setting: word])) != nil else { return false }
                        return file.read().settings[setting] == word
                    }
                }
            }
            return await group.reduce(0, +)
        }
        #expect(kept == 200)
    }

    @Test("A program that keeps the settings to itself stops no other for long")
    func heldSettings() throws {
        let file = SettingsFile(in: directory)
        let outcome = try FileStore.alone(with: file.path) { try file.merge([.theme: "paper"]) }
        #expect(throws: FileProblem.self) { try outcome.get() }
        try file.merge([.theme: "paper"])
    }

    // MARK: - Saving themes

    @Test("New, changed and renamed themes are saved as one file each")
    func saving() throws {
        var mine = Theme.classic
        mine.name = "mine"
        let path = try ThemeLibrary.save(mine, over: nil, in: directory)
        #expect(path == directory.themeFile(named: "mine"))
        var entry = try #require(ThemeLibrary(in: directory).entry(named: "mine"))
        mine.showsColorLetter = true
        #expect(try ThemeLibrary.save(mine, over: entry, in: directory) == path)
        entry = try #require(ThemeLibrary(in: directory).entry(named: "mine"))
        #expect(entry.theme == mine)
        mine.name = "yours"
        let moved = try ThemeLibrary.save(mine, over: entry, in: directory)
        #expect(moved == directory.themeFile(named: "yours") && !FileStore.exists(path))
        // A file that the player has called otherwise keeps its name.
        try write(ThemeFileTests.zoo, directory.themes + "/animals.json")
        let zoo = try #require(ThemeLibrary(in: directory).entry(named: "zoo"))
        var renamed = zoo.theme
        renamed.name = "park"
        #expect(
            try ThemeLibrary.save(renamed, over: zoo, in: directory)
                == directory.themes + "/animals.json")
        #expect(
            ThemeLibrary(in: directory).names().subtracting(Theme.builtIn.map(\.name))
                == ["yours", "park"])
    }

    @Test("A theme is not saved over another theme or file")
    func unsaved() throws {
        var mine = Theme.classic
        #expect(throws: FileProblem.self) {
            try ThemeLibrary.save(mine, over: nil, in: directory)
        }
        let classic = try #require(ThemeLibrary.builtIn.entry(named: "classic"))
        mine.name = "other"
        #expect(throws: FileProblem.self) {
            try ThemeLibrary.save(mine, over: classic, in: directory)
        }
        try write("{ broken", directory.themeFile(named: "other"))
        #expect(throws: FileProblem.self) {
            try ThemeLibrary.save(mine, over: nil, in: directory)
        }
        let bytes = try FileStore.read(directory.themeFile(named: "other"), limit: 100)
        #expect(bytes == Array("{ broken".utf8))
        #expect(ThemeLibrary.builtIn.freeName(forCopyOf: "classic") == "my classic")
        #expect(ThemeLibrary.builtIn.freeName(forCopyOf: "a name that is long") == "mine")
    }

    @Test("Choosing another keyboard keeps an inline one in the file")
    func keyboards() throws {
        let file = SettingsFile(in: directory)
        let rows = #"["1234", "abcd", "efgh", "ijkl"]"#
        try write(#"{"keyboard": {"name": "own", "rows": \#(rows)}, "keybord": 1}"#, file.path)
        try file.merge([.keyboard: "qwertz"])
        let read = file.read()
        #expect(read.settings[.keyboard] == "qwertz")
        #expect(
            read.problems.map(\.brief) == [
                #"settings.json:3: unknown setting "keybord": did you mean "keyboard"?"#
            ])
        #expect(read.settings.ownKeyboards.map(\.name) == ["own"])
        let own = try #require(read.settings.ownKeyboards.first)
        try file.merge([.keyboard: own.name])
        let preferences = Preferences(environment: environment)
        #expect(preferences.startingSettings.keyboard == own)
        #expect(preferences.keyboards == Keyboard.builtIn + [own])
    }
}
