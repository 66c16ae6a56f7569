import SetClient
import SetHost
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
        let configuration = try Self.configuration(.play, environment, preferences)
        guard !configuration.isPlain, environment["TERM"] ?? "dumb" != "dumb" else { return nil }
        lastStrength = Strength(rawValue: preferences.startingSettings.strength)
        do {
            stage = try TerminalStage(
                environment: environment, color: configuration.color,
                background: configuration.background, stay: .kept,
                on: QueueExecutor(label: "set-duel.client"))
        } catch {
            return nil
        }
    }

    private static func configuration(
        _ command: Command, _ environment: [String: String], _ preferences: Preferences
    ) throws(UsageError) -> Configuration {
        try Configuration(
            Invocation(command, environment: environment), environment: environment,
            preferences: preferences)
    }

    /// The configuration of a command from the environment and the settings file, with the settings
    /// of the menu.
    private func configuration(
        _ command: Command, _ settings: ClientSettings
    ) throws(UsageError) -> Configuration {
        var configuration = try Self.configuration(command, environment, preferences)
        let nameBefore = configuration.settings.name
        configuration.settings = settings
        if settings.name != nameBefore, !settings.name.isEmpty {
            configuration.name = settings.name
        }
        return configuration
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
        let play = try Self.configuration(.play, environment, preferences)
        let host = try Self.configuration(.host, environment, preferences)
        var page = MainMenu(
            settings: play.settings, library: preferences.library,
            keyboards: preferences.keyboards,
            plan: HostPlan(
                name: play.name, port: host.port, isPrivate: host.isPrivate, rules: host.rules),
            strength: usualStrength(play), rules: RulesText.text,
            isNewcomer: preferences.isNewcomer,
            seed: .random(in: .min ... .max))
        if let notice = preferences.notice { page.remark(notice, at: MonotonicClock.now) }
        return page
    }

    /// The strength highlighted first: the one from the environment, otherwise the last one,
    /// otherwise the weakest.
    private func usualStrength(_ play: Configuration) -> Strength {
        let isNamed = environment[CommandOption.strength.variable]?.isEmpty == false
        return isNamed ? play.strength : lastStrength ?? .easy
    }

    /// Saves the computer's strength; without a settings file, it holds for this run.
    private mutating func note(_ choice: MainMenu.Outcome) {
        guard case .computer(let strength) = choice, strength != lastStrength else { return }
        lastStrength = strength
        try? preferences.settingsFile?.merge([.strength: strength.rawValue])
    }

    // MARK: - What is chosen

    private func perform(_ choice: MainMenu.Outcome, _ page: MainMenu) async -> Ending {
        do throws(UsageError) {
            switch choice {
            case .computer(let strength):
                var configuration = try configuration(.play, page.settings)
                configuration.strength = strength
                return await embedded(configuration).play()
            case .alone: return await embedded(try configuration(.solo, page.settings)).solo()
            case .demonstration:
                return await embedded(try configuration(.demo, page.settings)).demo()
            case .lesson:
                return await LessonCommand(
                    configuration: try configuration(.lesson, page.settings),
                    environment: environment, stage: stage
                ).run()
            case .host(let plan):
                return await host(plan, try configuration(.host, page.settings), page)
            case .join(let plan):
                let command: Command = plan.role == .play ? .join : .watch
                return await join(plan, try configuration(command, page.settings), page)
            case .theme, .quit: return .success
            }
        } catch {
            return Ending(complaint: error.message)
        }
    }

    private func embedded(_ configuration: Configuration) -> EmbeddedGame {
        EmbeddedGame(configuration: configuration, environment: environment, stage: stage)
    }

    private func client(_ configuration: Configuration) -> ClientCommand {
        ClientCommand(configuration: configuration, environment: environment, stage: stage)
    }

    private func host(
        _ plan: HostPlan, _ configuration: Configuration, _ page: MainMenu
    ) async -> Ending {
        var options = HostOptions()
        options.rules = plan.rules
        options.seed = configuration.seed
        options.isPrivate = plan.isPrivate
        // The host ends with its player, so nobody else should get that seat.
        if plan.plays { options.hostLimits.readyTime = .seconds(24 * 3600) }
        // After a crash the player has no token for the seat: `set-duel host` resumes such games.
        options.journal = configuration.journal.map { JournalOptions(directory: $0) }
        options.journal?.resumes = false
        let open: OpenHost
        do {
            open = try await OpenHost(
                options, on: configuration.listen, port: plan.port,
                executor: QueueExecutor(label: "set-duel.host"))
        } catch {
            return Ending(error)
        }
        let ending: Ending
        if plan.plays, let endpoint = try? Endpoint("\(open.endpointHere)") {
            var client = client(configuration)
            client.address = "\(open.endpoint)"
            client.venue = .hosted
            ending = await client.run(at: endpoint, Hello(name: plan.name, table: open.code))
        } else {
            ending = await show(hosting(open, page))
        }
        await open.close()
        return ending
    }

    private func hosting(_ open: OpenHost, _ page: MainMenu) -> WaitingPage {
        WaitingPage(
            after: page, title: "Your tables are open",
            lines: [
                .words("To play, both players run:"), .command(open.invitation(to: .join)),
                .words("or paste this line in the menu under Join a duel"),
                .words(""), .words("To watch, run:"), .command(open.invitation(to: .watch)),
                .words(""),
                .words(
                    open.isOpenToAll
                        ? "Anyone who can reach this machine can join."
                        : "The host listens only on \(open.address)."),
            ], way: "closes the tables",
            question: "Close all tables and end their games? Press y or esc again.")
    }

    private func show(_ page: WaitingPage) async -> Ending {
        switch await ScreenSession(page, on: stage).run() {
        case .done: .success
        case .ended(let end): Ending(end)
        }
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
        var (change, notice) = (ThemeChange.none, MainMenu.Return.quietly)
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

    // MARK: - Joining

    /// The result of connecting while a page shows the attempt.
    private enum Attempt: Sendable {
        case connected(HostLink)
        case failed(TransportError)
        case page(ScreenEnd<WaitingPage.Outcome>)
    }

    private func join(
        _ plan: JoinPlan, _ configuration: Configuration, _ page: MainMenu
    ) async -> Ending {
        let waiting = ScreenSession(
            WaitingPage(
                after: page, title: "Connecting to the host", lines: [.words("\(plan.endpoint)")],
                way: "cancels"),
            on: stage)
        var link: HostLink?
        var ending = Ending.success
        await withTaskGroup(of: Attempt.self) { group in
            group.addTask { .page(await waiting.run()) }
            group.addTask { [stage] in
                do throws(TransportError) {
                    return .connected(
                        try await HostLink.connect(to: plan.endpoint, on: stage.executor))
                } catch {
                    return .failed(error)
                }
            }
            for await attempt in group {
                switch attempt {
                case .connected(let made): link = made
                case .failed(.cancelled): break
                case .failed(let error): ending = Ending(error)
                case .page(.ended(let end)): ending = Ending(end)
                case .page(.done(.givenUp)): ending = Ending(complaint: "Canceled.")
                case .page(.done(.over)): break
                }
                await waiting.finish(.over)
                group.cancelAll()
            }
        }
        guard let link else { return ending }
        guard !ending.isFinal else {
            link.finish()
            return ending
        }
        return await client(configuration).run(
            over: link, on: stage.executor, at: plan.endpoint,
            Hello(name: plan.name, role: plan.role, table: plan.table))
    }
}

extension Ending {
    /// How the player returns to the main menu.
    fileprivate var way: MainMenu.Return {
        guard let message else { return .quietly }
        return exitCode == ExitCode.success.rawValue
            ? .message(message) : .error(message.asSentence)
    }

    /// Creates an ending for an error that the player can fix in the menu.
    fileprivate init(complaint: String) {
        self = .success
        message = complaint
        exitCode = ExitCode.usage.rawValue
    }
}
