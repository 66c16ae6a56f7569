import SetClient
import SetHost
import SetProtocol

/// A validated command line, with a type for every value.
struct Configuration {
    var rules: Rules
    /// What follows from the given rules, a sentence each.
    private(set) var derivedRules: [String] = []
    /// Whether the player has said how long turns last.
    let hasChosenTimes: Bool
    var seed: UInt64?
    var port = Endpoint.standardPort
    var listen: IPAddress?
    var isPrivate = false
    /// Whether the host answers players who look for hosts on the local network.
    var isAnnounced = true
    /// The directory of a host's journals; `nil` for none.
    var journal: String?
    var hostLimits = HostLimits()
    /// What to log; `nil` if nobody said.
    var log: LogChoice?
    var logsAddresses = false
    var isVerifying = false
    /// Which of its games to show, from 1; `nil` for all.
    var game: Int?
    var speed = PlaybackSpeed.normal
    let endpoint: Endpoint
    /// Whether nobody named a host to join.
    var isHostAssumed: Bool
    var table: TableCode?
    /// Whether to ignore a seat that the host still keeps.
    var wantsNewSeat = false
    /// Whether the player has said what to be called, on the command line or in the settings.
    var isNameChosen: Bool
    var wantsNewTable = false
    var isTelevision = false
    var isResuming = false
    var name: String
    var isPlain = false
    /// Whether to print for programs.
    var isJSON = false
    /// Of whose games against the player to print statistics, and how many; `nil` for all.
    var opponent: String?
    var last: Int?
    var exportsTable = false
    /// The recorded duel to race.
    var ghost: String?
    var strength = Strength.easy
    @Boxed var settings: ClientSettings
    @Boxed private(set) var preferences: Preferences

    /// What the commands that are suggested to the player end with.
    var plainOption: String { isPlain ? " --plain" : "" }

    var terminal: TerminalChoices { settings.terminal }

    /// Validates a command line.
    ///
    /// - Parameters:
    ///   - environment: Where the player's name comes from when it is not given.
    ///   - preferences: What holds where the command line and the variables say nothing.
    init(
        _ invocation: Invocation, environment: [String: String],
        preferences: Preferences = .none
    ) throws(Ending) {
        let usual: Rules = invocation.command == .solo ? .solo : .duel
        rules = usual
        hasChosenTimes = ["claim", "answer", "grace"].contains { invocation.values[$0] != nil }
        journal = StateDirectory(environment: environment)?.journals
        // What a player pastes is a whole line, an address, or only the code of a table.
        let operand = invocation.takesHost ? invocation.operands.first : nil
        let invitation = operand.flatMap { Invitation($0) }
        // In capitals, as it is shown: in small letters it may be the name of a machine.
        let code = operand.flatMap { $0 == $0.uppercased() ? TableCode($0) : nil }
        isHostAssumed = invocation.takesHost && (operand == nil || code != nil)
        table = code ?? invitation?.table.flatMap { TableCode($0) }
        do {
            endpoint = try Endpoint(
                isHostAssumed ? "localhost" : invitation?.address ?? operand ?? "localhost")
        } catch {
            throw .usage(error.sentence, for: invocation.command)
        }
        var settings = preferences.startingSettings
        if preferences.settings[.motion] == nil {
            settings.motion = Self.usualMotion(environment)
        }
        isNameChosen = !settings.name.isEmpty
        name = isNameChosen ? settings.name : Self.usualName(environment)
        (self.settings, self.preferences) = (settings, preferences)
        for option in invocation.options { try set(option, as: invocation) }
        if invocation.values[CommandOption.new.name] == nil { wantsNewSeat = wantsNewTable }
        deriveLimits()
        deriveRules(usual, isGiven: { invocation.values[$0] != nil })
    }

    static func usualName(_ environment: [String: String]) -> String {
        let candidates = [environment["USER"], environment["LOGNAME"]].compactMap(\.self)
        return candidates.first(where: SafeText.isAllowedPlayerName) ?? "Player"
    }

    /// The motion preference from the environment: `NO_MOTION` or `REDUCED_MOTION`, unless empty or
    /// 0.
    private static func usualMotion(_ environment: [String: String]) -> MotionLevel {
        func isOn(_ variable: String) -> Bool { !["", "0"].contains(environment[variable] ?? "") }
        return isOn("NO_MOTION") ? .none : isOn("REDUCED_MOTION") ? .reduced : .full
    }

    /// - Throws: What is allowed, or what the value may have been meant for.
    private mutating func set(
        _ option: CommandOption, as invocation: Invocation
    ) throws(Ending) {
        guard let text = invocation.values[option.name], !option.set(&self, text) else { return }
        let file = "/\(text).json"
        if option == .theme,
            let problem = preferences.library.problems.first(where: { $0.path.hasSuffix(file) })
        {
            throw .usage(
                "cannot use theme '\(text)': \(problem.sentence)", for: invocation.command)
        }
        let offered = option.setting?.choices(preferences.offer) ?? option.choices
        let choices = option.choices.isEmpty ? [] : offered
        let own = option.setting == .keyboard ? ["your own layout"] : []
        let wanted = option.wanted ?? (choices + own).listed("or")
        throw .usage(
            "invalid value '\(text)' for \(invocation.origin(of: option)): must be \(wanted)",
            advice: Ending.didYouMean(text, among: choices)
                ?? option.value.map { "--\(option.name)=\($0): \(option.summary)" },
            for: invocation.command)
    }

    /// However many connect from one address, they leave most of the accept rate to others.
    private mutating func deriveLimits() {
        hostLimits.watchersPerAddress = max(1, hostLimits.connectionsPerAddress / 4)
        let calls = min(500, max(hostLimits.connectionsPerAddress, 32))
        hostLimits.callsPerAddress = RateLimit.Rate(calls, per: .seconds(1), burst: 3 * calls)
    }

    /// The answer is twice as long as the claim, and a game that keeps a seat longer also waits
    /// longer, unless an option says otherwise.
    private mutating func deriveRules(_ usual: Rules, isGiven: (String) -> Bool) {
        func derive(
            _ option: String, _ path: WritableKeyPath<Rules, Duration>, fromTwice base: String,
            _ time: Duration
        ) {
            guard isGiven(base), !isGiven(option) else { return }
            rules[keyPath: path] = time * 2
            let field = RuleField.all.first { $0.option == option }
            guard let field, usual[keyPath: path] != time * 2 else { return }
            derivedRules.append(
                "\(field.words): \(field.typedValue(in: rules)) s (twice --\(base))")
        }
        if rules.players == .two {
            derive("answer", \.answer, fromTwice: "claim", rules.claim)
        }
        derive("away-time", \.awayTime, fromTwice: "seat-kept", rules.seatKept)
    }
}
