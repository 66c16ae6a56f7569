import SetProtocol

/// The player's settings as they are now, and what there is to choose from.
package struct SettingsModel: Equatable, Sendable {
    package var settings: ClientSettings
    let offer: Setting.Offer
    private var chance: SeededGenerator

    /// The settings in use; picks a random theme at once if wanted.
    ///
    /// - Parameter seed: Decides which random themes are picked.
    package init(
        _ settings: ClientSettings = .standard, themes: [Theme] = Theme.builtIn,
        keyboards: [Keyboard] = Keyboard.builtIn, seed: UInt64 = 0
    ) {
        self.settings = settings
        offer = Setting.Offer(themes: themes, keyboards: keyboards)
        chance = SeededGenerator(seed: seed)
        if settings.isThemeRandom { drawRandomTheme() }
    }

    // MARK: - Themes

    package var themes: [Theme] { offer.themes }

    /// The theme in use, with the colors for color-blind players when these are wanted.
    package var theme: Theme { Self.theme(for: settings, among: themes) }

    /// The theme that settings ask for: the named one, or the usual one where there is none of that
    /// name.
    package static func theme(for settings: ClientSettings, among themes: [Theme]) -> Theme {
        let theme = themes.first { $0.name == settings.theme } ?? .classic
        return settings.isColorBlind ? theme.forEveryColorVision : theme
    }

    /// The row in use; the random choice comes after the themes.
    package var themeIndex: Int {
        if settings.isThemeRandom { return themes.count }
        return themes.firstIndex { $0.name == settings.theme } ?? 0
    }

    mutating func useTheme(at index: Int) {
        guard 0...themes.count ~= index else { return }
        settings.isThemeRandom = index == themes.count
        if index < themes.count { settings.theme = themes[index].name }
    }

    mutating func drawRandomTheme() {
        let others = themes.map(\.name).filter { $0 != settings.theme }
        if let name = others.randomElement(using: &chance) { settings.theme = name }
    }

    // MARK: - Changes by one key

    /// Toggles the color-blind palette and returns the message for the player.
    ///
    /// A theme that already has these colors stays as it is.
    mutating func toggleColorBlind() -> String {
        let plain = themes.first { $0.name == settings.theme } ?? .classic
        if plain.isForEveryColorVision, !settings.isColorBlind {
            return "\(plain.name) is already color-blind-friendly."
        }
        settings.isColorBlind.toggle()
        return settings.isColorBlind
            ? "Color-blind-friendly colors, with letters on the cards."
            : "Using \(plain.name)'s own colors again."
    }

    /// Uses the next level of motion.
    ///
    /// - Returns: The message for the player.
    mutating func nextMotion() -> String {
        let levels = MotionLevel.allCases
        let place = levels.firstIndex(of: settings.motion) ?? 0
        settings.motion = levels[(place + 1) % levels.count]
        return "Motion: \(settings.motion.rawValue)."
    }

    /// What was changed since a moment and is to be saved; `nil` for nothing.
    func changes(since before: ClientSettings) -> StoredSettings? {
        StoredSettings(changesFrom: before, to: settings)
    }
}
