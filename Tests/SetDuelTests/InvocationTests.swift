import SetClient
import SetHost
import SetProtocol
import SetTestSupport
import Testing

@testable import SetClient
@testable import set_duel

@Suite("Command line parsing")
struct InvocationTests {
    @Test("A command line gives each option of each command by its long name and by its variable")
    func everyOption() throws {
        for command in Command.allCases {
            for option in command.options {
                let words =
                    [command.rawValue, "--\(option.name)"] + (option.value.map { [$0] } ?? [])
                let byName = try Invocation(words, environment: [:])
                #expect(byName.values == [option.name: option.value ?? "yes"])
                let byVariable = try Invocation(
                    [command.rawValue], environment: [option.variable: "x"])
                #expect(byVariable.values == [option.name: "x"])
                if let letter = option.letter {
                    let text = option.value.map { ["-\(letter)\($0)"] } ?? ["-\(letter)"]
                    let byLetter = try Invocation([command.rawValue] + text, environment: [:])
                    #expect(byLetter.values == byName.values)
                }
            }
        }
    }

    @Test(
        "A command line has switches in variables by several words",
        arguments: [
            ("yes", true), ("1", true), ("true", true), ("on", true), ("YES", true), ("no", false),
            ("0", false), ("false", false), ("off", false), ("Off", false),
        ])
    func switches(_ word: String, _ isOn: Bool) throws {
        let invocation = try Invocation(["host"], environment: ["SET_DUEL_PRIVATE": word])
        #expect(try invocation.isOn(.isPrivate) == isOn)
        #expect(try invocation.isOn(.plain) == nil)
    }
}

@Suite("Configuration")
struct InvocationConfigurationTests {
    static func configuration(
        _ line: String, environment: [String: String] = ["USER": "tester"]
    ) throws -> Configuration {
        let words = line.split(separator: " ").map(String.init)
        return try Configuration(
            Invocation(words, environment: environment), environment: environment)
    }

    @Test("A configuration has defaults for everything")
    func usual() throws {
        let host = try Self.configuration("host")
        #expect(host.rules == .duel)
        #expect(host.port == 7381 && host.listen == nil && host.seed == nil && !host.isPrivate)
        #expect(host.hostLimits == .standard && host.log == nil && !host.logsAddresses)
        let join = try Self.configuration("join")
        #expect(join.endpoint.description == "localhost:7381")
        #expect(join.table == nil && join.name == "tester" && !join.isPlain)
        #expect(join.terminal == TerminalChoices())
        #expect(join.settings == ClientSettings())
        #expect(try Self.configuration("solo").rules == .solo)
        #expect(try Self.configuration("play").strength == .easy)
    }

    @Test("A configuration takes every value as it was given")
    func given() throws {
        let host = try Self.configuration("host -p0 -l ::1 --private -s 18446744073709551615")
        #expect(host.port == 0 && host.listen == .loopbackV6 && host.isPrivate)
        #expect(host.seed == .max)
        let full = try Self.configuration(
            "host --max-tables 2 --max-connections 3 --per-address 100000")
        #expect(full.hostLimits.tables == 2 && full.hostLimits.connections == 3)
        #expect(full.hostLimits.connectionsPerAddress == 100_000)
        #expect(full.hostLimits.watchersPerAddress == 25_000)
        #expect(full.hostLimits.callsPerAddress.burst == 1500)
        #expect(try Self.configuration("host --per-address 3").hostLimits.watchersPerAddress == 1)
        let guesses = try Self.configuration("host --guesses 30 --log quiet --log-addresses")
        #expect(guesses.hostLimits.wrongGuesses == 30 && guesses.hostLimits.limitsLocalGuesses)
        #expect(guesses.log == .quiet && guesses.logsAddresses)
        #expect(try Self.configuration("host --guesses off").hostLimits.wrongGuesses == .max)
        let join = try Self.configuration(
            "join [::1]:99 -t k7m-2qx -n Ann --plain --theme penguins --color-blind --color never "
                + "--keyboard dvorak")
        #expect(join.endpoint.host == "::1" && join.endpoint.port == 99)
        #expect(join.table?.text == "K7M2QX" && join.name == "Ann" && join.isPlain)
        #expect(join.terminal.color == .never)
        #expect(
            join.settings
                == ClientSettings(
                    theme: "penguins", isColorBlind: true, keyboard: .dvorak,
                    terminal: TerminalChoices(color: .never)))
        #expect(!join.wantsNewSeat && !join.wantsNewTable)
        let new = try Self.configuration("join --new-table")
        #expect(new.wantsNewSeat && new.wantsNewTable)
        #expect(try !Self.configuration("join --new").wantsNewTable)
        #expect(try Self.configuration("watch ann").endpoint.description == "ann:7381")
        #expect(try Self.configuration("play -c master").strength == .master)
    }

    @Test(
        "Journals go where told, else to the state directory, else nowhere",
        arguments: [
            ("host", ["HOME": "/h"], "/h/.local/state/set-duel/journal"),
            ("host", ["HOME": "/h", "XDG_STATE_HOME": "/s"], "/s/set-duel/journal"),
            ("host", ["HOME": "/h", "XDG_STATE_HOME": "s"], "/h/.local/state/set-duel/journal"),
            ("host", [:], nil), ("host", ["HOME": ""], nil),
            ("host --journal here", ["HOME": "/h"], "here"),
            ("host", ["HOME": "/h", "SET_DUEL_JOURNAL": "/j"], "/j"),
            ("host --no-journal", ["HOME": "/h"], nil),
            ("host --no-journal --journal here", [:], nil),
            ("host", ["HOME": "/h", "SET_DUEL_NO_JOURNAL": "yes"], nil),
        ] as [(String, [String: String], String?)])
    func journal(line: String, environment: [String: String], directory: String?) throws {
        #expect(try Self.configuration(line, environment: environment).journal == directory)
    }

    @Test("The player name defaults to a printable user name")
    func names() throws {
        func name(_ line: String, _ environment: [String: String]) throws -> String {
            try Self.configuration(line, environment: environment).name
        }
        #expect(try name("join", ["USER": "ann", "LOGNAME": "bob"]) == "ann")
        #expect(try name("join", ["USER": "\u{1B}[2J", "LOGNAME": "bob"]) == "bob")
        #expect(try name("join", ["USER": "a name of far too many columns"]) == "Player")
        #expect(try name("join", [:]) == "Player")
        #expect(try name("join", ["USER": "ann", "SET_DUEL_NAME": "Eve"]) == "Eve")
        #expect(try name("join -n Bob", ["USER": "ann", "SET_DUEL_NAME": "Eve"]) == "Bob")
    }

    @Test("Motion follows the option, else NO_MOTION and REDUCED_MOTION")
    func motion() throws {
        func motion(_ line: String, _ environment: [String: String]) throws -> MotionLevel {
            try Self.configuration(line, environment: environment).settings.motion
        }
        #expect(try motion("join", [:]) == .full)
        #expect(try motion("join", ["REDUCED_MOTION": "1"]) == .reduced)
        #expect(try motion("join", ["REDUCED_MOTION": "0", "NO_MOTION": ""]) == .full)
        #expect(try motion("join", ["REDUCED_MOTION": "1", "NO_MOTION": "1"]) == .none)
        #expect(try motion("join", ["NO_MOTION": "1", "SET_DUEL_MOTION": "reduced"]) == .reduced)
        #expect(try motion("demo --motion full", ["SET_DUEL_MOTION": "none"]) == .full)
    }

    @Test(
        "A configuration reads seconds with decimals",
        arguments: [
            ("0", 0), ("5", 5000), ("1.5", 1500), ("0.25", 250), ("2.125", 2125), ("10", 10_000),
            ("007", 7000),
        ])
    func seconds(_ text: String, _ milliseconds: Int) throws {
        let rules = try Self.configuration("solo --reveal \(text)").rules
        #expect(rules.reveal == .milliseconds(milliseconds))
    }

    @Test(
        "A configuration gives every rule by its option", arguments: CommandOption.rules.map(\.name)
    )
    func rules(_ name: String) throws {
        let field = try #require(RuleField.all.first { $0.option == name })
        let isForOne = CommandOption.rules(usual: .solo).contains { $0.name == name }
        for usual in isForOne ? [Rules.duel, .solo] : [.duel] {
            let command = usual == .solo ? "solo" : "host"
            switch field.kind {
            case .time(let path, let range):
                let bound = try Self.configuration(
                    "\(command) --\(name) \(range.upperBound / 1000)")
                #expect(bound.rules[keyPath: path] == .milliseconds(range.upperBound))
                try check("\(command) --\(name)=1.375", from: usual) {
                    $0[keyPath: path] = .milliseconds(1375)
                    if name == "seat-kept" { $0.awayTime = .milliseconds(2750) }
                    if name == "claim", usual == .duel { $0.answer = .milliseconds(2750) }
                }
            case .milliseconds(let path, let range):
                for (typed, number) in [
                    ("off", 0), ("0", 0), ("\(range.upperBound)", range.upperBound),
                ] {
                    try check("\(command) --\(name) \(typed)", from: usual) {
                        $0[keyPath: path] = .milliseconds(number)
                    }
                }
            case .number(let path, let range):
                for number in [range.lowerBound, range.upperBound] {
                    try check("\(command) --\(name) \(number)", from: usual) {
                        $0[keyPath: path] = number
                    }
                }
            case .flag(let path):
                try check("\(command) --\(name)", from: usual) { $0[keyPath: path] = true }
                try check("\(command) --no-\(name)", from: usual) { $0[keyPath: path] = false }
            case .word(let words, _, let set):
                for word in words {
                    for typed in [word, RuleField.typed(word)] {
                        try check("\(command) --\(name) \(typed)", from: usual) { set(&$0, word) }
                    }
                }
            }
        }
    }

    /// Expects a command line to change nothing but what is said.
    private func check(
        _ line: String, from usual: Rules, _ change: (inout Rules) -> Void
    ) throws {
        var expected = usual
        change(&expected)
        #expect(try Self.configuration(line).rules == expected, "\(line)")
    }
}
