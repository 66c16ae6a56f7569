import SetClient
import SetProtocol
import SetTestSupport
import Testing

@testable import set_duel

/// What the program makes of command lines, and what it prints about them: see Tests/Golden/cli.
@Suite("Command lines")
struct CommandLineTests {
    @Test("Help lists the commands, and describes each with its options")
    func help() throws {
        var explained: Set<Command> = []
        try expectAnswers("cli/help") { line in
            let invocation = try TypedCommand(line).invocation()
            if let command = invocation.command { explained.insert(command) }
            return try #require(try SetDuel.words(for: invocation))
        }
        #expect(explained == Set(Command.allCases))
    }

    @Test("A wrong command line is refused with words, advice, and the help that explains it")
    func errors() throws {
        try expectAnswers("cli/errors") { line in
            let typed = TypedCommand(line)
            let error = #expect(throws: Ending.self) {
                let invocation = try typed.invocation()
                if try SetDuel.words(for: invocation) != nil { return }
                _ = try Configuration(invocation, environment: typed.environment)
            }
            return error?.text ?? "accepted"
        }
    }

    @Test("A command line is parsed into a command, operands, and values")
    func parsing() throws {
        try expectAnswers("cli/parsing") { line in
            let invocation = try TypedCommand(line).invocation()
            let values = invocation.values.sorted { $0.key < $1.key }
            return
                ([invocation.command?.rawValue ?? "no command"]
                + invocation.operands.map { "operand \($0)" }
                + values.map { "\($0.key) is '\($0.value)'" }
                + (invocation.wantsHelp ? ["help"] : [])).joined(separator: ", ")
        }
    }

    @Test("A command line and its variables give these values; a bare command, those beside them")
    func configuration() throws {
        func values(_ value: Any, _ name: String = "") -> [String: String] {
            if name == "preferences" { return [:] }
            let mirror = Mirror(reflecting: value)
            if mirror.displayStyle == .optional, let value = mirror.children.first?.value {
                return values(value, name)
            }
            let isWhole = value is any CustomStringConvertible || mirror.displayStyle == .enum
            guard !isWhole, !mirror.children.isEmpty else { return [name: "\(value)"] }
            return mirror.children.reduce(into: [:]) { all, child in
                let label = (child.label ?? "").drop { $0 == "_" }
                let path = [name, String(label)].filter { !$0.isEmpty }.joined(separator: ".")
                all.merge(values(child.value, path)) { $1 }
            }
        }
        try expectAnswers("cli/configuration") { line in
            let typed = TypedCommand(line)
            let invocation = try typed.invocation()
            let bare = Invocation(try #require(invocation.command), environment: [:])
            let usual = values(try Configuration(bare, environment: [:]))
            let given = values(try Configuration(invocation, environment: typed.environment))
            let isBare = invocation.values.isEmpty && typed.environment.isEmpty
            // The limits of a host are listed in PROTOCOL.md.
            return given.filter { key, value in
                value != usual[key] || isBare && !key.hasPrefix("hostLimits.")
            }
            .map { "\($0.key): \($0.value)" }.sorted().joined(separator: "\n")
        }
        let golden = goldenText("cli/configuration") + goldenText("cli/parsing")
        for option in Command.allCases.flatMap(\.options) {
            let isTried = ["--\(option.name)", option.variable].contains(where: golden.contains)
            #expect(isTried, "\(option.name)")
        }
    }

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
        #expect(try Configuration(invocation, environment: [:]).isPrivate == isOn)
    }

    @Test("The menu knows a saved game by its name, and does not read it")
    func savedGame() throws {
        let state = TestDirectory()
        let directory = try #require(StateDirectory(environment: ["XDG_STATE_HOME": state.path]))
        #expect(!SavedGames.exist(in: directory))
        let game = "/2026-01-01T00-00-00-K7M2QX.setduel"
        try FileStore.replace(directory.soloGames + game, with: [])
        #expect(!SavedGames.exist(in: directory))
        try FileStore.replace(directory.soloGames + game + ".running", with: [])
        #expect(SavedGames.exist(in: directory))
    }

    @Test("A player who names no host where none is running is asked for one")
    func nobody() throws {
        let error = TransportError.refused(SocketAddress(.loopback, port: 7381))
        for (line, words) in [("join", "set-duel join 192.168.1.20"), ("join a", "refused")] {
            let configuration = try Configuration(
                TypedCommand("set-duel \(line)").invocation(), environment: [:])
            let context = CommandContext(configuration: configuration, environment: [:])
            let client = ClientCommand(context: context)
            let ending = client.ending(after: error, as: .play)
            #expect(ending.message?.contains(words) == true && ending.exitCode == 69)
        }
    }

    @Test("Help fits into a terminal of eighty columns")
    func width() {
        let texts = [Help.overview, RulesText.text] + Command.allCases.map { Help.text(for: $0) }
        for text in texts {
            for line in text.split(separator: "\n") { #expect(line.count <= 80, "\(line)") }
        }
    }

    @Test(
        "Help explains every option of its command in one line of its own",
        arguments: Command.allCases)
    func complete(_ command: Command) {
        let lines = Help.text(for: command).split(separator: "\n")
        // The rules of a table are explained once, where tables are opened.
        let elsewhere = Set(command == .play ? CommandOption.rules.map(\.name) : [])
        for option in command.options + [.help] where !elsewhere.contains(option.name) {
            let rows = lines.filter { line in
                let name = line.dropFirst(6).prefix { $0 != "=" && $0 != " " }
                return name == "--\(option.name)"
            }
            #expect(rows.count == 1)
            #expect(!option.summary.isEmpty)
        }
        let names = command.options.map(\.name)
        #expect(Set(names).count == names.count)
        let letters = command.options.compactMap(\.letter) + ["h"]
        #expect(Set(letters).count == letters.count)
    }
}

/// A line such as `PORT=1 set-duel host`, in which `''` is an empty word and `\e` and `\n` are those bytes.
private struct TypedCommand {
    let environment: [String: String]
    let arguments: [String]

    init(_ line: String) {
        let words = line.split(separator: " ").map(String.init).map { word in
            word == "''"
                ? "" : word.replacing("\\e", with: "\u{1B}").replacing("\\n", with: "\n")
        }
        let program = words.firstIndex(of: "set-duel") ?? words.startIndex
        let variables = words[..<program].map { variable in
            let parts = variable.split(
                separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return (String(parts[0]), String(parts[1]))
        }
        environment = Dictionary(uniqueKeysWithValues: variables)
        arguments = Array(words.dropFirst(program + 1))
    }

    func invocation() throws -> Invocation {
        try Invocation(arguments, environment: environment)
    }
}
