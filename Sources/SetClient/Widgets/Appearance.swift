import SetProtocol

/// How a table looks on one terminal, apart from what happens at it.
package struct Appearance: Equatable, Sendable {
    package var palette = Palette(.classic)
    package var blitter = Blitter.quadrant
    /// The height of a cell over its width, about 2.
    package var cellAspect = 2.0
    package var fillsGaps = false
    /// How pictures are shown; `nil` where cards are drawn in cells.
    package var pictures: PictureSurface?
    /// Which characters the terminal can be trusted with.
    package var glyphs = GlyphSet.unicode
    package var keyboard = Keyboard.qwerty
    /// The command line with which a second player joins; `nil` for a general one.
    package var invitation: String?

    /// What separates the parts of a line: a dot, or a gap where a dot would not fit.
    var separators: [String] { [glyphs == .ascii ? " - " : " · ", "  "] }
}

extension Appearance {
    /// What any modern terminal can show.
    package static let usual = Appearance()

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
            pictures: profile.pictures.value, glyphs: profile.glyphs,
            keyboard: settings.keyboard, invitation: invitation)
    }
}

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
        let background = profile.background.value
        if let palette, palette.isFor(theme, on: background, depth, profile.colors) {
            return palette
        }
        return Palette(theme, on: background, depth, profile.colors)
    }
}
