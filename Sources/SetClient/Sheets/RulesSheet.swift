import SetProtocol

/// The rules of the table, those that can apply; what is not usual stands out.
struct RulesSheet: Hashable, Sendable {
    private var scroller = PanelScroller()

    init() {}

    /// Scrolls, or closes the sheet.
    mutating func handle(_ input: InputEvent, _ rules: Rules, in place: SheetPlace) -> SheetStep {
        if scroller.handle(input, panel(rules, in: place).scroll(in: place.whole)) { return .stay }
        let step = ReadOnlySheet.step(for: input)
        return step.key == .character("I") ? .close : step
    }

    func draw(_ rules: Rules, in place: SheetPlace, on canvas: inout Canvas) {
        panel(rules, in: place).draw(in: place.whole, place.look, on: &canvas)
    }

    func frame(_ rules: Rules, in place: SheetPlace) -> Rect {
        panel(rules, in: place).frame(in: place.whole)
    }

    func panel(_ rules: Rules, in place: SheetPlace) -> Panel {
        let (look, screen) = (place.look, place.screen)
        let quiet = Tone.quiet.style(look.palette)
        let usual: Rules = rules.players == .one ? .solo : .duel
        let fields = RuleField.applying(to: rules)
        let isLong = screen.height - 4 >= fields.count + 1 && screen.width >= 70
        // Two columns where they are wide enough for a name and a value.
        let share = screen.width >= 72 ? (screen.width - 5) / 2 : screen.width - 4
        let cells = fields.map { field -> TextLine in
            let (value, usualValue) = (field.text(rules), field.text(usual))
            let isUsual = value == usualValue
            let style = isUsual ? Style() : Tone.hint.style(look.palette, .bold)
            let nameStyle = isUsual ? quiet : style
            let valueStyle = isUsual ? .bold : style
            var line = TextLine(isUsual ? " " : "•", style)
            if isLong {
                line.add(" \(field.words)".padded(to: 19), nameStyle)
                line.add(" \(value)".padded(to: 15), valueStyle)
                let note = isUsual ? "" : " (default: \(usualValue))"
                line.add((field.summary + note).fitted(to: screen.width - 42), nameStyle)
            } else {
                let note = !isUsual && share >= 34 ? " (default \(usualValue))" : ""
                let room = max(5, share - 3 - value.columns - note.columns)
                line.add(
                    field.words.fitted(to: room).padded(to: min(room, 18)) + " ", nameStyle)
                line.add(value, valueStyle)
                line.add(note, quiet)
            }
            return line
        }
        let isSingle = isLong || screen.width < 72
        let lines = isSingle ? cells : TextLine.inColumns(cells, 2, width: screen.width - 4)
        return scroller.scrolled(
            Panel(
                title: "Rules of this table", footer: "any key closes", lines: lines,
                isCentered: false))
    }
}
