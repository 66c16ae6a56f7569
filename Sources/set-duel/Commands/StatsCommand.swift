import SetClient
import SetProtocol

/// `set-duel stats`: prints what the player's finished games say together.
struct StatsCommand {
    let context: CommandContext

    private var configuration: Configuration { context.configuration }

    func run() -> Ending {
        guard let file = Self.file(context.environment) else {
            return Ending(.noInput, "no history: set HOME or XDG_STATE_HOME")
        }
        var (games, problems) = file.read()
        Output.errors(problems)
        if let name = configuration.opponent {
            games = games.filter { $0.name == name }
            if games.isEmpty { return Ending(.noInput, "no games against \(name)") }
        }
        if let last = configuration.last { games = games.suffix(last) }
        if configuration.exportsTable {
            let lines = [PlayedGame.tableHeader] + games.map(\.tableLine)
            Output.text(lines.map { SafeText.sanitized($0, limit: 1000) + "\n" }.joined())
        } else if configuration.isJSON {
            let line = String(decoding: GameStatistics(games).json.bytes, as: UTF8.self)
            Output.line(SafeText.sanitized(line, limit: .max))
        } else {
            let isScreen = !context.isPlain && StandardStream.output.isTerminal
            for line in Self.words(games, file, drawsBars: isScreen) {
                let rows = isScreen ? line.wrapped(to: TerminalDevice.columns) : [line]
                rows.forEach(Output.line)
            }
        }
        return .success
    }

    static func file(_ environment: [String: String]) -> HistoryFile? {
        StateDirectory(environment: environment).map { HistoryFile(in: $0) }
    }

    /// The figures in lines, and where they come from.
    static func words(
        _ games: [PlayedGame], _ file: HistoryFile, drawsBars: Bool
    ) -> [String] {
        guard !games.isEmpty else {
            return ["No finished games yet. They are recorded in \(file.path)."]
        }
        let lines = GameStatistics(games).lines(drawsBars: drawsBars)
        return (lines + ["Recorded in \(file.path)."]).map {
            SafeText.sanitized($0, limit: 1000)
        }
    }
}
