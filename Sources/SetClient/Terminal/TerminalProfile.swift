/// What is known of a terminal: a safe guess at first, better with each answer it gives.
///
/// Pure: the environment and the answers go in, and the first frame can be drawn before any of
/// them came.
public struct TerminalProfile: Hashable, Sendable {
    /// The user's word on colours, which overrides everything.
    public enum ColorChoice: String, CaseIterable, Hashable, Sendable {
        case auto
        case always
        case never
    }

    /// A program between the game and the real terminal.
    public enum Multiplexer: Hashable, Sendable {
        case tmux
        case screen
    }

    /// How many colours to use.
    public private(set) var colorDepth: ColorDepth
    /// Which characters to use.
    public private(set) var glyphs: GlyphSet
    /// The program in between, if there is one.
    public private(set) var multiplexer: Multiplexer?
    /// Whether the terminal is at the other end of a remote shell.
    public let isRemote: Bool
    /// Which terminal it is; `nil` until it is known.
    public private(set) var identity: TerminalIdentity?
    /// Whether frames may be marked (mode 2026).
    public private(set) var synchronizes = false
    /// Whether the kitty keyboard protocol is spoken, so that a lone escape needs no time-out.
    public private(set) var speaksKittyKeyboard = false
    /// Whether the terminal can tell of changes between dark and light (mode 2031).
    public private(set) var reportsColorScheme = false
    /// Whether the background is dark.
    public private(set) var isDark: Bool
    /// A cell's height divided by its width, 1.4...2.8.
    public private(set) var cellAspect = 2.0
    /// Whether all questions have been answered that ever will be.
    public private(set) var isSettled = false

    private let term: String
    private let allowsSynchronizing: Bool
    /// Whether the user or the environment fixed the colours, so that answers change nothing.
    private let isColorFixed: Bool
    private var hasPixelAspect = false
    private var foreground: TerminalReport.Color?
    private var background: TerminalReport.Color?
    /// The columns the cursor moved for each character of the probe, as far as told.
    private var probedColumns: [Int: Int] = [:]

    /// Guesses from the environment.
    ///
    /// - Parameters:
    ///   - environment: The process's variables.
    ///   - isTerminal: Whether there is a terminal at all; without, no colours unless forced.
    ///   - color: The user's word on colours.
    public init(
        environment: [String: String], isTerminal: Bool, color: ColorChoice = .auto
    ) {
        term = environment["TERM"] ?? ""
        multiplexer =
            if environment["TMUX", default: ""] != "" || term.hasPrefix("tmux") { .tmux }
            // Within tmux TERM may still say screen.
            else if environment["STY", default: ""] != "" || term.hasPrefix("screen") {
                .screen
            } else { nil }
        isRemote = ["SSH_TTY", "SSH_CONNECTION"].contains { environment[$0, default: ""] != "" }
        identity = multiplexer == nil ? TerminalIdentity(environment: environment) : nil
        glyphs = Self.glyphs(environment, term: term)
        allowsSynchronizing = environment["SET_DUEL_SYNC"] != "0"
        let detected = Self.detectedDepth(environment, term: term, identity: identity)
        let chosen = Self.chosenDepth(environment, color: color, detected: detected)
        isColorFixed = chosen != nil
        colorDepth = chosen ?? (isTerminal ? detected : .none)
        isDark = Self.isDark(colorsOf: environment["COLORFGBG"]) ?? true
    }

    /// How long the answers may take, counted from the questions.
    public var patience: Duration { isRemote ? .seconds(1) : .milliseconds(250) }

    /// How cards are best drawn as far as is known.
    ///
    /// Octants and sextants are chosen only where the terminal is known to draw them itself and
    /// nothing stands between that might count their columns otherwise.
    public var blitter: Blitter {
        guard glyphs == .unicode else { return .ascii }
        if multiplexer == nil, let identity {
            if identity.drawsOctants, isProbedNarrow(.octant) { return .octant }
            if identity.drawsSextants, isProbedNarrow(.sextant) { return .sextant }
        }
        return .quadrant
    }

    // MARK: - Answers

    /// Takes an answer in, early or late.
    public mutating func apply(_ report: TerminalReport) {
        switch report {
        case .primaryAttributes: isSettled = true
        case .mode(2026, let status):
            synchronizes = allowsSynchronizing && Self.isUsable(status)
        case .mode(2031, let status): reportsColorScheme = Self.isUsable(status)
        case .keyboardFlags: speaksKittyKeyboard = true
        case .foreground(let color):
            foreground = color
            compareGrounds()
        case .background(let color):
            background = color
            compareGrounds()
        case .colorScheme(let isDark): self.isDark = isDark
        case .version(let text): identify(TerminalIdentity(report: text))
        case .cellPixels(let size):
            if !hasPixelAspect { setAspect(width: size.width, height: size.height) }
        case .cursorPosition(let point): takeProbe(point)
        case .mode, .secondaryAttributes, .areaPixels, .areaCells, .ready: break
        }
    }

    /// Takes the shape of a cell from the window's extent, where that is told in pixels.
    public mutating func apply(_ window: WindowSize) {
        guard let pixels = window.pixels, window.cells.width > 0, window.cells.height > 0 else {
            return
        }
        hasPixelAspect = setAspect(
            width: pixels.width * window.cells.height, height: pixels.height * window.cells.width)
    }

    private mutating func identify(_ identity: TerminalIdentity) {
        switch identity.name {
        case "tmux": multiplexer = .tmux
        case "screen": multiplexer = .screen
        default: break
        }
        guard multiplexer == nil else { return }
        self.identity = identity
        // Over ssh the environment says nothing of colours; the name does.
        if !isColorFixed, colorDepth != .none, identity.showsTrueColor { colorDepth = .trueColor }
    }

    /// Permanently set or reset by a terminal means: it knows the mode, or it never will do it.
    private static func isUsable(_ status: TerminalReport.ModeStatus) -> Bool {
        switch status {
        case .set, .reset, .permanentlySet: true
        case .unknown, .permanentlyReset: false
        }
    }

    /// Whether plain text is lighter than what is behind it decides, as users choose both.
    private mutating func compareGrounds() {
        guard let background else { return }
        isDark = background.lightness < (foreground?.lightness ?? 128)
    }

    /// Terminals that report nonsense keep the usual shape.
    @discardableResult
    private mutating func setAspect(width: Int, height: Int) -> Bool {
        guard width > 0, height > 0 else { return false }
        let aspect = Double(height) / Double(width)
        guard 1.4...2.8 ~= aspect else { return false }
        cellAspect = aspect
        return true
    }
}

// MARK: - Questions

extension TerminalProfile {
    /// The characters whose width is measured, each at the start of its own row.
    private enum Probe: Int, CaseIterable {
        case block = 0
        case sextant = 1
        case octant = 2
        case shape = 3

        var scalar: Unicode.Scalar {
            switch self {
            case .block: "\u{2580}"
            case .sextant: "\u{1FB00}"
            case .octant: "\u{1CD00}"
            case .shape: "\u{25C6}"
            }
        }
    }

    /// The questions to ask once, right after entering and before the first frame.
    ///
    /// Answers go to ``apply(_:)-(TerminalReport)``. The last question is one that every terminal
    /// answers, so its answer ends the waiting; nothing must depend on it, though. What a terminal
    /// writes on the screen instead of answering is wiped by the first frame.
    ///
    /// - Parameter window: The window, whose pixels need not be asked for when known.
    public func startupQueries(window: WindowSize) -> [UInt8] {
        guard term != "dumb" else { return [] }
        var text = ""
        // The console and screen print parts of questions they do not know.
        if term != "linux", !term.hasPrefix("screen"), !term.hasPrefix("Eterm") {
            text += "\u{1B}]10;?\u{7}\u{1B}]11;?\u{7}"
        }
        if term != "linux" {
            text += "\u{1B}[>0q"
            if identity?.name != "apple_terminal" {
                text += "\u{1B}[?2026$p\u{1B}[?2031$p\u{1B}[?996n"
            }
            text += "\u{1B}[?u"
            if window.pixels == nil { text += "\u{1B}[16t" }
            if glyphs == .unicode, window.cells.height >= Probe.allCases.count {
                for probe in Probe.allCases {
                    text += "\u{1B}[\(probe.rawValue + 1);1H\(probe.scalar)\u{1B}[6n"
                }
            }
        }
        return Array(text.utf8) + TerminalModes.fenceBytes
    }

    private mutating func takeProbe(_ point: Point) {
        // After the last answer the same bytes are F3 with a modifier, as xterm sends it.
        guard !isSettled, 0...2 ~= point.x, let probe = Probe(rawValue: point.y) else { return }
        probedColumns[probe.rawValue] = point.x
        switch probe {
        // Where blocks are two columns wide, so are lines: nothing we draw would fit.
        case .block where point.x != 1, .shape where point.x != 1: glyphs = .ascii
        case .block, .sextant, .octant, .shape: break
        }
    }

    private func isProbedNarrow(_ probe: Probe) -> Bool {
        probedColumns[probe.rawValue, default: 1] == 1
    }
}

// MARK: - Environment

extension TerminalProfile {
    /// What the user decided, the more explicit first; `nil` when it is left to us.
    private static func chosenDepth(
        _ environment: [String: String], color: ColorChoice, detected: ColorDepth
    ) -> ColorDepth? {
        func isSet(_ name: String) -> Bool { environment[name, default: ""] != "" }
        switch color {
        case .never: return ColorDepth.none
        case .always: return max(detected, .sixteen)
        case .auto: break
        }
        if isSet("FORCE_COLOR") {
            switch environment["FORCE_COLOR"] {
            case "0", "false": return ColorDepth.none
            case "1": return .sixteen
            case "2": return .indexed
            case "3": return .trueColor
            default: return max(detected, .sixteen)
            }
        }
        if isSet("CLICOLOR_FORCE"), environment["CLICOLOR_FORCE"] != "0" {
            return max(detected, .sixteen)
        }
        if isSet("NO_COLOR") || environment["CLICOLOR"] == "0" { return ColorDepth.none }
        return nil
    }

    private static func detectedDepth(
        _ environment: [String: String], term: String, identity: TerminalIdentity?
    ) -> ColorDepth {
        if term == "dumb" || term.isEmpty { return .none }
        if ["truecolor", "24bit"].contains(environment["COLORTERM"]?.lowercased()) {
            // The console takes true colours and rounds them to its sixteen, badly.
            return term == "linux" ? .sixteen : .trueColor
        }
        if term.hasSuffix("-direct") || identity?.showsTrueColor == true { return .trueColor }
        if term.contains("256color") || term.hasPrefix("tmux") || term.hasPrefix("screen") {
            return .indexed
        }
        if term == "apple_terminal" || identity?.name == "apple_terminal" { return .indexed }
        if ["vt52", "vt100", "vt102", "vt220"].contains(term) || term.hasSuffix("-mono") {
            return .none
        }
        return .sixteen
    }

    private static func glyphs(_ environment: [String: String], term: String) -> GlyphSet {
        if ["dumb", "linux", "vt100", "vt102", "vt220", ""].contains(term) { return .ascii }
        // The first of these that is set decides, as the C library has it.
        let names = ["LC_ALL", "LC_CTYPE", "LANG"]
        let locale = names.lazy.compactMap { environment[$0] }.first { !$0.isEmpty } ?? ""
        let codeset = locale.lowercased().filter { $0 != "-" }
        return codeset.contains("utf8") ? .unicode : .ascii
    }

    /// Reads `COLORFGBG`, as rxvt and Konsole set it: the last number is the background's index.
    private static func isDark(colorsOf text: String?) -> Bool? {
        guard let last = text?.split(separator: ";").last, let index = Int(last) else { return nil }
        return index < 7 || index == 8
    }
}

extension TerminalReport.Color {
    /// How light the colour is, 0...255, by the weights of ITU-R BT.601.
    fileprivate var lightness: Int {
        (299 * Int(red) + 587 * Int(green) + 114 * Int(blue)) / 1000
    }
}
