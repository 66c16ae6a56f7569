import SetClient
import SetProtocol

/// The main menu in line mode: reads choices and carries them out until the player quits.
struct Menu {
    private let environment: [String: String]
    private let preferences: Preferences
    private var menu: LineModeMenu

    /// - Throws: If a variable has an invalid value.
    init(_ environment: [String: String]) throws(UsageError) {
        self.environment = environment
        preferences = Preferences(environment: environment)
        let play = try MenuErrand.configuration(.play, environment, preferences)
        let host = try MenuErrand.configuration(.host, environment, preferences)
        let solo = try MenuErrand.configuration(.solo, environment, preferences)
        menu = LineModeMenu(
            SettingsModel(play.settings, preferences, seed: .random(in: .min ... .max)),
            plan: HostPlan(
                name: play.name, port: host.port, isPrivate: host.isPrivate, rules: host.rules),
            solo: SoloPlan(rules: solo.rules, continues: MenuErrand.hasSavedGame(environment)),
            strength: MenuErrand.usualStrength(play, environment), rules: RulesText.text,
            isNewcomer: preferences.isNewcomer)
    }

    /// - Returns: The exit code.
    mutating func run() async -> Int32 {
        for problem in preferences.problems { Output.error(problem.sentence) }
        for line in menu.begin() { Output.line(line) }
        while let line = await Output.typed.line() {
            let output = menu.read(line)
            for line in output.lines { Output.line(line) }
            if let changes = output.changes { save(changes) }
            guard let outcome = output.outcome else { continue }
            if outcome == .quit { return ExitCode.success.rawValue }
            if let defaults = outcome.newDefaults { save(defaults) }
            let errand = MenuErrand(
                environment: environment, preferences: preferences,
                settings: menu.preferences.settings)
            let ending = await errand.perform(outcome)
            let code = ending.told()
            if ending.isFinal { return code }
            menu.solo.continues = MenuErrand.hasSavedGame(environment)
            for line in menu.begin() { Output.line(line) }
        }
        return ExitCode.success.rawValue
    }

    private func save(_ settings: StoredSettings) {
        do throws(FileProblem) {
            try preferences.settingsFile?.merge(settings)
        } catch {
            Output.error("cannot save settings: \(error.sentence)")
        }
    }
}
