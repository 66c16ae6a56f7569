import SetProtocol

/// The race at a glance: what the player sees, the key for it, and the result.
///
/// | room | layout |
/// |---|---|
/// | 38 by 12 | the rows, close together |
/// | 38 by 15 | the rows, in three parts |
/// | 80 by 28 | a set above the rows, which are set apart where there is room |
struct LessonPicture {
    let look: Appearance
    let headline: String
    let set: Trio

    private enum Row {
        case key(when: String, KeyCommand, what: String)
        case outcome(String, isGood: Bool, what: String)
        case more(String)
        case bar(String)
        case gap
    }

    private struct Measure {
        /// The columns of the left side and of both.
        var (left, width) = (16, 38)
        /// Terminal rows from one row to the next.
        var pitch = 1
        /// The extent of a card; empty for none.
        var card = Size(0, 0)

        func rows(_ row: Row) -> Int {
            if case .gap = row { 1 } else { pitch }
        }
    }

    private var rows: [Row] {
        let rules = Rules.duel
        let best = rules.setPoints + rules.quickBonus
        return [
            .key(when: "See a set?", .claim, what: "claims it"),
            .bar("your turn"),
            .outcome("a set", isGood: true, what: "\(rules.setPoints) points, \(best) if quick"),
            .outcome("a mistake", isGood: false, what: "\(-rules.mismatchPoints) points lost, and"),
            .more("\(rules.answer.components.seconds) s for your opponent"),
            .gap,
            .key(when: "See none?", .deal, what: "three more cards"),
            .outcome("right", isGood: true, what: "\(rules.rightDealPoints) point"),
            .outcome("wrong", isGood: false, what: "\(-rules.wrongDealPoints) points lost"),
            .more("either way they get \(rules.grace.components.seconds) s"),
            .gap,
            .key(when: "Also", .pass, what: KeyCommand.passClaim(rules).long),
            .key(when: "", .help, what: "shows every key"),
        ]
    }

    /// Draws it in the middle of an area of at least 38 columns and 12 rows.
    func draw(in area: Rect, on canvas: inout Canvas) {
        // Gaps between the parts go first where there is little room.
        let isLoose = area.size.height >= rows.count + 2
        let measure = measure(area.size)
        let shown = rows.filter { row in
            if case .gap = row { isLoose } else { true }
        }
        let heading = isLoose ? 2 : 1
        let cardRows = measure.card.height > 0 ? measure.card.height + 1 : 0
        let height = heading + cardRows + shown.reduce(0) { $0 + measure.rows($1) }
        let x = area.minX + (area.size.width - measure.width) / 2
        var y = area.minY + max(0, (area.size.height - height) / 2)
        canvas.write(headline, centeredIn: area, row: y, .bold)
        y += heading
        if cardRows > 0 {
            // As found sets look, with the keys that pick them.
            let row = CardRow(card: measure.card, gap: 2)
            row.draw(
                set.cards, state: CardState(standing: .match),
                labels: look.keyboard.rows[1].map(String.init),
                at: Point(area.minX + (area.size.width - row.columns) / 2, y), look, on: &canvas)
        }
        y += cardRows
        for row in shown {
            draw(row, x, y, measure, on: &canvas)
            y += measure.rows(row)
        }
    }

    /// Uses the room of a large screen: first for cards, then for gaps and longer lines.
    private func measure(_ size: Size) -> Measure {
        var measure = Measure()
        guard size.width >= 78, size.height >= rows.count + 13 else { return measure }
        (measure.left, measure.width) = (24, 64)
        measure.pitch = 2
        let loose = rows.reduce(2) { $0 + measure.rows($1) }
        if size.height < loose + 12 { measure.pitch = 1 }
        let text = measure.pitch == 2 ? loose : rows.count + 2
        for height in stride(from: min(18, size.height - text - 2), through: 5, by: -1) {
            let width = Int((BoardLayout.ratio * look.cellAspect * Double(height)).rounded())
            guard 3 * width + 4 <= size.width else { continue }
            measure.card = Size(width, height)
            break
        }
        return measure
    }

    private func draw(
        _ row: Row, _ x: Int, _ y: Int, _ measure: Measure, on canvas: inout Canvas
    ) {
        let palette = look.palette
        let right = x + measure.left
        switch row {
        case .key(let when, let command, let what):
            let key = Style(palette.ink(.label), on: .standard, [.bold, .reverse])
            canvas.write(when, x, y, .bold)
            let end = canvas.write(" \(command.keyName) ", right, y, key)
            canvas.write(what, end + 1, y)
        case .outcome(let text, let isGood, let what):
            let tone: Tone = isGood ? .good : .bad
            canvas.write("\(isGood ? "✓" : "✗") \(text)", x + 1, y, tone.style(palette, .bold))
            canvas.write(what, right, y)
        case .more(let text): canvas.write(text, right, y)
        case .bar(let text):
            canvas.write(text, x + 1, y, Tone.mine.style(palette))
            let bar = Rect(right - 2, y, measure.width - measure.left + 2, 1)
            let whole = Countdown(remaining: LessonRace.window, total: LessonRace.window)
            CountdownBar(whole, row: bar.size.width).draw(in: bar, .mine, look, on: &canvas)
        case .gap: break
        }
    }
}
