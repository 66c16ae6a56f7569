import SetProtocol

extension LessonPage {
    /// Draws the scene, or how large the window must be for it.
    package func draw(on canvas: inout Canvas, _ appearance: Appearance, at now: MonotonicInstant) {
        let lesson = lesson.settled(at: now)
        guard
            let screen = LessonScreen(
                lesson, canvas.size, settings.keyboard, appearance.cellAspect, appearance.glyphs)
        else {
            return Self.drawTooSmall(on: &canvas)
        }
        let words = LessonWords(
            lesson: lesson, theme: appearance.palette.theme,
            background: appearance.palette.background,
            now: now)
        LessonPainter(screen: screen, words: words, cursor: cursor, look: appearance)
            .draw(on: &canvas, at: now)
        if let notice { draw(notice, on: &canvas, appearance) }
    }

    /// Draws something to be told above the keys, over what stands there.
    private func draw(_ notice: String, on canvas: inout Canvas, _ look: Appearance) {
        let size = canvas.size
        let style = Tone.bad.style(look.palette, .bold)
        let lines = SafeText.sanitized(notice, limit: 400).wrapped(to: size.width - 2).prefix(4)
        for (row, line) in lines.enumerated() {
            let y = size.height - 1 - lines.count + row
            canvas.fill(Rect(0, y, size.width, 1), " ", .standard)
            canvas.write(line, (size.width - line.columns) / 2, y, style, before: size.width)
        }
    }

    private static func drawTooSmall(on canvas: inout Canvas) {
        let least = LessonScreen.least
        let text =
            "The lesson needs a \(least.width) x \(least.height) window. Enlarge it or use a smaller "
            + "font. Press esc to leave."
        for (row, line) in text.wrapped(to: canvas.size.width).enumerated() {
            canvas.write(line, 0, row, row == 0 ? Style(.standard, on: .standard, .bold) : Style())
        }
    }
}

/// Draws one scene of the lesson.
private struct LessonPainter {
    let screen: LessonScreen
    let words: LessonWords
    let cursor: Int?
    let look: Appearance

    private var lesson: Lesson { screen.lesson }
    private var palette: Palette { look.palette }
    private var quiet: Style { Tone.quiet.style(palette) }
    private var bold: Style { Style(.standard, on: .standard, .bold) }

    func draw(on canvas: inout Canvas, at now: MonotonicInstant) {
        drawHeader(on: &canvas)
        if lesson.scene == .keys {
            LessonPicture(look, headline: words.text.headline, set: lesson.cards.set)
                .draw(in: screen.page, on: &canvas)
        } else {
            drawText(on: &canvas)
            drawCards(on: &canvas, at: now)
            drawCaptions(on: &canvas)
            drawList(on: &canvas)
            if let trio = judged {
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
        canvas.write(step.title, x + 2, row.minY, bold, before: row.maxX - count - 1)
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
        let body = text.body.wrappedEvenly(to: width)
        let rows =
            headline.map { ($0, text.tone.style(palette, .bold)) } + body.map { ($0, Style()) }
        for (line, (words, style)) in rows.prefix(row.size.height).enumerated() {
            write(words, style, centeredIn: row, row.minY + line, on: &canvas)
        }
    }

    private func write(
        _ text: String, _ style: Style, centeredIn row: Rect, _ y: Int, on canvas: inout Canvas
    ) {
        let fitted = text.fitted(to: row.size.width)
        let x = row.minX + (row.size.width - fitted.columns) / 2
        canvas.write(fitted, x, y, style, before: row.maxX)
    }

    /// Points at an answer.
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
        let view = CardView(palette, look.blitter, cellAspect: look.cellAspect)
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
                write("?", bold, centeredIn: frame, middle, on: &canvas)
            }
        }
    }

    // MARK: - Features

    /// Below each card what it shows of the feature that is spoken of.
    private func drawCaptions(on canvas: inout Canvas) {
        guard let (feature, odd) = spokenOf else { return }
        for slot in 0..<3 {
            guard let card = screen.card(inSlot: slot) else { continue }
            let isOdd = card[feature] == odd
            let value = words.value(of: feature, on: card)
            let style = isOdd ? Tone.bad.style(palette, .bold) : bold
            let frame = screen.board.frame(ofSlot: slot)
            write(
                isOdd ? "\(value) ✗" : value, style, centeredIn: frame, screen.captions.minY,
                on: &canvas)
        }
    }

    /// The feature that is spoken of, and its look on the card that does not fit.
    private var spokenOf: (Feature, odd: Variant?)? {
        switch lesson.scene {
        case .looks(let feature), .check(let feature): return (feature, nil)
        case .question(let question):
            guard lesson.isSolved else { return nil }
            for finding in lesson.cards.trio(for: question).explanation {
                if case .twoAlike(_, let odd) = finding.pattern { return (finding.feature, odd) }
            }
            return nil
        case .third, .search, .race, .keys, .end: return nil
        }
    }

    /// The four features one below the other: what they can be, or what they say about three cards.
    private func drawList(on canvas: inout Canvas) {
        let lines = listLines
        let width = lines.map(\.0.columns).max() ?? 0
        let x = screen.list.minX + max(0, (screen.list.size.width - width) / 2)
        for (row, (text, style)) in lines.enumerated() {
            canvas.write(
                text.fitted(to: screen.list.size.width), x, screen.list.minY + row, style,
                before: screen.list.maxX)
        }
    }

    private var listLines: [(String, Style)] {
        switch lesson.scene {
        case .looks(let feature):
            return Feature.allCases.map { other in
                // What is still to come holds its place, so that nothing moves.
                let line = words.line(for: other)
                let isSeen = other.rawValue <= feature.rawValue
                return (isSeen ? line : blank(line), other == feature ? bold : quiet)
            }
        case .check(let feature): return findings(in: lesson.cards.set, upTo: feature)
        case .question(let question):
            return lesson.isSolved ? findings(in: lesson.cards.trio(for: question)) : []
        case .end:
            return LessonWords.reminders.map { ($0, quiet) }
        case .third, .search, .race, .keys: return []
        }
    }

    private func findings(in trio: Trio, upTo last: Feature = .color) -> [(String, Style)] {
        trio.explanation.map { finding in
            let line = words.line(for: finding, columns: screen.list.size.width)
            let isSeen = finding.feature.rawValue <= last.rawValue
            let tone: Tone = finding.agrees ? .good : .bad
            return (isSeen ? line : blank(line), tone.style(palette, finding.agrees ? [] : .bold))
        }
    }

    private func blank(_ text: String) -> String { String(repeating: " ", count: text.columns) }

    // MARK: - Verdicts

    /// The three cards that have just been judged on a board.
    private var judged: Trio? {
        switch lesson.scene {
        case .third: lesson.tried.flatMap { Trio(lesson.cards.pair + [$0]) }
        case .search: lesson.search.board.trio
        case .race: lesson.race.board.trio
        case .looks, .check, .question, .keys, .end: nil
        }
    }

    /// The four features in one row, as at the table.
    private func drawVerdict(on trio: Trio, on canvas: inout Canvas) {
        let (items, gap) = words.verdict(
            on: trio, columns: screen.bar.size.width, separators: look.separators)
        let width = items.reduce(-gap.columns) { $0 + $1.text.columns + gap.columns }
        var x = screen.bar.minX + max(0, (screen.bar.size.width - width) / 2)
        for (place, item) in items.enumerated() {
            if place > 0 { x = canvas.write(gap, x, screen.bar.minY, quiet) }
            let tone: Tone = item.agrees ? .good : .bad
            let style = tone.style(palette, item.agrees ? [] : .bold)
            x = canvas.write(item.text, x, screen.bar.minY, style, before: screen.bar.maxX)
        }
    }

    // MARK: - The race

    /// The time as a bar, which begins with the claim and is empty when it is up.
    private func drawBar(on canvas: inout Canvas, at now: MonotonicInstant) {
        let width = min(screen.bar.size.width, 60)
        let row = Rect(
            screen.bar.minX + (screen.bar.size.width - width) / 2, screen.bar.minY, width, 1)
        let window = LessonRace.window
        switch lesson.race.state {
        case .open:
            write(
                "your time starts when you claim", quiet, centeredIn: screen.bar, row.minY,
                on: &canvas)
        case .turn:
            guard let countdown = lesson.race.countdown(at: now) else { return }
            let bar = CountdownBar(countdown, row: width)
            bar.draw(in: row, bar.isUrgent ? .bad : .mine, look, on: &canvas)
        case .late:
            let none = Countdown(remaining: .zero, total: window)
            CountdownBar(none, row: width).draw(in: row, .bad, look, on: &canvas)
        case .found, .wrong: break
        }
    }
}

extension String {
    /// The text broken into as few lines as fit, all about as long as one another.
    fileprivate func wrappedEvenly(to columns: Int) -> [String] {
        let count = wrapped(to: columns).count
        guard count > 1 else { return wrapped(to: columns) }
        let least = self.columns / count
        let width = (least..<columns).first { wrapped(to: $0).count == count } ?? columns
        let longest = split(separator: " ").map { String($0).columns }.max() ?? 0
        return wrapped(to: max(width, min(longest, columns)))
    }
}
