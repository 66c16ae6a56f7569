/// What is known of a terminal: a safe guess at first, better with each answer.
///
/// Pure: the first frame can be drawn before any answer. ``findings`` has the reasons.
package struct TerminalProfile: Equatable, Sendable {
    /// A program between the game and the real terminal.
    package enum Multiplexer: String, Sendable {
        case tmux
        case screen
    }

    package private(set) var findings: TerminalFindings
    /// The user's choices; what is detected is kept.
    package var choices: TerminalChoices {
        didSet { if choices.color != oldValue.color { settleColors() } }
    }
    /// Whether all questions have been answered that ever will be.
    package private(set) var isSettled = false

    /// How long the startup questions took; `nil` until they are answered.
    package var answerTime: Duration?
    /// Whether frames have been late, as on a slow connection; for as long as the terminal is used.
    package var isSlow = false
    private let clues: EnvironmentClues
    private let allowsSynchronizing: Bool
    /// How many colors the terminal can show, whatever is wanted of it.
    private var possibleColors: Finding<ColorDepth>
    package private(set) var colors: TerminalColors
    /// The columns the cursor moved for each character of the probe, as far as told.
    private var probedColumns: [WidthProbe: Int] = [:]

    /// Without `isTerminal` there are no colors unless forced.
    package init(
        environment: [String: String], isTerminal: Bool,
        choices: TerminalChoices = TerminalChoices()
    ) {
        let clues = EnvironmentClues(environment)
        self.clues = clues
        colors = TerminalColors(isConsole: clues.term == "linux")
        self.choices = choices
        allowsSynchronizing = environment["SET_DUEL_SYNC"] != "0"
        possibleColors = isTerminal ? clues.depth : Finding(.none, .noTerminal)
        findings = TerminalFindings(
            colors: clues.chosenDepth(choices.color) ?? possibleColors,
            glyphs: clues.glyphs, multiplexer: clues.multiplexer, isRemote: clues.isRemote,
            identity: clues.identity, background: clues.background)
        if !allowsSynchronizing {
            findings.synchronizes = Finding(false, .variable("SET_DUEL_SYNC"))
        }
    }

    /// How long the answers may take, counted from the questions.
    package var answerTimeout: Duration { isRemote ? .seconds(1) : .milliseconds(250) }

    // MARK: - Answers

    package mutating func apply(_ report: TerminalReport) {
        switch report {
        case .primaryAttributes(let numbers):
            isSettled = true
            findings.showsSixels = Finding(numbers.contains(4), .answer(.attributes))
        case .sixelRegisters(let count): findings.sixels.registers = min(max(count, 0), 256)
        case .sixelExtent(let size):
            guard size.width >= 64, size.height >= 64 else { return }
            findings.sixels.limit = size
        case .mode(2026, let status):
            guard allowsSynchronizing else { return }
            findings.synchronizes = Finding(status.isUsable, .answer(.mode(2026)))
        case .mode(2031, let status):
            findings.reportsColorScheme = Finding(status.isUsable, .answer(.mode(2031)))
        case .keyboardFlags: findings.speaksKittyKeyboard = Finding(true, .answer(.keyboard))
        case .foreground(let color):
            colors.foreground = color
            compareGrounds()
        case .background(let color):
            colors.background = color
            compareGrounds()
        case .colorScheme(let isDark):
            findings.background = Finding(isDark ? .dark : .light, .answer(.colorScheme))
        case .indexedColor(let index, let color):
            colors[index] = color
            if index >= 16 { raiseDepth(to: .indexed, .answer(.indexedColor(index))) }
        case .version(let text): identify(TerminalIdentity(report: text), .version)
        case .secondaryAttributes(let numbers):
            guard identity == nil, let identity = TerminalIdentity(attributes: numbers) else {
                return
            }
            identify(identity, .secondaryAttributes)
        case .pictures(let areShown):
            findings.showsPictures = Finding(areShown, .answer(.pictures))
        case .cellPixels(let size):
            setCell(size, .answer(.cellPixels))
            guard findings.cellAspect.cause != .window else { return }
            setAspect(width: size.width, height: size.height, .answer(.cellPixels))
        case .cursorPosition(let point): applyProbe(point)
        case .mode, .ready: break
        }
    }

    /// Computes the shape of a cell from the window's size, if that is known in pixels.
    package mutating func apply(_ window: WindowSize) {
        guard let pixels = window.pixels, window.cells.width > 0, window.cells.height > 0 else {
            return
        }
        // The window may have a margin: where a cell's own size has been told, it counts.
        if findings.cellPixels.cause != .answer(.cellPixels) {
            setCell(
                Size(pixels.width / window.cells.width, pixels.height / window.cells.height),
                .window)
        }
        setAspect(
            width: pixels.width * window.cells.height, height: pixels.height * window.cells.width,
            .window)
    }

    private mutating func identify(_ identity: TerminalIdentity, _ question: TerminalQuestion) {
        if let multiplexer = Multiplexer(rawValue: identity.name) {
            findings.multiplexer = Finding(multiplexer, .answer(question))
        }
        guard multiplexer == nil else { return }
        findings.identity = Finding(identity, .answer(question))
        // Over ssh the environment says nothing of colors; the name does.
        if identity.showsTrueColor { raiseDepth(to: .trueColor, .reputation) }
    }

    /// Believes in more colors than before; a multiplexer shows no more than it said.
    private mutating func raiseDepth(to depth: ColorDepth, _ cause: FindingCause) {
        guard multiplexer == nil, possibleColors.value != .none, depth > possibleColors.value
        else { return }
        possibleColors = Finding(depth, cause)
        settleColors()
    }

    /// The user's choice and the environment take precedence over the detected depth.
    private mutating func settleColors() {
        findings.colors = clues.chosenDepth(choices.color) ?? possibleColors
    }

    /// Whether plain text is lighter than what is behind it decides, as users choose both.
    private mutating func compareGrounds() {
        guard let background = colors.background else { return }
        let isDark = background.lightness < (colors.foreground?.lightness ?? 128)
        findings.background = Finding(isDark ? .dark : .light, .answer(.background))
    }

    /// Terminals that report nonsense keep the usual shape.
    private mutating func setAspect(width: Int, height: Int, _ cause: FindingCause) {
        guard width > 0, height > 0 else { return }
        let aspect = Double(height) / Double(width)
        if 1.4...2.8 ~= aspect { findings.cellAspect = Finding(aspect, cause) }
    }

    /// Cells too small or too large to be true, or to draw on, are ignored.
    private mutating func setCell(_ size: Size, _ cause: FindingCause) {
        guard 4...64 ~= size.width, 8...128 ~= size.height else { return }
        findings.cellPixels = Finding(size, cause)
    }

    private mutating func applyProbe(_ point: Point) {
        // After the last answer the same bytes are F3 with a modifier, as xterm sends it.
        guard !isSettled, 0...2 ~= point.x, let probe = WidthProbe(rawValue: point.y) else {
            return
        }
        probedColumns[probe] = point.x
        // Where blocks are two columns wide, so are lines: nothing we draw would fit.
        if point.x != 1, probe == .block || probe == .shape {
            findings.glyphs = Finding(.ascii, .answer(.width(probe)))
        }
    }
}

// MARK: - What follows

extension TerminalProfile {
    package var colorDepth: ColorDepth { findings.colors.value }
    package var glyphs: GlyphSet { findings.glyphs.value }
    package var multiplexer: Multiplexer? { findings.multiplexer.value }
    /// Whether an escape and the key after it come as if they were one, with alt (GNU screen).
    package var holdsEscapes: Bool { clues.isBehindScreen || multiplexer == .screen }
    /// Whether the mouse is asked for; all can be done without it.
    package var mouse: Finding<Bool> { clues.mouse }
    package var isRemote: Bool { findings.isRemote.value }
    package var identity: TerminalIdentity? { findings.identity.value }
    package var synchronizes: Bool { findings.synchronizes.value }
    package var reportsColorScheme: Bool { findings.reportsColorScheme.value }
    package var cellAspect: Double { findings.cellAspect.value }

    /// Whether the terminal is a mere console, which knows no mouse, titles or keyboard flags.
    package var isConsole: Bool { EnvironmentClues.consoles.contains(clues.term) }

    /// The background: the user's choice, otherwise the detected one.
    package var background: Finding<Background> {
        choices.background.background.map { Finding($0, .choice(option: "background")) }
            ?? findings.background
    }

    /// How pictures are shown, and why; `nil` where cards are drawn in cells.
    ///
    /// Never without the terminal's answer, and never through a multiplexer, which would keep the
    /// pictures for itself. Unless the player chooses them, not on a slow connection either, where a
    /// board takes a while: a remote terminal has to show first that it is near.
    package var pictures: Finding<PictureSurface?> {
        guard [.auto, .pixels].contains(choices.drawing) else {
            return Finding(nil, .choice(option: "drawing"))
        }
        guard multiplexer == nil, !clues.isBehindScreen else { return Finding(nil, .multiplexer) }
        if choices.drawing == .auto, isRemote {
            guard let answerTime else { return Finding(nil, findings.isRemote.cause) }
            if isSlow || answerTime > Self.longestAnswer { return Finding(nil, .speed) }
        }
        let isKitty = findings.showsPictures.value
        let shows =
            !isKitty && findings.showsSixels.value ? findings.showsSixels : findings.showsPictures
        guard shows.value else { return Finding(nil, shows.cause) }
        if identity?.leavesTracesOfPictures == true { return Finding(nil, .reputation) }
        guard glyphs == .unicode else { return Finding(nil, findings.glyphs.cause) }
        // Cells of 256 colors can have those of a picture around them, but not lie above it.
        guard colorDepth >= (isKitty ? .trueColor : .indexed) else {
            return Finding(nil, findings.colors.cause)
        }
        guard let cell = findings.cellPixels.value else {
            return Finding(nil, findings.cellPixels.cause)
        }
        guard isKitty || sixels.registers >= 8 else {
            return Finding(nil, .answer(.sixelRegisters))
        }
        return Finding(
            PictureSurface(isKitty ? .kitty : .sixel(sixels), cell: cell), shows.cause)
    }

    /// How long a remote terminal with a fast connection takes for its answers.
    private static let longestAnswer = Duration.milliseconds(25)

    private var sixels: SixelTraits {
        var sixels = findings.sixels
        sixels.memory = identity?.pictureMemory
        return sixels
    }

    package var blitter: Blitter { drawing.value }

    /// How cards are best drawn, and why.
    ///
    /// Sextants are chosen only if the terminal is known to draw them itself and no multiplexer could
    /// count their columns otherwise.
    package var drawing: Finding<Blitter> {
        guard glyphs == .unicode else { return Finding(.ascii, findings.glyphs.cause) }
        if let chosen = choices.drawing.blitter {
            return Finding(chosen, .choice(option: "drawing"))
        }
        guard multiplexer == nil else { return Finding(.quadrant, .multiplexer) }
        guard let identity else { return Finding(.quadrant, .assumption) }
        guard identity.drawsSextants else { return Finding(.quadrant, .reputation) }
        return probedColumns[.sextant, default: 1] == 1
            ? Finding(.sextant, .reputation) : Finding(.quadrant, .answer(.width(.sextant)))
    }

    package var leavesGaps: Finding<Bool> {
        guard choices.gaps == .auto else {
            return Finding(choices.gaps == .yes, .choice(option: "gaps"))
        }
        return Finding(
            identity?.leavesGaps ?? false, identity == nil ? .assumption : .reputation)
    }
}

// MARK: - Questions

extension TerminalProfile {
    /// The questions to ask once, after entering and before the first frame.
    ///
    /// Answers go to ``apply(_:)-(TerminalReport)``. Every terminal answers the last question,
    /// which ends the wait; nothing may depend on it, though. The first frame wipes what a terminal
    /// prints instead of answering.
    package func startupQuestions(window: WindowSize) -> [TerminalQuestion] {
        guard clues.term != "dumb" else { return [] }
        var questions: [TerminalQuestion] = []
        // screen and Eterm print parts of questions about colors.
        if asksForBackground {
            questions += [.foreground, .background]
            // With true color, the palette does not matter.
            if colorDepth != .trueColor {
                questions += (0..<16).map { .indexedColor($0) } + [.indexedColor(255)]
            }
        }
        // Consoles print parts of questions that they do not know.
        if !isConsole {
            questions += [.version, .secondaryAttributes]
            // Apple's terminal prints the last letter of a question about a mode.
            if identity?.name != "apple_terminal" {
                questions += [.mode(2026), .mode(2031), .colorScheme]
            }
            questions.append(.keyboard)
            let asksForPictures = self.asksForPictures
            if window.pixels == nil || asksForPictures { questions.append(.cellPixels) }
            if asksForPictures { questions += [.pictures, .sixelRegisters, .sixelExtent] }
            if glyphs == .unicode, window.cells.height >= WidthProbe.allCases.count {
                questions += WidthProbe.allCases.map { .width($0) }
            }
        }
        return questions + [.attributes]
    }

    /// The questions that leave the screen as it is, for printing below a shell's prompt; none where
    /// a terminal would show them or knows no answer.
    package var questionsWithoutTrace: [TerminalQuestion] {
        asksForBackground ? [.foreground, .background, .version, .attributes] : []
    }

    /// Whether to ask at all: not a multiplexer, and not Apple's terminal, which prints questions that
    /// it does not know.
    private var asksForPictures: Bool {
        multiplexer == nil && !clues.isBehindScreen && glyphs == .unicode
            && identity?.name != "apple_terminal"
    }

    private var asksForBackground: Bool {
        !["dumb", ""].contains(clues.term) && !isConsole && !clues.term.hasPrefix("screen")
            && !clues.term.hasPrefix("Eterm")
    }
}

extension RGBColor {
    /// How light the color is, 0...255, by the weights of ITU-R BT.601.
    fileprivate var lightness: Int {
        (299 * Int(red) + 587 * Int(green) + 114 * Int(blue)) / 1000
    }
}
