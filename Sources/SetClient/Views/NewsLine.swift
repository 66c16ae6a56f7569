import SetProtocol

/// The newest event in words, or a verdict with its four features.
struct NewsLine {
    private let situation: TablePerspective
    private let look: Appearance

    init(_ situation: TablePerspective, _ look: Appearance) {
        (self.situation, self.look) = (situation, look)
    }

    /// The news in at most the given number of lines.
    func lines(_ columns: Int, rows: Int) -> [TextLine] {
        guard let entry = situation.model.news, case .event(let event) = entry.content else {
            return []
        }
        if let (seat, trio, points) = event.judged {
            return verdict(seat, trio, points, columns, rows)
        }
        let lines = look.palette.sentence(for: entry, situation.model).wrapped(to: columns)
        let style = Style.standard
        guard lines.count > rows else { return lines.map { TextLine($0, style) } }
        let kept = lines.prefix(rows - 1).map { TextLine($0, style) }
        let rest = lines.dropFirst(rows - 1).joined(separator: " ")
        return kept + [TextLine(rest.fitted(to: columns), style)]
    }

    // MARK: Verdicts

    private func verdict(
        _ seat: Seat, _ trio: Trio, _ points: Int, _ columns: Int, _ rows: Int
    ) -> [TextLine] {
        let palette = look.palette
        let ways = VerdictWords.lines(for: trio, palette.theme, on: palette.background)
        var lines: [TextLine] = []
        for items in ways {
            // A long name is cut before anything about the cards is left out.
            for room in items.count < 4 ? [16, 10, 5, 0] : [16, 10] {
                let parts = [head(seat, points, name: room)] + items.map(line)
                for separator in look.separators {
                    lines = flow(parts, columns, separator)
                    if lines.count <= rows { return lines }
                }
            }
        }
        return Array(lines.prefix(rows))
    }

    /// Who chose the cards, by their sign where there is no room for a name, and the points.
    private func head(_ seat: Seat, _ points: Int, name columns: Int) -> TextLine {
        let style = situation.tone(seat).style(look.palette, .bold)
        let name =
            columns == 0
            ? situation.sign(seat, look.glyphs) : situation.who(seat).fitted(to: columns)
        return TextLine("\(name) \(points > 0 ? "+" : "")\(points)", style)
    }

    private func line(_ item: VerdictWords.Item) -> TextLine {
        let tone: Tone = item.agrees ? .good : .bad
        return TextLine(item.text, tone.style(look.palette, item.agrees ? [] : .bold))
    }

    /// Sets items one after another in as many lines as they need, a separator between all but the
    /// first two.
    private func flow(
        _ items: [TextLine], _ columns: Int, _ separator: String
    ) -> [TextLine] {
        var lines: [TextLine] = []
        for (place, item) in items.enumerated() {
            let gap = place == 1 ? "  " : separator
            if let last = lines.last, last.columns + gap.columns + item.columns <= columns {
                lines[lines.count - 1].add(gap, Tone.quiet.style(look.palette))
                lines[lines.count - 1].add(item)
            } else {
                lines.append(item)
            }
        }
        return lines
    }
}
