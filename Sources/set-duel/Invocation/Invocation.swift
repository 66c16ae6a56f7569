import SetProtocol

/// A parsed but not yet validated command line: command, operands, and options.
struct Invocation: Hashable {
    var command: Command?
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
    init(_ arguments: [String], environment: [String: String]) throws(Ending) {
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

    init(_ command: Command, environment: [String: String]) {
        self.command = command
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
    var takesHost: Bool { [.join, .watch, .status].contains(command) }

    /// The origin of an option's value, as the user wrote it: `--port` or `SET_DUEL_PORT`.
    func origin(of option: CommandOption) -> String {
        inherited.contains(option.name) ? option.variable : "--\(option.name)"
    }

    private mutating func parse(word: String) throws(Ending) {
        guard command != nil else { return try begin(to: Command(named: word)) }
        guard operands.count < command?.operands.count ?? 0 else {
            throw .usage("unexpected argument '\(word)'", for: command)
        }
        operands.append(word)
    }

    private mutating func parse(
        long text: String, _ rest: inout ArraySlice<String>
    ) throws(Ending) {
        let name = String(text.prefix { $0 != "=" })
        let attached = text.contains("=") ? String(text.dropFirst(name.count + 1)) : nil
        if name == "version", command == nil {
            try requireNoValue(attached, name)
            command = .version
        } else if name == "help" {
            try requireNoValue(attached, name)
            wantsHelp = true
        } else if let option = options.first(where: { $0.name == name }) {
            try parse(option, attached: attached, &rest)
        } else if let option = options.first(where: { $0.shortcuts[name] != nil }) {
            try requireNoValue(attached, name)
            values[option.name] = option.shortcuts[name]
        } else if name.hasPrefix("no-"), attached == nil,
            let option = options.first(where: { "no-" + $0.name == name && $0.value == nil })
        {
            values[option.name] = "no"
        } else if let error = rightPlace(where: { $0.name == name }) {
            throw error
        } else {
            let names = options.flatMap { [$0.name] + $0.shortcuts.keys.sorted() } + ["help"]
            throw .usage(
                "unknown option '--\(name)'" + place,
                advice: Ending.didYouMean(name, among: names, prefix: "--"), for: command)
        }
    }

    private mutating func parse(
        letters: Substring, _ rest: inout ArraySlice<String>
    ) throws(Ending) {
        var letters = letters
        while let letter = letters.popFirst() {
            if letter == "h" {
                wantsHelp = true
                continue
            }
            guard let option = options.first(where: { $0.letter == letter }) else {
                if let error = rightPlace(where: { $0.letter == letter }) { throw error }
                throw .usage("unknown option '-\(letter)'" + place, for: command)
            }
            let attached = option.value == nil || letters.isEmpty ? nil : String(letters)
            if attached != nil { letters = "" }
            try parse(option, attached: attached, &rest)
        }
    }

    private mutating func parse(
        _ option: CommandOption, attached: String?, _ rest: inout ArraySlice<String>
    ) throws(Ending) {
        guard let placeholder = option.value else {
            try requireNoValue(attached, option.name)
            values[option.name] = "yes"
            return
        }
        guard let value = attached ?? rest.popFirst() else {
            throw .usage("missing \(placeholder) for --\(option.name)", for: command)
        }
        values[option.name] = value
    }

    private func requireNoValue(_ attached: String?, _ name: String) throws(Ending) {
        if attached != nil { throw .usage("--\(name) does not take a value", for: command) }
    }

    /// The options of its command; without one those of the menu, which most commands share.
    var options: [CommandOption] { command?.options ?? CommandOption.client }

    /// The environment variables that are equivalent to the given options.
    var variables: [String: String] {
        var variables: [String: String] = [:]
        for option in options { variables[option.variable] = values[option.name] }
        return variables
    }

    /// Continues with a command, which must accept the options before it.
    private mutating func begin(to command: Command) throws(Ending) {
        self.command = command
        // Mostly there are none. Looking up an option builds them all, a fifth of the time to start.
        for name in values.keys.sorted() {
            guard command.options.contains(where: { $0.name == name }) else {
                throw .usage("unknown option '--\(name)'" + place, for: command)
            }
        }
    }

    /// The right place for an option that precedes its command: `set-duel host --port NUMBER`.
    private func rightPlace(where isMeant: (CommandOption) -> Bool) -> Ending? {
        guard command == nil else { return nil }
        for command in Command.allCases {
            guard let option = command.options.first(where: isMeant) else { continue }
            let value = option.value.map { " \($0)" } ?? ""
            return .usage(
                "--\(option.name) must follow a command",
                advice: "For example: set-duel \(command.rawValue) --\(option.name)\(value)")
        }
        return nil
    }

    private var place: String { command.map { " for \($0.rawValue)" } ?? "" }
}
