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
        let theme = themes.first { $0.name == settings.theme } ?? .classic
        return settings.isColorBlind ? theme.forEveryColorVision : theme
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
        (sheetRow, considered) = (0, nil)
        guard let before, overlay != .themes else { return [] }
        return saving(since: before)
    }

    mutating func useTheme(_ place: Int) {
        guard 0..<themePlaces ~= place else { return }
        settings.isThemeRandom = place == themes.count
        if place < themes.count { settings.theme = themes[place].name }
    }

    /// Puts the palette for color-blind players in place of the theme's colors, or takes it back.
    ///
    /// A theme that has these colors by itself would not change, so the player is told that instead.
    mutating func toggleColorBlind(at now: TableTime) -> [ClientEffect] {
        let before = settings
        let plain = themes.first { $0.name == settings.theme } ?? .classic
        if plain.isForEveryColorVision, !settings.isColorBlind {
            remark("\(plain.name): these colors are for everybody's eyes already.", at: now)
            return []
        }
        settings.isColorBlind.toggle()
        remark(
            settings.isColorBlind
                ? "Colors for every kind of vision, and their letters on the cards."
                : "The colors of the theme again: \(plain.name).", at: now)
        // While the themes are open, closing them decides.
        return overlay == .themes ? [] : saving(since: before)
    }

    /// Takes the next level of motion.
    mutating func nextMotion(at now: TableTime) -> [ClientEffect] {
        let before = settings
        settings.motion = settings.motion.next
        remark("Motion: \(settings.motion.rawValue).", at: now)
        return saving(since: before)
    }

    /// Works on the form of settings; what changes is to be seen and kept at once.
    mutating func set(_ edit: SettingsEdit) -> [ClientEffect] {
        guard overlay == .settings else { return [] }
        return form.take(edit, &settings).map { [.save($0)] } ?? []
    }

    private func saving(since before: ClientSettings) -> [ClientEffect] {
        StoredSettings(changesFrom: before, to: settings).map { [.save($0)] } ?? []
    }

    /// Draws one of the other themes.
    mutating func takeRandomTheme() {
        let others = themes.map(\.name).filter { $0 != settings.theme }
        if let name = others.randomElement(using: &chance) { settings.theme = name }
    }
}
