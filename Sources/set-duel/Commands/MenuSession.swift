import SetClient
import SetProtocol

/// `set-duel` without a command: shows the main menu and runs the choices until the player quits.
struct MenuSession {
    /// The environment; a variable that names a theme follows the theme when it is renamed.
    private var environment: [String: String]
    private var preferences: Preferences
    private let stage: TerminalStage
    /// The last chosen strength of the computer.
    private var lastStrength: Strength?

    /// - Returns: `nil` if the terminal cannot be drawn on, or if the player wants line mode.
    /// - Throws: If a variable has an invalid value.
    init?(_ environment: [String: String]) throws(UsageError) {
        self.environment = environment
        preferences = Preferences(environment: environment)
        let configuration = try MenuErrand.configuration(.play, environment, preferences)
        guard !configuration.isPlain, environment["TERM"] ?? "dumb" != "dumb" else { return nil }
        lastStrength = Strength(rawValue: preferences.startingSettings.strength)
        do {
            stage = try TerminalStage(
                environment: environment, choices: configuration.terminal, stay: .kept,
                on: QueueExecutor(label: "set-duel.client", readsTerminal: true))
        } catch {
            return nil
        }
    }

    /// - Returns: The exit code.
    mutating func run() async -> Int32 {
        do throws(UsageError) {
            var page = try firstPage()
            while true {
                let session = ScreenSession(
                    page, on: stage, settingsFile: preferences.settingsFile)
                let end = await session.run()
                page = await session.screen
                let ending: Ending
                switch end {
                case .done(.quit): ending = .success
                case .ended(let end): ending = Ending(end)
                case .done(.theme(let task)):
                    guard let end = await perform(task, &page) else { continue }
                    ending = Ending(end)
                case .done(let choice):
                    note(choice)
                    ending = await perform(choice, page)
                    if !ending.isFinal {
                        page.came(
                            back: ending.way, with: ending.settings ?? page.settings,
                            hasSavedGame: MenuErrand.hasSavedGame(environment),
                            seed: .random(in: .min ... .max))
                        if choice == .lesson {
                            page.cameBackFromLesson(hasPlayed: lastStrength != nil)
                        }
                        continue
                    }
                }
                await stage.close()
                return ending.told()
            }
        } catch {
            await stage.close()
            Output.error(error)
            return ExitCode.usage.rawValue
        }
    }

    /// Changes the variable for the theme while the program runs.
    ///
    /// - Returns: A note for the player, with a leading blank; empty if the variable names another
    ///   theme.
    private mutating func forwardVariable(from name: String, to new: String?) -> String {
        let variable = CommandOption.theme.variable
        guard environment[variable] == name, new != name else { return "" }
        environment[variable] = new
        return " " + ThemesCommand.variableNote + "."
    }

    private func firstPage() throws(UsageError) -> MainMenu {
        let play = try MenuErrand.configuration(.play, environment, preferences)
        let host = try MenuErrand.configuration(.host, environment, preferences)
        let solo = try MenuErrand.configuration(.solo, environment, preferences)
        var page = MainMenu(
            settings: play.settings, library: preferences.library,
            keyboards: preferences.keyboards,
            plan: HostPlan(
                name: play.name, port: host.port, isPrivate: host.isPrivate, rules: host.rules),
            solo: SoloPlan(rules: solo.rules, continues: MenuErrand.hasSavedGame(environment)),
            strength: MenuErrand.usualStrength(play, environment), rules: RulesText.text,
            isNewcomer: preferences.isNewcomer,
            seed: .random(in: .min ... .max))
        if let notice = preferences.notice { page.remark(notice, at: MonotonicClock.now) }
        return page
    }

    /// Saves the choice as the next default, if there is a settings file.
    private mutating func note(_ choice: MainMenu.Outcome) {
        if case .computer(let strength) = choice { lastStrength = strength }
        guard let defaults = choice.newDefaults else { return }
        try? preferences.settingsFile?.merge(defaults)
    }

    private func perform(_ choice: MainMenu.Outcome, _ page: MainMenu) async -> Ending {
        await MenuErrand(
            environment: environment, preferences: preferences, settings: page.settings,
            stage: stage, front: page
        ).perform(choice)
    }

    // MARK: - Themes

    /// Carries out a task on theme files and returns to the chooser.
    ///
    /// - Returns: What ended the theme editor, if it was not the player.
    private mutating func perform(_ task: ThemeTask, _ page: inout MainMenu) async -> SessionEnd? {
        guard let directory = preferences.directory else {
            page.came(
                back: .none, with: preferences.library,
                .error("No settings directory: set HOME or XDG_CONFIG_HOME."))
            return nil
        }
        // Themes may have been created or deleted since the program started.
        preferences.readThemesAgain()
        let editing = ThemeEditing(
            library: preferences.library, directory: directory, settings: page.settings,
            stage: stage)
        var (change, notice) = (ThemeChange.none, MainMenu.Notice?.none)
        do throws(FileProblem) {
            var outcome = ThemeEditing.Outcome.left
            var old: String?
            switch task {
            case .edit(let name):
                let entry = try entry(name)
                if entry.path != nil { old = name }
                outcome = await editing.edit(entry)
            case .new(let name): outcome = await editing.write(copyOf: try entry(name))
            case .copy(let name):
                var theme = try entry(name).theme
                theme.name = preferences.library.freeName(forCopyOf: theme.name)
                let path = try ThemeLibrary.save(theme, over: nil, in: directory)
                outcome = .saved(name: theme.name, path: path)
            case .delete(let name):
                if let path = try entry(name).path {
                    try ThemeLibrary.delete(name, at: path, in: directory)
                }
                let note = forwardVariable(from: name, to: nil)
                (change, notice) = (.deleted(name), .message("Deleted \(name).\(note)"))
            }
            switch outcome {
            case .left: break
            case .ended(let end): return end
            case .saved(let name, _):
                let note = old.map { forwardVariable(from: $0, to: name) } ?? ""
                change = .saved(name, over: old)
                notice = .message("Saved \(name). Press enter to use it.\(note)")
            }
        } catch {
            notice = .error(error.brief)
        }
        preferences.readThemesAgain()
        page.came(back: change, with: preferences.library, notice)
        return nil
    }

    private func entry(_ name: String) throws(FileProblem) -> ThemeLibrary.Entry {
        if let entry = preferences.library.entry(named: name) { return entry }
        throw FileProblem(name, "this theme no longer exists")
    }
}

extension MainMenu.Outcome {
    /// The defaults of the menu that change with this choice; `nil` for none.
    var newDefaults: StoredSettings? {
        switch self {
        case .computer(let strength): return [.strength: strength.rawValue]
        case .join(let plan):
            let host = plan.endpoint.description
            return host.count <= Setting.noteLength ? [.lastHost: host] : nil
        case _: return nil
        }
    }
}

extension Ending {
    /// How the player returns to the main menu.
    fileprivate var way: MainMenu.Notice? {
        guard let message else { return summary.map { .message($0) } }
        return exitCode == ExitCode.success.rawValue
            ? .message([summary, message].compactMap(\.self).joined(separator: ". "))
            : .error(message.asSentence)
    }
}
