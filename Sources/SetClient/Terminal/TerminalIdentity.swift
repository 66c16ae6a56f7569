/// Which program a terminal is and which version of it.
package struct TerminalIdentity: Equatable, Sendable, CustomStringConvertible {
    package var name: String
    /// The version's numbers from the most significant; empty when unknown.
    package var version: [Int]

    package init(name: String, version: [Int] = []) {
        (self.name, self.version) = (name, version)
    }

    /// Reads what a terminal says of itself: `kitty(0.41.0)`, `tmux 3.4`, `WezTerm 20240203-1108`.
    package init(report: String) {
        let name = report.prefix { $0 != "(" && $0 != " " }
        self.init(name: name.lowercased(), version: Self.numbers(report.dropFirst(name.count)))
    }

    /// Reads the kind and version that a terminal reports as numbers (DA2); `nil` for numbers that
    /// several terminals use.
    init?(attributes: [Int]) {
        let version = Array(attributes.dropFirst().prefix(1))
        switch attributes.first {
        case 19: self.init(name: "xterm", version: version)
        // VTE counts 0.70.6 as 7006.
        case 65 where (version.first ?? 0) >= 3600: self.init(name: "vte", version: version)
        case 24 where version == [279]: self.init(name: "mlterm")
        case 85: self.init(name: "urxvt", version: version)
        default: return nil
        }
    }

    /// Reads what a terminal leaves in the environment, and where; `nil` when that tells nothing.
    static func finding(in environment: [String: String]) -> Finding<TerminalIdentity?> {
        let term = environment["TERM"] ?? ""
        if let program = environment["TERM_PROGRAM"], !program.isEmpty {
            let version = environment["TERM_PROGRAM_VERSION"] ?? ""
            let name = program.lowercased()
            let identity = TerminalIdentity(
                name: name == "iterm.app" ? "iterm2" : name, version: numbers(version[...]))
            return Finding(identity, .variable("TERM_PROGRAM"))
        }
        if let name = name(ofTerm: term) {
            return Finding(TerminalIdentity(name: name), .variable("TERM"))
        }
        if environment["WT_SESSION"] != nil {
            return Finding(TerminalIdentity(name: "windows terminal"), .variable("WT_SESSION"))
        }
        if let version = environment["VTE_VERSION"].flatMap({ Int($0) }) {
            return Finding(
                TerminalIdentity(name: "vte", version: [version]), .variable("VTE_VERSION"))
        }
        return Finding(nil, .assumption)
    }

    private static func name(ofTerm term: String) -> String? {
        switch term {
        case "xterm-kitty": "kitty"
        case "xterm-ghostty": "ghostty"
        case "foot": "foot"
        case _ where term.hasPrefix("foot-"): "foot"
        case _ where term.hasPrefix("alacritty"): "alacritty"
        case _ where term.hasPrefix("rxvt-unicode"): "urxvt"
        case _ where term.hasPrefix("mlterm"): "mlterm"
        case "st": "st"
        case _ where term.hasPrefix("st-"): "st"
        case _: nil
        }
    }

    package var description: String {
        ([name] + (version.isEmpty ? [] : [version.map(String.init).joined(separator: ".")]))
            .joined(separator: " ")
    }

    package func isAtLeast(_ other: [Int]) -> Bool {
        guard !version.isEmpty else { return false }
        let missing = Array(repeating: 0, count: max(0, other.count - version.count))
        return !(version + missing).lexicographicallyPrecedes(other)
    }

    private static func numbers(_ text: Substring) -> [Int] {
        text.drop { !$0.isNumber }.prefix { $0 != ")" }
            .split { !("0"..."9" ~= $0) }.prefix(4).compactMap { Int($0) }
    }
}

// MARK: - What it can draw and show

extension TerminalIdentity {
    var showsTrueColor: Bool {
        switch name {
        case "kitty", "ghostty", "foot", "wezterm", "contour", "rio", "alacritty", "iterm2",
            "konsole", "vte", "vscode", "xterm.js", "mintty", "windows terminal", "st":
            true
        // Whatever it says of its colors.
        case "xterm": isAtLeast([331])
        default: false
        }
    }

    /// Whether a program may put something on the clipboard unless its user has forbidden that; others
    /// do not know how, or ask for a setting first.
    var letsProgramsCopy: Bool {
        ["kitty", "ghostty", "foot", "wezterm", "alacritty", "contour", "rio", "windows terminal"]
            .contains(name)
    }

    /// How many pictures it remembers; `nil` if it keeps them with their cells.
    var pictureMemory: Int? { name == "xterm" ? 16 : nil }

    /// Whether it draws block characters from a font, which need not fill their cells.
    var leavesGaps: Bool { ["xterm", "urxvt", "st"].contains(name) }

    /// Whether it leaves traces of earlier frames where pictures lie below text: kitty from 0.26.4
    /// to 0.26.5 does (its issue 5605), also with wrong backgrounds.
    var leavesTracesOfPictures: Bool {
        name == "kitty" && isAtLeast([0, 26, 4]) && !isAtLeast([0, 27])
    }

    /// Whether it draws sextants itself, so that no font is needed.
    var drawsSextants: Bool {
        switch name {
        case "kitty": isAtLeast([0, 19, 3])
        case "wezterm": isAtLeast([20_210_814])
        case "alacritty": isAtLeast([0, 13, 2])
        // All versions that tell their name do.
        case "foot", "contour", "ghostty": true
        // VTE counts 0.62.0 as 6200.
        case "vte": isAtLeast([6200])
        default: false
        }
    }
}
