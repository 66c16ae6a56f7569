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
            let error = #expect(throws: UsageError.self) {
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
