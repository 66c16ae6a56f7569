import SetProtocol

/// The themes to choose from: the highlighted one is used at once, and kept or reverted at the end.
struct ThemesSheet: Equatable, Sendable {
    /// The settings to go back to.
    let before: ClientSettings

    init(_ before: ClientSettings) { self.before = before }

    // MARK: - Input

    /// Arrows and letters try themes on; enter keeps the last one, escape reverts it.
    mutating func handle(
        _ input: InputEvent, _ preferences: inout SettingsModel, in place: SheetPlace
    ) -> SheetStep {
        switch input.fromPlayer {
        case .key(let key): return handle(key, &preferences)
        case .click(let point):
            let view = view(preferences, in: place)
            guard view.frame.contains(point) else { return keep(preferences) }
            if let row = view.list.row(at: point) { preferences.useTheme(at: row) }
        case .rightClick: return revert(&preferences)
        case .scroll(let step): preferences.useTheme(at: preferences.themeIndex + step)
        case .paste, nil: break
        }
        return .stay
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
                message: "To edit themes, leave the table and press t in the menu.")
        case .character(let letter):
            let rows = 0..<preferences.themeCount
            if let row = rows.first(where: { ThemesView.letter(ofRow: $0) == letter }) {
                preferences.useTheme(at: row)
            }
        case .escape, .backspace: return revert(&preferences)
        case _: break
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

    func view(_ preferences: SettingsModel, in place: SheetPlace) -> ThemesView {
        ThemesView(preferences, in: place)
    }
}

/// The list of themes with three cards of the one in use.
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
    let list: ListBox
    /// The cells of the sample, a margin included; empty where there is no room.
    private let sample: Rect
    private let card: Size

    /// A set in which everything differs.
    static let sampleCards = Variant.allCases.map { Card($0, $0, $0, $0) }

    private static let symbolColumns = 7

    init(_ preferences: SettingsModel, in sheetPlace: SheetPlace) {
        (self.preferences, look) = (preferences, sheetPlace.look)
        let (screen, area) = (sheetPlace.screen, sheetPlace.area)
        let names = preferences.themes.map(\.name.columns).max() ?? 0
        let listWidth = 4 + max(Self.randomName.columns, names) + 1 + Self.symbolColumns
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
        frame = place.centered(Size(wanted.width, min(wanted.height, place.size.height)))
        let rect = Rect(frame.minX + 2, frame.minY + 1, min(listWidth, wanted.width - 4), rows)
        list = ListBox(in: rect, count: preferences.themeCount, index: preferences.themeIndex)
        sample =
            isBeside
            ? Rect(rect.maxX + 2, rect.minY + 1, sampleSize.width, sampleSize.height)
            : Rect(
                frame.minX + (frame.size.width - sampleSize.width) / 2, rect.maxY,
                sampleSize.width, sampleSize.height)
    }

    /// The largest cards of which three fit side by side; empty when they would be too small.
    private static func card(in room: Size, _ cellAspect: Double) -> Size {
        CardRow.card([6, 5, 4, 3].filter { $0 <= room.height }, in: room.width, cellAspect)
            ?? Size(0, 0)
    }

    /// The letter that leads to a row; rows after the 26th have none.
    static func letter(ofRow row: Int) -> Character? {
        guard 0..<26 ~= row else { return nil }
        return Character(Unicode.Scalar(UInt8(0x61 + row)))
    }

    // MARK: - Drawing

    private static let randomName = "random for each game"

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
        row.size.width -= Self.symbolColumns + 1
        if isUsed { Panel.highlight(row, look, on: &canvas) }
        var line = TextLine(isUsed ? look.glyphs.pointer : " ", style)
        let key = Self.letter(ofRow: place).map { String($0) } ?? " "
        line.add(key, isUsed ? style : Tone.quiet.style(palette, .bold))
        let name =
            place < preferences.themes.count ? preferences.themes[place].name : Self.randomName
        line.add("  " + SafeText.sanitized(name, limit: row.size.width - 4), style)
        canvas.write(line, row.minX, row.minY, before: row.maxX)
        guard place < preferences.themes.count else { return }
        drawSymbols(self.palette(ofPlace: place), row.maxX + 1, row.minY, on: &canvas)
    }

    /// The symbols in their colors, on the paper of the cards.
    private func drawSymbols(_ palette: Palette, _ x: Int, _ y: Int, on canvas: inout Canvas) {
        let paper = palette.ink(.paper)
        canvas.fill(Rect(x, y, Self.symbolColumns, 1), " ", Style(.standard, on: paper))
        for (index, variant) in Variant.allCases.enumerated() {
            let symbol = palette.theme.symbols[variant]
            let glyph = look.glyphs == .ascii ? symbol.letter : symbol.glyphs.solid
            let style = Style(palette.ink(of: variant).top, on: paper, .bold)
            canvas.write(String(glyph), x + 1 + 2 * index, y, style)
        }
    }

    private func drawSample(on canvas: inout Canvas) {
        guard sample.size.height >= 3 else { return }
        var look = look
        let quiet = Tone.quiet.style(look.palette)
        look.palette = palette(ofPlace: preferences.themeIndex)
        // Cards are on the terminal's own background, as on the table.
        canvas.fill(sample, " ", .standard)
        CardRow(card: card).draw(
            Self.sampleCards, at: Point(sample.minX + 1, sample.minY), look, on: &canvas)
        guard sample.minX > list.rect.maxX, sample.maxY + 1 < frame.maxY - 1 else { return }
        let isRandom = preferences.themeIndex >= preferences.themes.count
        let words =
            isRandom
            ? ["a random theme,", "a new one each game"]
            : CardWords.variants(of: look.palette.theme, on: look.palette.background)
        for (row, text) in words.enumerated() where sample.maxY + row + 1 < frame.maxY - 1 {
            let text = text.fitted(to: sample.size.width)
            canvas.write(text, centeredIn: sample, row: sample.maxY + row, quiet)
        }
    }

    private var footer: KeyBar<Action> {
        let offers = [("enter", "keep"), ("esc", "back"), ("C", "color-blind")]
        let items = offers.map { key, words in
            KeyBar<Action>.Item(key, words, nil)
        }
        return KeyBar(
            items, in: Rect(frame.minX + 2, frame.maxY - 2, frame.size.width - 4, 1), gap: 2,
            look: .plain)
    }

    /// The inks of a theme as they would be used; for the random choice, those of this game.
    private func palette(ofPlace place: Int) -> Palette {
        var settings = preferences.settings
        if place < preferences.themes.count { settings.theme = preferences.themes[place].name }
        let theme = SettingsModel.theme(for: settings, among: preferences.themes)
        return look.palette.with(theme)
    }
}
