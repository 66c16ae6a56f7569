import SetProtocol

/// The themes to choose from: the highlighted one is used at once, and kept or reverted at the end.
///
/// | screen | layout |
/// |---|---|
/// | wide | the list, and beside it three cards |
/// | narrow | the list, and the cards below it |
struct ThemesSheet: Equatable, Sendable {
    /// The settings to go back to.
    let before: ClientSettings
    /// The themes with their files, where they are made and deleted, too; `nil` over a table.
    private let library: ThemeLibrary?
    /// The theme to delete, while the player is asked.
    private(set) var pendingDeletion: String?
    private(set) var question: Confirmation?

    init(_ before: ClientSettings, _ library: ThemeLibrary? = nil) {
        (self.before, self.library) = (before, library)
    }

    private func list(_ preferences: SettingsModel) -> ListView {
        let names =
            preferences.themes.map { SafeText.sanitized($0.name) } + ["random for each game"]
        let letters = "abcdefghijklmnopqrstuvwxyz".map { String($0) }
        let rows = names.enumerated().map { index, name in
            ListView.Row(key: index < letters.count ? letters[index] : "", label: name)
        }
        return ListView(rows, at: preferences.themeIndex)
    }

    // MARK: - Input

    /// Arrows and letters try themes on; enter keeps the last one, escape reverts it.
    mutating func handle(
        _ input: InputEvent, _ preferences: inout SettingsModel, in place: SheetPlace
    ) -> SheetStep {
        if let name = pendingDeletion, let buttons = question.map({ buttons($0, in: place) }) {
            let answer = question.answer(to: input, on: buttons)
            if answer != nil { pendingDeletion = nil }
            return answer == .yes ? SheetStep(task: .delete(name)) : .stay
        }
        var input = input
        let layout = Layout(list(preferences), in: place)
        switch input.fromPlayer {
        case .key(let key) where key.modifiers.isSubset(of: .shift):
            switch key.code {
            case .enter, .character(" "), .character("T"): return keep(preferences)
            case .character("C"): return SheetStep(message: preferences.toggleColorBlind())
            case .character("E"), .character("N"), .character("Y"), .character("X"),
                .delete:
                return work(key.code, preferences)
            case .left: input = .key(Key(.up))
            case .right: input = .key(Key(.down))
            case _: break
            }
        case .click(let point):
            if place.bar?.minY == point.y {
                return bar(in: place).action(at: point)
                    .map { work($0.code, preferences) } ?? .stay
            }
            if !layout.frame.contains(point) { return keep(preferences) }
        case .key, .rightClick, .scroll, .paste, nil: break
        }
        var list = layout.list
        if list.handle(input, in: layout.rect) == .back {
            preferences.settings = before
            return .close
        }
        if list.row != layout.list.row { preferences.useTheme(at: list.row) }
        return .stay
    }

    private func keep(_ preferences: SettingsModel) -> SheetStep {
        SheetStep(closes: true, changes: preferences.changes(since: before))
    }

    private mutating func work(_ key: Key.Code, _ preferences: SettingsModel) -> SheetStep {
        guard let library else {
            return SheetStep(message: "To edit themes, leave the table and press t in the menu.")
        }
        let themes = preferences.themes.dropFirst(preferences.themeIndex)
        guard let name = themes.first?.name, let entry = library.entry(named: name) else {
            return SheetStep(message: "Select a theme first.")
        }
        switch key {
        case .character("E"): return SheetStep(task: .edit(name))
        case .character("Y"): return SheetStep(task: .copy(name))
        case .character("X"), .delete:
            guard entry.path != nil else {
                return SheetStep(message: "Built-in themes cannot be deleted.")
            }
            pendingDeletion = name
            question = Confirmation(
                "Delete \"\(name)\" permanently?", yes: "delete", no: "keep")
            return .stay
        case _: return SheetStep(task: .new(from: name))
        }
    }

    // MARK: - Layout

    private struct Layout {
        static let symbolColumns = 7

        let list: ListView
        /// The cells of the sheet, its edge included.
        let frame: Rect
        /// The cells of the list without the symbols.
        let rect: Rect
        /// The cells of the sample, a margin included; empty where there is no room.
        let sample: Rect
        let card: Size

        init(_ list: ListView, in place: SheetPlace) {
            self.list = list
            let (screen, area) = (place.screen, place.area)
            let listWidth = list.columns + Self.symbolColumns
            let room = Size(screen.width - 4, screen.height - 2)
            let aspect = place.look.cellAspect
            let beside = Self.card(in: Size(room.width - listWidth - 2, room.height - 2), aspect)
            let isBeside = beside.height >= 3
            card =
                isBeside
                ? beside : Self.card(in: Size(room.width, min(5, room.height - 5)), aspect)
            let cards = card.height >= 3 ? Size(3 * card.width + 4, card.height) : Size(0, 0)
            let besideRows = isBeside ? cards.height + 2 : 0
            let belowRows = isBeside ? 0 : cards.height
            let rows = max(1, min(max(list.rows.count, besideRows), room.height - 1 - belowRows))
            let width = isBeside ? listWidth + 2 + cards.width : max(listWidth, cards.width)
            let wanted = Size(min(room.width, width) + 4, rows + belowRows + 3)
            let fits = wanted.height <= area.size.height && wanted.width <= area.size.width
            let space = fits ? area : place.whole
            frame = space.centered(Size(wanted.width, min(wanted.height, space.size.height)))
            let columns = min(listWidth, wanted.width - 4) - Self.symbolColumns - 1
            rect = Rect(frame.minX + 2, frame.minY + 1, columns, rows)
            sample =
                isBeside
                ? Rect(rect.minX + listWidth + 2, rect.minY + 1, cards.width, cards.height)
                : Rect(
                    frame.minX + (frame.size.width - cards.width) / 2, rect.maxY, cards.width,
                    cards.height)
        }

        /// The largest cards of which three fit side by side; empty when they would be too small.
        private static func card(in room: Size, _ cellAspect: Double) -> Size {
            CardRow.card([6, 5, 4, 3].filter { $0 <= room.height }, in: room.width, cellAspect)
                ?? Size(0, 0)
        }
    }

    func frame(_ preferences: SettingsModel, in place: SheetPlace) -> Rect {
        Layout(list(preferences), in: place).frame
    }

    // MARK: - Drawing

    private static let offers: [KeyBar<Key>.Item] = [
        .init("E", "edit", .character("E")), .init("N", "new", .character("N")),
        .init("Y", "copy", .character("Y")), .init("X", "delete", .character("X")),
    ]

    private func bar(in place: SheetPlace) -> KeyBar<Key> {
        KeyBar(place.bar == nil ? [] : Self.offers, in: place.bar ?? place.area, isCentered: true)
    }

    private func buttons(
        _ question: Confirmation, in place: SheetPlace
    ) -> KeyBar<Confirmation.Answer> {
        question.buttons(in: place.bar ?? place.area, isCentered: true)
    }

    func draw(_ preferences: SettingsModel, in place: SheetPlace, on canvas: inout Canvas) {
        let (layout, look) = (Layout(list(preferences), in: place), place.look)
        let frame = layout.frame
        Panel.empty("Themes", frame).draw(in: frame, look, on: &canvas)
        layout.list.draw(in: layout.rect, look, on: &canvas)
        for (row, cells) in layout.list.visible(in: layout.rect)
        where row < preferences.themes.count {
            let own = palette(ofRow: row, preferences, look)
            drawSymbols(own, look, cells.maxX + 1, cells.minY, on: &canvas)
        }
        drawSample(layout, preferences, look, on: &canvas)
        let keys = [("enter", "keep"), ("esc", "back"), ("C", "color-blind")]
        KeyBar<Key>(
            keys.map { .init($0, $1, nil) },
            in: Rect(frame.minX + 2, frame.maxY - 2, frame.size.width - 4, 1), gap: 2, look: .plain
        ).draw(look, on: &canvas)
        if let question {
            buttons(question, in: place).draw(look, on: &canvas)
        } else {
            bar(in: place).draw(look, on: &canvas)
        }
    }

    /// The symbols in their colors, on the paper of the cards.
    private func drawSymbols(
        _ palette: Palette, _ look: Appearance, _ x: Int, _ y: Int, on canvas: inout Canvas
    ) {
        let paper = palette.ink(.paper)
        canvas.fill(Rect(x, y, Layout.symbolColumns, 1), " ", Style(.standard, on: paper))
        for (index, variant) in Variant.allCases.enumerated() {
            let symbol = palette.theme.symbols[variant]
            let glyph = look.glyphs == .ascii ? symbol.letter : symbol.glyphs.solid
            let style = Style(palette.ink(of: variant).top, on: paper, .bold)
            canvas.write(String(glyph), x + 1 + 2 * index, y, style)
        }
    }

    private func drawSample(
        _ layout: Layout, _ preferences: SettingsModel, _ look: Appearance,
        on canvas: inout Canvas
    ) {
        let (sample, last) = (layout.sample, layout.frame.maxY - 2)
        guard sample.size.height >= 3 else { return }
        var cards = look
        cards.palette = palette(ofRow: preferences.themeIndex, preferences, look)
        // Cards are on the terminal's own background, as on the table.
        canvas.fill(sample, " ", .standard)
        CardRow(card: layout.card).draw(
            CardRow.sample, at: Point(sample.minX + 1, sample.minY), cards, on: &canvas)
        guard sample.minX > layout.rect.maxX else { return }
        let isRandom = preferences.themeIndex >= preferences.themes.count
        let words =
            isRandom
            ? ["a random theme,", "a new one each game"]
            : CardWords(cards.palette.theme, on: look.palette.background).variants
        for (row, text) in words.enumerated() where sample.maxY + row < last {
            canvas.write(
                text.fitted(to: sample.size.width), centeredIn: sample, row: sample.maxY + row,
                Tone.quiet.style(look.palette))
        }
    }

    /// The inks of a theme as they would be used; for the random choice, those of this game.
    private func palette(
        ofRow row: Int, _ preferences: SettingsModel, _ look: Appearance
    ) -> Palette {
        var settings = preferences.settings
        if row < preferences.themes.count { settings.theme = preferences.themes[row].name }
        return look.palette.with(SettingsModel.theme(for: settings, among: preferences.themes))
    }
}
