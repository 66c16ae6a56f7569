import SetProtocol

/// What a process's variables tell of its terminal, each with the variable that tells it.
struct EnvironmentClues: Equatable, Sendable {
    /// The kinds of terminal that are mere consoles.
    static let consoles: Set = ["linux", "vt52", "vt100", "vt102", "vt220"]

    /// The kind of terminal that the system's databases go by.
    let term: String
    let multiplexer: Finding<TerminalProfile.Multiplexer?>
    /// Whether GNU screen stands somewhere in between, tmux within it or not: it shows no more than
    /// 256 colors, and holds an escape back until the next key while the mouse is asked for.
    let isBehindScreen: Bool
    /// Which terminal it is, where nothing stands between that may have inherited the variables.
    let identity: Finding<TerminalIdentity?>
    let isRemote: Finding<Bool>
    private let environment: [String: String]

    init(_ environment: [String: String]) {
        self.environment = environment
        let term = environment["TERM"] ?? ""
        self.term = term
        func isSet(_ name: String) -> Bool { environment[name, default: ""] != "" }
        multiplexer =
            if isSet("TMUX") {
                Finding(.tmux, .variable("TMUX"))
            } else if term.hasPrefix("tmux") {
                Finding(.tmux, .variable("TERM"))
            } else if isSet("STY") {
                // Within tmux TERM may still say screen.
                Finding(.screen, .variable("STY"))
            } else if term.hasPrefix("screen") {
                Finding(.screen, .variable("TERM"))
            } else {
                Finding(nil, .assumption)
            }
        isBehindScreen = isSet("STY") || multiplexer.value == .screen
        let remote = ["SSH_TTY", "SSH_CONNECTION"].first(where: isSet)
        isRemote = Finding(remote != nil, remote.map { .variable($0) } ?? .assumption)
        identity =
            multiplexer.value == nil
            ? TerminalIdentity.finding(in: environment) : Finding(nil, .multiplexer)
    }

    private func isSet(_ name: String) -> Bool { environment[name, default: ""] != "" }

    /// What the user decided about colors, the more explicit first; `nil` when it is left to us.
    func chosenDepth(_ color: ColorChoice) -> Finding<ColorDepth>? {
        let atLeastSixteen = max(depth.value, .sixteen)
        switch color {
        case .never: return Finding(.none, .choice(option: "color"))
        case .always: return Finding(atLeastSixteen, .choice(option: "color"))
        case .auto: break
        }
        if isSet("FORCE_COLOR") {
            let depth: ColorDepth =
                switch environment["FORCE_COLOR"] {
                case "0", "false": .none
                case "1": .sixteen
                case "2": .indexed
                case "3": .trueColor
                default: atLeastSixteen
                }
            return Finding(depth, .variable("FORCE_COLOR"))
        }
        if isSet("CLICOLOR_FORCE"), environment["CLICOLOR_FORCE"] != "0" {
            return Finding(atLeastSixteen, .variable("CLICOLOR_FORCE"))
        }
        if isSet("NO_COLOR") { return Finding(.none, .variable("NO_COLOR")) }
        return environment["CLICOLOR"] == "0" ? Finding(.none, .variable("CLICOLOR")) : nil
    }

    /// Whether to ask for the mouse: a console has none, and GNU screen would hold a lone escape back.
    var mouse: Finding<Bool> {
        if Self.consoles.contains(term) { return Finding(false, .variable("TERM")) }
        return isSet("STY") ? Finding(false, .variable("STY")) : Finding(true, .assumption)
    }

    var depth: Finding<ColorDepth> {
        let depth = depthOfTerminal
        // COLORTERM is the outer terminal's word; screen 4 garbles what it cannot show.
        return isBehindScreen && depth.value > .indexed ? Finding(.indexed, .multiplexer) : depth
    }

    private var depthOfTerminal: Finding<ColorDepth> {
        let byTerm = FindingCause.variable("TERM")
        // The console takes true colors and rounds them to its sixteen, badly.
        if term == "linux" { return Finding(.sixteen, byTerm) }
        if ["dumb", ""].contains(term) || Self.consoles.contains(term) {
            return Finding(.none, byTerm)
        }
        if ["truecolor", "24bit"].contains(environment["COLORTERM"]?.lowercased()) {
            return Finding(.trueColor, .variable("COLORTERM"))
        }
        if term.hasSuffix("-direct") { return Finding(.trueColor, byTerm) }
        if identity.value?.showsTrueColor == true { return Finding(.trueColor, .reputation) }
        if term.holds("256color") || term.hasPrefix("tmux") || term.hasPrefix("screen") {
            return Finding(.indexed, byTerm)
        }
        if identity.value?.name == "apple_terminal" { return Finding(.indexed, .reputation) }
        return Finding(term.hasSuffix("-mono") ? .none : .sixteen, byTerm)
    }

    var glyphs: Finding<GlyphSet> {
        if ["dumb", ""].contains(term) || Self.consoles.contains(term) {
            return Finding(.ascii, .variable("TERM"))
        }
        // The first of these that is set decides, as the C library has it.
        guard let name = ["LC_ALL", "LC_CTYPE", "LANG"].first(where: isSet) else {
            return Finding(.ascii, .assumption)
        }
        let codeset = environment[name, default: ""].lowercased().filter { $0 != "-" }
        return Finding(codeset.holds("utf8") ? .unicode : .ascii, .variable(name))
    }

    /// Reads `COLORFGBG`, as rxvt and Konsole set it: the last number is the background's index.
    var background: Finding<Background> {
        guard let last = environment["COLORFGBG"]?.split(separator: ";").last,
            let index = Int(last)
        else { return Finding(.dark, .assumption) }
        return Finding(index < 7 || index == 8 ? .dark : .light, .variable("COLORFGBG"))
    }
}
