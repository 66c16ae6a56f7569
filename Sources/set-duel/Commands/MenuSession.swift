import SetClient
import SetHost
import SetProtocol

/// `set-duel` alone in a terminal: shows the first page, does what is chosen there, and comes back
/// to it, until the player has had enough.
struct MenuSession {
    /// The variables as far as they still hold.
    private(set) var environment: [String: String]
    var preferences: Preferences
    let stage: TerminalStage
    /// How strong the computer was last chosen to be; `nil` before the first time.
    private var lastStrength: Strength?

    /// A desk in this terminal.
    ///
    /// - Returns: `nil` when the terminal cannot be drawn on, or the player wants lines.
    /// - Throws: Which variable is wrong, and what it can be.
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

    /// What a command would do by the variables and the file, with settings changed here.
    private func configuration(
        _ command: Command, _ settings: ClientSettings
    ) throws(UsageError) -> Configuration {
        var configuration = try Self.configuration(command, environment, preferences)
        // What was changed here comes after what the variables and the file said at the start.
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

    /// Lets the variable for the theme name another one for as long as the program runs.
    ///
    /// - Returns: What the player has to be told about it, with a blank before; empty where it named
    ///   another theme.
    mutating func forwardVariable(from name: String, to new: String?) -> String {
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

    /// The strength that is pointed at first: the one that a variable names, else the last chosen,
    /// else the weakest.
    private func usualStrength(_ play: Configuration) -> Strength {
        let isNamed = environment[CommandOption.strength.variable]?.isEmpty == false
        return isNamed ? play.strength : lastStrength ?? .beginner
    }

    /// Keeps how strong the computer was chosen to be; without a file, for this time only.
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
        // Without the player who hosts there is no host: nobody takes that seat.
        if plan.plays { options.hostLimits.readyTime = .seconds(24 * 3600) }
        // A player who hosts has no token after a crash, and would find the own seat kept: what broke
        // off is left to `set-duel host`.
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

    /// Shows a page until the player has had enough of it.
    private func show(_ page: WaitingPage) async -> Ending {
        switch await ScreenSession(page, on: stage).run() {
        case .done: .success
        case .ended(let end): Ending(end)
        }
    }

    // MARK: - Joining

    /// What comes of connecting while a page tells that it takes a while.
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
    /// How the player comes back to the first page.
    fileprivate var way: MainMenu.Return {
        guard let message else { return .quietly }
        return exitCode == ExitCode.success.rawValue ? .told(message) : .mending(message.asSentence)
    }

    /// An ending because of a mistake that can be mended here.
    fileprivate init(complaint: String) {
        self = .success
        message = complaint
        exitCode = ExitCode.usage.rawValue
    }
}
