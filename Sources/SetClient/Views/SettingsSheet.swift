import SetProtocol

/// The settings as a sheet: a row for each, what the present one means, and the keys that change it.
///
/// | where it lies | what shows the changes |
/// |---|---|
/// | over a table with room beside it | the cards of the table |
/// | over a table that it covers, or on a narrow page | three cards in the sheet |
/// | on a wide page | the cards beside it |
struct SettingsSheet {
    /// What a click means.
    enum Hit: Hashable {
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
    /// The cells of the rows.
    private let list: Rect
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
        let count = SettingsField.allCases.count
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
        let count = SettingsField.allCases.count
        // The row of keys, two of words, and three of cards where the rows leave room for them.
        let room = inner.size.height - 3
        let cards =
            showsSample && room >= 8 && inner.size.width >= 30 ? min(5, max(3, room - 7)) : 0
        let gap = room - cards > count ? 1 : 0
        let rows = max(1, min(count, room - cards - gap))
        list = Rect(inner.minX, inner.minY, inner.size.width, rows)
        words = Rect(inner.minX, list.maxY + gap, inner.size.width, min(2, max(0, room + 2 - rows)))
        sample = Rect(inner.minX, words.maxY, inner.size.width, cards)
    }

    // MARK: - Places

    /// The rows that are to be seen.
    private var visible: Range<Int> {
        let rows = min(list.size.height, SettingsField.allCases.count)
        let start = min(
            max(0, form.place - rows / 2), SettingsField.allCases.count - rows)
        return start..<(start + rows)
    }

    /// What a click on a cell means: a row, a value or one of the arrows beside it, which change the
    /// value, one of the keys at the foot, or to close the sheet outside of it.
    func hit(at point: Point) -> Hit {
        guard frame.contains(point) else { return .close }
        if let offer = footer.first(where: { $0.rect.contains(point) })?.offer { return offer.hit }
        guard list.contains(point) else { return .nothing }
        let place = visible.lowerBound + point.y - list.minY
        guard visible.contains(place) else { return .nothing }
        let value = list.minX + Self.labelColumns
        guard !SettingsField.allCases[place].isText, point.x >= value else {
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
        let blank = TextLine(String(repeating: " ", count: max(0, frame.size.width - 4)))
        let lines = Array(repeating: blank, count: max(0, frame.size.height - 2))
        Panel(title: "Settings", lines: lines).draw(in: frame, look, on: &canvas)
        for (row, place) in visible.enumerated() { drawRow(place, list.minY + row, on: &canvas) }
        let explanation = form.explanation(settings)
        let tone: Tone = explanation.isProblem ? .bad : .quiet
        let text = explanation.text.wrapped(to: words.size.width)
        for (row, line) in text.prefix(words.size.height).enumerated() {
            canvas.write(
                line, words.minX, words.minY + row, tone.style(look.palette), before: words.maxX)
        }
        drawSample(on: &canvas)
        drawFooter(on: &canvas)
    }

    private var isASCII: Bool { look.glyphs == .ascii }

    private func drawRow(_ place: Int, _ y: Int, on canvas: inout Canvas) {
        let field = SettingsField.allCases[place]
        let isHere = place == form.place
        let style = Style(.standard, on: .standard, isHere ? [.bold, .reverse] : [])
        if isHere {
            canvas.fill(
                Rect(list.minX, y, list.size.width, 1), " ",
                Style(.standard, on: look.palette.ink(.sheet), .reverse))
        }
        let label = (isHere ? (isASCII ? "> " : "▸ ") : "  ") + field.label
        let quiet = isHere ? style : Tone.quiet.style(look.palette)
        canvas.write(label, list.minX, y, quiet, before: list.maxX)
        let x = list.minX + Self.labelColumns
        let value = SafeText.sanitized(form.value(of: field, settings))
        let room = list.maxX - x - 4
        if field.isText {
            drawText(value, x + 2, y, isHere: isHere, style, on: &canvas)
        } else {
            let arrows = isASCII ? ("< ", " >") : ("‹ ", " ›")
            if isHere { canvas.write(arrows.0, x, y, style, before: list.maxX) }
            let shown = value.fitted(to: room)
            let end = canvas.write(
                shown, x + 2, y, isHere ? style : Style(.standard, on: .standard, .bold),
                before: list.maxX)
            if isHere { canvas.write(arrows.1, end, y, style, before: list.maxX) }
        }
    }

    /// A text with the place where typing goes on; without one, what is used instead.
    private func drawText(
        _ text: String, _ x: Int, _ y: Int, isHere: Bool, _ style: Style, on canvas: inout Canvas
    ) {
        if text.isEmpty, !isHere {
            canvas.write(
                "as on this machine", x, y, Tone.quiet.style(look.palette), before: list.maxX)
            return
        }
        let bold = isHere ? style : Style(.standard, on: .standard, .bold)
        let end = canvas.write(text, x, y, bold, before: list.maxX - 1)
        if isHere { canvas.write(isASCII ? "_" : "▏", end, y, style, before: list.maxX) }
    }

    private func drawSample(on canvas: inout Canvas) {
        guard sample.size.height >= 3 else { return }
        let height = sample.size.height
        let width = min(
            (sample.size.width - 4) / 3,
            Int(BoardLayout.ratio * look.cellAspect * Double(height)))
        let start = sample.minX + (sample.size.width - 3 * width - 4) / 2
        // Cards lie on the terminal's own ground, as they do on the table.
        canvas.fill(Rect(start, sample.minY, 3 * width + 4, height), " ", .standard)
        let view = CardView(look.palette, look.blitter, cellAspect: look.cellAspect)
        let keys = look.keyboard.rows[1].map(String.init)
        for (index, card) in ThemeSheet.sampleCards.enumerated() {
            let rect = Rect(start + 1 + index * (width + 1), sample.minY, width, height)
            view.draw(.up(card), label: keys[index], in: rect, on: &canvas)
        }
    }

    /// A key at the foot of the sheet, what it does, and what a click on it means.
    private typealias Offer = (key: String, words: String, hit: Hit)

    /// The keys at the foot and their cells.
    private var footer: [(offer: Offer, rect: Rect)] {
        let change: Offer =
            form.field.isText
            ? ("⌫", "delete", .edit(.deleteBackward))
            : ("←→", "change", .edit(.step(1, wrapping: true)))
        var offers: [Offer] = [
            (isASCII ? "arrows" : "↑↓", "choose", .edit(.move(1))), change,
            ("esc", "close", .leave),
        ]
        if isASCII { offers.remove(at: 1) }
        var x = frame.minX + 2
        return offers.map { offer in
            let columns = offer.key.columns + 1 + offer.words.columns
            defer { x += columns + 3 }
            return (offer, Rect(x, frame.maxY - 2, columns, 1))
        }
    }

    private func drawFooter(on canvas: inout Canvas) {
        let key = Style(.standard, on: .standard, .bold)
        let quiet = Tone.quiet.style(look.palette)
        for (offer, rect) in footer {
            let end = canvas.write(
                offer.key, rect.minX, rect.minY, key, before: frame.maxX - 2)
            canvas.write(" " + offer.words, end, rect.minY, quiet, before: frame.maxX - 2)
        }
    }
}

extension SettingsSheet.Hit {
    /// What the table is asked for.
    var action: Action? {
        switch self {
        case .edit(let edit): .set(edit)
        case .leave, .close: .cancel
        case .nothing: nil
        }
    }
}
