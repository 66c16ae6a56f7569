import SetProtocol
import SetTestSupport
import Testing

@testable import SetClient
@testable import set_duel

@Suite("The themes command")
struct ThemesCommandTests {
    private let home = TestDirectory()

    @Test("The themes command checks its actions and their arguments")
    func actions() throws {
        #expect(try ThemesCommand.action([]) == .list)
        for action in ThemeAction.allCases {
            let words = [action.rawValue] + action.operands
            #expect(try ThemesCommand.action(words) == action)
            #expect(throws: Ending.self) { try ThemesCommand.action(words + ["x"]) }
            guard words.count > 1 else { continue }
            #expect(throws: Ending.self) { try ThemesCommand.action(words.dropLast()) }
        }
        let error = #expect(throws: Ending.self) { try ThemesCommand.action(["chekc"]) }
        #expect(error?.text?.contains("Did you mean check?") == true)
    }

    @Test("Precedence: option, environment variable, settings file, default")
    func order() throws {
        let file = SettingsFile(in: ConfigurationDirectory(path: home.path + "/set-duel"))
        try file.merge([.theme: "mono", .colorBlind: "yes", .keyboard: "azerty"])
        func settings(
            _ words: [String], _ variables: [String: String] = [:]
        ) throws -> ClientSettings {
            try Configuration(
                Invocation(["solo"] + words, environment: variables), environment: variables,
                preferences: Preferences(environment: ["XDG_CONFIG_HOME": home.path])
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
