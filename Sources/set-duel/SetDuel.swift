import SetClient
import SetProtocol

/// The program: understands the command line, does what it says, and ends with a code that tells
/// how it went.
@main
struct SetDuel {
    static func main() async {
        Signal.ignoreBrokenPipes()
        let code = await run(Array(CommandLine.arguments.dropFirst()), Program.environment)
        Program.exit(code)
    }

    /// Does what a command line says.
    ///
    /// - Returns: The exit code.
    static func run(_ arguments: [String], _ environment: [String: String]) async -> Int32 {
        do throws(UsageError) {
            let invocation = try Invocation(arguments, environment: environment)
            if invocation.wantsHelp {
                Output.text(invocation.command.map(Help.text) ?? Help.overview)
                return ExitCode.success.rawValue
            }
            return try await perform(invocation, environment)
        } catch {
            Output.error(error)
            return ExitCode.usage.rawValue
        }
    }

    private static func perform(
        _ invocation: Invocation, _ environment: [String: String]
    ) async throws(UsageError) -> Int32 {
        // Commands that show no cards look at nobody's files.
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
                Hello(name: configuration.name, role: role, table: configuration.table)
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
                .run(invocation.operands.first)
        case .lesson:
            return await LessonCommand(configuration: configuration, environment: environment)
                .run().told()
        case .themes:
            return try await ThemesCommand(
                preferences: preferences, environment: environment,
                settings: configuration.settings
            ).run(invocation.operands)
        case .rules: Output.text(RulesText.text)
        case .doctor:
            let doctor = DoctorCommand(
                preferences: preferences, environment: environment,
                color: configuration.settings.color, ground: configuration.settings.ground)
            doctor.run()
        case .completion:
            Output.text(try CompletionScript.text(for: invocation.operands.first))
        case .version: Output.text(Version.text)
        case .help: Output.text(try help(on: invocation.operands.first))
        case nil:
            // What was said of the menu is true of all that is chosen there.
            let environment = environment.merging(invocation.variables) { $1 }
            guard StandardStream.output.isTerminal, StandardStream.inputIsTerminal else {
                Output.text(Help.overview)
                break
            }
            if var desk = try FrontDesk(environment) { return await desk.run() }
            guard let chosen = Menu.ask() else { break }
            return await run(chosen, environment)
        }
        return ExitCode.success.rawValue
    }

    /// The help that was asked for: on a command, or on the program.
    static func help(on name: String?) throws(UsageError) -> String {
        guard let name else { return Help.overview }
        guard let command = Command(rawValue: name) else {
            let near = Spelling.nearest(to: name, among: Command.allCases.map(\.rawValue))
            throw UsageError(
                message: "there is no command \"\(name)\"",
                advice: near.map { "Did you mean \($0)?" })
        }
        return Help.text(for: command)
    }
}
