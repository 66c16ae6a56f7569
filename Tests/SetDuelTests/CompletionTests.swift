import Foundation
import SetTestSupport
import Testing

@testable import set_duel

@Suite("Shell completion", .serialized, .inTurn, .timeLimit(.minutes(2)))
struct CompletionTests {
    @Test("Shell completion covers every command and option", arguments: Shell.allCases)
    func complete(_ shell: Shell) throws {
        let script = try CompletionScript.text(for: shell.rawValue)
        for command in Command.allCases {
            #expect(script.contains(command.rawValue))
            for option in command.options {
                let name = shell == .fish ? " -l \(option.name)" : "--\(option.name)"
                #expect(script.contains(name), "\(name)")
                for choice in option.choices {
                    let isThere =
                        script.contains(choice)
                        || script.contains(choice.replacing(" ", with: "\\ "))
                    #expect(isThere, "\(choice)")
                }
            }
        }
        #expect(script.unicodeScalars.allSatisfy { $0 == "\n" || 0x20...0x7E ~= $0.value })
    }

    @Test("Shell completion is refused for other shells")
    func refused() {
        let none = #expect(throws: UsageError.self) { try CompletionScript.text(for: nil) }
        #expect(
            none?.text == """
                set-duel: missing SHELL
                Choose from: bash, zsh, fish
                Try: set-duel completion --help
                """)
        let near = #expect(throws: UsageError.self) { try CompletionScript.text(for: "fis") }
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
    func shortcuts() async throws {
        let script = try await ProgramRun.run("completion fish").output
        #expect(script.contains("same as --color=never"))
        #expect(script.contains("same as --background=dark"))
        #expect(!script.contains("same as --color=no-color"))
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
        ])
    func bash(_ line: String, _ offered: String) async throws {
        let words = (["set-duel"] + line.split(separator: " ").map(String.init))
            .map { "'\($0)'" }.joined(separator: " ")
        let terminal = try ProgramTerminal(
            shell: """
                command -v bash >/dev/null || { echo NONE; exit; }
                "$program" completion bash > "$HOME/script"
                bash -c '. "$HOME/script"; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _set_duel
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
