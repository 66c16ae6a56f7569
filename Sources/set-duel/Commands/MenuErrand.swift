import Dispatch
import SetClient
import SetHost
import SetProtocol

/// Carries out what was chosen in the main menu, on its screen or in line mode.
struct MenuErrand {
    let environment: [String: String]
    let preferences: Preferences
    /// The settings as the player has changed them in the menu.
    let settings: ClientSettings
    /// The stage to play on; `nil` for line mode.
    var stage: TerminalStage?
    /// The page on which it was chosen; `nil` for line mode.
    @Boxed var front: MainMenu? = nil

    static func configuration(
        _ command: Command, _ environment: [String: String], _ preferences: Preferences
    ) throws(Ending) -> Configuration {
        try Configuration(
            Invocation(command, environment: environment), environment: environment,
            preferences: preferences)
    }

    private func context(_ command: Command) throws(Ending) -> CommandContext {
        var configuration = try Self.configuration(command, environment, preferences)
        let nameBefore = configuration.settings.name
        configuration.settings = settings
        if settings.name != nameBefore, !settings.name.isEmpty {
            configuration.name = settings.name
        } else if settings.name != nameBefore, environment[CommandOption.name.variable] == nil {
            configuration.name = Configuration.usualName(environment)
        }
        if stage == nil { configuration.isPlain = true }
        configuration.isHostAssumed = false
        return CommandContext(
            configuration: configuration, environment: environment, stage: stage, front: front)
    }

    func perform(_ choice: MainMenu.Outcome) async -> Ending {
        do throws(Ending) {
            switch choice {
            case .computer(let strength, let rules):
                var context = try context(.play)
                (context.configuration.strength, context.configuration.rules) = (strength, rules)
                return await EmbeddedGame(context: context).play()
            case .alone(let plan):
                var context = try context(.solo)
                context.configuration.rules = plan.rules
                context.configuration.isResuming = plan.continues
                let game = EmbeddedGame(context: context)
                return switch plan.source {
                case .shuffled: await game.solo()
                case .daily: await game.daily()
                case .missed: await game.missed()
                }
            case .demonstration: return await EmbeddedGame(context: try context(.demo)).demo()
            case .replay: return try await ReplayCommand(context: try context(.replay)).run(nil)
            case .lesson: return await LessonCommand(context: try context(.lesson)).run()
            case .host(let plan): return await host(plan, try context(.host))
            case .join(let plan):
                let context = try context(plan.role == .play ? .join : .watch)
                return await ClientCommand(context: context).run(
                    at: plan.endpoint, Hello(name: plan.name, role: plan.role, table: plan.table))
            case .statistics: return StatsCommand(context: try context(.stats)).run()
            case .theme, .search, .quit: return .success
            }
        } catch {
            return error
        }
    }

    // MARK: - Hosting

    private func host(_ plan: HostPlan, _ context: CommandContext) async -> Ending {
        let configuration = context.configuration
        var options = HostOptions(
            plan.rules, seed: configuration.seed, isPrivate: plan.isPrivate)
        if plan.plays {
            // The host ends with its player, so nobody else should get that seat, and friends
            // should get no other table.
            options.hostLimits.readyTime = .seconds(24 * 3600)
            options.hostLimits.tables = 1
        }
        // After a crash the player has no token for the seat: `set-duel host` resumes such games.
        options.journal = configuration.journal.map { JournalOptions(directory: $0) }
        options.journal?.resumes = false
        let open: OpenHost
        do {
            open = try await OpenHost(
                options, on: configuration.listen, port: plan.port,
                executor: QueueExecutor(label: "set-duel.host"))
        } catch .addressInUse {
            return Ending(
                .cannotCreate,
                "port \(plan.port) is in use: choose another port, or 0 for any free port")
        } catch {
            return Ending(error)
        }
        // A host that cannot be found is joined by its address.
        let isFindable = plan.isAnnounced && open.code == nil ? await open.announce() == nil : false
        let ending: Ending
        if plan.plays, let endpoint = try? Endpoint("\(open.endpointHere)") {
            if stage == nil { Output.line("To join, others run: \(open.invitation(to: .join))") }
            var client = ClientCommand(context: context)
            client.address = "\(open.endpoint)"
            client.venue = .hosted
            client.isFindable = isFindable
            ending = await client.run(at: endpoint, Hello(name: plan.name, table: open.code))
        } else if let front, let stage {
            ending = await host(open, on: stage, after: front)
        } else {
            ending = await hostInLines(open)
        }
        await open.close()
        return ending
    }

    /// Hosts until the player closes the tables, which a terminal asks about first.
    private func hostInLines(_ open: OpenHost) async -> Ending {
        let typed = Output.typed
        let ways = [
            "To join, both players run: \(open.invitation(to: .join))",
            "To watch, run: \(open.invitation(to: .watch))", "To close the tables, type quit.",
        ]
        ways.forEach(typed.show)
        // Not from the host's queue: a stopped terminal must not stop the games.
        let guests = LineWriter(label: "set-duel.guests") { typed.show($0) }
        await HostCommand.announceGuests(of: open.host, guests.write)
        let executor = QueueExecutor(label: "set-duel.signals")
        let watch = SignalWatch(executor: executor)
        executor.wait {
            // A signal is a line as well, in order with what is typed.
            watch.start([.interrupt, .terminate, .hangUp]) { signal in
                // Even if the terminal takes nothing any more.
                if signal != .interrupt {
                    Interruption.end(after: .milliseconds(2500), with: 128 + signal.number)
                }
                typed.abandonLine()
                typed.add("\0\(signal.number)")
            }
        }
        defer { executor.wait { watch.stop() } }
        var isAsked = false
        while let line = await typed.line() {
            let signal = line.first == "\0" ? Int32(line.dropFirst()) : nil
            if let signal, signal != Signal.interrupt.number || !typed.areEdited {
                return Ending(SessionEnd(.signal(signal)))
            }
            let word = line.filter { !$0.isWhitespace }.lowercased()
            let closes = signal != nil || (isAsked ? ["y", "yes"] : ["q", "quit"]).contains(word)
            if closes, isAsked || !typed.areEdited { break }
            isAsked = closes
            (closes ? ["\(Self.question) Type yes or no."] : ways).forEach(typed.show)
        }
        return .success
    }

    private static let question = "Close all tables, including games in progress?"

    private func host(
        _ open: OpenHost, on stage: TerminalStage, after page: MainMenu
    ) async -> Ending {
        let page = WaitingPage(
            after: page, page.preferences, title: "Hosting",
            lines: [
                .words("To play, both players run:"), .command(open.invitation(to: .join)),
                .words("or paste this under Join a duel in the menu"),
                .words(""), .words("To watch, run:"), .command(open.invitation(to: .watch)),
                .words(""),
                .words(
                    open.code != nil
                        ? "Players need this code to join."
                        : open.isOpenToAll
                            ? "Anyone who can reach this machine can join."
                            : "The host listens only on \(open.address)."),
            ], way: "close the tables",
            question: Confirmation(Self.question, yes: "close", no: "cancel"))
        let session = ScreenSession(page, on: stage)
        await HostCommand.announceGuests(of: open.host) { line in session.change { $0.add(line) } }
        return switch await session.run() {
        case .done: .success
        case .ended(let end): Ending(end)
        }
    }
}
