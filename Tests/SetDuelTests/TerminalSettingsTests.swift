import Foundation
import SetClient
import SetProtocol
import SetTestSupport
import Testing

@Suite("Settings and themes in a terminal", .serialized, .inTurn, .timeLimit(.minutes(5)))
final class TerminalSettingsTests {
    private let home: String
    private var environment: [String: String] { ["XDG_CONFIG_HOME": home] }

    init() throws {
        home = NSTemporaryDirectory() + "set-duel-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: home, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: home) }

    private func solo(
        _ options: String = "", _ variables: [String: String] = [:]
    ) async throws -> ProgramTerminal {
        let terminal = try ProgramTerminal(
            "solo --seed 3 \(options)", environment: environment.merging(variables) { $1 })
        try await terminal.wait(for: "deck 69")
        try await terminal.settle()
        return terminal
    }

    private func leave(_ terminal: ProgramTerminal) async throws {
        await terminal.type("Q")
        #expect(try await terminal.end() == .exited(0))
        #expect(await terminal.isRestored)
    }

    @Test("Settings that cannot be saved are not accepted without a word")
    func unwritable() async throws {
        // Nobody can make a directory there.
        let nowhere = ["XDG_CONFIG_HOME": "/proc"]
        let terminal = try ProgramTerminal("", environment: nowhere)
        try await terminal.wait(for: "Duel the computer")
        await terminal.type("s\u{1B}[C")
        try await terminal.wait(for: "Could not save settings: settings.json: cannot create")
        await terminal.type("\u{3}")
        #expect(try await terminal.end() == .exited(0))
    }

    /// Whether a card has a key.
    private static func hasKey(_ key: String, _ screen: ReferenceTerminal) -> Bool {
        screen.rows.contains { $0.contains(" \(key) ") }
    }

    private var stored: String {
        let bytes = try? FileStore.read(home + "/set-duel/settings.json", limit: 10_000)
        return String(decoding: bytes ?? [], as: UTF8.self)
    }

    @Test("Settings apply at once and survive a restart or kill")
    func survival() async throws {
        let first = try await solo()
        await first.type("O\u{1B}[B\u{1B}[B\u{1B}[C\u{1B}[B\u{1B}[C")
        try await first.wait(for: "qwertz")
        // The table behind the form has the new letters.
        try await first.wait(for: "the letter y") { Self.hasKey("y", $0) }
        await first.signal(9)
        #expect(try await first.end() == .killed(9))
        #expect(stored == "{\"motion\": \"reduced\", \"keyboard\": \"qwertz\"}\n")

        let second = try await solo()
        #expect(await Self.hasKey("y", second.screen))
        await second.type("M")
        try await second.wait(for: "Motion: none.")
        try await leave(second)
        #expect(stored == "{\"motion\": \"none\", \"keyboard\": \"qwertz\"}\n")
    }

    @Test("An option overrides a setting for one run only")
    func options() async throws {
        let file = SettingsFile(in: ConfigurationDirectory(path: home + "/set-duel"))
        try file.merge([.theme: "mono", .keyboard: "azerty", .background: "dark"])
        let before = stored
        let terminal = try await solo("--keyboard dvorak --theme paper --light")
        #expect(await Self.hasKey(";", terminal.screen))
        await terminal.type("O")
        try await terminal.wait(for: "dvorak")
        #expect(
            await terminal.screen.rows.contains {
                $0.contains("background") && $0.contains("light")
            })
        await terminal.type("\u{1B}[B ")
        try await terminal.wait(for: "Uses color-blind-friendly")
        await terminal.type("\u{1B}")
        try await terminal.wait(for: "the table alone") { !$0.text.contains("verbosity") }
        try await leave(terminal)
        let wanted = before.replacing("}", with: ", \"colorBlind\": true}")
        #expect(stored == wanted)
    }

    @Test("Settings can select a custom keyboard")
    func ownKeyboard() async throws {
        let rows = #"["1234567890", "xvlcwkhgfq", "uiaeosnrtd", "üöäpzbm,.j"]"#
        try FileStore.replace(
            home + "/set-duel/settings.json",
            with: Array("{\"keyboard\": {\"name\": \"neo\", \"rows\": \(rows)}}".utf8))
        let terminal = try await solo()
        for letter in ["x", "u", "ü", "ö"] {
            #expect(await terminal.screen.rows.contains { $0.contains(" \(letter) ") }, "\(letter)")
        }
        try await leave(terminal)
        let named = try await solo("--keyboard qwerty")
        #expect(await Self.hasKey("z", named.screen))
        try await leave(named)
        // A broken one is named, and the usual one is used.
        try FileStore.replace(
            home + "/set-duel/settings.json",
            with: Array("{\"keyboard\":\n{\"name\": \"neo\", \"rows\": [\"12\"]}}".utf8))
        let broken = try await solo()
        try await broken.wait(for: "settings.json:2: a keyboard must have 4 rows")
        #expect(await Self.hasKey("z", broken.screen))
        try await leave(broken)
    }

    @Test("The window title shows events while unfocused and is restored")
    func title() async throws {
        let terminal = try await solo()
        #expect(await terminal.screen.title == "set-duel")
        await terminal.type("\u{1B}[O")
        try await terminal.wait(for: "the news") { $0.title == "open – set-duel" }
        await terminal.type("\u{1B}[I")
        try await terminal.wait(for: "the plain title") { $0.title == "set-duel" }
        await terminal.type("\u{1B}[O")
        try await terminal.wait(for: "the news again") { $0.title == "open – set-duel" }
        try await leave(terminal)
    }

    @Test("The theme editor saves custom themes, never built-in ones")
    func editor() async throws {
        let terminal = try ProgramTerminal("themes edit classic", environment: environment)
        try await terminal.wait(for: "a copy of classic")
        await terminal.type("\u{1B}[B" + String(repeating: "\u{1B}[C", count: 4))
        try await terminal.wait(for: "ellipse")
        await terminal.type("\u{13}")
        #expect(try await terminal.end() == .exited(0))
        #expect(await terminal.isRestored)
        let path = home + "/set-duel/themes/my classic.json"
        #expect(await terminal.lastWords.contains("saved \(path)"))
        let theme = try ThemeLibrary.theme(at: path)
        #expect(theme.name == "my classic")
        #expect(theme.symbols.one.drawing != Theme.classic.symbols.one.drawing)
        #expect(theme.symbols.two == Theme.classic.symbols.two)
    }

    @Test("Themes can be made and deleted in the menu")
    func menu() async throws {
        let terminal = try ProgramTerminal("", environment: environment)
        try await terminal.wait(for: "Duel the computer")
        await terminal.type("t")
        try await terminal.wait(for: "copy")
        await terminal.type("fN")
        try await terminal.wait(for: "a copy of penguins")
        await terminal.type("\u{15}my birds\u{13}")
        try await terminal.wait(for: "Saved my birds.")
        try await terminal.wait(for: "▸ i  my birds")
        let path = home + "/set-duel/themes/my birds.json"
        #expect(try ThemeLibrary.theme(at: path).symbols == Theme.penguins.symbols)
        await terminal.type("Y")
        try await terminal.wait(for: "▸ i  my birds 2")
        let copy = home + "/set-duel/themes/my birds 2.json"
        #expect(try ThemeLibrary.theme(at: copy).colors == Theme.penguins.colors)
        await terminal.type("X")
        try await terminal.wait(for: "Delete \"my birds 2\" permanently?")
        await terminal.type("y")
        try await terminal.wait(for: "Deleted my birds 2.")
        #expect(!FileStore.exists(copy) && FileStore.exists(path))
        // One that is kept and then gets another name is the one that is used.
        await terminal.type("i\r")
        try await terminal.wait(for: "Duel the computer")
        #expect(stored == "{\"theme\": \"my birds\"}\n")
        await terminal.type("t")
        try await terminal.wait(for: "▸ i  my birds")
        await terminal.type("E")
        try await terminal.wait(for: "ctrl-s")
        await terminal.type("\u{15}zoo\u{13}")
        try await terminal.wait(for: "▸ i  zoo")
        #expect(!FileStore.exists(path) && stored == "{\"theme\": \"zoo\"}\n")
        await terminal.type("\u{1B}")
        try await terminal.wait(for: "Duel the computer")
        // A game knows it without another start.
        await terminal.type("a\r")
        try await terminal.wait(for: "deck 69")
        await terminal.type("Q")
        try await terminal.wait(for: "Duel the computer")
        await terminal.type("q")
        #expect(try await terminal.end() == .exited(0))
        #expect(await terminal.isRestored)
        #expect(await terminal.lastWords.isEmpty)
    }

    @Test("Leaving a form saves nothing")
    func leftEditor() async throws {
        let terminal = try ProgramTerminal("themes edit mono", environment: environment)
        try await terminal.wait(for: "a copy of mono")
        await terminal.type("x\u{1B}")
        try await terminal.wait(for: "Save your changes?")
        await terminal.type("n")
        #expect(try await terminal.end() == .exited(0))
        #expect(await terminal.isRestored)
        #expect(await terminal.lastWords.isEmpty)
        #expect(!FileStore.exists(home + "/set-duel"))
    }
}
