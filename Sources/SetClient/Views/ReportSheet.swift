import SetProtocol

/// The report of a game that has ended, lying over the last board.
///
/// It says who won and why and how both played, and shows the hardest set and a missed one as
/// cards. What is wanted of the player stands in its last row.
///
/// | screen | layout |
/// |---|---|
/// | wide | the figures, and beside them the cards; the line of time below |
/// | narrow | one below the other, to be scrolled |
struct ReportSheet {
    /// The cells of the sheet, its edge included.
    let frame: Rect
    /// Which of its rows are to be seen.
    let scroll: SheetScroll
    let content: ReportContent
    private let footer: [TextLine]
    private let look: Appearance

    /// Lays the sheet out.
    ///
    /// - Parameters:
    ///   - area: Where it should lie, if it fits there.
    ///   - whole: Where it may lie otherwise.
    init(
        _ situation: Situation, _ report: GameReport, _ look: Appearance, in area: Rect,
        orIn whole: Rect
    ) {
        self.look = look
        let words = ReportWords(situation, report)
        let room = Size(whole.size.width - 4, whole.size.height - 2)
        let plans = ReportContent.plans(situation, report, look, columns: room.width)
        // A row is kept for what the other may yet want, so that nothing moves when they do.
        let fitting = plans.first { $0.height + 2 <= room.height }
        let content = fitting ?? ReportContent(situation, report, look, columns: room.width)
        self.content = content
        var footer = [Self.keys(situation, look, columns: content.width)]
        if let wish = words.wish {
            let style = wish.tone.style(look.palette, .bold)
            footer.insert(TextLine(wish.text.fitted(to: content.width), style), at: 0)
        } else if fitting != nil {
            footer.insert(TextLine(), at: 0)
        }
        self.footer = footer
        let height = min(content.height + footer.count, room.height) + 2
        let place = height <= area.size.height ? area : whole
        frame = Rect(
            place.minX + (place.size.width - content.width - 4) / 2,
            place.minY + (place.size.height - height) / 2, content.width + 4, height)
        scroll = SheetScroll(
            from: situation.model.sheetRow, visible: height - 2 - footer.count,
            total: content.height)
    }

    /// What a click on a cell asks for.
    func action(at point: Point, _ model: ClientModel) -> Action? {
        guard frame.contains(point) else { return .cancel }
        let isFooter = point.y >= frame.maxY - 1 - footer.count && point.y < frame.maxY - 1
        return isFooter && model.seat != nil ? .ready : nil
    }

    func draw(on canvas: inout Canvas) {
        let blank = TextLine(String(repeating: " ", count: max(0, frame.size.width - 4)))
        let lines = Array(repeating: blank, count: max(0, frame.size.height - 2))
        Panel(title: "Game over", lines: lines).draw(in: frame, look, on: &canvas)
        var scratch = Canvas(Size(content.width, content.height))
        scratch.fill(scratch.bounds, " ", Style(.standard, on: look.palette.ink(.sheet)))
        content.draw(look, on: &scratch)
        for (row, y) in scroll.rows.enumerated() {
            for x in 0..<content.width {
                canvas[frame.minX + 2 + x, frame.minY + 1 + row] = scratch[x, y]
            }
        }
        for (row, line) in footer.enumerated() {
            let x = frame.minX + 2 + max(0, (content.width - line.columns) / 2)
            canvas.write(
                line, x, frame.maxY - 1 - footer.count + row, before: frame.maxX - 2)
        }
        scroll.drawMarks(frame, look, on: &canvas)
    }

    // MARK: - What is wanted

    /// The keys that lead on, in as many words as there is room for.
    private static func keys(
        _ situation: Situation, _ look: Appearance, columns: Int
    ) -> TextLine {
        if situation.model.isDemonstration { return line(of: [("esc", "leave")], look) }
        let again = situation.model.rules.players == .one ? "another game" : "rematch"
        let seat = situation.model.seat
        let mayAgree = seat.map { situation.table.players[$0]?.isReady == false } ?? false
        let first = mayAgree ? [("enter", again)] : []
        let ways = [
            first + [("esc", "see the board"), ("Q", "leave")],
            first + [("esc", "board"), ("Q", "leave")], first + [("esc", "board")], first,
        ]
        let lines = ways.map { line(of: $0, look) }
        return lines.first { $0.columns <= columns } ?? TextLine()
    }

    private static func line(of offers: [(String, String)], _ look: Appearance) -> TextLine {
        let key = Style(look.palette.ink(.label), on: .standard, [.bold, .reverse])
        var line = TextLine()
        for (name, title) in offers {
            if !line.isEmpty { line.add("  ") }
            line.add(" \(name) ", key)
            line.add(" \(title)")
        }
        return line
    }
}
