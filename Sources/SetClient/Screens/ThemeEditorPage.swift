import SetProtocol

/// The form in which a player writes a theme, beside cards that show it at every key.
///
/// A draft that is not a theme yet is explained at the field and cannot be saved. The owner of the
/// page saves the theme; if that fails, it opens another page with the theme and the reason.
package struct ThemeEditorPage: Screen, Equatable {
    package enum Outcome: Equatable, Sendable {
        case save(Theme)
        case left
    }

    enum Button {
        case save, leave
    }

    package let settings: ClientSettings
    let heading: String
    private(set) var editor: ThemeEditor
    /// Whether the player is asked what to do with the changes.
    package private(set) var isAsking = false
    /// What the player should know.
    private(set) var notice: String?
    /// Whether the theme differs from what is in a file because it could not be saved.
    private let couldNotBeSaved: Bool
    private var look = Appearance()

    static let question = Confirmation(
        "Save your changes?", yes: "save", no: "discard", cancel: "cancel")

    /// - Parameters:
    ///   - theme: The theme to begin with.
    ///   - heading: What the page is about, such as "a copy of classic".
    ///   - taken: The names of other themes.
    ///   - notice: Why the theme could not be saved, if that was tried before.
    package init(
        _ theme: Theme, heading: String, taken: Set<String>, settings: ClientSettings,
        notice: String? = nil
    ) {
        self.settings = settings
        self.heading = heading
        self.notice = notice
        couldNotBeSaved = notice != nil
        editor = ThemeEditor(theme, taken: taken)
    }

    /// The last valid theme.
    package var theme: Theme { editor.shown }

    /// Whether leaving would lose something.
    var hasUnsaved: Bool { editor.hasChanged || couldNotBeSaved }

    package mutating func prepare(
        _ size: Size, _ appearance: Appearance, _ pace: FramePacing.Pace, at now: MonotonicInstant
    ) {
        look = appearance
    }

    package mutating func remark(_ text: String, at now: MonotonicInstant) { notice = text }

    package var keyUse: KeyUse { isAsking ? .commands : .text }

    package mutating func handle(
        _ event: InputEvent, in size: Size, at now: MonotonicInstant
    ) -> [ScreenEffect<Outcome>] {
        let view = ThemeEditorView(self, look, size)
        if isAsking {
            let answer = Self.question.answer(to: event, on: view.row(Self.question.items))
            isAsking = answer == nil
            switch answer {
            case .yes: return save()
            case .no: return [.done(.left)]
            case .cancel, nil: return []
            }
        }
        switch event.fromPlayer {
        case .key(let key): return handle(key)
        case .paste(let text): editor.paste(text)
        case .scroll(let step): editor.move(rows: step)
        case .click(let point):
            if let button = view.keys.action(at: point) {
                return button == .save ? save() : leave()
            }
            guard let place = view.place(at: point) else { break }
            if place == editor.place {
                editor.step(1)
            } else {
                editor.work(on: place)
            }
        case .rightClick, nil: break
        }
        return []
    }

    private mutating func handle(_ key: Key) -> [ScreenEffect<Outcome>] {
        switch (key.code, key.modifiers) {
        case (.character("s"), .control): return save()
        case (.escape, _), (.character("c"), .control): return leave()
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

    private mutating func save() -> [ScreenEffect<Outcome>] {
        if let theme = editor.verdict.theme { return [.done(.save(theme))] }
        editor.moveToProblem()
        notice = "Not saved: fix the fields marked with !."
        return []
    }

    private mutating func leave() -> [ScreenEffect<Outcome>] {
        guard hasUnsaved else { return [.done(.left)] }
        isAsking = true
        return []
    }

    package func draw(on canvas: inout Canvas, _ appearance: Appearance, at now: MonotonicInstant) {
        ThemeEditorView(self, appearance, canvas.size).draw(on: &canvas)
    }
}
