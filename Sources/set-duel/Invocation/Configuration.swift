import SetClient
import SetHost
import SetProtocol

/// A validated command line, with a type for every value.
struct Configuration {
    var rules: Rules
    /// What follows from the given rules, a sentence each.
    var derivedRules: [String]
    /// Whether the player has said how long turns last.
    var hasChosenTimes: Bool
    var seed: UInt64?
    var port: UInt16
    var listen: IPAddress?
    var isPrivate: Bool
    /// The directory of a host's journals; `nil` for none.
    var journal: String?
    var hostLimits: HostLimits
    /// What to log; `nil` if nobody said.
    var log: LogChoice?
    /// Whether the log contains full addresses.
    var logsAddresses: Bool
    /// Whether to verify a recorded duel instead of showing it.
    var isVerifying: Bool
    /// Which of its games to show, from 1; `nil` for all.
    var game: Int?
    var speed: PlaybackSpeed
    var endpoint: Endpoint
    /// Whether nobody named a host to join.
    var isHostAssumed: Bool
    var table: TableCode?
    /// Whether to ignore a seat that the host still keeps.
    var wantsNewSeat: Bool
    /// Whether the player has said what to be called, on the command line or in the settings.
    var isNameChosen: Bool
    var wantsNewTable: Bool
    /// Whether to continue the solo game that was left.
    var isResuming: Bool
    var name: String
    var isPlain: Bool
    var strength: Strength
    @Boxed var settings: ClientSettings
    @Boxed var preferences: Preferences

    /// What the player decided about the terminal.
    var terminal: TerminalChoices { settings.terminal }

    /// Validates a command line.
    ///
    /// - Parameters:
    ///   - invocation: The command line, taken apart.
    ///   - environment: Where the player's name comes from when it is not given.
    ///   - preferences: What holds where the command line and the variables say nothing.
    init(
        _ invocation: Invocation, environment: [String: String],
        preferences: Preferences = .none
    ) throws(UsageError) {
        let reader = ValueReader(invocation: invocation)
        (rules, derivedRules) = try reader.rules(
            from: invocation.command == .solo ? .solo : .duel)
        hasChosenTimes = ["claim", "answer", "grace"].contains { invocation.values[$0] != nil }
        seed = try reader.number(.seed)
        port = try reader.number(.port) ?? Endpoint.standardPort
        listen = try reader.parsed(.listen, "an IPv4 or IPv6 address") { IPAddress($0) }
        isPrivate = try invocation.isOn(.isPrivate) ?? false
        let directory = try reader.parsed(.journal, "the path of a directory") {
            $0.isEmpty ? nil : $0
        }
        journal =
            try invocation.isOn(.noJournal) == true
            ? nil : directory ?? StateDirectory(environment: environment)?.journals
        hostLimits = try reader.hostLimits()
        log = try reader.word(.log)
        logsAddresses = try invocation.isOn(.logAddresses) ?? false
        isVerifying = try invocation.isOn(.verify) ?? false
        game = try reader.parsed(.game, "a whole number, 1 or greater") {
            ValueReader.whole($0, in: 1...Int.max)
        }
        let speeds = PlaybackSpeed.allCases
        speed =
            try reader.parsed(.speed, ValueReader.either(speeds.map(\.word))) { text in
                speeds.first { $0.word == text }
            } ?? .normal
        table = try reader.parsed(.table, "six characters, such as K7M2QX") { TableCode($0) }
        wantsNewTable = try invocation.isOn(.newTable) ?? false
        wantsNewSeat = try invocation.isOn(.new) ?? wantsNewTable
        isResuming = try invocation.isOn(.resume) ?? false
        isPlain = try invocation.isOn(.plain) ?? false
        strength = try reader.word(.strength) ?? .easy
        let settings = try reader.settings(from: preferences, environment)
        let chosen = try reader.parsed(.name, "1 to 16 visible characters") { name in
            SafeText.isAllowedPlayerName(name) ? name : nil
        }
        isNameChosen = chosen != nil || !settings.name.isEmpty
        name = chosen ?? (settings.name.isEmpty ? Self.usualName(environment) : settings.name)
        endpoint = try Self.endpoint(invocation)
        isHostAssumed = invocation.takesHost && invocation.operands.isEmpty
        (self.settings, self.preferences) = (settings, preferences)
    }

    /// The user name, if it can be displayed.
    private static func usualName(_ environment: [String: String]) -> String {
        let candidates = [environment["USER"], environment["LOGNAME"]].compactMap(\.self)
        return candidates.first(where: SafeText.isAllowedPlayerName) ?? "Player"
    }

    private static func endpoint(_ invocation: Invocation) throws(UsageError) -> Endpoint {
        let text = invocation.takesHost ? invocation.operands.first ?? "localhost" : "localhost"
        do {
            return try Endpoint(text)
        } catch {
            throw UsageError(message: error.sentence, command: invocation.command)
        }
    }
}

/// Reads the values of one command line; each error says what is allowed.
private struct ValueReader {
    let invocation: Invocation

    /// - Parameter words: The words that a misspelled value may stand for.
    func parsed<Value>(
        _ option: CommandOption, _ wanted: String, among words: [String] = [],
        _ parse: (String) -> Value?
    ) throws(UsageError) -> Value? {
        guard let text = invocation.values[option.name] else { return nil }
        guard let value = parse(text) else {
            throw UsageError(
                message:
                    "invalid value '\(text)' for \(invocation.origin(of: option)): must be \(wanted)",
                advice: Spelling.nearest(to: text, among: words).map { "Did you mean \($0)?" }
                    ?? option.value.map { "--\(option.name)=\($0): \(option.summary)" },
                command: invocation.command)
        }
        return value
    }

    /// The settings from the command line, the environment, or the file.
    func settings(
        from preferences: Preferences, _ environment: [String: String]
    ) throws(UsageError) -> ClientSettings {
        var settings = preferences.startingSettings
        if preferences.settings[.motion] == nil {
            settings.motion = Self.usualMotion(environment)
        }
        let offer = Setting.Offer(
            themes: preferences.library.themes, keyboards: preferences.keyboards)
        if let name = invocation.values[CommandOption.theme.name],
            !Setting.theme.choices(offer).contains(name),
            let problem = preferences.library.problems.first(where: {
                $0.path.hasSuffix("/\(name).json")
            })
        {
            throw UsageError(
                message: "cannot use theme '\(name)': \(problem.sentence)",
                command: invocation.command)
        }
        for (setting, option) in CommandOption.settings where setting != .name {
            let value: String?
            if option.value == nil {
                value = try invocation.isOn(option).map { $0 ? "yes" : "no" }
            } else {
                let choices = setting.choices(offer)
                let own = setting == .keyboard ? ["your own layout"] : []
                let wanted = setting == .theme ? "the name of a theme" : Self.either(choices + own)
                value = try parsed(option, wanted, among: choices) {
                    choices.contains($0) ? $0 : nil
                }
            }
            if let value { setting.set(value, in: &settings, offer) }
        }
        return settings
    }

    /// The motion preference from the environment: `NO_MOTION` or `REDUCED_MOTION`, unless empty or
    /// 0.
    private static func usualMotion(_ environment: [String: String]) -> MotionLevel {
        func isOn(_ variable: String) -> Bool { !["", "0"].contains(environment[variable] ?? "") }
        return isOn("NO_MOTION") ? .none : isOn("REDUCED_MOTION") ? .reduced : .full
    }

    func number<Value: FixedWidthInteger>(_ option: CommandOption) throws(UsageError) -> Value? {
        try parsed(option, "a whole number from \(Value.min) to \(Value.max)") { Value($0) }
    }

    func word<Word: CaseIterable & RawRepresentable<String>>(
        _ option: CommandOption
    ) throws(UsageError) -> Word? {
        let words = Word.allCases.map(\.rawValue)
        return try parsed(option, Self.either(words), among: words) { Word(rawValue: $0) }
    }

    func hostLimits() throws(UsageError) -> HostLimits {
        var limits = HostLimits()
        for (option, path) in [
            (CommandOption.maxTables, \HostLimits.tables),
            (.maxConnections, \.connections), (.perAddress, \.connectionsPerAddress),
        ] {
            let most = try parsed(option, "a whole number from 1 to 100000") {
                Self.whole($0, in: 1...100_000)
            }
            if let most { limits[keyPath: path] = most }
        }
        limits.watchersPerAddress = max(1, limits.connectionsPerAddress / 4)
        // However many connect from one address, they leave most of the accept rate to others.
        let calls = min(500, max(limits.connectionsPerAddress, 32))
        limits.callsPerAddress = RateLimit.Rate(calls, per: .seconds(1), burst: 3 * calls)
        let wanted = "a whole number from 1 to 100000, or \(RuleField.off)"
        let guesses = try parsed(.guesses, wanted) {
            Self.whole($0, in: 1...100_000, off: .max)
        }
        if let guesses { (limits.wrongGuesses, limits.limitsLocalGuesses) = (guesses, true) }
        return limits
    }

    /// The rules, and which of them follow from others that were given.
    func rules(from usual: Rules) throws(UsageError) -> (Rules, derived: [String]) {
        var rules = usual
        for option in CommandOption.rules {
            guard let field = RuleField.all.first(where: { $0.option == option.name }) else {
                continue
            }
            switch field.kind {
            case .time(let path, let range):
                // Without time to pick, the turns of a duel would never end.
                let isTurn = field.option == "claim" && usual.players == .two
                let low = isTurn ? max(1000, range.lowerBound) : range.lowerBound
                let wanted = "a number of seconds from \(low / 1000) to \(range.upperBound / 1000)"
                let times = low...range.upperBound
                if let time = try parsed(option, wanted, { Self.milliseconds($0, within: times) }) {
                    rules[keyPath: path] = .milliseconds(time)
                }
            case .milliseconds(let path, let range):
                let wanted =
                    "a number of milliseconds from 0 to \(range.upperBound), or \(RuleField.off)"
                if let time = try parsed(option, wanted, { Self.whole($0, in: range, off: 0) }) {
                    rules[keyPath: path] = .milliseconds(time)
                }
            case .number(let path, let range):
                let wanted = "a whole number from \(range.lowerBound) to \(range.upperBound)"
                if let number = try parsed(option, wanted, { Self.whole($0, in: range) }) {
                    rules[keyPath: path] = number
                }
            case .flag(let path):
                if let isOn = try invocation.isOn(option) { rules[keyPath: path] = isOn }
            case .word(let words, _, let set):
                let typed = words.map { RuleField.typed($0) }
                let parse = { (text: String) in
                    typed.firstIndex(of: text).map { words[$0] } ?? words.first { $0 == text }
                }
                if let word = try parsed(option, Self.either(typed), among: typed, parse) {
                    set(&rules, word)
                }
            }
        }
        var derived: [String] = []
        func derive(_ option: String, fromTwice base: String, _ time: (Rules) -> Duration) {
            let field = RuleField.all.first { $0.option == option }
            guard let field, time(usual) != time(rules) else { return }
            derived.append(
                "\(field.words): \(field.typedValue(in: rules)) s (twice --\(base))")
        }
        // The answer is twice as long as the claim, and a game that keeps a seat longer also waits
        // longer, unless an option says otherwise.
        if rules.players == .two, invocation.values["claim"] != nil,
            invocation.values["answer"] == nil
        {
            rules.answer = rules.claim * 2
            derive("answer", fromTwice: "claim") { $0.answer }
        }
        if invocation.values["seat-kept"] != nil, invocation.values["away-time"] == nil {
            rules.awayTime = rules.seatKept * 2
            derive("away-time", fromTwice: "seat-kept") { $0.awayTime }
        }
        return (rules, derived)
    }

    /// A whole number in a range, or the value of the word `off`.
    static func whole(_ text: String, in range: ClosedRange<Int>, off: Int? = nil) -> Int? {
        if let off, text == RuleField.off { return off }
        return Int(text).flatMap { range ~= $0 ? $0 : nil }
    }

    /// Parses seconds with up to three decimals.
    static func milliseconds(_ text: String, within range: ClosedRange<Int>) -> Int? {
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

    static func either(_ words: [String]) -> String {
        words.listed("or")
    }
}
