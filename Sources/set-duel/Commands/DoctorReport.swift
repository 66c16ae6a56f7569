import SetClient
import SetProtocol

/// What is known about a terminal and why, as lines for a bug report.
///
/// It contains nothing personal: variables with names, addresses, or paths are only reported as
/// set, and file paths start at the home directory.
struct DoctorReport {
    enum Inquiry {
        case omitted(String)
        /// It received these queries and gave these answers.
        case made([TerminalQuestion], TerminalInquiry)
    }

    let profile: TerminalProfile
    let inquiry: Inquiry
    let window: WindowSize?
    let environment: [String: String]
    let preferences: Preferences
    let system: String

    /// The modes that the game turns on without asking: clicks, focus, and pastes.
    static let modes = [1000, 1006, 1004, 2004]

    /// The columns of a line: a label, a value, and perhaps the reason for it.
    private typealias Row = [String]

    var lines: [String] {
        [
            "\(Version.text) on \(SafeText.sanitized(system))",
            "This report does not identify you, your machine, or your address.",
            "Include all of it in a bug report.", "",
        ]
            + Self.table("Terminal", terminal) + Self.table("Drawing", drawing)
            + answers + Self.table("Variables", variables) + Self.table("Files", files).dropLast()
    }

    // MARK: - Findings and answers

    private var terminal: [Row] {
        let findings = profile.findings
        let pixels = window?.pixels.map { "\(Self.words($0)) pixels" } ?? "pixels unknown"
        return [
            row("program", findings.identity) { $0?.description ?? "unknown" },
            row("multiplexer", findings.multiplexer) { $0?.rawValue ?? "none" },
            row("remote shell", findings.isRemote, Self.yesOrNo),
            ["window", window.map { "\(Self.words($0.cells)) cells, \(pixels)" } ?? "unknown"],
            row("cell", findings.cellAspect) {
                "\(($0 * 100).rounded() / 100) times as tall as it is wide"
            },
            row("synchronized output", findings.synchronizes, Self.yesOrNo),
            row("kitty keyboard", findings.speaksKittyKeyboard, Self.yesOrNo),
            row("reports dark or light", findings.reportsColorScheme, Self.yesOrNo),
            row("mouse", profile.mouse, Self.yesOrNo),
        ]
    }

    private var drawing: [Row] {
        [
            row("colors", profile.findings.colors) { depth in
                switch depth {
                case .none: "none"
                case .sixteen: "16"
                case .indexed: "256"
                case .trueColor: "all (24 bit)"
                }
            },
            row("background", profile.background) { $0.rawValue },
            row("characters", profile.findings.glyphs) { $0 == .unicode ? "Unicode" : "ASCII" },
            row("drawn with", profile.drawing) { $0.rawValue },
            row("gaps between blocks", profile.leavesGaps, Self.yesOrNo),
            row("cards in pixels", profile.pictures) { pictures in
                guard let pictures else { return "no" }
                let words = pictures.graphics == .kitty ? "yes" : "yes, as sixels"
                let cell = pictures.cell
                return "\(words), \(cell.width) x \(cell.height) for each character"
            },
        ]
    }

    private var answers: [String] {
        switch inquiry {
        case .omitted(let reason):
            return ["Answers: none; not asked because \(reason)", ""]
        case .made(let questions, let inquiry):
            let end = inquiry.isComplete ? "complete in" : "incomplete after"
            return Self.table(
                "Answers (\(end) \(inquiry.milliseconds) ms)",
                questions.map { [$0.name, inquiry.answer(to: $0).map(Self.words) ?? "none"] })
        }
    }

    private func row<Value>(
        _ label: String, _ finding: Finding<Value>, _ words: (Value) -> String
    ) -> Row {
        [label, SafeText.sanitized(words(finding.value), limit: 60), finding.cause.words]
    }

    private static func yesOrNo(_ value: Bool) -> String { value ? "yes" : "no" }

    private static func words(_ size: Size) -> String { "\(size.width) x \(size.height)" }

    private static func words(_ report: TerminalReport) -> String {
        switch report {
        case .primaryAttributes(let numbers), .secondaryAttributes(let numbers):
            numbers.map(String.init).joined(separator: ";")
        case .mode(_, let status): "\(status)"
        case .keyboardFlags(let flags): "flags \(flags)"
        case .foreground(let color), .background(let color), .indexedColor(_, let color):
            color.code
        case .version(let text): SafeText.sanitized(text, limit: 40)
        case .cursorPosition(let point): "columns: \(point.x)"
        case .cellPixels(let size), .sixelExtent(let size): words(size)
        case .pictures(let areShown): areShown ? "OK" : "an error"
        case .sixelRegisters(let count): "\(count) colors"
        case .ready: "ready"
        case .colorScheme(let isDark): isDark ? "dark" : "light"
        }
    }

    // MARK: - Variables and files

    /// The variables that describe the terminal and may be shown.
    private static let shown =
        [
            "TERM", "COLORTERM", "TERM_PROGRAM", "TERM_PROGRAM_VERSION", "VTE_VERSION", "COLORFGBG",
            "LC_ALL", "LC_CTYPE", "LANG", "NO_COLOR", "FORCE_COLOR", "CLICOLOR", "CLICOLOR_FORCE",
            "NO_MOTION", "REDUCED_MOTION", "SET_DUEL_SYNC",
        ] + CommandOption.look.map(\.variable)
    /// The variables that hold addresses or paths.
    private static let named = ["TMUX", "STY", "SSH_TTY", "SSH_CONNECTION", "WT_SESSION"]

    private var variables: [Row] {
        let shown = Self.shown.compactMap { name in
            environment[name].map { value in
                [name, value.isEmpty ? "empty" : SafeText.sanitized(atHome(value), limit: 60)]
            }
        }
        let ours = environment.keys.filter { $0.hasPrefix("SET_DUEL_") }.sorted()
        let named = (Self.named + ours).filter { name in
            environment[name] != nil && !Self.shown.contains(name)
        }
        let rows = shown + named.map { [SafeText.sanitized($0, limit: 40), "is set"] }
        return rows.isEmpty ? [["none"]] : rows
    }

    private var files: [Row] {
        guard let directory = preferences.directory else {
            return [["none", "HOME and XDG_CONFIG_HOME are not set"]]
        }
        func row(_ label: String, _ path: String, _ present: String) -> Row {
            [label, atHome(path), FileStore.exists(path) ? present : "not found"]
        }
        let own = preferences.library.entries.filter { $0.path != nil }.count
        return [
            row("settings", directory.settingsFile, "read"),
            row("themes", directory.themes, "\(own) read"),
        ] + preferences.problems.map { ["problem", atHome($0.sentence)] }
    }

    /// A text without directories that may contain a user name.
    private func atHome(_ text: String) -> String {
        var text = text
        for (variable, sign) in [("XDG_CONFIG_HOME", "$XDG_CONFIG_HOME"), ("HOME", "~")] {
            guard let path = environment[variable], path.utf8.count > 1 else { continue }
            text = text.exchanging(path, for: sign)
        }
        return text
    }

    /// A title, a line per row with aligned columns, and an empty line.
    private static func table(_ title: String, _ rows: [Row]) -> [String] {
        let widths = (0..<2).map { column in
            rows.filter { $0.count > column + 1 }.map(\.[column].count).max() ?? 0
        }
        let lines = rows.map { row in
            let columns = zip(row.dropLast(), widths).map { $0.padded(to: $1) }
            return "  \((columns + row.suffix(1)).joined(separator: "  "))"
        }
        return [title] + lines + [""]
    }
}
