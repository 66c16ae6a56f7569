import SetProtocol

/// Where the parts of the theme editor are, and how they look.
///
/// | screen | layout |
/// |---|---|
/// | wide | the form, and the cards beside it |
/// | narrow | the rows around the current one, and the cards below |
final class ThemeEditorView {
    private let page: ThemeEditorPage
    private let look: Appearance
    private let size: Size
    /// Where labels and words begin; the pointer is before them.
    private let left: Int
    private let labelColumns: Int
    private let fieldColumns: Int
    /// The visible rows with the row of the screen of each.
    private let rows: [(row: ThemeRow, y: Int)]
    private let sample: Rect
    /// The height of the words below the form.
    private let wordRows: Int

    private var editor: ThemeEditor { page.editor }
    private var quiet: Style { Tone.quiet.style(look.palette) }

    init(_ page: ThemeEditorPage, _ look: Appearance, _ size: Size) {
        (self.page, self.look, self.size) = (page, look, size)
        let isWide = size.width >= 76
        left = isWide ? 2 : 1
        labelColumns = isWide ? 10 : 9
        let room = (isWide ? min(66, size.width - 25) : size.width - 1) - labelColumns - left
        fieldColumns = max(3, room / 3)
        wordRows = isWide ? 1 : 2
        let isTall = size.height >= 20
        let top = isTall ? 2 : 1
        let bottom = size.height - 1 - wordRows - (isTall ? 1 : 0)
        let cardRows = isWide ? 0 : min(6, max(0, (bottom - top - 4) / 2))
        let formEnd = bottom - cardRows
        if isWide {
            let x = left + labelColumns + 3 * fieldColumns + 2
            sample = Rect(x, top, size.width - x - 1, bottom - top)
        } else {
            sample = Rect(1, formEnd, size.width - 2, cardRows)
        }
        rows = Self.rows(page.editor, from: top, to: formEnd)
    }

    /// The rows around the current one; groups are set apart where everything fits.
    private static func rows(
        _ editor: ThemeEditor, from top: Int, to end: Int
    ) -> [(row: ThemeRow, y: Int)] {
        let all = editor.rows
        let room = max(1, end - top)
        if all.count + all.count(where: \.beginsGroup) <= room {
            var y = top
            return all.map { row in
                if row.beginsGroup { y += 1 }
                defer { y += 1 }
                return (row, y)
            }
        }
        let index = all.firstIndex(of: editor.place.row) ?? 0
        let window = ScrollWindow(around: index, visible: room, total: all.count)
        return all[window.rows].enumerated().map { ($0.element, top + $0.offset) }
    }

    // MARK: - Places

    /// The fields of a row that have a meaning now, with their cells.
    private func fields(_ row: ThemeRow, _ y: Int) -> [(place: ThemeEditor.Place, rect: Rect)] {
        let width = row.fields.count == 1 ? 2 * fieldColumns - 1 : fieldColumns - 1
        return row.fields.indices.filter { editor.draft.isUsed(row.fields[$0]) }.map { column in
            let x = left + labelColumns + column * fieldColumns
            return (ThemeEditor.Place(row: row, column: column), Rect(x, y, width, 1))
        }
    }

    /// The field at a cell.
    func place(at point: Point) -> ThemeEditor.Place? {
        rows.flatMap(fields).first { $0.rect.contains(point) }?.place
    }

    /// Buttons in the last row.
    func row<Value>(_ items: [KeyBar<Value>.Item]) -> KeyBar<Value> {
        KeyBar(items, in: Rect(left, size.height - 1, size.width - left, 1))
    }

    var keys: KeyBar<ThemeEditorPage.Button> {
        typealias Item = KeyBar<ThemeEditorPage.Button>.Item
        let change = Item(look.glyphs == .ascii ? "space" : "←→", "change", nil)
        return row(
            [Item("ctrl-s", "save", .save), Item("esc", "leave", .leave)]
                + (editor.text == nil ? [change] : []) + [Item("tab", "next field", nil)])
    }

    // MARK: - Drawing

    func draw(on canvas: inout Canvas) {
        drawHeading(on: &canvas)
        for (row, y) in rows {
            let isHere = row == editor.place.row
            let style = isHere ? .bold : quiet
            canvas.write(isHere ? look.glyphs.pointer : " ", 0, y, style)
            canvas.write(row.label, left, y, style, before: left + labelColumns)
            for (place, rect) in fields(row, y) { draw(place, in: rect, on: &canvas) }
        }
        drawSample(on: &canvas)
        drawWords(on: &canvas)
        if page.isAsking {
            row(ThemeEditorPage.question.items).draw(look, on: &canvas)
        } else {
            keys.draw(look, on: &canvas)
        }
    }

    private func drawHeading(on canvas: inout Canvas) {
        let end = canvas.write("Theme  ", left, 0, .bold, before: size.width)
        let problems = editor.verdict.problems.count
        let (text, tone): (String, Tone) =
            if problems > 0 {
                (problems == 1 ? "1 error" : "\(problems) errors", .bad)
            } else if page.hasUnsaved {
                ("unsaved changes", .hint)
            } else {
                ("", .quiet)
            }
        let x = size.width - text.columns - 1
        canvas.write(
            SafeText.sanitized(page.heading).fitted(to: x - end - 1), end, 0, quiet, before: x)
        canvas.write(text, x, 0, tone.style(look.palette, .bold))
    }

    private func draw(_ place: ThemeEditor.Place, in rect: Rect, on canvas: inout Canvas) {
        let value = SafeText.sanitized(editor.draft[place.field])
        let isHere = place == editor.place
        let isWrong = editor.verdict.problems[place.field] != nil
        if isHere, let text = editor.text {
            text.draw(in: rect, isFocused: true, look, on: &canvas)
        } else if isHere {
            let framed = look.glyphs.framed(value)
            canvas.write(
                framed.columns <= rect.size.width ? framed : value, rect.minX, rect.minY,
                Style(.standard, on: .standard, [.bold, .reverse]), before: rect.maxX)
        } else {
            let empty = look.glyphs == .ascii ? "-" : "·"
            let style = value.isEmpty ? quiet : isWrong ? Tone.bad.style(look.palette) : Style()
            let shown = value.isEmpty ? empty : value.fitted(to: rect.size.width)
            canvas.write(shown, rect.minX, rect.minY, style, before: rect.maxX)
        }
        if isWrong {
            canvas.write(
                "!", rect.minX - 1, rect.minY, Tone.bad.style(look.palette, [.bold, .reverse]))
        } else {
            drawSwatch(place.field, value, in: rect, on: &canvas)
        }
    }

    /// A patch of the color that a field names.
    private func drawSwatch(
        _ field: ThemeField, _ value: String, in rect: Rect, on canvas: inout Canvas
    ) {
        let digits = value.drop { $0 == "#" }
        guard field.background != nil, digits.utf8.count == 6, let code = UInt32(digits, radix: 16),
            look.palette.depth != .none
        else { return }
        let x = rect.minX + value.columns + 1
        let width = min(2, rect.maxX - x)
        guard width > 0 else { return }
        canvas.fill(Rect(x, rect.minY, width, 1), " ", Style(.standard, on: TerminalColor(code)))
    }

    /// The cards, on the background that the current field is about.
    private func drawSample(on canvas: inout Canvas) {
        guard sample.size.height >= 3 else { return }
        var look = look
        let background = editor.field.background ?? look.palette.background
        if background != look.palette.background {
            look.palette = look.palette.with(on: background)
            let ink = TerminalColor(background == .light ? 0xFFFFFF : 0x101216)
            if look.palette.depth != .none { canvas.fill(sample, " ", Style(.standard, on: ink)) }
        }
        SampleBoard(in: sample, look).draw(on: &canvas)
    }

    /// The question, the error of the current field, or advice about it.
    private func drawWords(on canvas: inout Canvas) {
        let problem = editor.verdict.problems[editor.field] ?? page.notice
        let (text, tone): (String, Tone) =
            page.isAsking
            ? (ThemeEditorPage.question.sentence, .hint)
            : (problem ?? editor.field.advice, problem == nil ? .quiet : .bad)
        let style = tone.style(look.palette, tone == .quiet ? [] : .bold)
        let lines = SafeText.sanitized(text).wrapped(to: size.width - 2)
        for (row, line) in lines.prefix(wordRows).enumerated() {
            canvas.write(line, left, size.height - 1 - wordRows + row, style)
        }
    }
}
