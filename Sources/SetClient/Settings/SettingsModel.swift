import SetProtocol

/// The player's settings as they are now, and what there is to choose from.
package struct SettingsModel: Hashable, Sendable {
    /// What the player has set.
    package var settings: ClientSettings
    /// The themes there are; never empty.
    package let themes: [Theme]
    /// The keyboards there are.
    package let keyboards: [Keyboard]
    /// Where the random choice of themes comes from.
    private var chance: SeededGenerator

    /// Settings in use; a random theme is drawn at once where one is wanted.
    ///
    /// - Parameters:
    ///   - themes: Those that come with the game unless given.
    ///   - keyboards: Those that come with the game unless given.
    ///   - seed: Decides which random themes are drawn.
    package init(
        _ settings: ClientSettings = .standard, themes: [Theme] = Theme.builtIn,
        keyboards: [Keyboard] = Keyboard.builtIn, seed: UInt64 = 0
    ) {
        self.settings = settings
        self.themes = themes.isEmpty ? Theme.builtIn : themes
        self.keyboards = keyboards
        chance = SeededGenerator(seed: seed)
        if settings.isThemeRandom { drawRandomTheme() }
    }

    /// Settings in use, with what a player's files have to choose from.
    package init(_ settings: ClientSettings, _ preferences: Preferences, seed: UInt64) {
        self.init(
            settings, themes: preferences.library.themes, keyboards: preferences.keyboards,
            seed: seed)
    }

    // MARK: - Themes

    /// The theme in use, with the colors for color-blind players when these are wanted.
    package var theme: Theme { Self.theme(for: settings, among: themes) }

    /// The theme that settings ask for: the named one, or the usual one where there is none of that
    /// name.
    package static func theme(for settings: ClientSettings, among themes: [Theme]) -> Theme {
        let theme = themes.first { $0.name == settings.theme } ?? .classic
        return settings.isColorBlind ? theme.forEveryColorVision : theme
    }

    /// How many rows the list of themes has: the themes, and the random choice after them.
    package var themeCount: Int { themes.count + 1 }

    /// The row in use.
    package var themeIndex: Int {
        if settings.isThemeRandom { return themes.count }
        return themes.firstIndex { $0.name == settings.theme } ?? 0
    }

    /// Uses the theme in a row, or the random choice.
    mutating func useTheme(at index: Int) {
        guard 0..<themeCount ~= index else { return }
        settings.isThemeRandom = index == themes.count
        if index < themes.count { settings.theme = themes[index].name }
    }

    /// Draws one of the other themes.
    mutating func drawRandomTheme() {
        let others = themes.map(\.name).filter { $0 != settings.theme }
        if let name = others.randomElement(using: &chance) { settings.theme = name }
    }

    // MARK: - Changes by one key

    /// Puts the palette for color-blind players in place of the theme's colors, or takes it back.
    ///
    /// A theme that has these colors by itself would not change, so it stays as it is.
    ///
    /// - Returns: What the player is told.
    mutating func toggleColorBlind() -> String {
        let plain = themes.first { $0.name == settings.theme } ?? .classic
        if plain.isForEveryColorVision, !settings.isColorBlind {
            return "\(plain.name) is already color-blind friendly."
        }
        settings.isColorBlind.toggle()
        return settings.isColorBlind
            ? "Color-blind friendly colors, with letters on the cards."
            : "Back to the colors of \(plain.name)."
    }

    /// Uses the next level of motion.
    ///
    /// - Returns: What the player is told.
    mutating func nextMotion() -> String {
        settings.motion = settings.motion.next
        return "Motion: \(settings.motion.rawValue)."
    }

    /// What was changed since a moment and is to be saved; `nil` for nothing.
    func changes(since before: ClientSettings) -> StoredSettings? {
        StoredSettings(changesFrom: before, to: settings)
    }
}
