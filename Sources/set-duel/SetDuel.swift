import SetClient
import SetProtocol

/// The program: parses the command line, runs the command, and exits with its code.
@main
struct SetDuel {
    static func main() {
        StandardStream.reserve()
        Signal.ignoreBrokenPipes()
        Signal.reserveResumption()
        Signal.leaveQuitToTheSystem()
        let (arguments, environment) = (CommandLine.arguments.dropFirst(), Program.environment)
        if arguments.first == Completion.command {
            for line in Completion.lines(for: Array(arguments.dropFirst())) { Output.line(line) }
            Program.exit(ExitCode.success.rawValue)
        }
        do throws(Ending) {
            let invocation = try Invocation(Array(arguments), environment: environment)
            // Printing needs no queue or thread, and setting them up takes longer.
            if let text = try words(for: invocation) {
                Output.text(text)
                Program.exit(ExitCode.success.rawValue)
            }
            // The main thread only receives signals, so nothing may wait for the main actor.
            Task.detached { Program.exit(await carryOut(invocation, environment)) }
            Signal.receiveForever()
        } catch {
            Program.exit(error.report())
        }
    }

    /// The text of a command that only prints; `nil` for other commands.
    static func words(for invocation: Invocation) throws(Ending) -> String? {
        if invocation.wantsHelp {
            return invocation.command.map(Help.text) ?? Help.overview
        }
        switch invocation.command {
        case .rules: return RulesText.text
        case .completion: return try Completion.script(for: invocation.operands.first)
        case .version: return Version.text
        case .help:
            guard let name = invocation.operands.first else { return Help.overview }
            return Help.text(for: try Command(named: name))
        default: return nil
        }
    }

    private static func carryOut(
        _ invocation: Invocation, _ environment: [String: String]
    ) async -> Int32 {
        do throws(Ending) {
            return try await perform(invocation, environment).report()
        } catch {
            return error.report()
        }
    }

    private static func perform(
        _ invocation: Invocation, _ environment: [String: String]
    ) async throws(Ending) -> Ending {
        // Commands that show no cards read no theme files.
        let needsThemes =
            invocation.command == .themes || invocation.command == .doctor
            || invocation.command?.options.contains(.theme) ?? !invocation.variables.isEmpty
        let preferences = needsThemes ? Preferences(environment: environment) : .none
        let configuration = try Configuration(
            invocation, environment: environment, preferences: preferences)
        let context = CommandContext(configuration: configuration, environment: environment)
        func join(_ role: Hello.Role) async throws(Ending) -> Ending {
            if configuration.isHostAssumed, MenuCommand.isPossible {
                return try await MenuCommand.run(
                    environment.merging(invocation.variables) { $1 }, joinAs: role,
                    table: configuration.table)
            }
            var hello = Hello(
                name: configuration.name, role: role, table: configuration.table,
                wantsNewTable: configuration.wantsNewTable)
            hello.isTelevision = configuration.isTelevision
            return await ClientCommand(context: context).run(at: configuration.endpoint, hello)
        }
        switch invocation.command {
        case .host: return await HostCommand(configuration: configuration).run()
        case .play: return await EmbeddedGame(context: context).play()
        case .solo: return await EmbeddedGame(context: context).solo()
        case .daily: return await EmbeddedGame(context: context).daily()
        case .practice: return await EmbeddedGame(context: context).missed()
        case .demo: return await EmbeddedGame(context: context).demo()
        case .join: return try await join(.play)
        case .watch: return try await join(.watch)
        case .status: return await StatusCommand(configuration: configuration).run()
        case .replay:
            return try await ReplayCommand(context: context).run(invocation.operands.first)
        case .stats: return StatsCommand(context: context).run()
        case .lesson: return await LessonCommand(context: context).run()
        case .themes: return try await ThemesCommand(context: context).run(invocation.operands)
        case .doctor:
            DoctorCommand(context: context).run()
            return .success
        // Already printed when the command line was read.
        case .rules, .completion, .version, .help: return .success
        case nil:
            // The options of the menu apply to everything chosen there.
            return try await MenuCommand.run(environment.merging(invocation.variables) { $1 })
        }
    }
}
