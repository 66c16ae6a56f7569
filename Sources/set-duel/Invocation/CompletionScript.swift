import SetProtocol

/// The shells with completion scripts.
enum Shell: String, CaseIterable, Hashable {
    case bash
    case zsh
    case fish
}

/// Completion scripts, derived from the tables that the parser and the help use.
///
/// The command is always the first word, so each script looks there for what may follow.
enum CompletionScript {
    /// The script for a shell.
    ///
    /// - Throws: If no shell, or an unknown shell, was named.
    static func text(for name: String?) throws(UsageError) -> String {
        let names = Shell.allCases.map(\.rawValue)
        guard let name else {
            throw UsageError(
                message: "missing SHELL",
                advice: "Choose from: " + names.joined(separator: ", "), command: .completion)
        }
        switch Shell(rawValue: name) {
        case .bash: return bash
        case .zsh: return zsh
        case .fish: return fish
        case nil:
            let near = Spelling.nearest(to: name, among: names)
            throw UsageError(
                message: "unknown shell '\(name)'",
                advice: near.map { "Did you mean \($0)?" }
                    ?? "Choose from: " + names.joined(separator: ", "),
                command: .completion)
        }
    }

    /// The possible operands of a command.
    private enum Operand {
        case words([String])
        case actions
        case files
        case nothing
    }

    private static func operand(of command: Command) -> Operand {
        switch command {
        case .themes: .actions
        case .help: .words(Command.allCases.map(\.rawValue))
        case .completion: .words(Shell.allCases.map(\.rawValue))
        case .replay: .files
        case .play, .host, .join, .watch, .solo, .demo, .lesson, .rules, .doctor, .version: .nothing
        }
    }

    /// The options of a command, with their shortcuts as separate switches.
    private static func options(of command: Command) -> [CommandOption] {
        command.options.flatMap { option in
            [option]
                + option.shortcuts.sorted { $0.key < $1.key }.map { name, value in
                    CommandOption(name: name, summary: "same as --\(option.name)=\(value)")
                }
        } + [.help]
    }

    /// The possible themes for actions, as far as known in advance.
    private static let themes = CommandOption.theme.choices.dropLast()

    // MARK: - bash

    private static var bash: String {
        func lines(_ words: some Sequence<String>) -> String {
            "$'" + words.joined(separator: "\\n") + "'"
        }
        var seen: Set<String> = []
        let values = Command.allCases.flatMap(\.options).compactMap { option -> String? in
            guard option.value != nil, seen.insert(option.name).inserted else { return nil }
            let names = "--\(option.name)" + (option.letter.map { " | -\($0)" } ?? "")
            let words = option.choices.isEmpty ? "" : " words=\(lines(option.choices))"
            return "        \(names))\(words) isValue=1 ;;"
        }
        let commands = Command.allCases.map { command in
            let options = options(of: command).map { "--\($0.name)" }
            let operands =
                switch operand(of: command) {
                case .words(let words): "((COMP_CWORD == 2)) && words=\(lines(words))"
                case .actions: "_set_duel_themes"
                case .files: #"((COMP_CWORD == 2)) && words=$(compgen -f -- "$cur")"#
                case .nothing: ":"
                }
            return """
                        \(command.rawValue))
                            if [[ $cur == -* ]]; then words=\(lines(options)); else \(operands); fi ;;
                """
        }
        let first = Command.allCases.map(\.rawValue) + ["--help", "--version"]
        let named = ThemeAction.allCases.filter { $0.operands.first == "NAME" }.map(\.rawValue)
        return """
            # Completes set-duel in bash; printed by: set-duel completion bash
            _set_duel_themes() {
                case $COMP_CWORD,${COMP_WORDS[2]} in
                    2,*) words=\(lines(ThemeAction.allCases.map(\.rawValue))) ;;
                    3,\(named.joined(separator: " | 3,"))) words=\(lines(themes)) ;;
                    3,check) words=$(compgen -f -- "$cur") ;;
                esac
            }
            _set_duel() {
                local IFS=$'\\n' words= isValue= word
                local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]}
                # bash splits --name=value into three words.
                if [[ $cur == = ]]; then
                    cur=
                elif [[ $prev == = ]]; then
                    prev=${COMP_WORDS[COMP_CWORD-2]}
                fi
                COMPREPLY=()
                case $prev in
            \(values.joined(separator: "\n"))
                esac
                if [[ -z $isValue ]]; then
                    if ((COMP_CWORD == 1)); then
                        words=\(lines(first))
                    else
                        case ${COMP_WORDS[1]} in
            \(commands.joined(separator: "\n"))
                        esac
                    fi
                fi
                [[ -n $words ]] || return 0
                for word in $(compgen -W "$words" -- "$cur"); do
                    COMPREPLY+=("$(printf %q "$word")")
                done
            }
            complete -F _set_duel set-duel

            """
    }

    // MARK: - zsh

    private static var zsh: String {
        /// A single-quoted text.
        func quoted(_ text: String) -> String { "'" + text.exchanging("'", for: "'\\''") + "'" }
        /// A text for a description, in which brackets and colons are special.
        func plain(_ text: String) -> String {
            ["\\", "[", "]", ":"].reduce(text) { $0.exchanging($1, for: "\\" + $1) }
        }
        func choices(_ words: some Sequence<String>) -> String {
            "(" + words.map { $0.exchanging(" ", for: "\\ ") }.joined(separator: " ") + ")"
        }
        func specification(_ option: CommandOption) -> [String] {
            let about = "[\(plain(option.summary))]"
            let action = option.choices.isEmpty ? " " : choices(option.choices)
            let value = option.value.map { ":\($0):\(action)" } ?? ""
            let long = "--\(option.name)\(option.value == nil ? "" : "=")\(about)\(value)"
            return [long]
                + (option.letter.map { ["-\($0)\(option.value == nil ? "" : "+")\(about)\(value)"] }
                    ?? [])
        }
        let commands = Command.allCases.map { command in
            let operands: [String] =
                switch operand(of: command) {
                case .words(let words): ["1:word:\(choices(words))"]
                case .actions:
                    ["1:action:\(choices(ThemeAction.allCases.map(\.rawValue)))", "2:name:_files"]
                case .files: ["1:file:_files"]
                case .nothing: []
                }
            let all = options(of: command).flatMap(specification) + operands
            return "        \(command.rawValue))\n            _arguments -s \\\n"
                + all.map { "                " + quoted($0) }.joined(separator: " \\\n") + " ;;"
        }
        let list = Command.allCases.map { quoted("\($0.rawValue):\(plain($0.summary))") }
        return """
            #compdef set-duel
            # Completes set-duel in zsh; printed by: set-duel completion zsh
            _set_duel() {
                local -a commands
                commands=(
                    \(list.joined(separator: "\n        "))
                )
                if ((CURRENT == 2)); then
                    _describe -t commands command commands
                    return
                fi
                local command=$words[2]
                shift words
                ((CURRENT--))
                case $command in
            \(commands.joined(separator: "\n"))
                esac
            }
            # Run at once when autoloaded; registered when sourced by hand.
            if [[ $funcstack[1] == _set-duel ]]; then
                _set_duel "$@"
            else
                compdef _set_duel set-duel
            fi

            """
    }

    // MARK: - fish

    private static var fish: String {
        func quoted(_ text: String) -> String {
            "'" + text.exchanging("\\", for: "\\\\").exchanging("'", for: "\\'") + "'"
        }
        func choices(_ words: some Sequence<String>) -> String {
            quoted(words.map { $0.contains(" ") ? "\"\($0)\"" : $0 }.joined(separator: " "))
        }
        var lines = [
            "# Completes set-duel in fish; printed by: set-duel completion fish",
            "complete -c set-duel -f",
        ]
        for command in Command.allCases {
            lines.append(
                "complete -c set-duel -n __fish_use_subcommand -a \(command.rawValue) "
                    + "-d \(quoted(command.summary))")
        }
        for command in Command.allCases {
            let start =
                "complete -c set-duel -n '__fish_seen_subcommand_from \(command.rawValue)'"
            switch operand(of: command) {
            case .words(let words): lines.append(start + " -a \(choices(words))")
            case .actions:
                lines.append(start + " -a \(choices(ThemeAction.allCases.map(\.rawValue)))")
                lines.append(start + " -F")
            case .files: lines.append(start + " -F")
            case .nothing: break
            }
            for option in options(of: command) {
                let letter = option.letter.map { " -s \($0)" } ?? ""
                let value =
                    option.value == nil
                    ? "" : option.choices.isEmpty ? " -x" : " -x -a \(choices(option.choices))"
                lines.append(
                    start + letter + " -l \(option.name)\(value) -d \(quoted(option.summary))")
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }
}
