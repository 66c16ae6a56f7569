import SetClient
import SetHost
import SetProtocol

/// One option of a command, as the parser and the help see it.
struct CommandOption: Hashable, Sendable {
    /// The long name without its hyphens.
    let name: String
    var letter: Character?
    /// The placeholder for its value in the help; `nil` for a switch.
    var value: String?
    /// What it does, in a few words.
    let summary: String
    var choices: [String] = []
    /// Switches that set one of its values, by their long names.
    var shortcuts: [String: String] = [:]

    /// The environment variable that sets it if the command line does not.
    var variable: String {
        "SET_DUEL_" + name.uppercased().map { $0 == "-" ? "_" : String($0) }.joined()
    }

    static let help = CommandOption(name: "help", letter: "h", summary: "print this help")
    static let port = CommandOption(
        name: "port", letter: "p", value: "NUMBER",
        summary: "port to listen on; 0 picks a free port (\(Endpoint.standardPort))")
    static let listen = CommandOption(
        name: "listen", letter: "l", value: "ADDRESS",
        summary: "address to listen on (all addresses)")
    static let isPrivate = CommandOption(
        name: "private", summary: "open one private table; players need its code to join")
    static let journal = CommandOption(
        name: "journal", value: "DIR",
        summary: "directory for journals, which let duels survive a restart "
            + "(~/.local/state/set-duel/journal)")
    static let noJournal = CommandOption(
        name: "no-journal", summary: "keep no journals; duels end when the host stops")
    static let maxTables = CommandOption(
        name: "max-tables", value: "NUMBER",
        summary: "maximum number of tables (\(HostLimits.standard.tables))")
    static let maxConnections = CommandOption(
        name: "max-connections", value: "NUMBER",
        summary: "maximum number of connections (\(HostLimits.standard.connections))")
    static let perAddress = CommandOption(
        name: "per-address", value: "NUMBER",
        summary: "maximum number of connections from one address "
            + "(\(HostLimits.standard.connectionsPerAddress))")
    static let guesses = CommandOption(
        name: "guesses", value: "NUMBER",
        summary: "wrong codes allowed per minute from one address, or off "
            + "(\(HostLimits.standard.wrongGuesses); off for this machine)")
    static let log = CommandOption(
        name: "log", value: "WORD",
        summary: "log level on standard error: "
            + LogChoice.allCases.map(\.rawValue).joined(separator: " or ")
            + " (normal; quiet in a terminal)",
        choices: LogChoice.allCases.map(\.rawValue))
    static let logAddresses = CommandOption(
        name: "log-addresses", summary: "log full addresses instead of networks")
    /// The same directory, for reading.
    static let recordedIn = CommandOption(
        name: journal.name, value: journal.value,
        summary: "directory to search for the newest journal (~/.local/state/set-duel/journal)")
    static let verify = CommandOption(
        name: "verify", summary: "check the journal without showing it")
    static let game = CommandOption(
        name: "game", letter: "g", value: "NUMBER", summary: "game to show, counting from 1")
    static let speed = CommandOption(
        name: "speed", value: "NUMBER",
        summary: "playback speed: " + PlaybackSpeed.allCases.map(\.word).joined(separator: ", ")
            + " (1)",
        choices: PlaybackSpeed.allCases.map(\.word))
    static let seed = CommandOption(
        name: "seed", letter: "s", value: "NUMBER",
        summary: "shuffle seed, for practice and tests")
    static let table = CommandOption(
        name: "table", letter: "t", value: "CODE", summary: "table code")
    static let new = CommandOption(
        name: "new", summary: "take a new seat, even if the host still keeps yours")
    static let newTable = CommandOption(
        name: "new-table", summary: "open a new table; the next player joins you there")
    static let resume = CommandOption(
        name: "resume", summary: "continue the solo game that you left")
    static let plain = CommandOption(
        name: "plain", summary: "print lines of text instead of drawing a screen")
    static let strength = CommandOption(
        name: "strength", letter: "c", value: "WORD",
        summary: "strength of computer players: "
            + Strength.allCases.map(\.rawValue).joined(separator: ", ")
            + " (easy)",
        choices: Strength.allCases.map(\.rawValue))
    static let theme = setting(.theme)
    static let name = setting(.name)

    private static func setting(_ setting: Setting) -> CommandOption {
        guard let option = setting.option else { preconditionFailure("no option \(setting.key)") }
        return CommandOption(
            name: option.name, letter: option.letter, value: option.value,
            summary: option.summary,
            choices: option.value == nil ? [] : setting.choices(.builtIn),
            shortcuts: option.shortcuts)
    }

    static let settings = Setting.all.filter { $0.option != nil }.map { ($0, setting($0)) }

    /// The options of commands that print to a terminal, or about one.
    static let terminal = [Setting.color, .background, .drawing, .gaps].map(setting)
    static let look = [plain] + settings.map(\.1).filter { $0 != name }
    /// The options of all commands for playing or watching.
    static let client = [name] + look

    /// The options for the rules of a table, derived from the table of rules.
    static let rules = rules(usual: .duel)

    /// The same for one kind of game, with the default rules of its tables: what can matter there.
    static func rules(usual: Rules) -> [CommandOption] {
        var most = usual
        (most.claim, most.hints) = (Rules.duel.claim, true)
        return RuleField.applying(to: most).filter { $0.key != "players" }.map { field in
            var usually = " (\(field.typedValue(in: usual)))"
            if case .flag = field.kind { usually += "; also --no-\(field.option)" }
            let (value, choices): (String?, [String]) =
                switch field.kind {
                case .time: ("SECONDS", [])
                case .milliseconds: ("MS", [])
                case .number: ("NUMBER", [])
                case .flag: (nil, [])
                case .word(let words, _, _): ("WORD", words.map { RuleField.typed($0) })
                }
            let note = field.note.isEmpty ? "" : "; " + field.note
            let list = choices.isEmpty ? "" : ": " + choices.joined(separator: ", ")
            return CommandOption(
                name: field.option, value: value, summary: field.summary + note + list + usually,
                choices: choices)
        }
    }
}
