import SetProtocol

/// Where the parts of the theme editor lie, and how they look.
///
/// | screen | layout |
/// |---|---|
/// | wide | the form, and the cards beside it |
/// | narrow | the rows around the one worked on, and the cards below |
struct ThemeEditorView {
    /// A field by its row and column.
    struct Place: Hashable {
        let row: ThemeRow
        let column: Int
    }

    private let page: ThemeEditorPage
    private let look: Appearance
    private let size: Size
    private let labelColumns: Int
    private let fieldColumns: Int
    /// The rows to be seen with the row of the screen each is in.
    private let rows: [(row: ThemeRow, y: Int)]
    private let sample: Rect
    /// How many rows the words below the form have.
    private let wordRows: Int

    private var editor: ThemeEditor { page.editor }
    /// Where labels and words begin; the pointer is before them.
    private let left: Int

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

    /// The rows around the one worked on; groups are set apart where all of it fits.
    private static func rows(
        _ editor: ThemeEditor, from top: Int, to end: Int
    ) -> [(row: ThemeRow, y: Int)] {
        let all = editor.rows
        let room = max(1, end - top)
        let gaps = all.count { $0.beginsGroup }
        if all.count + gaps <= room {
            var y = top
            return all.map { row in
                if row.beginsGroup { y += 1 }
                defer { y += 1 }
                return (row, y)
            }
        }
        let place = all.firstIndex(of: editor.row) ?? 0
        let window = ScrollWindow(around: place, visible: room, total: all.count)
        return all[window.rows].enumerated().map { ($0.element, top + $0.offset) }
    }

    // MARK: - Places

    private func rect(_ place: Place) -> Rect? {
        guard let y = rows.first(where: { $0.row == place.row })?.y else { return nil }
        let isAlone = place.row.fields.count == 1
        let x = left + labelColumns + place.column * fieldColumns
        return Rect(x, y, isAlone ? 2 * fieldColumns - 1 : fieldColumns - 1, 1)
    }

    /// The field at a cell.
    func place(at point: Point) -> Place? {
        for (row, _) in rows {
            for column in row.fields.indices {
                let place = Place(row: row, column: column)
                if rect(place)?.contains(point) == true, editor.draft.isUsed(row.fields[column]) {
                    return place
                }
            }
        }
        return nil
    }

    /// The button at a cell.
    func button(at point: Point) -> ThemeEditorPage.Button? {
        keys.action(at: point)
    }

    /// The keys in the last row; some can be clicked.
    private var keys: KeyBar<ThemeEditorPage.Button> {
        typealias Item = KeyBar<ThemeEditorPage.Button>.Item
        let items: [Item]
        if page.isAsking {
            items = [
                Item("y", "save", .yes), Item("n", "discard", .no), Item("esc", "cancel", .back),
            ]
        } else {
            let change = Item(look.glyphs == .ascii ? "space" : "←→", "change", nil)
            items =
                [Item("ctrl-s", "save", .save), Item("esc", "leave", .leave)]
                + (editor.text == nil ? [change] : []) + [Item("tab", "next field", nil)]
        }
        return KeyBar(items, in: Rect(left, size.height - 1, size.width - left, 1))
    }

    // MARK: - Drawing

    private var quiet: Style { Tone.quiet.style(look.palette) }

    func draw(on canvas: inout Canvas) {
        drawHeading(on: &canvas)
        for (row, y) in rows { draw(row, y, on: &canvas) }
        drawSample(on: &canvas)
        drawWords(on: &canvas)
        keys.draw(look, on: &canvas)
    }

    private func drawHeading(on canvas: inout Canvas) {
        let bold = Style(.standard, on: .standard, .bold)
        let end = canvas.write(
            "Theme  ", left, 0, bold, before: size.width)
        let problems = editor.verdict.problems.count
        let (text, tone): (String, Tone) =
            if problems > 0 {
                (problems == 1 ? "1 error" : "\(problems) errors", .bad)
            } else if page.hasUnsaved || page.isNew {
                ("unsaved changes", .hint)
            } else {
                ("", .quiet)
            }
        let x = size.width - text.columns - 1
        canvas.write(
            SafeText.sanitized(page.heading).fitted(to: x - end - 1), end, 0, quiet, before: x)
        canvas.write(text, x, 0, tone.style(look.palette, .bold))
    }

    private func draw(_ row: ThemeRow, _ y: Int, on canvas: inout Canvas) {
        let isHere = row == editor.row
        let style = isHere ? Style(.standard, on: .standard, .bold) : quiet
        let pointer = isHere ? look.glyphs.pointer : " "
        canvas.write(pointer, 0, y, style)
        canvas.write(row.label, left, y, style, before: left + labelColumns)
        for column in row.fields.indices where editor.draft.isUsed(row.fields[column]) {
            draw(Place(row: row, column: column), on: &canvas)
        }
    }

    private func draw(_ place: Place, on canvas: inout Canvas) {
        guard let rect = rect(place) else { return }
        let field = place.row.fields[place.column]
        let value = SafeText.sanitized(editor.draft[field])
        let isHere = place.row == editor.row && place.column == editor.column
        let isWrong = editor.verdict.problems[field] != nil
        if isHere, let text = editor.text {
            text.draw(in: rect, isFocused: true, placeholder: "", look, on: &canvas)
        } else if isHere {
            let framed = look.glyphs.framed(value)
            let shown = framed.columns <= rect.size.width ? framed : value
            canvas.write(
                shown, rect.minX, rect.minY, Style(.standard, on: .standard, [.bold, .reverse]),
                before: rect.maxX)
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
            drawSwatch(field, value, in: rect, on: &canvas)
        }
    }

    /// A patch of the color that a field names.
    private func drawSwatch(
        _ field: ThemeField, _ value: String, in rect: Rect, on canvas: inout Canvas
    ) {
        let digits = value.drop { $0 == "#" }
        guard field.background != nil, digits.utf8.count == 6, let code = UInt32(digits, radix: 16),
            look.palette.depth != .plain
        else { return }
        let x = rect.minX + value.columns + 1
        let width = min(2, rect.maxX - x)
        guard width > 0 else { return }
        canvas.fill(Rect(x, rect.minY, width, 1), " ", Style(.standard, on: TerminalColor(code)))
    }

    /// The cards, on the background that the field worked on is about.
    private func drawSample(on canvas: inout Canvas) {
        guard sample.size.height >= 3 else { return }
        var look = look
        let background = editor.field.background ?? look.palette.background
        if background != look.palette.background {
            look.palette = Palette(look.palette.theme, on: background, look.palette.depth)
            let ink = TerminalColor(background == .light ? 0xFFFFFF : 0x101216)
            if look.palette.depth != .plain { canvas.fill(sample, " ", Style(.standard, on: ink)) }
        }
        SampleBoard(in: sample, look).draw(on: &canvas)
    }

    /// What is wrong with the field worked on, or what can stand in it.
    private func drawWords(on canvas: inout Canvas) {
        let problem = editor.verdict.problems[editor.field]
        let (text, tone): (String, Tone) =
            if page.isAsking {
                ("Save your changes?", .hint)
            } else if let problem {
                (problem, .bad)
            } else if let notice = page.notice {
                (notice, .bad)
            } else {
                (editor.field.advice, .quiet)
            }
        let attributes: Style.Attributes = tone == .quiet ? [] : .bold
        let lines = SafeText.sanitized(text).wrapped(to: size.width - 2)
        for (row, line) in lines.prefix(wordRows).enumerated() {
            canvas.write(
                line, left, size.height - 1 - wordRows + row,
                tone.style(look.palette, attributes))
        }
    }
}
