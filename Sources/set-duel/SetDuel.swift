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
        let environment = Program.environment
        switch begin(Array(CommandLine.arguments.dropFirst()), environment) {
        case .ended(let code): Program.exit(code)
        case .goesOn(let invocation):
            // The main thread only receives signals, so nothing may wait for the main actor.
            Task.detached { Program.exit(await carryOut(invocation, environment)) }
            Signal.receiveForever()
        }
    }

    /// What remains to be done after the command line was read.
    private enum Beginning {
        /// Nothing; the exit code.
        case ended(Int32)
        /// A command that runs longer.
        case goesOn(Invocation)
    }

    /// Reads a command line and runs the command if it only prints known text.
    ///
    /// That needs no queue or thread: setting them up takes longer than printing, and shells
    /// request completions while their user waits.
    private static func begin(
        _ arguments: [String], _ environment: [String: String]
    ) -> Beginning {
        if arguments.first == Completion.command {
            for line in Completion.lines(for: Array(arguments.dropFirst())) { Output.line(line) }
            return .ended(ExitCode.success.rawValue)
        }
        do throws(UsageError) {
            let invocation = try Invocation(arguments, environment: environment)
            guard let text = try words(for: invocation) else { return .goesOn(invocation) }
            Output.text(text)
            return .ended(ExitCode.success.rawValue)
        } catch {
            Output.error(error)
            return .ended(ExitCode.usage.rawValue)
        }
    }

    /// The text of a command that only prints; `nil` for other commands.
    static func words(for invocation: Invocation) throws(UsageError) -> String? {
        if invocation.wantsHelp {
            return invocation.command.map(Help.text) ?? Help.overview
        }
        switch invocation.command {
        case .rules: return RulesText.text
        case .completion: return try Completion.script(for: invocation.operands.first)
        case .version: return Version.text
        case .help: return try help(on: invocation.operands.first)
        default: return nil
        }
    }

    private static func carryOut(
        _ invocation: Invocation, _ environment: [String: String]
    ) async -> Int32 {
        do throws(UsageError) {
            return try await perform(invocation, environment)
        } catch {
            Output.error(error)
            return ExitCode.usage.rawValue
        }
    }

    private static func perform(
        _ invocation: Invocation, _ environment: [String: String]
    ) async throws(UsageError) -> Int32 {
        // Commands that show no cards read no theme files.
        let needsThemes =
            invocation.command == .themes || invocation.command == .doctor
            || invocation.command?.options.contains(.theme) ?? !invocation.variables.isEmpty
        let preferences = needsThemes ? Preferences(environment: environment) : .none
        let configuration = try Configuration(
            invocation, environment: environment, preferences: preferences)
        let embedded = EmbeddedGame(configuration: configuration, environment: environment)
        func join(_ configuration: Configuration, _ role: Hello.Role) async -> Int32 {
            await ClientCommand(configuration: configuration, environment: environment).run(
                at: configuration.endpoint,
                Hello(
                    name: configuration.name, role: role, table: configuration.table,
                    wantsNewTable: configuration.wantsNewTable)
            ).told()
        }
        switch invocation.command {
        case .host: return await HostCommand(configuration: configuration).run().rawValue
        case .play: return await embedded.play().told()
        case .solo: return await embedded.solo().told()
        case .demo: return await embedded.demo().told()
        case .join: return await join(configuration, .play)
        case .watch: return await join(configuration, .watch)
        case .replay:
            return try await ReplayCommand(configuration: configuration, environment: environment)
                .run(invocation.operands.first).told()
        case .lesson:
            return await LessonCommand(configuration: configuration, environment: environment)
                .run().told()
        case .themes:
            return try await ThemesCommand(
                preferences: preferences, environment: environment,
                settings: configuration.settings
            ).run(invocation.operands)
        case .doctor:
            let doctor = DoctorCommand(
                preferences: preferences, environment: environment,
                choices: configuration.terminal)
            doctor.run()
        // Already printed when the command line was read.
        case .rules, .completion, .version, .help: break
        case nil:
            // The options of the menu apply to everything chosen there.
            let environment = environment.merging(invocation.variables) { $1 }
            let isTerminal = StandardStream.output.isTerminal && StandardStream.inputIsTerminal
            let isPlain = try Invocation(.play, environment: environment).isOn(.plain) == true
            guard isTerminal || isPlain else {
                Output.text(Help.overview)
                break
            }
            if isTerminal, var desk = try MenuSession(environment) { return await desk.run() }
            var menu = try Menu(environment)
            return await menu.run()
        }
        return ExitCode.success.rawValue
    }

    /// The requested help, for a command or for the program.
    static func help(on name: String?) throws(UsageError) -> String {
        guard let name else { return Help.overview }
        guard let command = Command(rawValue: name) else {
            let near = Spelling.nearest(to: name, among: Command.allCases.map(\.rawValue))
            throw UsageError(
                message: "unknown command '\(name)'",
                advice: near.map { "Did you mean \($0)?" })
        }
        return Help.text(for: command)
    }
}
