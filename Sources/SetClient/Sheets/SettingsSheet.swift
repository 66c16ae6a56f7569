import SetProtocol

/// All settings; each change shows at once and is saved.
struct SettingsSheet: Equatable, Sendable {
    private(set) var form: SettingsForm

    init(_ preferences: SettingsModel) {
        form = SettingsForm(
            Setting.Offer(themes: preferences.themes, keyboards: preferences.keyboards))
    }

    // MARK: - Input

    /// Escape closes, as do the keys that open it, unless a name is being typed.
    ///
    /// - Parameters:
    ///   - view: The form as it is drawn.
    ///   - closing: More keys that close it.
    mutating func handle(
        _ input: InputEvent, _ preferences: inout SettingsModel, _ view: SettingsView,
        closing: [Key] = [.character("O")]
    ) -> SheetStep {
        let edit: SettingsEdit?
        switch input.fromPlayer {
        case .key(let key):
            if key.code == .escape { return .close }
            if closing.contains(key), !form.field.isText { return .close }
            edit = form.edit(for: key)
        case .paste(let text): edit = form.field.isText ? .insert(text) : nil
        case .click(let point):
            switch view.hit(at: point) {
            case .edit(let clicked): edit = clicked
            case .leave, .close: return .close
            case .nothing: return .stay
            }
        case .rightClick: return .close
        case .scroll(let step): edit = .move(step)
        case nil: return .stay
        }
        guard let edit else { return .stay }
        return SheetStep(changes: form.apply(edit, &preferences.settings))
    }

    func view(_ preferences: SettingsModel, in place: SheetPlace) -> SettingsView {
        SettingsView(form, preferences.settings, place.look, over: place.area, of: place.screen)
    }
}

/// The form of the settings: a row for each, an explanation of the current one, and the keys.
///
/// | where it is | what shows the changes |
/// |---|---|
/// | over a table with room beside it | the cards of the table |
/// | over a table that it covers, or on a narrow page | three cards in the sheet |
/// | on a wide page | the cards beside it |
struct SettingsView {
    enum Hit: Equatable, Sendable {
        case edit(SettingsEdit)
        /// The key that closes the form.
        case leave
        /// Outside of the sheet.
        case close
        case nothing
    }

    private let form: SettingsForm
    private let settings: ClientSettings
    private let look: Appearance
    /// The cells of the sheet, its edge included.
    let frame: Rect
    private let list: ListBox
    private let words: Rect
    /// The cells of the sample; empty where there is none.
    private let sample: Rect

    private static let columns = 46
    private static let labelColumns = 14
    /// How much of the table must stay free for it to be a sample.
    private static let leastBeside = 24

    /// A sheet over a table.
    ///
    /// - Parameter area: Where it should be if it fits there.
    init(
        _ form: SettingsForm, _ settings: ClientSettings, _ look: Appearance, over area: Rect,
        of screen: Size
    ) {
        let count = Setting.rows.count
        let isBeside = screen.width - Self.columns >= Self.leastBeside
        let wanted = count + 6
        let place =
            wanted <= area.size.height ? area : Rect(0, 0, screen.width, screen.height)
        let height = min(isBeside ? wanted : wanted + 4, place.size.height)
        var frame = place.centered(Size(min(Self.columns, screen.width), height))
        if isBeside { frame.origin.x = place.maxX - frame.size.width }
        self.init(form, settings, look, in: frame, showsSample: !isBeside)
    }

    init(
        _ form: SettingsForm, _ settings: ClientSettings, _ look: Appearance, in frame: Rect,
        showsSample: Bool
    ) {
        (self.form, self.settings, self.look, self.frame) = (form, settings, look, frame)
        let inner = frame.inset(2, 1)
        let count = Setting.rows.count
        // The row of keys, two of words, and three of cards where the rows leave room for them.
        let room = inner.size.height - 3
        let cards =
            showsSample && room >= 8 && inner.size.width >= 30 ? min(5, max(3, room - 7)) : 0
        let gap = room - cards > count ? 1 : 0
        let rows = max(1, min(count, room - cards - gap))
        let rect = Rect(inner.minX, inner.minY, inner.size.width, rows)
        list = ListBox(in: rect, count: count, index: form.place)
        words = Rect(inner.minX, rect.maxY + gap, inner.size.width, min(2, max(0, room + 2 - rows)))
        sample = Rect(inner.minX, words.maxY, inner.size.width, cards)
    }

    // MARK: - Places

    /// What a click on a cell means; a value or an arrow beside it changes the value.
    func hit(at point: Point) -> Hit {
        guard frame.contains(point) else { return .close }
        if let hit = footer.action(at: point) { return hit }
        guard let place = list.row(at: point) else { return .nothing }
        let value = list.rect.minX + Self.labelColumns
        guard !Setting.rows[place].isText, point.x >= value else {
            return .edit(.work(place))
        }
        // Only the current row has arrows.
        if point.x < value + 2 {
            return .edit(place == form.place ? .step(-1, wrapping: true) : .work(place))
        }
        return .edit(.stepIn(place, 1))
    }

    // MARK: - Drawing

    func draw(on canvas: inout Canvas) {
        Panel.empty("Settings", frame).draw(in: frame, look, on: &canvas)
        for row in list.visible { drawRow(row, on: &canvas) }
        let explanation = form.explanation(settings)
        let tone: Tone = explanation.isProblem ? .bad : .quiet
        let text = explanation.text.wrapped(to: words.size.width)
        for (row, line) in text.prefix(words.size.height).enumerated() {
            canvas.write(
                line, words.minX, words.minY + row, tone.style(look.palette), before: words.maxX)
        }
        drawSample(on: &canvas)
        footer.draw(look, on: &canvas)
    }

    private var isASCII: Bool { look.glyphs == .ascii }

    private func drawRow(_ place: Int, on canvas: inout Canvas) {
        let field = Setting.rows[place]
        let isHere = place == form.place
        let (row, style) = (list.frame(ofRow: place), list.style(ofRow: place))
        if isHere { Panel.highlight(row, look, on: &canvas) }
        let label = (isHere ? look.glyphs.pointer : " ") + " " + (field.label ?? field.key)
        let quiet = isHere ? style : Tone.quiet.style(look.palette)
        canvas.write(label, row.minX, row.minY, quiet, before: row.maxX)
        let x = row.minX + Self.labelColumns
        let value = SafeText.sanitized(form.value(of: field, settings))
        if field.isText {
            drawText(value, x + 2, row, isHere: isHere, style, on: &canvas)
        } else {
            let shown = value.fitted(to: row.maxX - x - 4)
            canvas.write(
                isHere ? look.glyphs.framed(shown) : shown, isHere ? x : x + 2, row.minY,
                isHere ? style : .bold, before: row.maxX)
        }
    }

    /// A text with a cursor behind it; where it is empty, what is used instead.
    private func drawText(
        _ text: String, _ x: Int, _ row: Rect, isHere: Bool, _ style: Style,
        on canvas: inout Canvas
    ) {
        let (y, limit) = (row.minY, row.maxX)
        if text.isEmpty, !isHere {
            canvas.write(
                "your user name", x, y, Tone.quiet.style(look.palette), before: limit)
            return
        }
        let end = canvas.write(text, x, y, isHere ? style : .bold, before: limit - 1)
        if isHere { canvas.write(isASCII ? "_" : "▏", end, y, style, before: limit) }
    }

    private func drawSample(on canvas: inout Canvas) {
        guard sample.size.height >= 3 else { return }
        let height = sample.size.height
        let width = min(
            (sample.size.width - 4) / 3,
            Int(BoardLayout.ratio * look.cellAspect * Double(height)))
        // Cards are on the terminal's own background, as on the table.
        let place = sample.centered(Size(3 * width + 4, height))
        canvas.fill(place, " ", .standard)
        CardRow(card: Size(width, height)).draw(
            ThemesView.sampleCards, labels: look.keyboard.rows[1].map(String.init),
            at: Point(place.minX + 1, place.minY), look, on: &canvas)
    }

    private var footer: KeyBar<Hit> {
        let change: KeyBar<Hit>.Item =
            form.field.isText
            ? .init("⌫", "delete", .edit(.deleteBackward))
            : .init("←→", "change", .edit(.step(1, wrapping: true)))
        let choose = KeyBar<Hit>.Item(isASCII ? "arrows" : "↑↓", "choose", .edit(.move(1)))
        let close = KeyBar<Hit>.Item("esc", "close", .leave)
        return KeyBar(
            isASCII ? [choose, close] : [choose, change, close],
            in: Rect(frame.minX + 2, frame.maxY - 2, frame.size.width - 4, 1), gap: 3, look: .plain)
    }
}
