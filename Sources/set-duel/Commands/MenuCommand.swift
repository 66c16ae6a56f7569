import SetClient
import SetProtocol

/// `set-duel` without a command: the main menu, until the player quits.
struct MenuCommand {
    /// The environment; a variable that names a theme follows the theme when it is renamed.
    private var environment: [String: String]
    private var preferences: Preferences
    private let play: Configuration
    private let plan: HostPlan
    private let soloRules: Rules
    private var lastStrength: Strength?
    /// What alone is asked for, if not for everything there is to do.
    private var form: (role: Hello.Role, table: TableCode?)?

    /// Shows the menu, or help where nobody can choose anything.
    ///
    /// - Throws: If a variable has an invalid value.
    ///
    /// - Parameter role: Opens the form to join or watch, and ends with what follows.
    static func run(
        _ environment: [String: String], joinAs role: Hello.Role? = nil, table: TableCode? = nil
    ) async throws(Ending) -> Ending {
        let plain = environment[CommandOption.plain.variable].flatMap(CommandOption.truth)
        guard isPossible || plain == true else {
            Output.text(Help.overview)
            return .success
        }
        var menu = try MenuCommand(environment)
        if let role { menu.form = (role, table) }
        return await menu.run()
    }

    /// Whether there is somebody to choose a host.
    static var isPossible: Bool {
        StandardStream.output.isTerminal && StandardStream.inputIsTerminal
    }

    private init(_ environment: [String: String]) throws(Ending) {
        self.environment = environment
        preferences = Preferences(environment: environment)
        play = try MenuErrand.configuration(.play, environment, preferences)
        let host = try MenuErrand.configuration(.host, environment, preferences)
        plan = HostPlan(
            name: play.name, port: host.port, isPrivate: host.isPrivate,
            isAnnounced: host.isAnnounced, rules: host.rules)
        soloRules = try MenuErrand.configuration(.solo, environment, preferences).rules
        lastStrength = Strength(rawValue: preferences.startingSettings.strength)
    }

    private mutating func run() async -> Ending {
        guard !play.isPlain, CommandContext.canDraw(environment),
            let stage = try? TerminalStage(
                environment: environment, choices: play.terminal,
                on: QueueExecutor(label: "set-duel.client", readsTerminal: true))
        else { return await inLines() }
        let ending = await onScreen(stage)
        await stage.close()
        return ending
    }

    /// The strength to offer first: the one from the environment, otherwise the last one, otherwise
    /// one that a casual player beats.
    private var usualStrength: Strength {
        let isNamed = environment[CommandOption.strength.variable]?.isEmpty == false
        return isNamed ? play.strength : lastStrength ?? .easy
    }

    private var hasSavedGame: Bool {
        StateDirectory(environment: environment).map(SavedGames.exist) ?? false
    }

    /// Saves the choice as the next default, if there is a settings file.
    ///
    /// - Returns: Why it could not be saved.
    private mutating func note(_ choice: MainMenu.Outcome) -> String? {
        guard case .computer(let strength, _) = choice else { return nil }
        lastStrength = strength
        return preferences.save([.strength: strength.rawValue])
    }

    private func menu(_ plan: HostPlan) -> MainMenu {
        MainMenu(
            settings: play.settings, library: preferences.library,
            keyboards: preferences.keyboards, plan: plan,
            solo: SoloPlan(rules: soloRules, continues: hasSavedGame), duel: play.rules,
            userName: Configuration.usualName(environment), strength: usualStrength,
            rules: RulesText.text, isNewcomer: preferences.isNewcomer,
            seed: .random(in: .min ... .max))
    }

    private var statistics: [String] {
        guard let file = StatsCommand.file(environment) else { return [] }
        let (games, problems) = file.read()
        return StatsCommand.words(games, file, drawsBars: true) + problems.map(\.brief)
    }

    // MARK: - In lines

    private mutating func inLines() async -> Ending {
        Output.errors(preferences.problems)
        var menu = menu(plan.relaxed)
        if let form {
            menu.openForm(form.role, table: form.table)
            Output.line(MainMenu.searching)
            await searchInLines(&menu)
        } else {
            menu.begin().forEach(Output.line)
        }
        while let line = await Output.typed.line() {
            let answer = menu.read(line)
            answer.lines.forEach(Output.line)
            for effect in answer.effects {
                switch effect {
                case .send, .alert, .copy: break
                case .save(let changes): preferences.save(changes).map(Output.error)
                case .done(.quit): return .success
                case .done(.search): await searchInLines(&menu)
                case .done(let outcome):
                    note(outcome).map(Output.error)
                    let ending = await MenuErrand(
                        environment: environment, preferences: preferences, settings: menu.settings
                    ).perform(outcome)
                    if ending.isFinal || form != nil { return ending }
                    _ = ending.report()
                    menu.came(back: nil, with: menu.settings, hasSavedGame: hasSavedGame, seed: 0)
                    menu.begin().forEach(Output.line)
                }
            }
        }
        return .success
    }

    /// Looks for hosts, a second longer as long as none has answered.
    private func searchInLines(_ menu: inout MainMenu) async {
        let found = Locked(FoundHosts())
        let search = HostSearch { hosts, _ in found.withLock { $0 = hosts } }
        search.start()
        for _ in 0..<Int(HostSearch.time.components.seconds) {
            try? await Task.sleep(for: .seconds(1))
            if !found.withLock({ $0.list.isEmpty }) { break }
        }
        withExtendedLifetime(search) {}
        menu.ask(with: found.withLock { $0 }).forEach(Output.line)
    }

    // MARK: - On the screen

    private mutating func onScreen(_ stage: TerminalStage) async -> Ending {
        var page = menu(plan)
        if let notice = preferences.notice { page.remark(notice, at: MonotonicClock.now) }
        if let form { page.openForm(form.role, table: form.table) }
        var isSearching = form != nil
        while true {
            let session = ScreenSession(page, on: stage, settingsFile: preferences.settingsFile)
            let search = HostSearch { found, isOver in
                session.change { $0.show(found, isOver: isOver) }
            }
            if isSearching { search.start() }
            isSearching = false
            let end = await session.run()
            withExtendedLifetime(search) {}
            page = await session.screen
            switch end {
            case .done(.quit): return .success
            case .ended(let end): return Ending(end)
            case .done(.search): isSearching = true
            case .done(.statistics): page.show(statistics: statistics)
            case .done(.theme(let task)):
                if let end = await perform(task, &page, stage) { return Ending(end) }
            case .done(let choice):
                _ = note(choice)
                let errand = MenuErrand(
                    environment: environment, preferences: preferences, settings: page.settings,
                    stage: stage, front: page)
                let ending = await errand.perform(choice)
                if ending.isFinal || form != nil && ending.exitCode == ExitCode.success.rawValue {
                    return ending
                }
                page.came(
                    back: ending.notice, with: ending.settings ?? page.settings,
                    hasSavedGame: hasSavedGame, seed: .random(in: .min ... .max))
                if choice == .lesson { page.cameBackFromLesson(hasPlayed: lastStrength != nil) }
            }
        }
    }

    /// Carries out a task on theme files and returns to the chooser.
    ///
    /// - Returns: What ended the theme editor, if it was not the player.
    private mutating func perform(
        _ task: ThemeTask, _ page: inout MainMenu, _ stage: TerminalStage
    ) async -> SessionEnd? {
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
            switch task {
            case .edit(let name): outcome = await editing.edit(try entry(name))
            case .new(let name): outcome = await editing.write(copyOf: try entry(name))
            case .copy(let name):
                var theme = try entry(name).theme
                theme.name = preferences.library.freeName(forCopyOf: theme.name)
                _ = try ThemeLibrary.save(theme, over: nil, in: directory)
                change = .saved(theme.name, over: nil)
            case .delete(let name):
                if let path = try entry(name).path {
                    try ThemeLibrary.delete(name, at: path, in: directory)
                }
                change = .deleted(name)
            }
            switch outcome {
            case .left: break
            case .ended(let end): return end
            case .saved(let saved, _): change = saved
            }
            switch change {
            case .none: break
            case .saved(let name, let old):
                let note = forwardVariable(from: old, to: name)
                notice = .message("Saved \(name). Press enter to use it.\(note)")
            case .deleted(let name):
                notice = .message("Deleted \(name).\(forwardVariable(from: name, to: nil))")
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

    /// Changes the variable for the theme while the program runs.
    ///
    /// - Returns: A note for the player, with a leading blank; empty if the variable names another
    ///   theme.
    private mutating func forwardVariable(from name: String?, to new: String?) -> String {
        let variable = CommandOption.theme.variable
        guard let name, environment[variable] == name, new != name else { return "" }
        environment[variable] = new
        return " " + ThemesCommand.variableNote + "."
    }
}

extension Ending {
    fileprivate var notice: MainMenu.Notice? {
        guard let message else { return summary.map { .message($0) } }
        return exitCode == ExitCode.success.rawValue
            ? .message([summary, message].compactMap(\.self).joined(separator: ". "))
            : .error(message.asSentence)
    }
}
