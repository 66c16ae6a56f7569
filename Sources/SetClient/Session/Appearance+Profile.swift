extension Appearance {
    /// How a table looks with a player's settings on a terminal.
    init(_ model: ClientModel, _ profile: TerminalProfile, invitation: String?) {
        self.init(
            palette: Palette(model.theme, on: profile), blitter: profile.blitter,
            cellAspect: profile.cellAspect, glyphs: profile.glyphs,
            keyboard: model.settings.keyboard, invitation: invitation)
    }
}

extension Palette {
    /// Fits a theme to what is known of a terminal.
    init(_ theme: Theme, on profile: TerminalProfile) {
        let depth: InkDepth =
            switch profile.colorDepth {
            case .none: .plain
            case .sixteen: .basic
            case .indexed: .indexed
            case .trueColor: .trueColor
            }
        self.init(theme, on: profile.isDark ? .dark : .light, depth)
    }
}
