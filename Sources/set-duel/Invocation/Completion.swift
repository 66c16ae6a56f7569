import SetClient
import SetProtocol

enum Shell: String, CaseIterable, Hashable {
    case bash
    case zsh
    case fish

    /// What the shell loads: a function that asks ``Completion`` and shows the answer.
    fileprivate var script: String {
        switch self {
        case .bash:
            #"""
            # Completes set-duel in bash; printed by: set-duel completion bash
            _set_duel() {
                local IFS=$'\n' cur=${COMP_WORDS[COMP_CWORD]} words word
                words=$(set-duel __complete "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
                COMPREPLY=()
                # bash splits --name=value into three words.
                [[ $cur != = ]] || cur=
                if [[ $words == :files ]]; then
                    compopt -o filenames 2>/dev/null
                    COMPREPLY=($(compgen -f -- "$cur"))
                    return
                fi
                for word in $words; do
                    word=$(printf %q "${word%%$'\t'*}")
                    [[ $word != "$cur"* ]] || COMPREPLY+=("$word")
                done
            }
            complete -F _set_duel set-duel

            """#
        case .zsh:
            #"""
            #compdef set-duel
            # Completes set-duel in zsh; printed by: set-duel completion zsh
            _set_duel() {
                local line
                local -a found
                for line in ${(f)"$(set-duel __complete "${(@Q)words[2,CURRENT]}" 2>/dev/null)"}; do
                    if [[ $line == :files ]]; then
                        _files
                        return
                    fi
                    found+=("${line/$'\t'/:}")
                done
                _describe set-duel found
            }
            # Run at once when autoloaded; registered when sourced by hand.
            if [[ $funcstack[1] == _set-duel ]]; then
                _set_duel "$@"
            else
                compdef _set_duel set-duel
            fi

            """#
        case .fish:
            #"""
            # Completes set-duel in fish; printed by: set-duel completion fish
            function __set_duel
                set -l words (commandline -opc) (commandline -ct)
                set -l found (set-duel __complete $words[2..-1] 2>/dev/null)
                if test "$found" = :files
                    __fish_complete_path (commandline -ct)
                else
                    printf '%s\n' $found
                end
            end
            complete -c set-duel -f -a '(__set_duel)'

            """#
        }
    }
}

/// What can follow on a command line, derived from the tables that the parser and the help use.
///
/// `set-duel __complete WORDS…` prints it for a shell: what can stand in place of the last word, on
/// each line a word, a tab, and what it means. `:files` stands for the names of files.
enum Completion {
    /// The hidden command that the scripts run.
    static let command = "__complete"

    private static let files = [":files"]

    /// The script for a shell.
    ///
    /// - Throws: If no shell, or an unknown shell, was named.
    static func script(for name: String?) throws(Ending) -> String {
        let names = Shell.allCases.map(\.rawValue)
        if let shell = name.flatMap(Shell.init) { return shell.script }
        let list = "Choose from"
        throw name.map { .unknown("shell", $0, among: names, list: list, for: .completion) }
            ?? .usage(
                "missing SHELL", advice: "\(list): " + names.joined(separator: ", "),
                for: .completion)
    }

    /// - Parameter words: Those after the program's name, up to the one that is being typed.
    static func lines(for words: [String]) -> [String] {
        let isSplit = words.suffix(2).contains("=")
        let words = joined(words)
        guard let current = words.last, words.count > 1 else {
            return Command.allCases.map { "\($0.rawValue)\t\($0.summary)" }
                + ["--help\tprint the help", "--version\tprint the version"]
        }
        let before = words.dropLast()
        let command = Command(rawValue: words[0])
        let options = command?.options ?? CommandOption.client
        func option(_ word: some StringProtocol) -> CommandOption? {
            options.first {
                $0.value != nil
                    && ("--\($0.name)" == word || $0.letter.map { "-\($0)" } ?? "" == word)
            }
        }
        if let option = before.last.flatMap(option) {
            return option.value == "FILE" ? files : option.choices
        }
        if current.hasPrefix("--"), let sign = current.firstIndex(of: "=") {
            let start = isSplit ? "" : current[...sign]
            return option(current[..<sign])?.choices.map { start + $0 } ?? []
        }
        if current.hasPrefix("-") { return names(of: options) }
        let operands = before.indices.dropFirst().filter { index in
            !before[index].hasPrefix("-") && option(before[index - 1]) == nil
        }
        return command.map { self.operands(of: $0, after: operands.map { before[$0] }) } ?? []
    }

    /// The words with values joined to their options, which bash splits at the equals sign.
    private static func joined(_ words: [String]) -> [String] {
        words.reduce(into: []) { joined, word in
            let last = joined.last ?? ""
            if last.hasPrefix("--"), word == "=" || last.hasSuffix("=") {
                joined[joined.count - 1] += word
            } else {
                joined.append(word)
            }
        }
    }

    /// The options with what they do, and their shortcuts as separate switches.
    private static func names(of options: [CommandOption]) -> [String] {
        (options + [.help]).flatMap { option in
            ["--\(option.name)\t\(option.summary)"]
                + option.shortcuts.sorted { $0.key < $1.key }.map { name, value in
                    "--\(name)\tsame as --\(option.name)=\(value)"
                }
        }
    }

    private static func operands(of command: Command, after operands: [String]) -> [String] {
        switch (command, operands.count) {
        case (.themes, 0): ThemeAction.allCases.map { "\($0.rawValue)\t\($0.summary)" }
        case (.themes, 1):
            switch ThemeAction(rawValue: operands[0])?.operands.first {
            case "NAME": CommandOption.theme.choices.dropLast()
            case "FILE": files
            default: []
            }
        case (.help, 0): Command.allCases.map { "\($0.rawValue)\t\($0.summary)" }
        case (.completion, 0): Shell.allCases.map(\.rawValue)
        case (.replay, 0): files
        default: []
        }
    }
}
