import SetClient
import SetProtocol

/// `set-duel themes`: shows, checks, copies, deletes, and edits themes.
struct ThemesCommand {
    let preferences: Preferences
    let environment: [String: String]
    let settings: ClientSettings

    /// Carries out the action that the operands name.
    ///
    /// - Throws: If the operands are invalid.
    func run(_ operands: [String]) async throws(UsageError) -> Int32 {
        let action = try Self.action(operands)
        let words = Array(operands.dropFirst())
        switch action {
        case .list: return list().rawValue
        case .show: return try show(words[0]).rawValue
        case .check: return check(words[0], sayingSo: true).rawValue
        case .copy: return try copy(words[0], as: words[1]).rawValue
        case .delete: return try delete(words[0]).rawValue
        case .edit: return try await edit(words[0])
        case .open: return try open(words[0]).rawValue
        }
    }

    /// The action that the operands name, if it has enough operands.
    static func action(_ operands: [String]) throws(UsageError) -> ThemeAction {
        guard let name = operands.first else { return .list }
        guard let action = ThemeAction(rawValue: name) else {
            let names = ThemeAction.allCases.map(\.rawValue)
            throw UsageError(
                message: "unknown action '\(name)'",
                advice: Spelling.nearest(to: name, among: names).map { "Did you mean \($0)?" },
                command: .themes)
        }
        let given = operands.count - 1
        if given < action.operands.count {
            throw UsageError(
                message: "missing \(action.operands[given]) for themes \(name)", command: .themes)
        }
        if given > action.operands.count {
            let extra = operands[action.operands.count + 1]
            throw UsageError(message: "unexpected argument '\(extra)'", command: .themes)
        }
        return action
    }

    // MARK: - Looking

    /// The capabilities of the terminal for the output; queries its background and name.
    private func profile() -> TerminalProfile {
        var profile = TerminalProfile(
            environment: environment, isTerminal: StandardStream.output.isTerminal,
            choices: settings.terminal)
        let questions = profile.questionsWithoutTrace
        guard !questions.isEmpty, let device = try? TerminalDevice.standard(),
            device.isInForeground,
            let inquiry = try? device.inquire(
                questions, within: profile.answerTimeout, at: .belowThePrompt)
        else { return profile }
        for answer in inquiry.answers { profile.apply(answer) }
        return profile
    }

    private var columns: Int {
        guard let device = try? TerminalDevice.standard(), let window = try? device.windowSize()
        else { return 80 }
        return max(40, window.cells.width)
    }

    private func list() -> ExitCode {
        let isPicture = StandardStream.output.isTerminal
        let width = isPicture ? columns : 0
        let profile = profile()
        for entry in preferences.library.entries {
            let words = ThemeSample.words(of: entry.theme)
            if isPicture {
                let note = entry.path == nil ? "" : "your own"
                let lines = ThemeSample.lines(
                    of: entry.theme, note: note, columns: width, profile)
                Output.line(lines.joined(separator: "\n") + "\n")
            } else {
                let origin = entry.path.map { SafeText.sanitized($0, limit: 400) }
                let text = words[0] + ": " + words[1] + "; " + words[2]
                Output.line(text + (origin.map { " (\($0))" } ?? ""))
            }
        }
        for problem in preferences.library.problems { Output.error(problem.sentence) }
        return .success
    }

    private func show(_ name: String) throws(UsageError) -> ExitCode {
        let entry = try entry(named: name)
        let theme = entry.theme
        if StandardStream.output.isTerminal {
            let lines = ThemeSample.board(of: theme, columns: columns, profile())
            Output.line(lines.joined(separator: "\n"))
        }
        let words = ThemeSample.words(of: theme)
        Output.line("name: \(words[0])")
        Output.line("colors: \(words[1])")
        Output.line("symbols: \(words[2])")
        let fills = theme.fills.all.map(\.name).joined(separator: ", ")
        Output.line("fills: \(SafeText.sanitized(fills))")
        let origin = entry.path.map { SafeText.sanitized($0, limit: 400) }
        Output.line("file: \(origin ?? "none (built-in theme)")")
        return .success
    }

    /// Lists all errors in a file.
    private func check(_ path: String, sayingSo saysSo: Bool) -> ExitCode {
        do throws(ThemeProblems) {
            let theme = try ThemeLibrary.theme(at: path)
            if saysSo { Output.line("\(SafeText.sanitized(theme.name)) is a valid theme") }
            return .success
        } catch {
            for problem in error.problems { Output.error(problem.sentence) }
            return FileStore.exists(path) ? .badData : .noInput
        }
    }

    // MARK: - Changing

    private func copy(_ name: String, as new: String) throws(UsageError) -> ExitCode {
        var theme = try entry(named: name).theme
        guard new != Theme.randomName else {
            throw UsageError(message: "theme name '\(new)' is reserved", command: .themes)
        }
        guard SafeText.isAllowedName(new) else {
            throw UsageError(
                message: "invalid theme name: use 1 to \(SafeText.nameColumns) visible characters",
                command: .themes)
        }
        guard let directory = preferences.directory else { return noHome() }
        let path = directory.themeFile(named: new)
        guard preferences.library.entry(named: new) == nil, !FileStore.exists(path) else {
            Output.error("theme '\(new)' already exists")
            return .cannotCreate
        }
        theme.name = new
        do throws(FileProblem) {
            let path = try ThemeLibrary.save(theme, over: nil, in: directory)
            Output.line(SafeText.sanitized(path, limit: 400))
            return .success
        } catch {
            Output.error(error.sentence)
            return .cannotCreate
        }
    }

    private func delete(_ name: String) throws(UsageError) -> ExitCode {
        if let entry = preferences.library.entry(named: name), entry.path == nil {
            throw UsageError(
                message: "'\(name)' is a built-in theme and cannot be deleted", command: .themes)
        }
        let path = try ownFile(of: name)
        guard let directory = preferences.directory else { return noHome() }
        do throws(FileProblem) {
            try ThemeLibrary.delete(name, at: path, in: directory)
        } catch {
            Output.error(error.sentence)
            return .inputOutput
        }
        Output.line("deleted " + SafeText.sanitized(path, limit: 400))
        noteVariable(naming: name)
        return .success
    }

    private func noteVariable(naming name: String) {
        if environment[CommandOption.theme.variable] == name { Output.error(Self.variableNote) }
    }

    /// A note for when the theme that the variable names is gone.
    static let variableNote =
        "\(CommandOption.theme.variable) still names this theme: unset it or change it"

    /// Opens the form, or the file itself if there is no terminal for the form or the file is too
    /// broken to fill it.
    private func edit(_ name: String) async throws(UsageError) -> Int32 {
        let isScreen =
            StandardStream.output.isTerminal && StandardStream.inputIsTerminal
            && environment["TERM"] ?? "dumb" != "dumb"
        guard isScreen, let entry = preferences.library.entry(named: name) else {
            return try open(name).rawValue
        }
        guard let directory = preferences.directory else { return noHome().rawValue }
        do throws(TerminalError) {
            let stage = try TerminalStage(
                environment: environment, choices: settings.terminal,
                on: QueueExecutor(label: "set-duel.themes", readsTerminal: true))
            let editing = ThemeEditing(
                library: preferences.library, directory: directory, settings: settings,
                stage: stage)
            switch await editing.edit(entry) {
            case .saved(let new, let path):
                Output.line("saved " + SafeText.sanitized(path, limit: 400))
                if new != name, entry.path != nil { noteVariable(naming: name) }
            case .left: break
            case .ended(let end):
                if let message = end.message { Output.error(message) }
                return end.exitCode
            }
            return ExitCode.success.rawValue
        } catch {
            Output.error(error.sentence)
            return ExitCode.inputOutput.rawValue
        }
    }

    private func open(_ name: String) throws(UsageError) -> ExitCode {
        let path = try ownFile(of: name)
        let editor = ["VISUAL", "EDITOR"].compactMap { environment[$0] }.first { !$0.isEmpty }
        do throws(SystemCallError) {
            // The editor may include options, so the shell splits it into words.
            guard try Program.runShell("\(editor ?? "vi") \"$1\"", [path]) else {
                Output.error("the editor exited with an error; check the file")
                return .inputOutput
            }
        } catch {
            Output.error(error.sentence)
            return .inputOutput
        }
        return check(path, sayingSo: true)
    }

    // MARK: - Finding

    private func entry(named name: String) throws(UsageError) -> ThemeLibrary.Entry {
        if let entry = preferences.library.entry(named: name) { return entry }
        throw unknown(name)
    }

    private func unknown(_ name: String) -> UsageError {
        if let path = preferences.directory?.themeFile(named: name),
            preferences.library.problems.contains(where: { $0.path == path })
        {
            return UsageError(
                message: "theme '\(name)' has errors",
                advice: "To see them: set-duel themes check \"\(path)\"", command: .themes)
        }
        let names = preferences.library.themes.map(\.name)
        let near = Spelling.nearest(to: name, among: names)
        return UsageError(
            message: "unknown theme '\(name)'",
            advice: near.map { "Did you mean \($0)?" }
                ?? "Available themes: " + names.joined(separator: ", "),
            command: .themes)
    }

    /// The file of one of the player's themes, even if it is too broken to load.
    private func ownFile(of name: String) throws(UsageError) -> String {
        if let entry = preferences.library.entry(named: name) {
            if let path = entry.path { return path }
            throw UsageError(
                message: "'\(name)' is a built-in theme and cannot be changed",
                advice: "Copy it first: set-duel themes copy \"\(name)\" NEW",
                command: .themes)
        }
        if let path = preferences.directory?.themeFile(named: name), FileStore.exists(path) {
            return path
        }
        throw unknown(name)
    }

    private func noHome() -> ExitCode {
        Output.error("no settings directory: set HOME or XDG_CONFIG_HOME")
        return .cannotCreate
    }
}
