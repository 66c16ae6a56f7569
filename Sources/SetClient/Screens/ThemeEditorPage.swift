import SetProtocol

/// The form in which a player writes a theme, beside cards that show it at every key.
///
/// A draft that is not a theme yet is explained at the field and cannot be saved. The owner of the
/// page saves the theme; if that fails, it opens another page with the theme and the reason.
///
/// | screen | layout |
/// |---|---|
/// | wide | the form, and the cards beside it |
/// | narrow | the rows around the current one, and the cards below |
package struct ThemeEditorPage: Screen, Equatable {
    package enum Outcome: Equatable, Sendable {
        case save(Theme)
        case left
    }

    package let settings: ClientSettings
    /// The last valid theme.
    package private(set) var theme: Theme
    private let heading: String
    private let original: ThemeDraft
    private(set) var draft: ThemeDraft
    private(set) var verdict: ThemeDraft.Verdict
    /// The draft that ``theme`` comes from.
    private var sound: ThemeDraft
    private let taken: Set<String>
    private var list = ListView([])
    private var question: Confirmation?
    private var notice: String?
    /// Whether the theme differs from what is in a file because it could not be saved.
    private let couldNotBeSaved: Bool
    private var look = Appearance()

    /// How long a text may be; points are the longest.
    private static let textColumns = 900

    /// - Parameters:
    ///   - heading: What the page is about, such as "a copy of classic".
    ///   - taken: The names of other themes.
    ///   - notice: Why the theme could not be saved, if that was tried before.
    package init(
        _ theme: Theme, heading: String, taken: Set<String>, settings: ClientSettings,
        notice: String? = nil
    ) {
        (self.theme, self.heading, self.taken) = (theme, heading, taken)
        (self.settings, self.notice, couldNotBeSaved) = (settings, notice, notice != nil)
        original = ThemeDraft(theme)
        (draft, sound) = (original, original)
        verdict = original.verdict(taken: taken)
        list = ListView(rows)
    }

    var field: ThemeField { ThemeRow.allCases[list.row].fields[list.column] }

    private var hasUnsaved: Bool { draft != original || couldNotBeSaved }

    private var rows: [ListView.Row] {
        ThemeRow.allCases.map { row in
            ListView.Row(
                label: row.label, values: row.fields.map(value), beginsGroup: row.beginsGroup)
        }
    }

    private func value(_ field: ThemeField) -> ListView.Value {
        let text = draft[field]
        // What does not apply has one value.
        let choices = draft.isUsed(field.row, field.variant) ? field.row.choices : [text]
        var value: ListView.Value =
            choices.map { .choice($0, chosen: $0.firstIndex(of: text) ?? 0) }
            ?? .text(TextField(text, limit: Self.textColumns))
        value.isWrong = verdict.problems[field] != nil
        let digits = text.drop { $0 == "#" }
        if field.background != nil, digits.utf8.count == 6, let code = UInt32(digits, radix: 16) {
            value.swatch = TerminalColor(code)
        }
        return value
    }

    package mutating func prepare(
        _ size: Size, _ appearance: Appearance, _ pace: FramePacing.Pace, at now: MonotonicInstant
    ) {
        look = appearance
    }

    package mutating func remark(_ text: String, at now: MonotonicInstant) { notice = text }

    // MARK: - Events

    package var isAsking: Bool { question != nil }

    package var keyUse: KeyUse { isAsking ? .commands : .text }

    package mutating func handle(
        _ event: InputEvent, in size: Size, at now: MonotonicInstant
    ) -> [ScreenEffect<Outcome>] {
        let layout = Layout(size)
        if let buttons = question?.buttons(in: layout.answers) {
            switch question.answer(to: event, on: buttons) {
            case .yes: return save()
            case .no: return [.done(.left)]
            case .cancel, nil: return []
            }
        }
        if event == .key(.control("s")) { return save() }
        if event.isInterrupt { return leave() }
        if case .click(let point) = event.fromPlayer, let key = keys(layout).action(at: point) {
            return handle(.key(key), in: size, at: now)
        }
        switch list.handle(event, in: layout.list) {
        case .stay: break
        case .back: return leave()
        case .choose: list.moveValue(1)
        case .change:
            if let text = list.value?.text { change(to: text) }
            list.show(rows)
        }
        return []
    }

    private mutating func change(to text: String) {
        draft[field] = text
        verdict = draft.verdict(taken: taken)
        // An error in one field does not keep the cards from showing the other fields.
        var repaired = draft
        for field in verdict.problems.keys { repaired[field] = sound[field] }
        if let theme = verdict.theme ?? repaired.verdict(taken: taken).theme {
            (self.theme, sound) = (theme, repaired)
        }
    }

    private mutating func save() -> [ScreenEffect<Outcome>] {
        if let theme = verdict.theme { return [.done(.save(theme))] }
        if let wrong = ThemeField.all.first(where: { verdict.problems[$0] != nil }) {
            list.select(wrong.row.rawValue, wrong.row.fields.firstIndex(of: wrong))
        }
        notice = "Not saved: fix the fields marked with !."
        return []
    }

    private mutating func leave() -> [ScreenEffect<Outcome>] {
        guard hasUnsaved else { return [.done(.left)] }
        question = Confirmation(
            "Save your changes?", yes: "save", no: "discard", cancel: "cancel")
        return []
    }

    // MARK: - Drawing

    private struct Layout {
        let list: Rect
        let sample: Rect
        let words: Rect
        /// The keys, in the last row.
        let keys: Rect
        /// The answers to a question there, behind the pointer.
        var answers: Rect { Rect(keys.minX + 2, keys.minY, keys.size.width - 2, 1) }

        init(_ size: Size) {
            let isWide = size.width >= 76
            let isTall = size.height >= 20
            keys = Rect(1, size.height - 1, size.width - 1, 1)
            let wordRows = isWide ? 1 : 2
            words = Rect(2, keys.minY - wordRows, size.width - 3, wordRows)
            let top = isTall ? 2 : 1
            let bottom = words.minY - (isTall ? 1 : 0)
            let cardRows = isWide ? 0 : min(6, max(0, (bottom - top - 4) / 2))
            let columns = isWide ? min(66, size.width - 25) : size.width
            list = Rect(0, top, columns, max(1, bottom - cardRows - top))
            sample =
                isWide
                ? Rect(columns + 1, top, size.width - columns - 2, bottom - top)
                : Rect(1, bottom - cardRows, size.width - 2, cardRows)
        }
    }

    private func keys(_ layout: Layout) -> KeyBar<Key> {
        typealias Item = KeyBar<Key>.Item
        let change = Item(look.glyphs == .ascii ? "space" : "←→", "change", Key(.right))
        return KeyBar(
            [Item("ctrl-s", "save", .control("s")), Item("esc", "leave", Key(.escape))]
                + (list.isTyping ? [] : [change]) + [Item("tab", "next field", Key(.tab))],
            in: layout.keys)
    }

    package func draw(on canvas: inout Canvas, _ appearance: Appearance, at now: MonotonicInstant) {
        let (layout, look) = (Layout(canvas.size), appearance)
        drawHeading(look, on: &canvas)
        list.draw(in: layout.list, look, on: &canvas)
        drawSample(in: layout.sample, look, on: &canvas)
        let problem = verdict.problems[field] ?? notice
        let (text, tone): (String, Tone) =
            question.map { ($0.sentence, .hint) }
            ?? (problem ?? field.advice, problem == nil ? .quiet : .bad)
        let style = tone.style(look.palette, tone == .quiet ? [] : .bold)
        let lines = SafeText.sanitized(text).wrapped(to: layout.words.size.width)
        canvas.write(lines, in: layout.words, style)
        if let question {
            question.buttons(in: layout.answers).draw(look, on: &canvas)
        } else {
            keys(layout).draw(look, on: &canvas)
        }
    }

    private func drawHeading(_ look: Appearance, on canvas: inout Canvas) {
        let width = canvas.size.width
        let end = canvas.write("Theme  ", 2, 0, .bold, before: width)
        let count = verdict.problems.count
        let (text, tone): (String, Tone) =
            switch count {
            case 0: (hasUnsaved ? "unsaved changes" : "", .hint)
            case 1: ("1 error", .bad)
            case _: ("\(count) errors", .bad)
            }
        let x = width - text.columns - 1
        canvas.write(
            SafeText.sanitized(heading).fitted(to: x - end - 1), end, 0,
            Tone.quiet.style(look.palette), before: x)
        canvas.write(text, x, 0, tone.style(look.palette, .bold))
    }

    /// The cards, on the background that the current field is about.
    private func drawSample(in sample: Rect, _ look: Appearance, on canvas: inout Canvas) {
        guard sample.size.height >= 3 else { return }
        var look = look
        if let background = field.background, background != look.palette.background {
            look.palette = look.palette.with(on: background)
            let ink = TerminalColor(background == .light ? 0xFFFFFF : 0x101216)
            if look.palette.depth != .none { canvas.fill(sample, " ", Style(.standard, on: ink)) }
        }
        SampleBoard.draw(in: sample, look, on: &canvas)
    }
}
