import SetClient
import SetProtocol

/// `set-duel themes`: shows, checks, copies, deletes, and edits themes.
struct ThemesCommand {
    let context: CommandContext

    private var environment: [String: String] { context.environment }
    private var library: ThemeLibrary { context.preferences.library }

    func run(_ operands: [String]) async throws(Ending) -> Ending {
        let action = try Self.action(operands)
        let words = Array(operands.dropFirst())
        switch action {
        case .list: list()
        case .show: try show(words[0])
        case .check: try check(words[0])
        case .copy: try copy(words[0], as: words[1])
        case .delete: try delete(words[0])
        case .edit: return try await edit(words[0])
        case .open: try open(words[0])
        }
        return .success
    }

    static func action(_ operands: [String]) throws(Ending) -> ThemeAction {
        guard let name = operands.first else { return .list }
        guard let action = ThemeAction(rawValue: name) else {
            throw .unknown(
                "action", name, among: ThemeAction.allCases.map(\.rawValue), for: .themes)
        }
        let given = operands.count - 1
        if given < action.operands.count {
            throw .usage("missing \(action.operands[given]) for themes \(name)", for: .themes)
        }
        if given > action.operands.count {
            let extra = operands[action.operands.count + 1]
            throw .usage("unexpected argument '\(extra)'", for: .themes)
        }
        return action
    }

    private func wrong(_ message: String, advice: String? = nil) -> Ending {
        .usage(message, advice: advice, for: .themes)
    }

    // MARK: - Looking

    /// The capabilities of the terminal for the output; queries its background and name.
    private func profile() -> TerminalProfile {
        var profile = TerminalProfile(
            environment: environment, isTerminal: StandardStream.output.isTerminal,
            choices: context.configuration.terminal)
        let questions = profile.questionsWithoutTrace
        guard !questions.isEmpty, let device = try? TerminalDevice.standard(),
            device.isInForeground,
            let inquiry = try? device.inquire(questions, within: profile.answerTimeout)
        else { return profile }
        for answer in inquiry.answers { profile.apply(answer) }
        return profile
    }

    private var columns: Int {
        guard let device = try? TerminalDevice.standard(), let window = try? device.windowSize()
        else { return 80 }
        return max(40, window.cells.width)
    }

    private func list() {
        let isPicture = StandardStream.output.isTerminal
        let width = isPicture ? columns : 0
        let profile = profile()
        for entry in library.entries {
            let words = ThemeSample.words(of: entry.theme)
            if isPicture {
                let note = entry.path == nil ? "" : "your own"
                let lines = ThemeSample.lines(
                    of: entry.theme, note: note, columns: width, profile)
                Output.line(lines.joined(separator: "\n") + "\n")
            } else {
                let origin = entry.path.map { " (\(Self.shown($0)))" } ?? ""
                Output.line("\(words[0]): \(words[1]); \(words[2])\(origin)")
            }
        }
        Output.errors(library.problems)
    }

    private func show(_ name: String) throws(Ending) {
        let entry = try entry(named: name)
        let theme = entry.theme
        if StandardStream.output.isTerminal {
            let lines = ThemeSample.board(of: theme, columns: columns, profile())
            Output.line(lines.joined(separator: "\n"))
        }
        let words = ThemeSample.words(of: theme)
        let fills = theme.fills.all.map(\.name).joined(separator: ", ")
        let origin = entry.path.map(Self.shown) ?? "none (built-in theme)"
        Output.line("name: \(words[0])\ncolors: \(words[1])\nsymbols: \(words[2])")
        Output.line("fills: \(SafeText.sanitized(fills))\nfile: \(origin)")
    }

    /// Lists all errors in a file.
    private func check(_ path: String) throws(Ending) {
        let bytes = try Result { () throws(FileError) in
            try FileStore.read(path, limit: JSONLimits.document.totalBytes)
        }.mapError { Ending(ExitCode($0), "\(path): \($0.sentence)") }.get()
        do throws(ThemeProblems) {
            let theme = try Theme(reading: bytes, at: path)
            Output.line("\(SafeText.sanitized(theme.name)) is a valid theme")
        } catch {
            Output.errors(error.problems)
            throw Ending(.badData)
        }
    }

    private static func shown(_ path: String) -> String { SafeText.sanitized(path, limit: 400) }

    // MARK: - Changing

    private func copy(_ name: String, as new: String) throws(Ending) {
        var theme = try entry(named: name).theme
        guard new != Theme.randomName else { throw wrong("theme name '\(new)' is reserved") }
        guard SafeText.isAllowedName(new) else {
            throw wrong(
                "invalid theme name: use 1 to \(SafeText.nameColumns) visible characters")
        }
        let directory = try directory
        let path = directory.themeFile(named: new)
        guard library.entry(named: new) == nil, !FileStore.exists(path) else {
            throw Ending(.cannotCreate, "theme '\(new)' already exists")
        }
        theme.name = new
        let saved = try Result { () throws(FileProblem) in
            try ThemeLibrary.save(theme, over: nil, in: directory)
        }.mapError { Ending(.cannotCreate, $0.sentence) }.get()
        Output.line(Self.shown(saved))
    }

    private func delete(_ name: String) throws(Ending) {
        if let entry = library.entry(named: name), entry.path == nil {
            throw wrong("'\(name)' is a built-in theme and cannot be deleted")
        }
        let (path, directory) = (try ownFile(of: name), try directory)
        try Result { () throws(FileProblem) in
            try ThemeLibrary.delete(name, at: path, in: directory)
        }.mapError { Ending(.inputOutput, $0.sentence) }.get()
        Output.line("deleted " + Self.shown(path))
        if environment[CommandOption.theme.variable] == name { Output.error(Self.variableNote) }
    }

    /// A note for when the theme that the variable names is gone.
    static let variableNote =
        "\(CommandOption.theme.variable) still names this theme: unset it or change it"

    /// Opens the form, or the file itself if the terminal cannot show the form or the file is too
    /// broken to fill it.
    private func edit(_ name: String) async throws(Ending) -> Ending {
        try requireTerminal(for: name)
        guard CommandContext.canDraw(environment), let entry = library.entry(named: name) else {
            try open(name)
            return .success
        }
        let directory = try directory
        return await context.onStage { stage in
            let editing = ThemeEditing(
                library: library, directory: directory, settings: context.configuration.settings,
                stage: stage)
            switch await editing.edit(entry) {
            case .saved(let change, let path):
                var ending = Ending.success
                ending.summary = "saved " + Self.shown(path)
                if change.successor(of: name) != nil,
                    environment[CommandOption.theme.variable] == name
                {
                    ending.message = Self.variableNote
                }
                return ending
            case .left: return .success
            case .ended(let end): return Ending(end)
            }
        }
    }

    private func requireTerminal(for name: String) throws(Ending) {
        if StandardStream.inputIsTerminal, StandardStream.output.isTerminal { return }
        let entry = library.entry(named: name)
        let file = try entry == nil ? ownFile(of: name) : entry?.path ?? "a copy"
        throw Ending(
            .unavailable, "no terminal for an editor: use one, or edit \(Self.shown(file))")
    }

    private func open(_ name: String) throws(Ending) {
        let path = try ownFile(of: name)
        let editor = ["VISUAL", "EDITOR"].compactMap { environment[$0] }.first { !$0.isEmpty }
        if editor == nil { try requireTerminal(for: name) }
        // The editor may include options, so the shell splits it into words.
        let isDone = try Result { () throws(SystemCallError) in
            try Program.runShell("\(editor ?? "vi") \"$1\"", [path])
        }.mapError { Ending(.inputOutput, $0.sentence) }.get()
        guard isDone else {
            throw Ending(.inputOutput, "the editor exited with an error; check the file")
        }
        try check(path)
    }

    // MARK: - Finding

    private var directory: ConfigurationDirectory {
        get throws(Ending) {
            if let directory = context.preferences.directory { return directory }
            throw Ending(
                .cannotCreate, "no settings directory: set HOME or XDG_CONFIG_HOME")
        }
    }

    private func entry(named name: String) throws(Ending) -> ThemeLibrary.Entry {
        if let entry = library.entry(named: name) { return entry }
        throw unknown(name)
    }

    private func unknown(_ name: String) -> Ending {
        if let path = context.preferences.directory?.themeFile(named: name),
            library.problems.contains(where: { $0.path == path })
        {
            return wrong(
                "theme '\(name)' has errors",
                advice: "To see them: set-duel themes check \"\(path)\"")
        }
        return .unknown(
            "theme", name, among: library.themes.map(\.name), list: "Available themes", for: .themes
        )
    }

    /// The file of one of the player's themes, even if it is too broken to load.
    private func ownFile(of name: String) throws(Ending) -> String {
        if let entry = library.entry(named: name) {
            if let path = entry.path { return path }
            throw wrong(
                "'\(name)' is a built-in theme and cannot be changed",
                advice: "Copy it first: set-duel themes copy \"\(name)\" NEW")
        }
        if let path = context.preferences.directory?.themeFile(named: name),
            FileStore.exists(path)
        {
            return path
        }
        throw unknown(name)
    }
}
