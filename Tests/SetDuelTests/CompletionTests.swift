import Testing

@testable import set_duel

@Suite("Shell completion")
struct CompletionTests {
    @Test("Shell completion offers every command, option and value", arguments: Command.allCases)
    func complete(_ command: Command) {
        func words(_ line: [String]) -> [String] {
            Completion.lines(for: line).map { String($0.prefix { $0 != "\t" }) }
        }
        #expect(words([""]).contains(command.rawValue))
        let options = words([command.rawValue, "-"])
        for option in command.options + [.help] {
            #expect(options.contains("--\(option.name)"))
            guard option.value != nil else { continue }
            let values = option.value == "FILE" ? [":files"] : option.choices
            #expect(words([command.rawValue, "--\(option.name)", ""]) == values)
            let joined = option.choices.map { "--\(option.name)=\($0)" }
            #expect(words([command.rawValue, "--\(option.name)="]) == joined)
        }
    }

    @Test("Shell completion offers files where one is wanted, and nothing for a free text")
    func files() {
        #expect(Completion.lines(for: ["replay", "--speed=2", ""]) == [":files"])
        #expect(Completion.lines(for: ["replay", "--speed", "2", "a"]) == [":files"])
        #expect(Completion.lines(for: ["themes", "check", ""]) == [":files"])
        #expect(Completion.lines(for: ["replay", "a", ""]) == [])
        #expect(Completion.lines(for: ["join", "--name", ""]) == [])
    }

    @Test("Shell completion says what a shortcut is the same as")
    func shortcuts() {
        let lines = Completion.lines(for: ["doctor", "-"])
        #expect(lines.contains("--no-color\tsame as --color=never"))
        #expect(lines.contains("--dark\tsame as --background=dark"))
    }
}
