import SetClient

/// The texts of `help` and `--help`, derived from the tables that the parser uses.
enum Help {
    static var overview: String {
        let commands = Command.allCases.map { command in
            row("set-duel \(command.rawValue)" + operand(of: command), command.summary)
        }
        return """
            set-duel: a two-player race to find sets, played in two terminals

            Usage: set-duel COMMAND [OPTION]...

            Commands:
            \(commands.joined(separator: "\n"))

            'set-duel' alone opens a menu; 'set-duel --plain' opens a text menu.
            To play a friend, run 'set-duel host' on one machine. Then both players run
            'set-duel join HOST'.
            'set-duel COMMAND --help' lists the options for a command.

            """
    }

    static func text(for command: Command) -> String {
        let usage = "Usage: set-duel \(command.rawValue)\(operand(of: command)) [OPTION]..."
        var sections = ["set-duel \(command.rawValue): \(command.summary)", usage]
        let ruleNames = Set(CommandOption.rules.map(\.name))
        let own = command.options.filter { !ruleNames.contains($0.name) } + [.help]
        sections.append("Options:\n" + own.map(row).joined(separator: "\n"))
        let rules = command.options.filter { ruleNames.contains($0.name) }
        if command == .play {
            sections.append("Table rules: the same as for 'set-duel host --help'.")
        } else if !rules.isEmpty {
            sections.append("Table rules:\n" + rules.map(row).joined(separator: "\n"))
        }
        if command == .themes {
            let actions = ThemeAction.allCases.map { action in
                row(
                    ([action.rawValue] + action.operands).joined(separator: " "), action.summary)
            }
            sections.insert("Actions:\n" + actions.joined(separator: "\n"), at: 2)
        }
        if command == .demo {
            sections.append(
                "The demo takes about four minutes. Press esc to leave. With --plain, or in\n"
                    + "a pipe, it exits at the end.")
        }
        if command == .help { sections.append("Without COMMAND, lists all commands.") }
        if !command.options.isEmpty {
            sections.append(
                "You can also set each option with an environment variable, such as\n"
                    + "\(command.options[0].variable) for --\(command.options[0].name).")
        }
        return sections.joined(separator: "\n\n") + "\n"
    }

    private static func operand(of command: Command) -> String {
        // Each operand is optional together with those after it: `[ACTION [NAME]]`.
        command.operands.reversed().reduce("") { " [\($1)\($0)]" }
    }

    private static func row(_ option: CommandOption) -> String {
        let letter = option.letter.map { "-\($0), " } ?? "    "
        return row(
            letter + "--\(option.name)" + (option.value.map { "=\($0)" } ?? ""), option.summary)
    }

    /// Two columns, the right one wrapped to the width of a standard terminal.
    private static func row(_ left: String, _ right: String) -> String {
        let column = 32
        var lines = right.wrapped(to: 80 - column)
        var first = "  " + left
        if left.count < column - 3 { first = first.padded(to: column) + lines.removeFirst() }
        let indent = String(repeating: " ", count: column)
        return ([first] + lines.map { indent + $0 }).joined(separator: "\n")
    }
}
