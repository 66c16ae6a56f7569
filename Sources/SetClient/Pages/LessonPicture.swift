import SetProtocol

/// The race in one picture: what is seen, the key for it, and what comes of it, by the usual rules.
struct LessonPicture {
    private let look: Appearance
    private let headline: String

    /// One row: what is on the left of it and what on the right.
    private enum Row {
        case key(when: String, KeyCommand, what: String)
        case outcome(String, isGood: Bool, what: String)
        case more(String)
        case bar(String)
        case gap
    }

    /// How wide the left side is, and the whole.
    private static let (left, width) = (16, 38)

    init(_ look: Appearance, headline: String) {
        (self.look, self.headline) = (look, headline)
    }

    private var rows: [Row] {
        let rules = Rules.duel
        let best = rules.setPoints + rules.quickBonus
        return [
            .key(when: "See a set?", .claim, what: "claims it"),
            .bar("your turn"),
            .outcome("a set", isGood: true, what: "\(rules.setPoints) points, \(best) if quick"),
            .outcome(
                "no, or late", isGood: false, what: "\(-rules.mismatchPoints) points lost, and"),
            .more("\(rules.answer.components.seconds) s for the other"),
            .gap,
            .key(when: "See none?", .deal, what: "three more cards"),
            .outcome("right", isGood: true, what: "\(rules.rightDealPoints) point"),
            .outcome("wrong", isGood: false, what: "\(-rules.wrongDealPoints) points lost"),
            .gap,
            .key(when: "Also", .pass, what: KeyCommand.giveUp(.claim, rules)),
            .key(when: "", .hint, what: "a hint, when alone"),
            .key(when: "", .help, what: "shows every key"),
        ]
    }

    /// Draws it in the middle of an area of at least 38 columns and 12 rows.
    func draw(in area: Rect, on canvas: inout Canvas) {
        // Air between the parts goes first where there is little room.
        let isLoose = area.size.height >= rows.count + 2
        let shown = rows.filter { row in
            if case .gap = row { isLoose } else { true }
        }
        let height = shown.count + (isLoose ? 2 : 1)
        let x = area.minX + (area.size.width - Self.width) / 2
        var y = area.minY + max(0, (area.size.height - height) / 2)
        let title = Style(.standard, on: .standard, .bold)
        canvas.write(
            headline, area.minX + (area.size.width - headline.columns) / 2, y, title,
            before: area.maxX)
        y += isLoose ? 2 : 1
        for row in shown {
            draw(row, x, y, on: &canvas)
            y += 1
        }
    }

    private func draw(_ row: Row, _ x: Int, _ y: Int, on canvas: inout Canvas) {
        let palette = look.palette
        let right = x + Self.left
        switch row {
        case .key(let when, let command, let what):
            let key = Style(palette.ink(.label), on: .standard, [.bold, .reverse])
            canvas.write(when, x, y, Style(.standard, on: .standard, .bold))
            let end = canvas.write(" \(command.keyName) ", right, y, key)
            canvas.write(what, end + 1, y)
        case .outcome(let text, let isGood, let what):
            let tone: Tone = isGood ? .good : .bad
            canvas.write("\(isGood ? "✓" : "✗") \(text)", x + 1, y, tone.style(palette, .bold))
            canvas.write(what, right, y)
        case .more(let text): canvas.write(text, right, y)
        case .bar(let text):
            canvas.write(text, x + 1, y, Tone.mine.style(palette))
            let bar = Rect(right - 2, y, Self.width - Self.left + 2, 1)
            let half = Countdown(remaining: LessonRace.window * 3 / 5, total: LessonRace.window)
            CountdownBar(half, row: bar.size.width).draw(in: bar, .mine, look, on: &canvas)
        case .gap: break
        }
    }
}
