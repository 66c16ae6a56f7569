import SetClient
import SetHost
import SetProtocol

/// One option of a command: how it is typed, what its help says, and what it sets.
struct CommandOption: Sendable {
    /// The long name without its hyphens.
    let name: String
    var letter: Character?
    /// The placeholder for its value in the help; `nil` for a switch.
    var value: String?
    let summary: String
    var choices: [String] = []
    /// Switches that set one of its values, by their long names.
    var shortcuts: [String: String] = [:]
    /// The setting that it sets for this time.
    var setting: Setting?
    /// What a value must be; `nil` for one of the choices.
    var wanted: String?
    /// Sets a value; `false` if it is none that is wanted.
    let set: @Sendable (inout Configuration, String) -> Bool

    /// The environment variable that sets it if the command line does not.
    var variable: String {
        "SET_DUEL_" + name.uppercased().map { $0 == "-" ? "_" : String($0) }.joined()
    }

    // MARK: - The options

    static let help = flag("help", letter: "h", "print this help") { _, _ in }
    static let port = number(
        "port", letter: "p", "port to listen on; 0 picks a free port (\(Endpoint.standardPort))",
        UInt16.min...UInt16.max
    ) { $0.port = $1 }
    static let listen = CommandOption(
        "listen", letter: "l", "ADDRESS", "address to listen on (all addresses)",
        wanted: "an IPv4 or IPv6 address", { IPAddress($0) }, set: { $0.listen = $1 })
    static let isPrivate = flag(
        "private", "open one private table; players need its code to join"
    ) { $0.isPrivate = $1 }
    static let noAnnounce = flag(
        "no-announce", "do not answer players who look for hosts on this network"
    ) { $0.isAnnounced = !$1 }
    static let journal = journal(
        "directory for journals, which let duels survive a restart")
    static let noJournal = flag(
        "no-journal", "keep no journals; duels end when the host stops"
    ) { if $1 { $0.journal = nil } }
    static let maxTables = limit("max-tables", "maximum number of tables", \.tables)
    static let maxConnections = limit(
        "max-connections", "maximum number of connections", \.connections)
    static let perAddress = limit(
        "per-address", "maximum number of connections from one address", \.connectionsPerAddress)
    static let guesses = CommandOption(
        "guesses", "NUMBER",
        "wrong codes allowed per minute from one address, or off "
            + "(\(HostLimits.standard.wrongGuesses); off for this machine)",
        wanted: "a whole number from 1 to 100000, or \(RuleField.off)",
        { whole($0, in: 1...100_000, off: .max) },
        set: { ($0.hostLimits.wrongGuesses, $0.hostLimits.limitsLocalGuesses) = ($1, true) })
    static let log = word(
        "log",
        "log level on standard error: "
            + LogChoice.allCases.map(\.rawValue).joined(separator: " or ")
            + " (normal; quiet in a terminal)", LogChoice.self
    ) { $0.log = $1 }
    static let logAddresses = flag(
        "log-addresses", "log full addresses instead of networks"
    ) { $0.logsAddresses = $1 }
    /// The same directory, for reading.
    static let recordedIn = journal("directory to search for the newest journal")
    static let verify = flag("verify", "check the journal without showing it") {
        $0.isVerifying = $1
    }
    static let game = CommandOption(
        "game", letter: "g", "NUMBER", "game of the recording, counting from 1",
        wanted: "a whole number, 1 or greater", { whole($0, in: 1...Int.max) },
        set: { $0.game = $1 })
    static let speed = CommandOption(
        "speed", "NUMBER",
        "playback speed: " + PlaybackSpeed.allCases.map(\.word).joined(separator: ", ") + " (1)",
        choices: PlaybackSpeed.allCases.map(\.word),
        { text in PlaybackSpeed.allCases.first { $0.word == text } }, set: { $0.speed = $1 })
    static let seed = number(
        "seed", letter: "s", "shuffle seed, for practice and tests", UInt64.min...UInt64.max
    ) { $0.seed = $1 }
    static let table = CommandOption(
        "table", letter: "t", "CODE", "table code", wanted: "six characters, such as K7M2QX",
        { TableCode($0) }, set: { $0.table = $1 })
    static let new = flag("new", "take a new seat, even if the host still keeps yours") {
        $0.wantsNewSeat = $1
    }
    static let newTable = flag(
        "new-table", "open a new table; the next player joins you there"
    ) { $0.wantsNewTable = $1 }
    static let tv = flag(
        "tv", "for a room: the liveliest table, another one after each game, large names"
    ) { $0.isTelevision = $1 }
    static let resume = flag("resume", "continue the solo game that you left") {
        $0.isResuming = $1
    }
    static let plain = flag("plain", "print lines of text instead of drawing a screen") {
        $0.isPlain = $1
    }
    static let json = flag("json", "print one line of JSON") { $0.isJSON = $1 }
    static let ghost = CommandOption(
        "ghost", "FILE", "race the winner of a recorded duel, on the same cards",
        wanted: "the path of a journal", { $0.isEmpty ? nil : $0 }, set: { $0.ghost = $1 })
    static let missed = flag("missed", "boards on which you missed a set (the default)") { _, _ in }
    static let with = CommandOption(
        "with", "NAME", "only games against this player", wanted: "a name",
        { $0.isEmpty ? nil : $0 }, set: { $0.opponent = $1 })
    static let last = CommandOption(
        "last", "NUMBER", "only the last games", wanted: "a whole number, 1 or greater",
        { whole($0, in: 1...Int.max) }, set: { $0.last = $1 })
    static let export = CommandOption(
        "export", "FORMAT", "print all games as a table: csv", choices: ["csv"],
        { $0 == "csv" ? true : nil }, set: { $0.exportsTable = $1 })
    static let strength = word(
        "strength", letter: "c",
        "strength of computer players: "
            + Strength.allCases.map(\.rawValue).joined(separator: ", ") + " (easy)", Strength.self
    ) { $0.strength = $1 }
    static let theme = setting(.theme)
    static let name = setting(.name)
    static let history = setting(.history)

    static let settings = Setting.all.filter { $0.option != nil }.map(setting)

    /// The options of commands that print to a terminal, or about one.
    static let terminal = [Setting.color, .background, .drawing, .gaps].map(setting)
    static let look = [plain] + settings.filter { $0 != name && $0 != history }
    /// The options of all commands for playing or watching.
    static let client = [name, history] + look

    /// The options for the rules of a table, derived from the table of rules.
    static let rules = rules(usual: .duel)

    /// The same for one kind of game, with the default rules of its tables: what can matter there.
    static func rules(usual: Rules) -> [CommandOption] {
        var most = usual
        (most.claim, most.hints) = (Rules.duel.claim, true)
        return RuleField.applying(to: most).filter { $0.key != "players" }
            .map { rule($0, usual: usual) }
    }
}

// MARK: - Kinds of options

extension CommandOption {
    /// An option whose value is parsed before it is set.
    private init<Value>(
        _ name: String, letter: Character? = nil, _ value: String?, _ summary: String,
        wanted: String? = nil, choices: [String] = [],
        _ parse: @escaping @Sendable (String) -> Value?,
        set: @escaping @Sendable (inout Configuration, Value) -> Void
    ) {
        self.init(
            name: name, letter: letter, value: value, summary: summary, choices: choices,
            wanted: wanted
        ) { configuration, text in
            guard let value = parse(text) else { return false }
            set(&configuration, value)
            return true
        }
    }

    /// Whether a word switches something on or off; `nil` for another word.
    static func truth(_ word: String) -> Bool? {
        switch word.lowercased() {
        case "yes", "1", "true", "on": true
        case "no", "0", "false", "off": false
        case _: nil
        }
    }

    private static func flag(
        _ name: String, letter: Character? = nil, _ summary: String,
        _ set: @escaping @Sendable (inout Configuration, Bool) -> Void
    ) -> CommandOption {
        CommandOption(name, letter: letter, nil, summary, wanted: "yes or no", truth, set: set)
    }

    private static func number<Value: FixedWidthInteger & Sendable>(
        _ name: String, letter: Character, _ summary: String, _ range: ClosedRange<Value>,
        _ set: @escaping @Sendable (inout Configuration, Value) -> Void
    ) -> CommandOption {
        CommandOption(
            name, letter: letter, "NUMBER", summary,
            wanted: "a whole number from \(range.lowerBound) to \(range.upperBound)",
            { Value($0) }, set: set)
    }

    private static func word<Word: CaseIterable & RawRepresentable<String> & Sendable>(
        _ name: String, letter: Character? = nil, _ summary: String, _ type: Word.Type,
        _ set: @escaping @Sendable (inout Configuration, Word) -> Void
    ) -> CommandOption {
        CommandOption(
            name, letter: letter, "WORD", summary, choices: Word.allCases.map(\.rawValue),
            { Word(rawValue: $0) }, set: set)
    }

    private static func journal(_ summary: String) -> CommandOption {
        CommandOption(
            "journal", "DIR", summary + " (~/.local/state/set-duel/journal)",
            wanted: "the path of a directory", { $0.isEmpty ? nil : $0 }, set: { $0.journal = $1 })
    }

    private static func limit(
        _ name: String, _ summary: String,
        _ path: any WritableKeyPath<HostLimits, Int> & Sendable
    ) -> CommandOption {
        CommandOption(
            name, "NUMBER", summary + " (\(HostLimits.standard[keyPath: path]))",
            wanted: "a whole number from 1 to 100000", { whole($0, in: 1...100_000) },
            set: { $0.hostLimits[keyPath: path] = $1 })
    }

    private static func setting(_ setting: Setting) -> CommandOption {
        guard let row = setting.option else { preconditionFailure("no option \(setting.key)") }
        let wanted: String? =
            switch setting {
            case .theme: "the name of a theme"
            case .name: SafeText.nameRule
            case _: row.value == nil ? "yes or no" : nil
            }
        return CommandOption(
            name: row.name, letter: row.letter, value: row.value, summary: row.summary,
            choices: row.value == nil ? [] : setting.choices(.builtIn), shortcuts: row.shortcuts,
            setting: setting, wanted: wanted
        ) { configuration, text in
            if setting == .name {
                (configuration.name, configuration.isNameChosen) = (text, true)
                return SafeText.isAllowedPlayerName(text)
            }
            let value = row.value != nil ? text : truth(text).map { $0 ? "yes" : "no" } ?? ""
            setting.set(value, in: &configuration.settings, configuration.preferences.offer)
            return setting.choices(configuration.preferences.offer).contains(value)
        }
    }

    private static func rule(_ field: RuleField, usual: Rules) -> CommandOption {
        func option<Value>(
            _ value: String?, wanted: String? = nil, choices: [String] = [], also: String = "",
            _ parse: @escaping @Sendable (String) -> Value?,
            set: @escaping @Sendable (inout Rules, Value) -> Void
        ) -> CommandOption {
            let note = field.note.isEmpty ? "" : "; " + field.note
            let list = choices.isEmpty ? "" : ": " + choices.joined(separator: ", ")
            let usually = " (\(field.typedValue(in: usual)))"
            return CommandOption(
                field.option, value, field.summary + note + list + usually + also,
                wanted: wanted, choices: choices, parse, set: { set(&$0.rules, $1) })
        }
        switch field.kind {
        case .time(let path, let range):
            // Without time to pick, the turns of a duel would never end.
            let isTurn = field.option == "claim" && usual.players == .two
            let times = (isTurn ? max(1000, range.lowerBound) : range.lowerBound)...range.upperBound
            let (low, high) = (times.lowerBound / 1000, times.upperBound / 1000)
            return option(
                "SECONDS", wanted: "a number of seconds from \(low) to \(high)",
                { milliseconds($0, within: times) },
                set: { $0[keyPath: path] = .milliseconds($1) })
        case .milliseconds(let path, let range):
            return option(
                "MS",
                wanted:
                    "a number of milliseconds from 0 to \(range.upperBound), or \(RuleField.off)",
                { whole($0, in: range, off: 0) }, set: { $0[keyPath: path] = .milliseconds($1) })
        case .number(let path, let range):
            return option(
                "NUMBER",
                wanted: "a whole number from \(range.lowerBound) to \(range.upperBound)",
                { whole($0, in: range) }, set: { $0[keyPath: path] = $1 })
        case .count(let path, let counts):
            let words = counts.map { $0 == 0 ? RuleField.off : "\($0)" }
            return option(
                "NUMBER", choices: words, { words.firstIndex(of: $0).map { counts[$0] } },
                set: { $0[keyPath: path] = $1 })
        case .flag(let path):
            return option(
                nil, wanted: "yes or no", also: "; also --no-\(field.option)", truth,
                set: { $0[keyPath: path] = $1 })
        case .word(let words, _, let set):
            return option(
                "WORD", choices: words.map { RuleField.typed($0) },
                { text in words.first { $0 == text || RuleField.typed($0) == text } }, set: set)
        }
    }

    /// A whole number in a range, or the value of the word `off`.
    private static func whole(_ text: String, in range: ClosedRange<Int>, off: Int? = nil) -> Int? {
        if let off, text == RuleField.off { return off }
        return Int(text).flatMap { range ~= $0 ? $0 : nil }
    }

    /// Parses seconds with up to three decimals.
    private static func milliseconds(_ text: String, within range: ClosedRange<Int>) -> Int? {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard 1...2 ~= parts.count, parts.allSatisfy({ $0.utf8.allSatisfy { 0x30...0x39 ~= $0 } }),
            let seconds = Int(parts[0]), seconds <= range.upperBound
        else { return nil }
        let decimals = parts.count == 2 ? String(parts[1]) : "0"
        guard 1...3 ~= decimals.count,
            let fraction = Int(decimals + String(repeating: "0", count: 3 - decimals.count))
        else { return nil }
        let time = seconds * 1000 + fraction
        return range.contains(time) ? time : nil
    }
}

extension CommandOption: Equatable {
    static func == (one: CommandOption, other: CommandOption) -> Bool { one.name == other.name }
}
