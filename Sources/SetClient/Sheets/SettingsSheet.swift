import SetProtocol

/// All that can be set; each change shows at once and is saved.
struct SettingsSheet: Hashable, Sendable {
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
        switch input {
        case .key(let key):
            if key.code == .escape { return .close }
            if closing.contains(key), !form.field.isText { return .close }
            return form.edit(for: key).map { apply($0, &preferences) } ?? .stay
        case .paste(let text):
            return form.field.isText ? apply(.insert(text), &preferences) : .stay
        case .mouse(let mouse):
            switch mouse.action {
            case .press(.left):
                switch view.hit(at: mouse.point) {
                case .edit(let edit): return apply(edit, &preferences)
                case .leave, .close: return .close
                case .nothing: return .stay
                }
            case .press(.right): return .close
            case .wheelUp: return apply(.move(-1), &preferences)
            case .wheelDown: return apply(.move(1), &preferences)
            case .press(.middle), .release: return .stay
            }
        case .focus, .report: return .stay
        }
    }

    private mutating func apply(
        _ edit: SettingsEdit, _ preferences: inout SettingsModel
    ) -> SheetStep {
        SheetStep(changes: form.apply(edit, &preferences.settings))
    }

    /// The form over a table.
    func view(_ preferences: SettingsModel, in place: SheetPlace) -> SettingsView {
        SettingsView(form, preferences.settings, place.look, over: place.area, of: place.screen)
    }
}

/// The form of the settings: a row for each, what the present one means, and the keys that change it.
///
/// | where it lies | what shows the changes |
/// |---|---|
/// | over a table with room beside it | the cards of the table |
/// | over a table that it covers, or on a narrow page | three cards in the sheet |
/// | on a wide page | the cards beside it |
struct SettingsView {
    /// What a click means.
    enum Hit: Hashable, Sendable {
        case edit(SettingsEdit)
        /// What closes it wherever it lies.
        case leave
        /// Beside the sheet.
        case close
        case nothing
    }

    private let form: SettingsForm
    private let settings: ClientSettings
    private let look: Appearance
    /// The cells of the sheet, its edge included.
    let frame: Rect
    private let list: ListBox
    /// The cells of the explanation.
    private let words: Rect
    /// The cells of the sample; empty where there is none.
    private let sample: Rect

    private static let columns = 46
    private static let labelColumns = 14
    /// How much of the table must stay free for it to be a sample.
    private static let leastBeside = 24

    /// A sheet over a table.
    ///
    /// - Parameters:
    ///   - area: Where it should lie, if it fits there.
    ///   - screen: The extent of the terminal.
    init(
        _ form: SettingsForm, _ settings: ClientSettings, _ look: Appearance, over area: Rect,
        of screen: Size
    ) {
        let count = Setting.rows.count
        let isBeside = screen.width - Self.columns >= Self.leastBeside
        let wanted = count + 6
        let place =
            wanted <= area.size.height ? area : Rect(0, 0, screen.width, screen.height)
        let width = min(Self.columns, screen.width)
        let height = min(isBeside ? wanted : wanted + 4, place.size.height)
        let x = isBeside ? place.maxX - width : place.minX + (place.size.width - width) / 2
        let y = place.minY + (place.size.height - height) / 2
        self.init(
            form, settings, look, in: Rect(x, y, width, height), showsSample: !isBeside)
    }

    /// A sheet in its place.
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

    /// What a click on a cell means: a row, a value or one of the arrows beside it, which change the
    /// value, one of the keys at the foot, or to close the sheet outside of it.
    func hit(at point: Point) -> Hit {
        guard frame.contains(point) else { return .close }
        if let hit = footer.action(at: point) { return hit }
        guard let place = list.row(at: point) else { return .nothing }
        let value = list.rect.minX + Self.labelColumns
        guard !Setting.rows[place].isText, point.x >= value else {
            return .edit(.work(place))
        }
        // The arrows are there in the row that is worked on alone.
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
        if isHere {
            canvas.fill(row, " ", Style(.standard, on: look.palette.ink(.sheet), .reverse))
        }
        let label = (isHere ? look.glyphs.pointer : " ") + " " + (field.label ?? field.key)
        let quiet = isHere ? style : Tone.quiet.style(look.palette)
        canvas.write(label, row.minX, row.minY, quiet, before: row.maxX)
        let x = row.minX + Self.labelColumns
        let value = SafeText.sanitized(form.value(of: field, settings))
        if field.isText {
            drawText(value, x + 2, row, isHere: isHere, style, on: &canvas)
        } else {
            let shown = value.fitted(to: row.maxX - x - 4)
            let bold = Style(.standard, on: .standard, .bold)
            canvas.write(
                isHere ? look.glyphs.framed(shown) : shown, isHere ? x : x + 2, row.minY,
                isHere ? style : bold, before: row.maxX)
        }
    }

    /// A text with the place where typing goes on; without one, what is used instead.
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
        let bold = isHere ? style : Style(.standard, on: .standard, .bold)
        let end = canvas.write(text, x, y, bold, before: limit - 1)
        if isHere { canvas.write(isASCII ? "_" : "▏", end, y, style, before: limit) }
    }

    private func drawSample(on canvas: inout Canvas) {
        guard sample.size.height >= 3 else { return }
        let height = sample.size.height
        let width = min(
            (sample.size.width - 4) / 3,
            Int(BoardLayout.ratio * look.cellAspect * Double(height)))
        let start = sample.minX + (sample.size.width - 3 * width - 4) / 2
        // Cards lie on the terminal's own background, as they do on the table.
        canvas.fill(Rect(start, sample.minY, 3 * width + 4, height), " ", .standard)
        let view = CardView(look.palette, look.blitter, cellAspect: look.cellAspect)
        let keys = look.keyboard.rows[1].map(String.init)
        for (index, card) in ThemesView.sampleCards.enumerated() {
            let rect = Rect(start + 1 + index * (width + 1), sample.minY, width, height)
            view.draw(.up(card), label: keys[index], in: rect, on: &canvas)
        }
    }

    /// The keys at the foot.
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
