import SetProtocol

/// The themes to choose from; what is tried on is used at once, and kept or taken back at the end.
struct ThemesSheet: Hashable, Sendable {
    /// The settings to go back to.
    let before: ClientSettings
    /// Whether it tells of editing; not where whoever shows it does.
    var offersEditing = true

    init(_ before: ClientSettings) { self.before = before }

    // MARK: - Input

    /// Arrows and letters try themes on; enter keeps the last one, escape takes it back.
    mutating func handle(
        _ input: InputEvent, _ preferences: inout SettingsModel, in place: SheetPlace
    ) -> SheetStep {
        switch input {
        case .key(let key): return handle(key, &preferences)
        case .mouse(let mouse): return handle(mouse, &preferences, in: place)
        case .paste, .focus, .report: return .stay
        }
    }

    private func handle(_ key: Key, _ preferences: inout SettingsModel) -> SheetStep {
        let index = preferences.themeIndex
        if let next = ListBox.index(after: key.code, from: index, of: preferences.themeCount) {
            preferences.useTheme(at: next)
            return .stay
        }
        switch key.code {
        case .left: preferences.useTheme(at: index - 1)
        case .right: preferences.useTheme(at: index + 1)
        case .enter, .character(" "), .character("T"): return keep(preferences)
        case .character("C"): return SheetStep(message: preferences.toggleColorBlind())
        case .character("E"), .character("N"), .character("A"), .character("Y"), .character("X"):
            return SheetStep(
                message: "To edit themes, open the menu: set-duel, then T.")
        case .character(let letter):
            let rows = 0..<preferences.themeCount
            if let row = rows.first(where: { ThemesView.letter(ofRow: $0) == letter }) {
                preferences.useTheme(at: row)
            }
        case .escape, .backspace: return revert(&preferences)
        case .up, .down, .tab, .backtab, .home, .end, .pageUp, .pageDown, .insert, .delete,
            .function:
            break
        }
        return .stay
    }

    private func handle(
        _ mouse: Mouse, _ preferences: inout SettingsModel, in place: SheetPlace
    ) -> SheetStep {
        let index = preferences.themeIndex
        switch mouse.action {
        case .press(.left):
            let view = view(preferences, in: place)
            guard view.frame.contains(mouse.point) else { return keep(preferences) }
            if let row = view.list.row(at: mouse.point) { preferences.useTheme(at: row) }
        case .press(.right): return revert(&preferences)
        case .wheelDown: preferences.useTheme(at: index + 1)
        case .wheelUp: preferences.useTheme(at: index - 1)
        case .press(.middle), .release: break
        }
        return .stay
    }

    private func keep(_ preferences: SettingsModel) -> SheetStep {
        SheetStep(closes: true, changes: preferences.changes(since: before))
    }

    private func revert(_ preferences: inout SettingsModel) -> SheetStep {
        preferences.settings = before
        return .close
    }

    // MARK: - Drawing

    func draw(_ preferences: SettingsModel, in place: SheetPlace, on canvas: inout Canvas) {
        view(preferences, in: place).draw(on: &canvas)
    }

    func frame(_ preferences: SettingsModel, in place: SheetPlace) -> Rect {
        view(preferences, in: place).frame
    }

    private func view(_ preferences: SettingsModel, in place: SheetPlace) -> ThemesView {
        ThemesView(preferences, in: place, offersEditing: offersEditing)
    }
}

/// The list of themes with three cards of the one in use; the table behind wears it already.
///
/// | screen | layout |
/// |---|---|
/// | wide | the list, and beside it the cards |
/// | narrow | the list, and the cards below it |
struct ThemesView {
    private let preferences: SettingsModel
    private let look: Appearance
    /// The cells of the sheet, its edge included.
    let frame: Rect
    /// The cells of the list.
    let list: ListBox
    /// The cells of the sample, a margin included; empty where there is no room.
    private let sample: Rect
    private let card: Size
    private let offersEditing: Bool

    /// The three cards of the sample: a set of which everything differs.
    static let sampleCards = Variant.allCases.map {
        Card($0, $0, $0, $0)
    }

    private static let swatchColumns = 6

    init(_ preferences: SettingsModel, in sheetPlace: SheetPlace, offersEditing: Bool) {
        (self.preferences, look, self.offersEditing) = (preferences, sheetPlace.look, offersEditing)
        let (screen, area) = (sheetPlace.screen, sheetPlace.area)
        let names = preferences.themes.map(\.name.columns).max() ?? 0
        let listWidth = 4 + max(Self.randomName.columns, names) + 1 + Self.swatchColumns
        let room = Size(screen.width - 4, screen.height - 2)
        let beside = Self.card(
            in: Size(room.width - listWidth - 2, room.height - 2), look.cellAspect)
        let isBeside = beside.height >= 3
        card =
            isBeside
            ? beside
            : Self.card(in: Size(room.width, min(5, room.height - 5)), look.cellAspect)
        let sampleSize =
            card.height >= 3 ? Size(3 * card.width + 4, card.height) : Size(0, 0)
        let besideRows = isBeside ? sampleSize.height + 2 : 0
        let belowRows = isBeside ? 0 : sampleSize.height
        let rows = max(1, min(max(preferences.themeCount, besideRows), room.height - 1 - belowRows))
        let wanted = Size(
            min(
                room.width,
                isBeside ? listWidth + 2 + sampleSize.width : max(listWidth, sampleSize.width))
                + 4, rows + belowRows + 3)
        let fits = wanted.height <= area.size.height && wanted.width <= area.size.width
        let place = fits ? area : Rect(0, 0, screen.width, screen.height)
        let height = min(wanted.height, place.size.height)
        frame = Rect(
            place.minX + (place.size.width - wanted.width) / 2,
            place.minY + (place.size.height - height) / 2, wanted.width, height)
        let rect = Rect(frame.minX + 2, frame.minY + 1, min(listWidth, wanted.width - 4), rows)
        list = ListBox(in: rect, count: preferences.themeCount, index: preferences.themeIndex)
        sample =
            isBeside
            ? Rect(rect.maxX + 2, rect.minY + 1, sampleSize.width, sampleSize.height)
            : Rect(
                frame.minX + (frame.size.width - sampleSize.width) / 2, rect.maxY,
                sampleSize.width, sampleSize.height)
    }

    /// The largest cards of which three fit side by side, none when they would be too small.
    private static func card(in room: Size, _ cellAspect: Double) -> Size {
        for rows in [6, 5, 4, 3] where rows <= room.height {
            let width = Int(BoardLayout.ratio * cellAspect * Double(rows))
            if 3 * width + 4 <= room.width { return Size(width, rows) }
        }
        return Size(0, 0)
    }

    /// The letter that leads to a row; later ones have none.
    static func letter(ofRow row: Int) -> Character? {
        guard 0..<26 ~= row else { return nil }
        return Character(Unicode.Scalar(UInt8(0x61 + row)))
    }

    // MARK: - Drawing

    private static let randomName = "random each game"

    func draw(on canvas: inout Canvas) {
        Panel.empty("Themes", frame).draw(in: frame, look, on: &canvas)
        for row in list.visible { drawRow(row, on: &canvas) }
        drawSample(on: &canvas)
        footer.draw(look, on: &canvas)
    }

    private func drawRow(_ place: Int, on canvas: inout Canvas) {
        let isUsed = place == preferences.themeIndex
        let palette = look.palette
        let style = list.style(ofRow: place)
        var row = list.frame(ofRow: place)
        row.size.width -= Self.swatchColumns + 1
        if isUsed { canvas.fill(row, " ", Style(.standard, on: palette.ink(.sheet), .reverse)) }
        var line = TextLine(isUsed ? look.glyphs.pointer : " ", style)
        let key = Self.letter(ofRow: place).map { String($0) } ?? " "
        line.add(key, isUsed ? style : Tone.quiet.style(palette, .bold))
        let name =
            place < preferences.themes.count ? preferences.themes[place].name : Self.randomName
        line.add("  " + SafeText.sanitized(name, limit: row.size.width - 4), style)
        canvas.write(line, row.minX, row.minY, before: row.maxX)
        guard place < preferences.themes.count else { return }
        drawSwatches(self.palette(ofPlace: place), row.maxX + 1, row.minY, on: &canvas)
    }

    /// Two cells a color: its letter on its first ink, and its last ink.
    private func drawSwatches(_ palette: Palette, _ x: Int, _ y: Int, on canvas: inout Canvas) {
        for (index, color) in Variant.allCases.enumerated() {
            let (ink, paper) = (palette.ink(of: color), palette.ink(.paper))
            let letter = String(palette.letter(of: color))
            let start = x + 2 * index
            // The card's paper can be read on its inks; where there is none, the two change places.
            let isBare = paper == .standard
            let first =
                isBare
                ? Style(ink.top, on: .standard, [.bold, .reverse])
                : Style(paper, on: ink.top, .bold)
            let last =
                isBare ? Style(ink.bottom, on: .standard, .reverse) : Style(paper, on: ink.bottom)
            canvas.write(letter, start, y, first)
            canvas.write(" ", start + 1, y, last)
        }
    }

    private func drawSample(on canvas: inout Canvas) {
        guard sample.size.height >= 3 else { return }
        let palette = palette(ofPlace: preferences.themeIndex)
        // Cards lie on the terminal's own background, as they do on the table.
        canvas.fill(sample, " ", .standard)
        let view = CardView(palette, look.blitter, cellAspect: look.cellAspect)
        for (index, shown) in Self.sampleCards.enumerated() {
            let x = sample.minX + 1 + index * (card.width + 1)
            let rect = Rect(x, sample.minY, card.width, card.height)
            view.draw(.up(shown), in: rect, on: &canvas)
        }
        guard sample.minX > list.rect.maxX, sample.maxY + 1 < frame.maxY - 1 else { return }
        let words = palette.theme.symbols.all.map(\.plural).joined(separator: ", ")
        let text = SafeText.sanitized(words).fitted(to: sample.size.width)
        let x = sample.minX + (sample.size.width - text.columns) / 2
        canvas.write(text, x, sample.maxY, Tone.quiet.style(look.palette))
    }

    /// The keys at the foot.
    private var footer: KeyBar<Action> {
        let offers = [("enter", "keep"), ("esc", "back"), ("C", "color-blind")]
        let items = (offers + (offersEditing ? [("E", "edit")] : [])).map { key, words in
            KeyBar<Action>.Item(key, words, nil)
        }
        return KeyBar(
            items, in: Rect(frame.minX + 2, frame.maxY - 2, frame.size.width - 4, 1), gap: 2,
            look: .plain)
    }

    /// The inks of a theme as they would be used; of the random choice, those of this game.
    private func palette(ofPlace place: Int) -> Palette {
        var settings = preferences.settings
        if place < preferences.themes.count { settings.theme = preferences.themes[place].name }
        let theme = SettingsModel.theme(for: settings, among: preferences.themes)
        return Palette(theme, on: look.palette.background, look.palette.depth)
    }
}
