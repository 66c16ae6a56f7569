import Foundation
import SetTestSupport
import Testing

@testable import set_duel

@Suite("Shell completion", .serialized, .inTurn, .timeLimit(.minutes(2)))
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
            #expect(words([command.rawValue, "--\(option.name)", ""]) == option.choices)
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

    @Test("Shell completion is refused for other shells")
    func refused() {
        let none = #expect(throws: UsageError.self) { try Completion.script(for: nil) }
        #expect(
            none?.text == """
                set-duel: missing SHELL
                Choose from: bash, zsh, fish
                Try: set-duel completion --help
                """)
        let near = #expect(throws: UsageError.self) { try Completion.script(for: "fis") }
        #expect(near?.advice == "Did you mean fish?")
    }

    @Test(
        "Completion scripts load in every installed shell",
        arguments: [("bash", "bash -n"), ("zsh", "zsh -n"), ("fish", "fish --no-execute")])
    func syntax(_ shell: String, _ check: String) async throws {
        let terminal = try ProgramTerminal(
            shell: """
                command -v \(shell) >/dev/null || { echo OK; exit; }
                "$program" completion \(shell) > "$HOME/script" && \(check) "$HOME/script" && echo OK
                """, environment: ["HOME": try Self.folder()])
        #expect(try await terminal.end() == .exited(0))
        #expect(await terminal.lastWords == "OK\r\n")
    }

    @Test("Shell completion says what a shortcut is the same as")
    func shortcuts() {
        let lines = Completion.lines(for: ["doctor", "-"])
        #expect(lines.contains("--no-color\tsame as --color=never"))
        #expect(lines.contains("--dark\tsame as --background=dark"))
    }

    @Test(
        "Shell completion offers what can follow, in bash",
        arguments: [
            ("pl", "play"), ("play --str", "--strength"), ("play --strength ha", "hard"),
            ("play --strength = ha", "hard"), ("play -c ma", "master"),
            ("solo --theme hi", #"high\ contrast"#), ("themes ch", "check"),
            ("themes show pe", "penguins"), ("completion z", "zsh"), ("help doc", "doctor"),
            ("join --dar", "--dark"), ("host --th", ""), ("join --name x", ""),
            ("host --draw su", "sudden-death"), ("--ver", "--version"),
            ("join a : 73 --tab", "--table"), (#"play --theme high\ "#, #"high\ contrast"#),
            ("themes check scri", "script"), ("replay nowhere/", ""),
        ])
    func bash(_ line: String, _ offered: String) async throws {
        let words = (["set-duel"] + line.split(separator: " ").map(String.init))
            .map { "'\($0)'" }.joined(separator: " ")
        let terminal = try ProgramTerminal(
            shell: """
                command -v bash >/dev/null || { echo NONE; exit; }
                "$program" completion bash > "$HOME/script"
                PATH=$(dirname "$program"):$PATH
                cd "$HOME"
                bash -c '. ./script; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _set_duel
                printf "%s\\n" "${COMPREPLY[@]}"' bash \(words)
                """, environment: ["HOME": try Self.folder()])
        #expect(try await terminal.end() == .exited(0))
        let reply = await terminal.lastWords
        #expect(reply == "\(offered)\r\n" || reply == "NONE\r\n")
    }

    /// A separate folder for the script.
    private static func folder() throws -> String {
        let url = FileManager.default.temporaryDirectory.appending(path: "set-duel-completion")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        return url.path
    }
}
