import SetProtocol

/// A parsed but not yet validated command line: command, operands, and options.
struct Invocation: Hashable {
    /// The command; `nil` if there is none.
    var command: Command?
    /// The words that are not options.
    var operands: [String] = []
    /// The values of the options by long name; a switch has the value `yes` or `no`.
    private(set) var values: [String: String] = [:]
    /// The options whose values come from the environment, by long name.
    private var inherited: Set<String> = []
    var wantsHelp = false

    /// Parses a command line.
    ///
    /// GNU syntax: `--name=value`, `--name value`, `-n value`, `-nvalue`, combined switches `-ab`,
    /// `--no-name` for a switch, options anywhere, and `--` to end them. Missing values come from
    /// the environment.
    ///
    /// - Parameters:
    ///   - arguments: The command line without the program's name.
    ///   - environment: The variables `SET_DUEL_…` count.
    init(_ arguments: [String], environment: [String: String]) throws(UsageError) {
        var rest = arguments[...]
        var areOptionsOver = false
        while let word = rest.popFirst() {
            if areOptionsOver || !word.hasPrefix("-") || word == "-" {
                try parse(word: word)
            } else if word == "--" {
                areOptionsOver = true
            } else if word.hasPrefix("--") {
                try parse(long: String(word.dropFirst(2)), &rest)
            } else {
                try parse(letters: word.dropFirst(), &rest)
            }
        }
        inherit(from: environment)
    }

    init(_ command: Command, _ operands: [String] = [], environment: [String: String]) {
        self.command = command
        self.operands = operands
        inherit(from: environment)
    }

    private mutating func inherit(from environment: [String: String]) {
        for option in command?.options ?? [] where values[option.name] == nil {
            guard let value = environment[option.variable], !value.isEmpty else { continue }
            values[option.name] = value
            inherited.insert(option.name)
        }
    }

    /// Whether the command connects to a host that its operand names.
    var takesHost: Bool { command == .join || command == .watch }

    /// The origin of an option's value, as the user wrote it: `--port` or `SET_DUEL_PORT`.
    func origin(of option: CommandOption) -> String {
        inherited.contains(option.name) ? option.variable : "--\(option.name)"
    }

    /// Whether a switch is on; `nil` if it is not set.
    func isOn(_ option: CommandOption) throws(UsageError) -> Bool? {
        switch values[option.name]?.lowercased() {
        case nil: nil
        case "yes", "1", "true", "on": true
        case "no", "0", "false", "off": false
        case let other?:
            throw UsageError(
                message: "invalid value '\(other)' for \(option.variable): must be yes or no",
                command: command)
        }
    }

    private mutating func parse(word: String) throws(UsageError) {
        guard command != nil else {
            guard let command = Command(rawValue: word) else {
                throw UsageError(
                    message: "unknown command '\(word)'",
                    advice: didYouMean(word, Command.allCases.map(\.rawValue)))
            }
            try begin(to: command)
            return
        }
        guard operands.count < command?.operands.count ?? 0 else {
            throw UsageError(message: "unexpected argument '\(word)'", command: command)
        }
        operands.append(word)
    }

    private mutating func parse(
        long text: String, _ rest: inout ArraySlice<String>
    ) throws(UsageError) {
        let name = String(text.prefix { $0 != "=" })
        let attached = text.contains("=") ? String(text.dropFirst(name.count + 1)) : nil
        if name == "version", command == nil {
            try requireNoValue(
                attached, CommandOption(name: name, summary: Command.version.summary))
            command = .version
        } else if name == "help" {
            try requireNoValue(attached, .help)
            wantsHelp = true
        } else if let option = known.first(where: { $0.name == name }) {
            try parse(option, attached: attached, &rest)
        } else if let option = known.first(where: { $0.shortcuts[name] != nil }) {
            try requireNoValue(attached, CommandOption(name: name, summary: option.summary))
            values[option.name] = option.shortcuts[name]
        } else if name.hasPrefix("no-"), attached == nil,
            let option = known.first(where: { "no-" + $0.name == name && $0.value == nil })
        {
            values[option.name] = "no"
        } else if let error = rightPlace(where: { $0.name == name }) {
            throw error
        } else {
            let names = known.flatMap { [$0.name] + $0.shortcuts.keys.sorted() } + ["help"]
            throw UsageError(
                message: "unknown option '--\(name)'" + place,
                advice: didYouMean(name, names, prefix: "--"), command: command)
        }
    }

    private mutating func parse(
        letters: Substring, _ rest: inout ArraySlice<String>
    ) throws(UsageError) {
        var letters = letters
        while let letter = letters.popFirst() {
            if letter == "h" {
                wantsHelp = true
                continue
            }
            guard let option = known.first(where: { $0.letter == letter }) else {
                if let error = rightPlace(where: { $0.letter == letter }) { throw error }
                throw UsageError(
                    message: "unknown option '-\(letter)'" + place, command: command)
            }
            let attached = option.value == nil || letters.isEmpty ? nil : String(letters)
            if attached != nil { letters = "" }
            try parse(option, attached: attached, &rest)
        }
    }

    private mutating func parse(
        _ option: CommandOption, attached: String?, _ rest: inout ArraySlice<String>
    ) throws(UsageError) {
        guard let placeholder = option.value else {
            try requireNoValue(attached, option)
            values[option.name] = "yes"
            return
        }
        guard let value = attached ?? rest.popFirst() else {
            throw UsageError(
                message: "missing \(placeholder) for --\(option.name)", command: command)
        }
        values[option.name] = value
    }

    private func requireNoValue(
        _ attached: String?, _ option: CommandOption
    ) throws(UsageError) {
        guard attached == nil else {
            throw UsageError(message: "--\(option.name) does not take a value", command: command)
        }
    }

    /// Options before a command are those of the menu, which most commands share.
    private var known: [CommandOption] { command?.options ?? CommandOption.client }

    /// The environment variables that are equivalent to the given options.
    var variables: [String: String] {
        var variables: [String: String] = [:]
        for option in known { variables[option.variable] = values[option.name] }
        return variables
    }

    /// Continues with a command, which must accept the options before it.
    private mutating func begin(to command: Command) throws(UsageError) {
        self.command = command
        for option in CommandOption.client where values[option.name] != nil {
            guard command.options.contains(option) else {
                throw UsageError(
                    message: "unknown option '--\(option.name)'" + place, command: command)
            }
        }
    }

    /// The right place for an option that precedes its command: `set-duel host --port NUMBER`.
    private func rightPlace(where isMeant: (CommandOption) -> Bool) -> UsageError? {
        guard command == nil else { return nil }
        for command in Command.allCases {
            guard let option = command.options.first(where: isMeant) else { continue }
            let value = option.value.map { " \($0)" } ?? ""
            return UsageError(
                message: "--\(option.name) must follow a command",
                advice: "For example: set-duel \(command.rawValue) --\(option.name)\(value)")
        }
        return nil
    }

    private var place: String { command.map { " for \($0.rawValue)" } ?? "" }

    private func didYouMean(
        _ typed: String, _ candidates: [String], prefix: String = ""
    ) -> String? {
        Spelling.nearest(to: typed, among: candidates).map { "Did you mean \(prefix)\($0)?" }
    }
}
