import SetProtocol

/// Draws one scene of the lesson.
struct LessonPainter {
    let screen: LessonScreen
    let words: LessonWords
    let cursor: Int?
    let look: Appearance

    private var lesson: Lesson { screen.lesson }
    private var palette: Palette { look.palette }
    private var quiet: Style { Tone.quiet.style(palette) }

    func draw(on canvas: inout Canvas, at now: MonotonicInstant) {
        drawHeader(on: &canvas)
        if lesson.scene == .keys {
            LessonPicture(look: look, headline: words.text.headline, set: lesson.cards.set)
                .draw(in: screen.page, on: &canvas)
        } else {
            drawText(on: &canvas)
            drawCards(on: &canvas, at: now)
            drawCaptions(on: &canvas)
            drawList(on: &canvas)
            if let trio = screen.exhibit.judged {
                drawVerdict(on: trio, on: &canvas)
            } else if lesson.scene == .race {
                drawBar(on: &canvas, at: now)
            }
        }
        screen.answers.draw(look, on: &canvas)
        if let cursor, screen.answers.buttons.indices.contains(cursor) {
            drawPointer(at: screen.answers.buttons[cursor], on: &canvas)
        }
        screen.keys.draw(look, on: &canvas)
    }

    // MARK: - Words

    /// The step in words on the left, and as dots on the right.
    private func drawHeader(on canvas: inout Canvas) {
        let (step, row) = (lesson.scene.step, screen.header)
        let count = LessonStep.allCases.count
        let x = canvas.write("\(step.rawValue) of \(count)", row.minX, row.minY, quiet)
        canvas.write(lesson.scene.title, x + 2, row.minY, .bold, before: row.maxX - count - 1)
        for other in LessonStep.allCases {
            let isDone = other.rawValue <= step.rawValue
            let style = isDone ? Tone.mine.style(palette) : Style(palette.ink(.edge))
            canvas.write(
                isDone ? "●" : "○", row.maxX - count + other.rawValue - 1, row.minY, style)
        }
    }

    private func drawText(on canvas: inout Canvas) {
        let (text, row) = (words.text, screen.text)
        let width = min(row.size.width, 76)
        let headline = text.headline.wrappedEvenly(to: width)
        let rows =
            headline.map { ($0, text.tone.style(palette, .bold)) }
            + text.body.wrappedEvenly(to: width).map { ($0, Style()) }
        for (line, (words, style)) in rows.prefix(row.size.height).enumerated() {
            let words = words.fitted(to: row.size.width)
            canvas.write(words, centeredIn: row, row: row.minY + line, style)
        }
    }

    private func drawPointer(
        at button: KeyBar<LessonAction>.Button, on canvas: inout Canvas
    ) {
        let (title, rect) = (button.item.title, button.rect)
        let ink = palette.ink(.cursor)
        canvas.write(
            title, rect.maxX - title.columns, rect.minY,
            Style(ink, on: .standard, [.bold, .underline]))
        canvas.write(
            look.glyphs.largePointer, rect.minX - 2, rect.minY, Style(ink, on: .standard, .bold))
    }

    // MARK: - Cards

    private func drawCards(on canvas: inout Canvas, at now: MonotonicInstant) {
        let view = look.cardView
        for slot in 0..<screen.board.count {
            let frame = screen.board.frame(ofSlot: slot)
            if let card = screen.card(inSlot: slot) {
                let state = screen.state(ofSlot: slot, pointed: cursor, at: now)
                let label = screen.label(ofSlot: slot)
                view.draw(.up(card), state, label: label, in: frame, on: &canvas)
            } else if lesson.scene == .third, !lesson.isSolved {
                let style = Style(palette.ink(.label))
                canvas.frame(frame, .broken, style, ascii: look.glyphs == .ascii)
                let middle = frame.minY + (frame.size.height - 1) / 2
                canvas.write("?", centeredIn: frame, row: middle, .bold)
            }
        }
    }

    // MARK: - Features

    /// Below each card its look of the feature in question.
    private func drawCaptions(on canvas: inout Canvas) {
        guard let feature = screen.exhibit.feature else { return }
        for slot in 0..<3 {
            guard let card = screen.card(inSlot: slot) else { continue }
            let isOdd = card[feature] == screen.exhibit.odd
            let value = words.value(of: feature, on: card) + (isOdd ? " ✗" : "")
            let frame = screen.board.frame(ofSlot: slot)
            canvas.write(
                value.fitted(to: frame.size.width), centeredIn: frame, row: screen.captions.minY,
                isOdd ? Tone.bad.style(palette, .bold) : .bold)
        }
    }

    /// The four features one below the other: what they can be, or what they say about three cards.
    private func drawList(on canvas: inout Canvas) {
        let (lines, list) = (listLines, screen.list)
        let width = lines.map(\.0.columns).max() ?? 0
        let x = list.minX + max(0, (list.size.width - width) / 2)
        for (row, (text, style)) in lines.enumerated() {
            canvas.write(
                text.fitted(to: list.size.width), x, list.minY + row, style, before: list.maxX)
        }
    }

    private var listLines: [(String, Style)] {
        // What is still to come keeps its place, so that nothing moves.
        func line(_ text: String, _ feature: Feature, upTo last: Feature) -> String {
            feature.rawValue <= last.rawValue ? text : "".padded(to: text.columns)
        }
        if case .looks(let feature) = lesson.scene {
            return Feature.allCases.map { other in
                let text = line(words.line(for: other), other, upTo: feature)
                return (text, other == feature ? .bold : quiet)
            }
        }
        if lesson.scene == .end { return LessonWords.reminders.map { ($0, quiet) } }
        return screen.exhibit.listed?.explanation.map { finding in
            let text = words.line(for: finding, columns: screen.list.size.width)
            let style = Self.tone(finding.agrees).style(palette, finding.agrees ? [] : .bold)
            return (line(text, finding.feature, upTo: screen.exhibit.lastListed), style)
        } ?? []
    }

    private static func tone(_ agrees: Bool) -> Tone { agrees ? .good : .bad }

    // MARK: - The bar

    /// The four features in one row, as at the table.
    private func drawVerdict(on trio: Trio, on canvas: inout Canvas) {
        let bar = screen.bar
        let (items, gap) = words.verdict(
            on: trio, columns: bar.size.width, separators: look.separators)
        var line = TextLine()
        for item in items {
            if !line.isEmpty { line.add(gap, quiet) }
            line.add(
                item.text, Self.tone(item.agrees).style(palette, item.agrees ? [] : .bold))
        }
        let x = bar.minX + max(0, (bar.size.width - line.columns) / 2)
        canvas.write(line, x, bar.minY, before: bar.maxX)
    }

    private func drawBar(on canvas: inout Canvas, at now: MonotonicInstant) {
        let row = screen.bar.centered(Size(min(screen.bar.size.width, 60), 1))
        switch lesson.race.state {
        case .open:
            let text = "your time starts when you claim".fitted(to: screen.bar.size.width)
            canvas.write(text, centeredIn: screen.bar, quiet)
        case .turn:
            guard let countdown = lesson.race.countdown(at: now) else { return }
            let bar = CountdownBar(countdown, row: row.size.width)
            bar.draw(in: row, bar.isUrgent ? .bad : .mine, look, on: &canvas)
        case .found, .wrong, .late: break
        }
    }
}

extension String {
    /// The text broken into as few lines as possible, all about equally long.
    fileprivate func wrappedEvenly(to columns: Int) -> [String] {
        let count = wrapped(to: columns).count
        guard count > 1 else { return wrapped(to: columns) }
        let least = self.columns / count
        let width = (least..<columns).first { wrapped(to: $0).count == count } ?? columns
        let longest = split(separator: " ").map { String($0).columns }.max() ?? 0
        return wrapped(to: max(width, min(longest, columns)))
    }
}
