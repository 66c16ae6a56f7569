import SetProtocol

/// The themes to choose from, with three cards of the one in use; the table behind wears it already.
///
/// | screen | layout |
/// |---|---|
/// | wide | the list, and beside it the cards |
/// | narrow | the list, and the cards below it |
struct ThemeSheet {
    private let model: ClientModel
    private let look: Appearance
    /// The cells of the sheet, its edge included.
    let frame: Rect
    /// The cells of the list.
    private let list: ListBox
    /// The cells of the sample, a margin included; empty where there is no room.
    private let sample: Rect
    private let card: Size
    /// Whether it tells of editing; not where whoever shows it does.
    var offersEditing = true

    /// The three cards of the sample: a set of which everything differs.
    static let sampleCards = Variant.allCases.map {
        Card($0, $0, $0, $0)
    }

    private static let swatchColumns = 6

    /// Lays the sheet out.
    ///
    /// - Parameters:
    ///   - screen: The extent of the terminal.
    ///   - area: Where it should lie, if it fits there.
    init(_ model: ClientModel, _ look: Appearance, _ screen: Size, in area: Rect) {
        (self.model, self.look) = (model, look)
        let names = model.themes.map(\.name.columns).max() ?? 0
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
        let rows = max(1, min(max(model.themePlaces, besideRows), room.height - 1 - belowRows))
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
        list = ListBox(in: rect, count: model.themePlaces, index: model.themePlace)
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

    // MARK: - Places

    /// What a click on a cell asks for: a theme in the list, or to close the sheet outside of it.
    func action(at point: Point) -> Action? {
        guard frame.contains(point) else { return .confirm }
        return list.row(at: point).map { .useTheme($0) }
    }

    /// What the mouse asks for: the wheel goes through the themes, the right button takes all back.
    func action(for mouse: Mouse) -> Action? {
        switch mouse.action {
        case .press(.left): action(at: mouse.point)
        case .press(.right): .cancel
        case .wheelDown: step(1)
        case .wheelUp: step(-1)
        case .press(.middle), .release: nil
        }
    }

    private func step(_ step: Int) -> Action? {
        let place = model.themePlace + step
        return 0..<model.themePlaces ~= place ? .useTheme(place) : nil
    }

    /// The letter that leads to a place; there are not more than letters.
    static func letter(of place: Int) -> Character? {
        guard 0..<26 ~= place else { return nil }
        return Character(Unicode.Scalar(UInt8(0x61 + place)))
    }

    /// The place that a letter leads to.
    static func place(of letter: Character, in model: ClientModel) -> Int? {
        (0..<model.themePlaces).first { Self.letter(of: $0) == letter }
    }

    // MARK: - Drawing

    private static let randomName = "random each game"

    func draw(on canvas: inout Canvas) {
        Panel(title: "Themes", lines: blankLines).draw(in: frame, look, on: &canvas)
        for row in list.visible { drawRow(row, on: &canvas) }
        drawSample(on: &canvas)
        footer.draw(look, on: &canvas)
    }

    /// Lines as wide as the sheet, so that its panel takes the whole frame.
    private var blankLines: [TextLine] {
        let blank = TextLine(String(repeating: " ", count: max(0, frame.size.width - 4)))
        return Array(repeating: blank, count: max(0, frame.size.height - 2))
    }

    private func drawRow(_ place: Int, on canvas: inout Canvas) {
        let isUsed = place == model.themePlace
        let palette = look.palette
        let style = list.style(ofRow: place)
        var row = list.frame(ofRow: place)
        row.size.width -= Self.swatchColumns + 1
        if isUsed { canvas.fill(row, " ", Style(.standard, on: palette.ink(.sheet), .reverse)) }
        var line = TextLine(isUsed ? look.glyphs.pointer : " ", style)
        let key = Self.letter(of: place).map { String($0) } ?? " "
        line.add(key, isUsed ? style : Tone.quiet.style(palette, .bold))
        let name = place < model.themes.count ? model.themes[place].name : Self.randomName
        line.add("  " + SafeText.sanitized(name, limit: row.size.width - 4), style)
        canvas.write(line, row.minX, row.minY, before: row.maxX)
        guard place < model.themes.count else { return }
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
        let palette = palette(ofPlace: model.themePlace)
        // Cards lie on the terminal's own ground, as they do on the table.
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
        var settings = model.settings
        if place < model.themes.count { settings.theme = model.themes[place].name }
        let theme = ClientModel.theme(for: settings, among: model.themes)
        return Palette(theme, on: look.palette.ground, look.palette.depth)
    }
}
