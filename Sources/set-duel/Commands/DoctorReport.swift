import SetClient
import SetProtocol

/// What is known about a terminal and why, as lines for a bug report.
///
/// It contains nothing personal: variables with names, addresses, or paths are only reported as
/// set, and file paths start at the home directory.
struct DoctorReport {
    /// How the terminal was queried.
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

    /// A line of a table; the reason may be missing.
    private typealias Row = (label: String, value: String, reason: String)

    var lines: [String] {
        ["\(Version.text) on \(SafeText.sanitized(system))"]
            + [
                "This report does not identify you, your machine, or your address.",
                "Include all of it in a bug report.",
                "",
            ]
            + Self.table("Terminal", terminal) + Self.table("Drawing", drawing)
            + answers + Self.table("Variables", variables) + Self.table("Files", files).dropLast()
    }

    // MARK: - What is believed

    private var terminal: [Row] {
        let findings = profile.findings
        return [
            row("program", findings.identity) { $0?.description ?? "unknown" },
            row("multiplexer", findings.multiplexer) { $0?.rawValue ?? "none" },
            row("remote shell", findings.isRemote, Self.yesOrNo),
            ("window", windowWords, ""),
            row("cell", findings.cellAspect) { aspect in
                let hundredths = Int((aspect * 100).rounded())
                let decimals = "\(hundredths / 10 % 10)\(hundredths % 10)"
                return "\(hundredths / 100).\(decimals) times as tall as it is wide"
            },
            row("synchronized output", findings.synchronizes, Self.yesOrNo),
            row("kitty keyboard", findings.speaksKittyKeyboard, Self.yesOrNo),
            row("reports dark or light", findings.reportsColorScheme, Self.yesOrNo),
            ("mouse", Self.yesOrNo(profile.mouse.value), mouseReason),
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

    private func row<Value>(
        _ label: String, _ finding: Finding<Value>, _ words: (Value) -> String
    ) -> Row {
        (label, SafeText.sanitized(words(finding.value), limit: 60), finding.cause.words)
    }

    private static func yesOrNo(_ value: Bool) -> String { value ? "yes" : "no" }

    /// Why the mouse is off; empty if it is on.
    private var mouseReason: String {
        guard !profile.mouse.value else { return "" }
        let words = profile.mouse.cause.words
        return profile.mouse.cause == .variable("STY")
            ? "\(words): with the mouse on, GNU screen holds back esc until the next key" : words
    }

    private var windowWords: String {
        guard let window else { return "unknown" }
        let pixels = window.pixels.map { ", \(Self.words($0)) pixels" } ?? ", pixels unknown"
        return "\(Self.words(window.cells)) cells\(pixels)"
    }

    private static func words(_ size: Size) -> String { "\(size.width) x \(size.height)" }

    // MARK: - What was answered

    private var answers: [String] {
        switch inquiry {
        case .omitted(let reason):
            return ["Answers: none; not asked because \(reason)", ""]
        case .made(let questions, let inquiry):
            let end =
                inquiry.isComplete
                ? "complete in \(inquiry.milliseconds) ms"
                : "incomplete after \(inquiry.milliseconds) ms"
            let rows = questions.compactMap { question -> Row? in
                if case .indexedColor(let index) = question, index < 16 {
                    return index.isMultiple(of: 8) ? Self.row(of: index, inquiry) : nil
                }
                let answer = inquiry.answer(to: question).map(Self.words)
                return (question.name, answer ?? "none", Self.purpose(of: question))
            }
            return Self.table("Answers (\(end))", rows)
        }
    }

    /// Eight colors of the palette in one row.
    private static func row(of first: UInt8, _ inquiry: TerminalInquiry) -> Row {
        let indexes = first...first + 7
        let colors = indexes.map { inquiry.answer(to: .indexedColor($0)).map(words) ?? "none" }
        let isKnown = colors.contains { $0 != "none" }
        return (
            "OSC 4;\(first)-\(first + 7)", isKnown ? colors.joined(separator: " ") : "none",
            "palette"
        )
    }

    private static func words(_ report: TerminalReport) -> String {
        switch report {
        case .primaryAttributes(let numbers), .secondaryAttributes(let numbers):
            numbers.map(String.init).joined(separator: ";")
        case .mode(_, let status):
            switch status {
            case .unknown: "unknown"
            case .set: "on"
            case .reset: "off"
            case .permanentlySet: "always on"
            case .permanentlyReset: "always off"
            }
        case .keyboardFlags(let flags): "flags \(flags)"
        case .foreground(let color), .background(let color), .indexedColor(_, let color):
            words(color)
        case .capability(_, let value):
            value.map { $0.isEmpty ? "yes" : SafeText.sanitized($0, limit: 20) } ?? "no"
        case .version(let text): SafeText.sanitized(text, limit: 40)
        case .cursorPosition(let point): point.x == 1 ? "1 column" : "\(point.x) columns"
        case .cellPixels(let size), .areaPixels(let size), .areaCells(let size): words(size)
        case .pictures(let areShown): areShown ? "OK" : "an error"
        case .sixelRegisters(let count): "\(count) colors"
        case .sixelExtent(let size): words(size)
        case .ready: "ready"
        case .colorScheme(let isDark): isDark ? "dark" : "light"
        }
    }

    private static func words(_ color: RGBColor) -> String {
        "#"
            + [color.red, color.green, color.blue].map { part in
                (part < 16 ? "0" : "") + String(part, radix: 16)
            }.joined()
    }

    private static func purpose(of question: TerminalQuestion) -> String {
        switch question {
        case .foreground: "text color"
        case .background: "background color"
        case .indexedColor(255): "256 colors"
        case .indexedColor: "palette"
        case .version: "name and version"
        case .secondaryAttributes: "kind of terminal"
        case .capability("Co"): "number of colors"
        case .capability: "true color"
        case .mode(1000), .mode(1006): "clicks"
        case .mode(1004): "focus"
        case .mode(2004): "pastes"
        case .mode(2026): "synchronized output"
        case .mode(2031): "dark or light changes"
        case .mode: ""
        case .colorScheme: "dark or light"
        case .keyboard: "key presses"
        case .cellPixels: "cell size"
        case .pictures: "cards in pixels"
        case .sixelRegisters: "colors of sixels"
        case .sixelExtent: "extent of sixels"
        case .width: "width on screen"
        case .attributes: "end of answers"
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
        let shown: [Row] = Self.shown.compactMap { name in
            environment[name].map { (name, SafeText.sanitized(atHome($0), limit: 60), "") }
        }
        let ours = environment.keys.filter { $0.hasPrefix("SET_DUEL_") }.sorted()
        let others = Self.named + ours.filter { !Self.shown.contains($0) }
        let named: [Row] = others.filter { environment[$0] != nil }.map {
            (SafeText.sanitized($0, limit: 40), "is set", "")
        }
        let rows = shown + named
        return rows.isEmpty ? [("none", "", "")] : rows
    }

    private var files: [Row] {
        guard let directory = preferences.directory else {
            return [("none", "HOME and XDG_CONFIG_HOME are not set", "")]
        }
        func state(_ path: String, _ present: String) -> String {
            FileStore.exists(path) ? present : "not found"
        }
        let own = preferences.library.entries.filter { $0.path != nil }.count
        return [
            ("settings", atHome(directory.settingsFile), state(directory.settingsFile, "read")),
            ("themes", atHome(directory.themes), state(directory.themes, "\(own) read")),
        ] + preferences.problems.map { ("problem", atHome($0.sentence), "") }
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

    // MARK: - Lines

    /// A title, a line per row with aligned columns, and an empty line.
    private static func table(_ title: String, _ rows: [Row]) -> [String] {
        let first = rows.map(\.label.count).max() ?? 0
        let second = rows.filter { !$0.reason.isEmpty }.map(\.value.count).max() ?? 0
        let lines = rows.map { row in
            let columns = [padded(row.label, first), padded(row.value, second), row.reason]
            let line = columns.joined(separator: "  ")
            return "  " + String(line.reversed().drop { $0 == " " }.reversed())
        }
        return [title] + lines + [""]
    }

    private static func padded(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.count))
    }
}
