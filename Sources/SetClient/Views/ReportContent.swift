import SetProtocol

/// The lines and cards of a report, laid out for a width.
struct ReportContent {
    private struct Plan {
        var columns: Int
        /// The rows of a card; 0 for none.
        var cardRows: Int
        var isBeside: Bool
        var isLoose: Bool
    }

    private var lines: [TextLine] = []
    private(set) var cards: [(card: Card, rect: Rect)] = []
    private let plan: Plan
    private let words: ReportWords
    private let look: Appearance
    private var situation: TablePerspective { words.situation }
    private var report: GameRecord { words.report }

    var title: String { report.games > 1 ? "Match over" : "Game over" }
    var width: Int { plan.columns }
    var height: Int { lines.count }

    // MARK: - Layouts

    /// The best layout that fits above its footer, or everything one below the other, to be scrolled.
    static func fitting(
        _ room: Size, footer: Int, _ words: ReportWords, _ look: Appearance
    ) -> (content: ReportContent, isWhole: Bool) {
        func content(_ plan: Plan) -> ReportContent { ReportContent(plan, words, look) }
        func stacked(_ columns: Int, isLoose: Bool) -> Plan {
            let rows = 3 * cardWidth(3, look) + 4 <= columns ? 3 : 0
            return Plan(
                columns: min(columns, 56), cardRows: rows, isBeside: false, isLoose: isLoose)
        }
        let hasCards = words.report.hardest != nil || !words.reviews(look.palette).isEmpty
        let longest = words.seats.map { words.who($0).columns }.max() ?? 0
        let wanted = min(mostValueColumns, max(leastValueColumns, longest + 3))
        var plans: [Plan] = []
        // Names in full come before larger cards.
        for least in [wanted, leastValueColumns] {
            let forms = [10, 8, 6, 5, 4, 3].map { ($0, true) } + [(3, false)]
            for (rows, isLoose) in forms where hasCards {
                let right = 3 * cardWidth(rows, look) + 4
                guard labelColumns + 2 * least + 3 + right <= room.width else { continue }
                let width = min(room.width, labelColumns + 2 * mostValueColumns + 3 + right)
                plans.append(Plan(columns: width, cardRows: rows, isBeside: true, isLoose: isLoose))
            }
        }
        plans.append(stacked(hasCards ? room.width : min(room.width, 52), isLoose: true))
        let fitting = plans.lazy.map(content).first { $0.height + footer <= room.height }
        return fitting.map { ($0, true) } ?? (content(stacked(room.width, isLoose: false)), false)
    }

    private init(_ plan: Plan, _ words: ReportWords, _ look: Appearance) {
        (self.plan, self.words, self.look) = (plan, words, look)
        addHead()
        plan.isBeside ? addSideBySide() : addStacked()
    }

    /// How wide the names of the figures are, with the blank behind them.
    static let labelColumns = 14
    private static let leastValueColumns = 10
    private static let mostValueColumns = 18

    private static func cardWidth(_ rows: Int, _ look: Appearance) -> Int {
        Int((BoardLayout.ratio * look.cellAspect * Double(rows)).rounded())
    }

    private var card: Size { Size(Self.cardWidth(plan.cardRows, look), plan.cardRows) }
    private var quiet: Style { Tone.quiet.style(look.palette) }

    // MARK: - Parts

    private mutating func addHead() {
        addCentered(situation.headline, situation.resultTone.style(look.palette, .bold))
        let course = words.course(width)
        addCentered(course, report.isWhole ? quiet : Tone.hint.style(look.palette))
        if let finding = situation.model.shuffleFinding,
            finding.phrase.map({ !plan.isBeside && !course.hasSuffix($0) }) ?? true
        {
            addCentered(
                finding.phrase.map { "\($0.capitalizedFirst)." } ?? finding.sentence,
                finding.isBroken ? Tone.hint.style(look.palette, .bold) : quiet)
        }
        addGap()
    }

    private mutating func addCentered(_ text: String, _ style: Style) {
        for line in text.wrapped(to: width) {
            var centered = TextLine("".padded(to: (width - line.columns) / 2))
            centered.add(line, style)
            lines.append(centered)
        }
    }

    private mutating func addGap() { if plan.isLoose { lines.append(TextLine()) } }

    /// The figures at the left, the cards at the right, the timeline below.
    private mutating func addSideBySide() {
        let right = 3 * card.width + 4
        let leftWidth = width - right - 3
        let start = lines.count
        lines += table(columns: leftWidth)
        if report.hasFigures {
            lines.append(TextLine())
            lines += ReportWords.definition.wrapped(to: leftWidth).map { TextLine($0, quiet) }
        }
        var y = start
        for (trio, title, note) in trios {
            if y > start { y += 1 }
            put(TextLine(title.fitted(to: right), .bold), width - right, y)
            add(trio, width - right + 1, y + 1)
            y += 1 + card.height
            for line in note.wrapped(to: right, rows: plan.isLoose ? 2 : 1) {
                put(TextLine(line, quiet), width - right, y)
                y += 1
            }
        }
        addTimeline()
    }

    private mutating func addStacked() {
        lines += table(columns: width)
        addTimeline()
        for (trio, title, note) in trios {
            lines.append(TextLine())
            lines.append(TextLine(title, .bold))
            if plan.cardRows > 0 {
                add(trio, 1, lines.count)
                lines += Array(repeating: TextLine(), count: card.height)
            }
            lines.append(TextLine(note, quiet))
        }
        guard report.hasFigures else { return }
        lines.append(TextLine())
        let text = "\(ReportWords.definition) \(ReportWords.moreDefinition)"
        lines += text.wrapped(to: width).map { TextLine($0, quiet) }
    }

    private var trios: [(trio: Trio, title: String, note: String)] {
        var trios: [(Trio, String, String)] = []
        if let find = report.hardest, let (title, note) = words.hardest {
            trios.append((find.trio, title, note))
        }
        let reviews = words.reviews(look.palette)
        let reviewed = situation.view.reviewed
        if !reviews.isEmpty { trios.append(reviews[min(max(0, reviewed), reviews.count - 1)]) }
        return trios
    }

    /// Shows another of the missed sets and mistakes; `nil` where there is no other.
    func review(_ step: Int) -> Action? {
        let count = words.reviews(look.palette).count
        return count > 1 ? .review((situation.view.reviewed + step + count) % count) : nil
    }

    // MARK: - Figures

    private func table(columns: Int) -> [TextLine] {
        let seats = words.seats
        guard !seats.isEmpty else { return [] }
        let share = min(Self.mostValueColumns, (columns - Self.labelColumns) / max(1, seats.count))
        var lines: [TextLine] = []
        if situation.model.rules.players == .two {
            var head = TextLine("".padded(to: Self.labelColumns))
            for seat in seats {
                let sign = situation.sign(seat, look.glyphs)
                let text = "\(sign) \(words.who(seat).fitted(to: share - 3))"
                head.add(text.padded(to: share), situation.tone(seat).style(look.palette, .bold))
            }
            lines.append(head)
        }
        for figure in words.figures {
            var line = TextLine(figure.name.padded(to: Self.labelColumns), quiet)
            for seat in seats {
                let style = figure.best == seat ? Style.bold : .standard
                line.add(figure.values[seat].fitted(to: share - 1).padded(to: share), style)
            }
            lines.append(line)
        }
        return lines
    }

    private mutating func addTimeline() {
        guard report.hasFigures, report.clock > .zero else { return }
        addGap()
        let timeline = ReportTimeline(report: report, look: look, columns: width - 2)
        for seat in words.seats {
            let tone = situation.tone(seat)
            var line = TextLine(
                situation.sign(seat, look.glyphs) + " ", tone.style(look.palette, .bold))
            line.add(timeline.row(seat, tone))
            lines.append(line)
        }
        var axis = TextLine("  ")
        axis.add(timeline.axis)
        lines.append(axis)
    }

    private mutating func add(_ trio: Trio, _ x: Int, _ y: Int) {
        for (index, shown) in trio.cards.enumerated() {
            cards.append((shown, Rect(x + index * (card.width + 1), y, card.width, card.height)))
        }
    }

    /// Puts a text beside what is in a row already.
    private mutating func put(_ text: TextLine, _ x: Int, _ y: Int) {
        while lines.count <= y { lines.append(TextLine()) }
        lines[y].add("".padded(to: x - lines[y].columns))
        lines[y].add(text)
    }

    // MARK: - Drawing

    func draw(_ look: Appearance, on canvas: inout Canvas) {
        canvas.write(lines, in: Rect(0, 0, width, height))
        let view = look.cardView(isOutlined: true)
        for (shown, rect) in cards { view.draw(.up(shown), in: rect, on: &canvas) }
    }
}
