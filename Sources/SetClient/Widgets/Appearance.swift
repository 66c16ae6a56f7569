import SetProtocol

/// How a table looks on one terminal, apart from what happens at it.
package struct Appearance: Equatable, Sendable {
    /// The inks and symbols.
    package var palette: Palette
    package var blitter: Blitter
    /// The height of a cell over its width, about 2.
    package var cellAspect: Double
    /// Whether gaps between block characters are filled.
    package var fillsGaps: Bool
    /// How pictures are shown; `nil` where cards are drawn in cells.
    package var pictures: PictureSurface?
    /// Which characters the terminal can be trusted with.
    package var glyphs: GlyphSet
    /// The keyboard whose letters are on the cards.
    package var keyboard: Keyboard
    /// The command line with which a second player joins; `nil` for a general one.
    package var invitation: String?

    /// By default, a look that any modern terminal can show.
    package init(
        palette: Palette = Palette(.classic), blitter: Blitter = .quadrant,
        cellAspect: Double = 2, fillsGaps: Bool = false, pictures: PictureSurface? = nil,
        glyphs: GlyphSet = .unicode,
        keyboard: Keyboard = .qwerty,
        invitation: String? = nil
    ) {
        self.palette = palette
        self.blitter = blitter
        self.cellAspect = cellAspect
        self.fillsGaps = fillsGaps
        self.pictures = pictures
        self.glyphs = glyphs
        self.keyboard = keyboard
        self.invitation = invitation
    }

    /// A player's settings on a terminal.
    ///
    /// - Parameter palette: The last frame's palette, which is used again if it still fits.
    init(
        _ theme: Theme, _ settings: ClientSettings, on profile: TerminalProfile,
        reusing palette: Palette? = nil, invitation: String? = nil
    ) {
        self.init(
            palette: .fitted(theme, to: profile, reusing: palette), blitter: profile.blitter,
            cellAspect: profile.cellAspect, fillsGaps: profile.leavesGaps.value,
            pictures: profile.pictures.value,
            glyphs: profile.glyphs,
            keyboard: settings.keyboard, invitation: invitation)
    }

    /// What separates the parts of a line: a dot, or a gap where a dot would not fit.
    var separators: [String] { [glyphs == .ascii ? " - " : " · ", "  "] }
}

/// What a text is about, which decides its ink.
enum Tone {
    case plain, quiet, mine, theirs, good, bad, hint

    private var role: SurfaceRole? {
        switch self {
        case .plain: nil
        case .quiet: .label
        case .mine: .mine
        case .theirs: .theirs
        case .good: .match
        case .bad: .mismatch
        case .hint: .hint
        }
    }

    func style(_ palette: Palette, _ attributes: Style.Attributes = []) -> Style {
        Style(role.map { palette.ink($0) } ?? .standard, on: .standard, attributes)
    }
}

extension Palette {
    /// Fits a theme to what is known of a terminal.
    ///
    /// - Parameter palette: Returned if it still fits, because fitting colors takes some time.
    static func fitted(
        _ theme: Theme, to profile: TerminalProfile, reusing palette: Palette? = nil
    ) -> Palette {
        let depth = profile.colorDepth
        let background: Background = profile.isDark ? .dark : .light
        if let palette, palette.isFor(theme, on: background, depth, profile.colors) {
            return palette
        }
        return Palette(theme, on: background, depth, profile.colors)
    }
}
