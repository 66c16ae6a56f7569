import SetProtocol

/// The settings in the whole terminal, with cards that show what each change does.
///
/// | screen | layout |
/// |---|---|
/// | wide | the form, and cards in all the room beside it |
/// | narrow | the form with three cards in it |
struct SettingsPage: Equatable, Sendable {
    private(set) var preferences: SettingsModel
    private var sheet: SettingsSheet
    /// Why the last change could not be saved.
    private var remark: String?

    init(_ preferences: SettingsModel) {
        self.preferences = preferences
        sheet = SettingsSheet(preferences)
    }

    /// Whether the row that is worked on is for text.
    var isTyping: Bool { sheet.form.field.isText }

    mutating func handle(_ input: InputEvent, in size: Size) -> SheetStep {
        if input.isInterrupt { return .close }
        let step = sheet.handle(
            input, &preferences, view(Layout(size), Appearance()),
            closing: [.character("q"), .character("Q"), .character("O")])
        // Beside the form are cards, which close nothing.
        if case .click(let point) = input.fromPlayer, step.closes,
            !Layout(size).sheet.contains(point)
        {
            return .stay
        }
        if step.changes != nil { remark = nil }
        return step
    }

    /// Shows a message until the next change.
    mutating func remark(_ text: String) { remark = text }

    private func view(_ layout: Layout, _ look: Appearance) -> SettingsView {
        SettingsView(
            sheet.form, preferences.settings, look, in: layout.sheet,
            showsSample: layout.board == nil)
    }

    // MARK: - Drawing

    private struct Layout {
        let sheet: Rect
        /// The cards beside the form; `nil` where there is no room.
        let board: Rect?

        init(_ size: Size) {
            let rows = Setting.rows.count + 6
            let columns = min(46, size.width)
            let isWide = size.width - columns >= 24 && size.height >= 9
            let height = min(size.height, isWide ? rows : rows + 5)
            let x = isWide ? 1 : (size.width - columns) / 2
            sheet = Rect(x, (size.height - height) / 2, columns, height)
            let left = sheet.maxX + 2
            board = isWide ? Rect(left, 1, size.width - left - 1, size.height - 2) : nil
        }
    }

    func draw(on canvas: inout Canvas, _ look: Appearance) {
        let layout = Layout(canvas.size)
        if let area = layout.board { SampleBoard(in: area, look).draw(on: &canvas) }
        view(layout, look).draw(on: &canvas)
        guard let remark else { return }
        let text = SafeText.sanitized(remark).fitted(to: canvas.size.width - 2)
        canvas.write(text, 1, canvas.size.height - 1, Tone.bad.style(look.palette, .bold))
    }
}
