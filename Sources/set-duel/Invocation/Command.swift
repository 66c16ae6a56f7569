import SetClient
import SetProtocol

enum Command: String, CaseIterable, Hashable, Sendable {
    case play
    case host
    case join
    case watch
    case status
    case solo
    case daily
    case practice
    case demo
    case replay
    case stats
    case lesson
    case themes
    case rules
    case doctor
    case completion
    case version
    case help

    /// - Throws: If no command has the name.
    init(named name: String) throws(Ending) {
        guard let command = Command(rawValue: name) else {
            throw .unknown("command", name, among: Command.allCases.map(\.rawValue))
        }
        self = command
    }

    var summary: String {
        switch self {
        case .play: "play a duel against the computer"
        case .host: "open tables that others can join"
        case .join: "take a seat at a host's table"
        case .watch: "watch a duel at a host's table"
        case .status: "print what a host says about itself"
        case .solo: "play alone, with no opponent"
        case .daily: "play the deck of the day, the same for everybody"
        case .practice: "play boards on which you missed a set"
        case .demo: "watch two computer players duel"
        case .replay: "replay a recorded duel, or verify it"
        case .stats: "print statistics of your finished games"
        case .lesson: "learn the game in two minutes"
        case .themes: "list, show, check, copy, delete, or edit themes"
        case .rules: "print the rules of the game"
        case .doctor: "report what set-duel detected about this terminal"
        case .completion: "print completions for bash, zsh, or fish"
        case .version: "print the version"
        case .help: "show help for a command"
        }
    }

    var operands: [String] {
        switch self {
        case .join, .watch, .status: ["HOST[:PORT]"]
        case .replay: ["FILE|-"]
        case .themes: ["ACTION", "NAME", "NEW"]
        case .help: ["COMMAND"]
        case .completion: ["SHELL"]
        case .play, .host, .solo, .daily, .practice, .demo, .stats, .lesson, .rules, .doctor,
            .version:
            []
        }
    }

    /// The options of the command, in the order of its help.
    var options: [CommandOption] {
        switch self {
        case .play: [.strength, .seed, .ghost, .game] + CommandOption.client + CommandOption.rules
        case .host:
            [.port, .listen, .isPrivate, .noAnnounce, .seed, .journal, .noJournal]
                + [.maxTables, .maxConnections, .perAddress, .guesses, .log, .logAddresses, .plain]
                + CommandOption.rules
        case .join: [.table, .new, .newTable] + CommandOption.client
        case .watch: [.table, .tv] + CommandOption.client
        case .status: [.json]
        case .solo: [.seed, .resume] + CommandOption.client + CommandOption.rules(usual: .solo)
        case .daily: CommandOption.client
        case .practice: [.missed] + CommandOption.client
        case .demo: [.seed, .strength] + CommandOption.look
        case .replay: [.verify, .game, .speed, .recordedIn] + CommandOption.look
        case .stats: [.with, .last, .json, .export]
        case .lesson: [.seed] + CommandOption.client
        case .themes, .doctor: CommandOption.terminal
        case .rules, .completion, .version, .help: []
        }
    }
}
