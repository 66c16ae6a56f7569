import SetProtocol

/// The settings in the whole terminal, beside cards that show what each change does.
///
/// | screen | layout |
/// |---|---|
/// | wide | the form, and cards in all the room beside it |
/// | narrow | the form with three cards in it |
public struct SettingsPage: Page, Hashable {
    /// How it can end.
    public enum Outcome: Hashable, Sendable {
        /// The player has seen enough; every change was asked to be kept when it was made.
        case closed
    }

    /// What the player has set.
    public private(set) var settings: ClientSettings
    private let themes: [Theme]
    private var form: SettingsForm
    /// What went wrong with keeping the last change.
    private var remark: String?

    /// A page that shows how things are set.
    ///
    /// - Parameters:
    ///   - settings: How things are set now, options included.
    ///   - themes: The themes there are; never empty.
    ///   - keyboards: The keyboards there are.
    public init(_ settings: ClientSettings, themes: [Theme], keyboards: [Keyboard]) {
        self.settings = settings
        self.themes = themes
        form = SettingsForm(SettingsField.Offer(themes: themes, keyboards: keyboards))
    }

    /// A page for a player's preferences.
    public init(_ settings: ClientSettings, _ preferences: Preferences) {
        self.init(
            settings, themes: preferences.library.themes, keyboards: preferences.keyboards)
    }

    /// The theme that the settings ask for.
    public var theme: Theme { ClientModel.theme(for: settings, among: themes) }

    /// Takes what the player did.
    public mutating func take(
        _ event: InputEvent, on size: Size, at now: TableTime
    ) -> PageStep<Outcome> {
        switch event {
        case .key(let key):
            if key.code == .escape || [.control("c"), .control("d")].contains(key) {
                return .done(.closed)
            }
            let closes = [Key.character("q"), .character("Q"), .character("O")].contains(key)
            if closes, !form.field.isText { return .done(.closed) }
            guard let edit = form.edit(for: key) else { return .stay }
            return take(edit)
        case .mouse(let mouse): return take(mouse, on: size)
        case .paste(let text):
            return form.field.isText ? take(.insert(text)) : .stay
        case .focus, .report: return .stay
        }
    }

    private mutating func take(_ mouse: Mouse, on size: Size) -> PageStep<Outcome> {
        switch mouse.action {
        case .press(.left):
            let layout = Layout(size)
            let sheet = SettingsSheet(
                form, settings, Appearance(), in: layout.sheet,
                showsSample: layout.board == nil)
            switch sheet.hit(at: mouse.point) {
            case .edit(let edit): return take(edit)
            case .leave: return .done(.closed)
            case .close, .nothing: return .stay
            }
        case .press(.right): return .done(.closed)
        case .wheelUp: return take(.move(-1))
        case .wheelDown: return take(.move(1))
        case .press(.middle), .release: return .stay
        }
    }

    /// Notes what the player should be told, until the next change.
    public mutating func remark(_ text: String, at now: TableTime) { remark = text }

    private mutating func take(_ edit: SettingsEdit) -> PageStep<Outcome> {
        remark = nil
        guard let changes = form.take(edit, &settings) else { return .stay }
        return .save(changes)
    }

    // MARK: - Drawing

    /// Where the parts lie.
    private struct Layout {
        let sheet: Rect
        /// The cards beside the form; `nil` where there is no room.
        let board: Rect?

        init(_ size: Size) {
            let rows = SettingsField.allCases.count + 6
            let columns = min(46, size.width)
            let isWide = size.width - columns >= 24 && size.height >= 9
            let height = min(size.height, isWide ? rows : rows + 5)
            let x = isWide ? 1 : (size.width - columns) / 2
            sheet = Rect(x, (size.height - height) / 2, columns, height)
            let left = sheet.maxX + 2
            board =
                isWide ? Rect(left, 1, size.width - left - 1, size.height - 2) : nil
        }
    }

    /// Draws the form and the cards.
    public func draw(on canvas: inout Canvas, _ appearance: Appearance, at now: TableTime) {
        let layout = Layout(canvas.size)
        if let area = layout.board { SampleBoard(in: area, appearance).draw(on: &canvas) }
        SettingsSheet(
            form, settings, appearance, in: layout.sheet, showsSample: layout.board == nil
        ).draw(on: &canvas)
        guard let remark else { return }
        let text = SafeText.sanitized(remark).fitted(to: canvas.size.width - 2)
        canvas.write(
            text, 1, canvas.size.height - 1, Tone.bad.style(appearance.palette, .bold))
    }
}
