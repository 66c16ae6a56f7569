import SetProtocol

/// All settings, over a table or on a page; each change shows at once and is saved.
///
/// | where it is | what shows the changes |
/// |---|---|
/// | with room beside it | the cards of the table or of the page |
/// | over a table that it covers, or on a narrow page | three cards in the sheet |
struct SettingsSheet: Equatable, Sendable {
    private let offer: Setting.Offer
    private var list: ListView

    init(_ preferences: SettingsModel) {
        offer = preferences.offer
        list = ListView(Self.rows(preferences.settings, offer))
    }

    private static func rows(_ settings: ClientSettings, _ offer: Setting.Offer) -> [ListView.Row] {
        Setting.rows.map { $0.row(settings, offer) }
    }

    var setting: Setting { Setting.rows[list.row] }

    var isTyping: Bool { list.isTyping }

    // MARK: - Input

    /// Escape closes, as do a click beside it and some letters, unless a name is being typed.
    mutating func handle(
        _ input: InputEvent, _ preferences: inout SettingsModel, in place: SheetPlace
    ) -> SheetStep {
        list.show(Self.rows(preferences.settings, offer))
        let layout = Layout(place)
        switch input.fromPlayer {
        case .key(let key):
            let closing: [Key] = [.character("O"), .character("q"), .character("Q")]
            if closing.contains(key), !list.isTyping { return .close }
        case .click(let point):
            guard layout.frame.contains(point) else { return .close }
            if let key = footer(layout, place.look).action(at: point) {
                return handle(.key(key), &preferences, in: place)
            }
        case .rightClick, .scroll, .paste, nil: break
        }
        switch list.handle(input, in: layout.list) {
        case .stay: return .stay
        case .back: return .close
        case .choose:
            return list.isTyping ? .stay : handle(.key(Key(.right)), &preferences, in: place)
        case .change: break
        }
        let before = preferences.settings
        if !setting.isText {
            let value = setting.choices(offer)[list.chosen(list.row)]
            setting.set(value, in: &preferences.settings, offer)
        } else if !isWrong {
            setting.set(list.text(list.row), in: &preferences.settings, offer)
        }
        list.show(Self.rows(preferences.settings, offer))
        return SheetStep(changes: preferences.changes(since: before))
    }

    /// Whether what has been typed cannot be a name.
    private var isWrong: Bool {
        guard let value = list.value, value.field != nil else { return false }
        return !value.text.isEmpty && !SafeText.isAllowedPlayerName(value.text)
    }

    // MARK: - Drawing

    private struct Layout {
        private static let columns = 46
        /// How much of the table must stay free for it to be a sample.
        private static let leastBeside = 24

        /// The cells of the sheet, its edge included.
        let frame: Rect
        let list: Rect
        let words: Rect
        /// The cells of the sample; empty where there is none.
        let sample: Rect

        init(_ place: SheetPlace) {
            let (screen, count) = (place.screen, Setting.rows.count)
            let isBeside = screen.width - Self.columns >= Self.leastBeside
            let wanted = count + 6
            let room = wanted <= place.area.size.height ? place.area : place.whole
            let height = min(isBeside ? wanted : wanted + 4, room.size.height)
            var frame = room.centered(Size(min(Self.columns, screen.width), height))
            if isBeside { frame.origin.x = room.maxX - frame.size.width }
            self.frame = frame
            let inner = frame.inset(2, 1)
            // The row of keys, two of words, and three of cards where the rows leave room for them.
            let spare = inner.size.height - 3
            let hasCards = !isBeside && spare >= 8 && inner.size.width >= 30
            let cards = hasCards ? min(5, max(3, spare - 7)) : 0
            let gap = spare - cards > count ? 1 : 0
            let rows = max(1, min(count, spare - cards - gap))
            list = Rect(inner.minX, inner.minY, inner.size.width, rows)
            words = Rect(
                inner.minX, list.maxY + gap, inner.size.width, min(2, max(0, spare + 2 - rows)))
            sample = Rect(inner.minX, words.maxY, inner.size.width, cards)
        }
    }

    func frame(in place: SheetPlace) -> Rect { Layout(place).frame }

    func draw(_ preferences: SettingsModel, in place: SheetPlace, on canvas: inout Canvas) {
        let (layout, look) = (Layout(place), place.look)
        Panel.empty("Settings", layout.frame).draw(in: layout.frame, look, on: &canvas)
        var list = list
        list.show(Self.rows(preferences.settings, offer))
        list.draw(in: layout.list, look, on: &canvas)
        let text =
            isWrong
            ? "Use \(SafeText.nameRule)."
            : setting.explanation(preferences.settings, offer)
        let style = (isWrong ? Tone.bad : .quiet).style(look.palette)
        canvas.write(text.wrapped(to: layout.words.size.width), in: layout.words, style)
        drawSample(in: layout.sample, look, on: &canvas)
        footer(layout, look).draw(look, on: &canvas)
    }

    private func drawSample(in sample: Rect, _ look: Appearance, on canvas: inout Canvas) {
        let height = sample.size.height
        guard height >= 3 else { return }
        let width = min(
            (sample.size.width - 4) / 3,
            Int(BoardLayout.ratio * look.cellAspect * Double(height)))
        // Cards are on the terminal's own background, as on the table.
        let place = sample.centered(Size(3 * width + 4, height))
        canvas.fill(place, " ", .standard)
        CardRow(card: Size(width, height)).draw(
            CardRow.sample, labels: look.keyboard.rows[1].map(String.init),
            at: Point(place.minX + 1, place.minY), look, on: &canvas)
    }

    private func footer(_ layout: Layout, _ look: Appearance) -> KeyBar<Key> {
        let isASCII = look.glyphs == .ascii
        let choose = KeyBar<Key>.Item(isASCII ? "arrows" : "↑↓", "choose", Key(.down))
        let change: KeyBar<Key>.Item =
            list.isTyping
            ? .init("⌫", "delete", Key(.backspace)) : .init("←→", "change", Key(.right))
        let close = KeyBar<Key>.Item("esc", "close", Key(.escape))
        let frame = layout.frame
        return KeyBar(
            isASCII ? [choose, close] : [choose, change, close],
            in: Rect(frame.minX + 2, frame.maxY - 2, frame.size.width - 4, 1), gap: 3, look: .plain)
    }
}

extension Setting {
    func row(_ settings: ClientSettings, _ offer: Offer) -> ListView.Row {
        let (value, choices) = (value(in: settings), choices(offer))
        return ListView.Row(
            label: label ?? key,
            values: [
                isText
                    ? .text(
                        TextField(
                            value, limit: SafeText.nameColumns, placeholder: "your user name"))
                    : .choice(choices.map(shown), chosen: choices.firstIndex(of: value) ?? 0)
            ])
    }
}
