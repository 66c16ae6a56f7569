import SetProtocol

/// The form in which a player writes a theme, beside cards that wear it at every key press.
///
/// What is no theme yet is explained at the field and cannot be saved. Saving is for whoever runs the
/// page; a theme that could not be saved can be given to another page with the reason.
package struct ThemeEditorPage: Screen, Hashable {
    /// How it can end.
    package enum Outcome: Hashable, Sendable {
        /// The theme is to be kept.
        case save(Theme)
        /// Nothing is to be kept.
        case left
    }

    /// Something to press.
    enum Button: Hashable {
        case save, leave, yes, no, back
    }

    /// The settings that it is drawn with.
    package let settings: ClientSettings
    /// What the page is about, in a few words.
    let heading: String
    private(set) var editor: ThemeEditor
    /// Whether it is being asked what to do with the changes.
    private(set) var isAsking = false
    /// What the player should know, until the next key.
    private(set) var notice: String?
    /// Whether the theme is not in any file yet.
    let isNew: Bool
    private var look = Appearance()

    /// A form filled with a theme.
    ///
    /// - Parameters:
    ///   - theme: The theme to begin with.
    ///   - heading: What the page is about, in a few words, such as "a copy of classic".
    ///   - taken: The names that other themes have.
    ///   - isNew: Whether the theme is in no file yet, so that it is worth saving as it is.
    ///   - notice: What the player should know at first, such as why it could not be saved.
    package init(
        _ theme: Theme, heading: String, taken: Set<String>, isNew: Bool,
        settings: ClientSettings, notice: String? = nil
    ) {
        self.settings = settings
        self.heading = heading
        self.isNew = isNew
        self.notice = notice
        editor = ThemeEditor(theme, taken: taken)
    }

    /// The theme that is being written, as it last was one.
    package var theme: Theme { editor.shown }

    /// Whether leaving would lose something.
    var hasUnsaved: Bool { editor.hasChanged || notice != nil }

    /// Takes in what a click depends on.
    package mutating func prepare(
        _ size: Size, _ appearance: Appearance, _ pace: FramePacing.Pace, at now: MonotonicInstant
    ) {
        look = appearance
    }

    /// Notes what the player should be told.
    package mutating func remark(_ text: String, at now: MonotonicInstant) { notice = text }

    /// Takes what the player did.
    package mutating func handle(
        _ event: InputEvent, in size: Size, at now: MonotonicInstant
    ) -> [ScreenEffect<Outcome>] {
        switch event {
        case .key(let key): return isAsking ? answer(key) : handle(key)
        case .mouse(let mouse): return handle(mouse, on: size)
        case .paste(let text):
            if !isAsking { editor.paste(text) }
            return []
        case .focus, .report: return []
        }
    }

    // MARK: - Keys

    private mutating func handle(_ key: Key) -> [ScreenEffect<Outcome>] {
        switch (key.code, key.modifiers) {
        case (.character("s"), .control): return press(.save)
        case (.escape, _), (.character("c"), .control): return press(.leave)
        case (.up, _): editor.move(rows: -1)
        case (.down, _): editor.move(rows: 1)
        case (.pageUp, _): editor.move(rows: -6)
        case (.pageDown, _): editor.move(rows: 6)
        case (.tab, _), (.enter, _): editor.move(fields: 1)
        case (.backtab, _): editor.move(fields: -1)
        case (.left, _) where editor.text == nil: editor.step(-1)
        case (.right, _) where editor.text == nil: editor.step(1)
        case (.character(" "), _) where editor.text == nil: editor.step(1)
        case (.left, _) where editor.text?.cursor == 0: editor.move(fields: -1)
        case (.right, _) where editor.text?.cursor == editor.text?.text.count:
            editor.move(fields: 1)
        case _: editor.type(key)
        }
        return []
    }

    private mutating func answer(_ key: Key) -> [ScreenEffect<Outcome>] {
        switch (key.code, key.modifiers) {
        case (.character("y"), _), (.character("Y"), _): press(.yes)
        case (.character("n"), _), (.character("N"), _), (.character("c"), .control): press(.no)
        case (.escape, _), (.backspace, _): press(.back)
        case _: []
        }
    }

    private mutating func press(_ button: Button) -> [ScreenEffect<Outcome>] {
        switch button {
        case .save, .yes:
            isAsking = false
            if let theme = editor.verdict.theme { return [.done(.save(theme))] }
            editor.moveToProblem()
            notice = "Not saved: fix this first."
            return []
        case .leave:
            guard hasUnsaved else { return [.done(.left)] }
            isAsking = true
            return []
        case .no:
            isAsking = false
            return [.done(.left)]
        case .back:
            isAsking = false
            return []
        }
    }

    // MARK: - The mouse

    private mutating func handle(_ mouse: Mouse, on size: Size) -> [ScreenEffect<Outcome>] {
        let view = ThemeEditorView(self, look, size)
        switch mouse.action {
        case .press(.left):
            if let button = view.button(at: mouse.point) { return press(button) }
            guard !isAsking, let place = view.place(at: mouse.point) else { return [] }
            if place.row == editor.row, place.column == editor.column {
                editor.step(1)
            } else {
                editor.work(on: place.row, place.column)
            }
        case .wheelUp: if !isAsking { editor.move(rows: -1) }
        case .wheelDown: if !isAsking { editor.move(rows: 1) }
        case .press(.right), .press(.middle), .release: break
        }
        return []
    }

    /// Draws the form and the cards.
    package func draw(on canvas: inout Canvas, _ appearance: Appearance, at now: MonotonicInstant) {
        ThemeEditorView(self, appearance, canvas.size).draw(on: &canvas)
    }
}
