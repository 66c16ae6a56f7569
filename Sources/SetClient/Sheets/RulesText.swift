import SetProtocol

/// The rules that apply at the table; unusual values stand out.
struct RulesText {
    static let key = Key.character("I")

    let rules: Rules
    /// How a friend gets in; `nil` where nobody can.
    let invitation: String?

    func text(in place: SheetPlace) -> SheetText {
        let (look, screen) = (place.look, place.screen)
        let quiet = Tone.quiet.style(look.palette)
        let usual = rules.usual
        let fields = RuleField.applying(to: rules)
        func explanation(_ field: RuleField) -> [String] {
            let (value, usualValue) = (field.text(rules), field.text(usual))
            let note = value == usualValue ? "" : " (default: \(usualValue))"
            return (field.summary + note).wrapped(to: max(1, screen.width - 42))
        }
        let rows = fields.reduce(1) { $0 + explanation($1).count }
        let isLong = screen.height - 4 >= rows && screen.width >= 70
        // Two columns where they are wide enough for a name and a value.
        let share = screen.width >= 72 ? (screen.width - 5) / 2 : screen.width - 4
        let cells = fields.flatMap { field -> [TextLine] in
            let (value, usualValue) = (field.text(rules), field.text(usual))
            let isUsual = value == usualValue
            let style = isUsual ? Style() : Tone.hint.style(look.palette, .bold)
            let (nameStyle, valueStyle) = isUsual ? (quiet, .bold) : (style, style)
            var line = TextLine(isUsual ? " " : "•", style)
            guard isLong else {
                func room(_ note: String) -> Int { share - 3 - value.columns - note.columns }
                // The name comes before the word "default", which other lines may have.
                let notes = [" (default \(usualValue))", " (\(usualValue))"]
                let fitting = notes.first { field.words.columns <= room($0) }
                let note = isUsual || share < 34 ? "" : fitting ?? ""
                let room = max(5, room(note))
                line.add(
                    field.words.fitted(to: room).padded(to: min(room, 18)) + " ", nameStyle)
                line.add(value, valueStyle)
                line.add(note, quiet)
                return [line]
            }
            line.add(" \(field.words)".padded(to: 19), nameStyle)
            line.add(" \(value)".padded(to: 15), valueStyle)
            let words = explanation(field)
            line.add(words.first ?? "", nameStyle)
            return [line] + words.dropFirst().map { TextLine("".padded(to: 35) + $0, nameStyle) }
        }
        let isSingle = isLong || screen.width < 72
        var lines = isSingle ? cells : TextLine.inColumns(cells, 2, width: screen.width - 4)
        if let invitation {
            let join = "To join: \(SafeText.sanitized(invitation))".wrapped(to: screen.width - 4)
            lines.insert(contentsOf: join.map { TextLine($0, .bold) }, at: 0)
        }
        return SheetText("Rules of this table", footer: "any key  close", lines)
    }
}
