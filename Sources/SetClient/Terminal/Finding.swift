/// A belief about a terminal, with the reason that decided, which `set-duel doctor` prints.
package struct Finding<Value: Equatable & Sendable>: Equatable, Sendable {
    package let value: Value
    package let cause: FindingCause

    package init(_ value: Value, _ cause: FindingCause) {
        self.value = value
        self.cause = cause
    }
}

package enum FindingCause: Equatable, Sendable {
    /// Nothing tells, so what is safe is assumed.
    case assumption
    /// The user said so by an option, or by its variable or the settings.
    case choice(option: String)
    case variable(String)
    case answer(TerminalQuestion)
    /// What the terminal's name and version are known for.
    case reputation
    /// The extent of the window, as the system keeps it.
    case window
    /// How long the terminal takes to answer.
    case speed
    case multiplexer
    case noTerminal

    /// The cause in a few words, to stand behind what it decided.
    package var words: String {
        switch self {
        case .assumption: "assumed"
        case .choice(let option): "chosen: --\(option)"
        case .variable(let name): "variable \(name)"
        case .answer(let question): "answer to \(question.name)"
        case .reputation: "known for this terminal"
        case .window: "window size"
        case .speed: "measured speed"
        case .multiplexer: "multiplexer"
        case .noTerminal: "no terminal"
        }
    }
}

package struct TerminalFindings: Equatable, Sendable {
    package internal(set) var colors: Finding<ColorDepth>
    package internal(set) var glyphs: Finding<GlyphSet>
    package internal(set) var multiplexer: Finding<TerminalProfile.Multiplexer?>
    package internal(set) var isRemote: Finding<Bool>
    package internal(set) var identity: Finding<TerminalIdentity?>
    /// Whether the background is dark, before the user's own word.
    package internal(set) var background: Finding<Background>
    /// A cell's height divided by its width, 1.4...2.8.
    package internal(set) var cellAspect = Finding(2.0, .assumption)
    /// Whether frames may be marked (mode 2026).
    package internal(set) var synchronizes = Finding(false, .assumption)
    package internal(set) var speaksKittyKeyboard = Finding(false, .assumption)
    package internal(set) var showsPictures = Finding(false, .assumption)
    package internal(set) var showsSixels = Finding(false, .assumption)
    /// What it does with them, as far as it told.
    package internal(set) var sixels = SixelTraits()
    package internal(set) var cellPixels: Finding<Size?> = Finding(nil, .assumption)
    /// Whether the terminal can tell of changes between dark and light (mode 2031).
    package internal(set) var reportsColorScheme = Finding(false, .assumption)
}
