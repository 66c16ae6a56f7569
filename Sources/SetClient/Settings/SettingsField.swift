/// One thing a player can set, as a row of a form: what it is called, what it can be and what that
/// means.
package enum SettingsField: CaseIterable, Hashable, Sendable {
    case theme, colorBlind, motion, keyboard, color, ground, bell, title, verbosity, name

    /// What is there to choose from besides what the program itself knows.
    package struct Offer: Hashable, Sendable {
        /// The themes by their names.
        package let themes: [String]
        /// The themes that are made for every kind of color vision.
        package let themesForEveryColorVision: Set<String>
        /// The keyboards.
        package let keyboards: [Keyboard]

        /// Offers some themes and keyboards.
        package init(themes: [Theme], keyboards: [Keyboard]) {
            self.themes = themes.map(\.name)
            themesForEveryColorVision = Set(
                themes.filter(\.isForEveryColorVision).map(\.name))
            self.keyboards = keyboards
        }
    }

    /// What stands before the value.
    package var label: String {
        switch self {
        case .theme: "theme"
        case .colorBlind: "color-blind"
        case .motion: "motion"
        case .keyboard: "keyboard"
        case .color: "colors"
        case .ground: "background"
        case .bell: "bell"
        case .title: "title bar"
        case .verbosity: "plain mode"
        case .name: "your name"
        }
    }

    /// Whether a text is typed instead of one of several values being chosen.
    package var isText: Bool { self == .name }

    /// The values, in words, in the order in which they come; none for a text.
    package func choices(_ offer: Offer) -> [String] {
        switch self {
        case .theme: offer.themes + ["random each game"]
        case .colorBlind, .bell, .title: ["off", "on"]
        case .motion: MotionLevel.allCases.map(\.rawValue)
        case .keyboard: offer.keyboards.map(\.name)
        case .color: TerminalProfile.ColorChoice.allCases.map(\.rawValue)
        case .ground: GroundChoice.allCases.map(\.rawValue)
        case .verbosity: PlainVerbosity.allCases.map(\.rawValue)
        case .name: []
        }
    }

    /// The place of the present value among the choices; `nil` for one that is not among them.
    package func current(_ settings: ClientSettings, _ offer: Offer) -> Int? {
        func place<Value: CaseIterable & Equatable>(_ value: Value) -> Int? {
            Array(Value.allCases).firstIndex(of: value)
        }
        return switch self {
        case .theme:
            settings.isThemeRandom
                ? offer.themes.count : offer.themes.firstIndex(of: settings.theme)
        case .colorBlind: settings.isColorBlind ? 1 : 0
        case .bell: settings.ringsBell ? 1 : 0
        case .title: settings.setsTitle ? 1 : 0
        case .motion: place(settings.motion)
        case .keyboard: offer.keyboards.firstIndex(of: settings.keyboard)
        case .color: place(settings.color)
        case .ground: place(settings.ground)
        case .verbosity: place(settings.verbosity)
        case .name: nil
        }
    }

    /// Takes another value; a place that there is not changes nothing.
    package func choose(_ place: Int, _ settings: inout ClientSettings, _ offer: Offer) {
        guard choices(offer).indices ~= place else { return }
        switch self {
        case .theme:
            settings.isThemeRandom = place == offer.themes.count
            if place < offer.themes.count { settings.theme = offer.themes[place] }
        case .colorBlind: settings.isColorBlind = place == 1
        case .bell: settings.ringsBell = place == 1
        case .title: settings.setsTitle = place == 1
        case .motion: settings.motion = MotionLevel.allCases[place]
        case .keyboard: settings.keyboard = offer.keyboards[place]
        case .color: settings.color = TerminalProfile.ColorChoice.allCases[place]
        case .ground: settings.ground = GroundChoice.allCases[place]
        case .verbosity: settings.verbosity = PlainVerbosity.allCases[place]
        case .name: return
        }
    }

    /// What the present value means, in one or two short sentences.
    package func explanation(_ settings: ClientSettings, _ offer: Offer) -> String {
        switch self {
        case .theme:
            settings.isThemeRandom
                ? "Each new game looks different; this one is \(settings.theme)."
                : "How the cards look, and what they are called."
        case .colorBlind: colorBlindExplanation(settings, offer)
        case .motion:
            switch settings.motion {
            case .full: "Cards fly, turn over, rise and shake."
            case .reduced: "Everything changes in its place; what is new stands out."
            case .none: "Everything changes in its place."
            }
        case .keyboard:
            "The letters on the cards: "
                + settings.keyboard.rows.dropFirst().map { String($0.prefix(4)) }
                .joined(separator: " ") + " …"
        case .color:
            switch settings.color {
            case .auto: "As the terminal and NO_COLOR have it."
            case .always: "Colors, even where NO_COLOR says otherwise."
            case .never: "No colors; cards carry letters instead."
            }
        case .ground:
            switch settings.ground {
            case .auto: "As the terminal says; dark if it says nothing."
            case .dark: "Inks for light letters on a dark background."
            case .light: "Inks for dark letters on a light background."
            }
        case .bell:
            settings.ringsBell
                ? "Rings when the table wants you while you look at another window."
                : "Never rings."
        case .title:
            settings.setsTitle
                ? "The window's title tells what happens while you look at another one."
                : "The window's title stays the same."
        case .verbosity:
            switch settings.verbosity {
            case .all: "With --plain everything is told."
            case .mine: "With --plain the other's single picks are left out."
            case .min: "With --plain only turns, results, new cards and refusals are told."
            }
        case .name: "What the others see you as, at the next table. Type it."
        }
    }

    private func colorBlindExplanation(_ settings: ClientSettings, _ offer: Offer) -> String {
        if offer.themesForEveryColorVision.contains(settings.theme) {
            return "This theme has colors for every kind of vision by itself."
        }
        return settings.isColorBlind
            ? "Colors for every kind of vision, with letters, in place of the theme's own."
            : "Gives any theme colors that everybody can tell apart, and letters."
    }
}
