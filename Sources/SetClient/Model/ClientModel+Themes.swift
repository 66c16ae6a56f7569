import SetProtocol

// MARK: - Looks

extension ClientModel {
    /// How many places the list of themes has: each theme, and the random choice after them.
    public var themePlaces: Int { themes.count + 1 }

    /// The place in the list that is in use.
    public var themePlace: Int {
        if settings.isThemeRandom { return themes.count }
        return themes.firstIndex { $0.name == settings.theme } ?? 0
    }

    /// The theme in use, with the colors for color-blind players when these are wanted.
    public var theme: Theme { Self.theme(for: settings, among: themes) }

    /// The theme that settings ask for: the named one, or the usual one where there is none of that
    /// name.
    public static func theme(for settings: ClientSettings, among themes: [Theme]) -> Theme {
        var theme = themes.first { $0.name == settings.theme } ?? .classic
        if settings.isColorBlind {
            theme.colors = Theme.colorBlind.colors
            theme.showsColorLetter = true
        }
        return theme
    }

    /// Tells the player something, in a line that goes away by itself.
    public mutating func remark(_ text: String, at now: TableTime) {
        notice = note(.remark(text), at: now)
    }

    /// Opens an overlay, or closes what is open; leaving the themes keeps what was chosen there.
    mutating func show(_ overlay: Overlay?) -> [ClientEffect] {
        let before = settingsBefore
        settingsBefore = overlay == .themes ? settings : nil
        self.overlay = overlay
        sheetRow = 0
        guard let before, overlay != .themes else { return [] }
        return saving(since: before)
    }

    mutating func useTheme(_ place: Int) {
        guard 0..<themePlaces ~= place else { return }
        settings.isThemeRandom = place == themes.count
        if place < themes.count { settings.theme = themes[place].name }
    }

    mutating func toggleColorBlind() -> [ClientEffect] {
        let before = settings
        settings.isColorBlind.toggle()
        // While the themes are open, closing them decides.
        return overlay == .themes ? [] : saving(since: before)
    }

    /// Only what the player has changed is kept: what an option set for this time stays out of the
    /// file.
    private func saving(since before: ClientSettings) -> [ClientEffect] {
        var changes = StoredSettings()
        if settings.isThemeRandom != before.isThemeRandom {
            changes.isThemeRandom = settings.isThemeRandom
        }
        if !settings.isThemeRandom, settings.theme != before.theme || before.isThemeRandom {
            changes.theme = settings.theme
        }
        if settings.isColorBlind != before.isColorBlind {
            changes.isColorBlind = settings.isColorBlind
        }
        return changes == StoredSettings() ? [] : [.save(changes)]
    }

    /// Draws one of the other themes.
    mutating func takeRandomTheme() {
        let others = themes.map(\.name).filter { $0 != settings.theme }
        if let name = others.randomElement(using: &chance) { settings.theme = name }
    }
}
