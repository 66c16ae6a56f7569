import Foundation
import SetProtocol
import SetTestSupport
import Testing

@testable import SetClient
@testable import set_duel

@Suite("The themes command", .serialized, .inTurn, .timeLimit(.minutes(5)))
final class ThemesCommandTests {
    private let home: String
    private var environment: [String: String] { ["XDG_CONFIG_HOME": home] }
    private var themes: String { home + "/set-duel/themes" }

    init() throws {
        home = NSTemporaryDirectory() + "set-duel-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: home, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: home) }

    private func run(
        _ arguments: String, _ variables: [String: String] = [:]
    ) async throws -> ProgramRun.Ending {
        try await ProgramRun.run(
            arguments, environment: environment.merging(variables) { $1 })
    }

    @Test("The themes command checks its actions and their arguments")
    func actions() throws {
        #expect(try ThemesCommand.action([]) == .list)
        for action in ThemeAction.allCases {
            let words = [action.rawValue] + action.operands
            #expect(try ThemesCommand.action(words) == action)
            #expect(throws: UsageError.self) { try ThemesCommand.action(words + ["x"]) }
            guard words.count > 1 else { continue }
            #expect(throws: UsageError.self) { try ThemesCommand.action(words.dropLast()) }
        }
        let error = #expect(throws: UsageError.self) { try ThemesCommand.action(["chekc"]) }
        #expect(error?.advice == "Did you mean check?")
    }

    @Test("The themes command lists in words without a terminal, and writes nothing")
    func list() async throws {
        let ending = try await run("themes")
        #expect(ending.status == .exited(0) && ending.errors.isEmpty)
        #expect(ending.lines.count == Theme.builtIn.count)
        #expect(ending.lines[0] == "classic: red, green, violet; diamonds, squiggles, ovals")
        #expect(!ending.output.contains("\u{1B}"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: home).isEmpty)
    }

    @Test("The themes command copies, shows, checks, edits and deletes a theme")
    func life() async throws {
        let path = themes + "/mine.json"
        let copied = try await run("themes copy penguins mine")
        #expect(copied.status == .exited(0) && copied.output == path + "\n")
        #expect(try await run("themes copy mono mine").status == .exited(73))
        let shown = try await run("themes show mine")
        #expect(shown.lines.contains("symbols: penguins, fish, icebergs"))
        #expect(shown.lines.last == "file: \(path)")
        #expect(try await run("themes check \(path)").output == "mine is a valid theme\n")

        // An editor that makes a mistake in the second line.
        let editor = ["VISUAL": "", "EDITOR": "sed -i 2s/name/nam/"]
        let edited = try await run("themes edit mine", editor)
        #expect(edited.status == .exited(65))
        #expect(
            edited.errors.contains(
                "\(path):2: unknown key \"nam\" in a theme: did you mean \"name\"?"))
        let listed = try await run("themes list")
        #expect(listed.status == .exited(0) && listed.lines.count == Theme.builtIn.count)
        #expect(listed.errors.contains("mine.json:"))
        let broken = try await run("themes show mine")
        #expect(broken.status == .exited(64))
        #expect(broken.errors.contains("theme 'mine' has errors"))
        #expect(broken.errors.contains("set-duel themes check \"\(path)\""))
        let repaired = try await run("themes edit mine", ["EDITOR": "sed -i 2s/nam/name/"])
        #expect(repaired.status == .exited(0))
        #expect(try await run("themes edit mine", ["VISUAL": "false"]).status == .exited(74))

        #expect(try await run("themes delete mine").status == .exited(0))
        let builtIn = try await run("themes delete classic")
        #expect(builtIn.errors.contains("'classic' is a built-in theme and cannot be deleted"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: themes).isEmpty)
    }

    @Test("The themes command says so when a deleted theme is named by a variable")
    func variable() async throws {
        let note = "SET_DUEL_THEME still names this theme: unset it or change it"
        for (named, errors) in [("mine", "set-duel: \(note)\n"), ("mono", ""), ("", "")] {
            _ = try await run("themes copy penguins mine")
            let deleted = try await run("themes delete mine", ["SET_DUEL_THEME": named])
            #expect(deleted.status == .exited(0) && deleted.errors == errors)
        }
        // From then on every game says what is wrong.
        let refused = try await run("solo --plain", ["SET_DUEL_THEME": "mine"])
        #expect(refused.status == .exited(64))
        #expect(
            refused.errors.contains(
                "invalid value 'mine' for SET_DUEL_THEME: must be the name of a theme"))
    }

    @Test(
        "The themes command refuses what cannot be done",
        arguments: [
            ("show nope", 64), ("delete classic", 64), ("edit classic", 64), ("delete nope", 64),
            ("copy classic random", 64), ("copy classic a-name-that-is-too-long", 64),
            ("copy classic mono", 73), ("check /does/not/exist", 66), ("check /dev/null", 65),
            ("frob", 64), ("copy classic", 64),
        ])
    func refused(arguments: String, code: Int32) async throws {
        let ending = try await run("themes " + arguments)
        #expect(ending.status == .exited(code) && ending.output.isEmpty)
        #expect(ending.errors.hasPrefix("set-duel: "))
        #expect(try FileManager.default.contentsOfDirectory(atPath: home).isEmpty)
    }

    @Test("The themes command cannot copy without a home directory")
    func homeless() async throws {
        let ending = try await run("themes copy classic mine", ["XDG_CONFIG_HOME": "x"])
        #expect(ending.status == .exited(73) && ending.errors.contains("HOME"))
    }

    @Test("Broken theme files do not keep a game from starting")
    func brokenFiles() async throws {
        try FileStore.replace(themes + "/bad.json", with: Array("{".utf8))
        try FileStore.replace(home + "/set-duel/settings.json", with: Array("[".utf8))
        let ending = try await ProgramRun.run(
            "solo --seed 1 --plain", environment: environment, input: "quit\n")
        #expect(ending.status == .exited(0))
        #expect(ending.errors.contains("bad.json:1: invalid JSON"))
        #expect(ending.errors.contains("settings.json:1: invalid JSON"))
        let wanted = try await ProgramRun.run("solo --theme bad", environment: environment)
        #expect(wanted.status == .exited(64))
        #expect(
            wanted.errors.contains("cannot use theme 'bad': \(themes)/bad.json:1: invalid JSON"))
        // A broken file does not hide a theme that there is.
        try FileStore.replace(themes + "/classic.json", with: Array("{".utf8))
        let classic = try await ProgramRun.run(
            "solo --theme classic --plain", environment: environment, input: "quit\n")
        #expect(classic.status == .exited(0))
    }

    @Test("Precedence: option, environment variable, settings file, default")
    func order() throws {
        let file = SettingsFile(in: ConfigurationDirectory(path: home + "/set-duel"))
        try file.merge([.theme: "mono", .colorBlind: "yes", .keyboard: "azerty"])
        func settings(
            _ words: [String], _ variables: [String: String] = [:]
        ) throws -> ClientSettings {
            try Configuration(
                Invocation(["solo"] + words, environment: variables), environment: variables,
                preferences: Preferences(environment: environment)
            ).settings
        }
        let variables = [
            "SET_DUEL_THEME": "paper", "SET_DUEL_COLOR_BLIND": "no", "SET_DUEL_KEYBOARD": "dvorak",
        ]
        #expect(
            try settings([])
                == ClientSettings(theme: "mono", isColorBlind: true, keyboard: .azerty))
        #expect(try settings([], variables) == ClientSettings(theme: "paper", keyboard: .dvorak))
        let words = ["--theme", "classic", "--color-blind", "--keyboard=qwerty"]
        #expect(try settings(words, variables) == ClientSettings(isColorBlind: true))
        #expect(
            try settings(["--theme=random", "--no-color-blind"])
                == ClientSettings(theme: "mono", isThemeRandom: true, keyboard: .azerty))
        try file.merge([.randomTheme: "yes"])
        #expect(try settings([]).isThemeRandom)
        #expect(try !settings(["--theme", "paper"]).isThemeRandom)
    }
}
