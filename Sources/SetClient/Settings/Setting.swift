import SetProtocol

package typealias SettingPath<Value> = any WritableKeyPath<ClientSettings, Value> & Sendable

/// One row of the table of settings: its key in the file, its row in the form, its option and
/// values.
///
/// Every value is a text; a switch has `yes` or `no`.
package struct Setting: Sendable {
    /// The option of the command line that sets it for this time.
    package struct Option: Sendable {
        package let name: String
        package var letter: Character?
        /// What its value is called in the help; `nil` for a switch.
        package var value: String?
        package let summary: String
        package var shortcuts: [String: String] = [:]
    }

    /// The themes and keyboards there are to choose from.
    package struct Offer: Equatable, Sendable {
        let themes: [Theme]
        let keyboards: [Keyboard]

        package static let builtIn = Offer(themes: Theme.builtIn, keyboards: Keyboard.builtIn)
    }

    package enum Kind: Equatable, Sendable {
        case flag
        case word([String])
        /// The name of a theme, or that of the random choice.
        case theme
        case keyboard
        case name
        /// A text that only the program itself writes.
        case note
    }

    package let key: String
    /// What stands before the value in the form; `nil` for what is not in the form.
    package let label: String?
    package let kind: Kind
    package let option: Option?
    private let get: @Sendable (ClientSettings) -> String
    private let set: @Sendable (inout ClientSettings, String, Offer) -> Void
    private let explain: @Sendable (ClientSettings, Offer) -> String

    // MARK: - Values

    package var isText: Bool { if case .name = kind { true } else { false } }

    package func value(in settings: ClientSettings) -> String { get(settings) }

    /// The values, in the order in which they come; none for a text.
    package func choices(_ offer: Offer) -> [String] {
        switch kind {
        case .flag: ["no", "yes"]
        case .word(let words): words
        case .theme: offer.themes.map(\.name) + [Theme.randomName]
        case .keyboard: offer.keyboards.map(\.name)
        case .name, .note: []
        }
    }

    /// Changes the value; one that is not among the choices changes nothing.
    package func set(_ value: String, in settings: inout ClientSettings, _ offer: Offer) {
        switch kind {
        case .flag, .word, .theme, .keyboard:
            guard choices(offer).contains(value) else { return }
        case .name, .note: break
        }
        set(&settings, value, offer)
    }

    package func shown(_ value: String) -> String {
        switch kind {
        case .flag: value == "yes" ? "on" : "off"
        case .theme: value == Theme.randomName ? "random for each game" : value
        case .word, .keyboard, .name, .note: value
        }
    }

    /// What the present value means, in one or two short sentences.
    package func explanation(_ settings: ClientSettings, _ offer: Offer) -> String {
        explain(settings, offer)
    }
}

extension Setting: Hashable {
    package static func == (one: Setting, other: Setting) -> Bool { one.key == other.key }

    package func hash(into hasher: inout Hasher) { hasher.combine(key) }
}

// MARK: - The table

extension Setting {
    /// Every setting, in the order of the form and of the help.
    package static let all: [Setting] = [
        theme, randomTheme, colorBlind, motion, keyboard, color, background, drawing, gaps, bell,
        title, verbosity, history,
        name, lessonSeen, strength, lastHost,
    ]

    /// Those that a player finds in the form.
    package static let rows = all.filter { $0.label != nil }

    package static let theme = Setting(
        key: "theme", label: "theme", kind: .theme,
        option: Option(
            name: "theme", value: "NAME",
            summary: "card theme: "
                + Theme.builtIn.map(\.name).joined(separator: ", ")
                + ", your own theme, or \(Theme.randomName) (classic)"),
        get: { $0.isThemeRandom ? Theme.randomName : $0.theme },
        set: { settings, name, _ in
            settings.isThemeRandom = name == Theme.randomName
            if !settings.isThemeRandom { settings.theme = name }
        },
        explain: { settings, _ in
            settings.isThemeRandom
                ? "Each new game picks a theme; this one is \(settings.theme)."
                : "How the cards look and what their symbols are called."
        })

    /// Beside the name of a theme, which stays in the file while themes are drawn at random.
    package static let randomTheme = flag("randomTheme", nil, \.isThemeRandom)

    package static let colorBlind = flag(
        "colorBlind", "color-blind", \.isColorBlind,
        Option(name: "color-blind", summary: "use colors that everyone can tell apart")
    ) { settings, offer in
        if offer.themes.contains(where: { $0.name == settings.theme && $0.isForEveryColorVision }) {
            return "This theme is already color-blind-friendly."
        }
        return settings.isColorBlind
            ? "Uses color-blind-friendly colors and adds letters."
            : "Uses the colors of the theme."
    }

    package static let motion = word(
        "motion", "motion", \.motion,
        Option(
            name: "motion", value: "WORD",
            summary: "animation: "
                + MotionLevel.allCases.map(\.rawValue).joined(separator: ", ") + " (full)")
    ) { level in
        switch level {
        case .full: "Cards fly, flip, rise, and shake."
        case .reduced: "Cards change in place; new cards are highlighted."
        case .none: "Cards change in place."
        }
    }

    package static let keyboard = Setting(
        key: "keyboard", label: "keyboard", kind: .keyboard,
        option: Option(
            name: "keyboard", value: "NAME",
            summary: "keyboard layout for the letters on the cards: "
                + Keyboard.builtIn.map(\.name).joined(separator: ", ")
                + ", or your own layout (qwerty)"),
        get: { $0.keyboard.name },
        set: { settings, name, offer in
            offer.keyboards.first { $0.name == name }.map { settings.keyboard = $0 }
        },
        explain: { settings, _ in
            "The letters on the cards: "
                + settings.keyboard.rows.dropFirst().joined(separator: " ")
        })

    package static let color = word(
        "color", "colors", \.terminal.color,
        Option(
            name: "color", value: "WHEN",
            summary: "use colors: auto, always, or never (auto); also --no-color",
            shortcuts: ["no-color": "never"])
    ) { choice in
        switch choice {
        case .auto: "Follows the terminal and NO_COLOR."
        case .always: "Uses colors even if NO_COLOR is set."
        case .never: "No colors; cards show letters instead."
        }
    }

    package static let background = word(
        "ground", "background", \.terminal.background,
        Option(
            name: "background", value: "WORD",
            summary: "terminal background: auto, dark, or light (auto); also --dark, --light",
            shortcuts: ["dark": "dark", "light": "light"])
    ) { choice in
        switch choice {
        case .auto: "Follows the terminal; dark if the terminal does not say."
        case .dark: "Light text on a dark background."
        case .light: "Dark text on a light background."
        }
    }

    package static let drawing = word(
        "drawing", "drawing", \.terminal.drawing,
        Option(
            name: "drawing", value: "WORD",
            summary: "how cards are drawn: "
                + DrawingChoice.allCases.map(\.rawValue).joined(separator: ", ") + " (auto)")
    ) { choice in
        switch choice {
        case .auto: "Uses pictures or the finest characters that look right."
        case .pixels: "Shows pictures over a remote shell, too, if the terminal can."
        case .sextant: "Two by three dots in each character."
        case .quadrant: "Two by two dots in each character."
        case .ascii: "Letters and punctuation only."
        }
    }

    package static let gaps = word(
        "gaps", "gaps", \.terminal.gaps,
        Option(
            name: "gaps", value: "WORD",
            summary: "whether the terminal leaves gaps between characters that should touch: "
                + "auto, yes, no (auto)")
    ) { choice in
        switch choice {
        case .auto: "Fills gaps in terminals that are known to leave some."
        case .yes: "Fills the gaps that the terminal leaves in symbols."
        case .no: "Draws symbols as if the terminal left no gaps."
        }
    }

    package static let bell = flag("bell", "bell", \.ringsBell) { settings, _ in
        settings.ringsBell
            ? "Rings when it is your move and you are in another window."
            : "Never rings."
    }

    package static let title = flag("title", "title bar", \.setsTitle) { settings, _ in
        settings.setsTitle
            ? "The window title shows what is happening at the table."
            : "The window title does not change."
    }

    package static let verbosity = word("verbosity", "verbosity", \.verbosity) { verbosity in
        "With --plain, \(verbosity.summary)."
    }

    package static let history = flag(
        "history", "history", \.keepsHistory,
        Option(name: "history", summary: "record finished games for set-duel stats (yes)")
    ) { settings, _ in
        settings.keepsHistory
            ? "Records your finished games for your statistics." : "Does not record your games."
    }

    package static let name = Setting(
        key: "name", label: "your name", kind: .name,
        option: Option(
            name: "name", letter: "n", value: "NAME", summary: "your name, as others see it"),
        get: \.name, set: { settings, name, _ in settings.name = name },
        explain: { _, _ in "The name that others see, starting at your next table." })

    package static let lessonSeen = flag("lessonSeen", nil, \.isLessonSeen)

    package static let strength = note("strength", \.strength)

    package static let lastHost = note("lastHost", \.lastHost)

    /// The longest text that the program stores by itself, in characters.
    package static let noteLength = 100

    private static func note(_ key: String, _ path: SettingPath<String>) -> Setting {
        Setting(
            key: key, label: nil, kind: .note, option: nil, get: { $0[keyPath: path] },
            set: { settings, word, _ in settings[keyPath: path] = word }, explain: { _, _ in "" })
    }

    private static func flag(
        _ key: String, _ label: String?, _ path: SettingPath<Bool>, _ option: Option? = nil,
        _ explain: @escaping @Sendable (ClientSettings, Offer) -> String = { _, _ in "" }
    ) -> Setting {
        Setting(
            key: key, label: label, kind: .flag, option: option,
            get: { $0[keyPath: path] ? "yes" : "no" },
            set: { settings, value, _ in settings[keyPath: path] = value == "yes" },
            explain: explain)
    }

    private static func word<Word: CaseIterable & RawRepresentable<String> & Sendable>(
        _ key: String, _ label: String, _ path: SettingPath<Word>, _ option: Option? = nil,
        _ explain: @escaping @Sendable (Word) -> String
    ) -> Setting {
        Setting(
            key: key, label: label, kind: .word(Word.allCases.map(\.rawValue)), option: option,
            get: { $0[keyPath: path].rawValue },
            set: { settings, value, _ in
                if let word = Word(rawValue: value) { settings[keyPath: path] = word }
            },
            explain: { settings, _ in explain(settings[keyPath: path]) })
    }
}
