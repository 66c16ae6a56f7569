import SetProtocol

/// What just happened and why: a verdict with its four features, or the newest event in words.
struct NewsLine {
    private let situation: TablePerspective
    private let look: Appearance

    init(_ situation: TablePerspective, _ look: Appearance) {
        (self.situation, self.look) = (situation, look)
    }

    /// The newest event worth telling.
    private var newest: LogEntry? {
        situation.model.log.last { entry in
            guard case .event(let event) = entry.content else { return false }
            return event.isNews
        }
    }

    /// When the news came; `nil` when there is none.
    var time: MonotonicInstant? { newest?.time }

    /// The news in at most so many lines of a width.
    func lines(_ columns: Int, rows: Int) -> [TextLine] {
        guard let newest, case .event(let event) = newest.content else { return [] }
        switch event {
        case .setFound(let seat, let trio, let points), .mismatch(let seat, let trio, let points):
            return verdict(seat, trio, points, columns, rows)
        case .joined, .left, .away, .returned, .seatReleased, .ready, .countdown, .started,
            .claimed, .picked, .unpicked, .timedOut, .passed, .dealt, .refilled, .hinted, .asked,
            .withdrew, .paused, .resumed, .suddenDeath, .resigned, .over:
            return words(newest, columns, rows)
        }
    }

    private func words(_ entry: LogEntry, _ columns: Int, _ rows: Int) -> [TextLine] {
        let palette = look.palette
        let text = Narrator.sentence(
            for: entry, seat: situation.model.seat, palette.theme, on: palette.background)
        let lines = text.wrapped(to: columns)
        let style = Tone.plain.style(palette)
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
            // A long name is cut before anything is left out about the cards.
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

    /// Who chose the cards, by the seat's sign alone where there is no room for a name, and what they
    /// got for it.
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

    /// Sets items one after another, in as many lines as they need, parted by a separator, but not
    /// the first from what it heads.
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
