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
    private let wish: TextLine?
    private let keys: ButtonRow
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
        keys = Self.keys(situation, columns: content.width)
        if let wish = words.wish(content.width) {
            let style = wish.tone.style(look.palette, .bold)
            self.wish = TextLine(wish.text.fitted(to: content.width), style)
        } else {
            wish = fitting == nil ? nil : TextLine()
        }
        let footerRows = wish == nil ? 1 : 2
        let height = min(content.height + footerRows, room.height) + 2
        let place = height <= area.size.height ? area : whole
        frame = Rect(
            place.minX + (place.size.width - content.width - 4) / 2,
            place.minY + (place.size.height - height) / 2, content.width + 4, height)
        scroll = SheetScroll(
            from: situation.model.sheetRow, visible: height - 2 - footerRows,
            total: content.height)
    }

    /// What a click on a cell asks for.
    func action(at point: Point) -> Action? {
        guard frame.contains(point) else { return .cancel }
        return buttons.first { $0.rect.contains(point) }?.action
    }

    /// The cells of what leads on: each word of the last row by itself.
    var buttons: [Button] { keys.buttons(from: Point(start(of: keys.columns), frame.maxY - 2)) }

    /// Where a line of the last rows begins.
    private func start(of columns: Int) -> Int {
        frame.minX + 2 + max(0, (content.width - columns) / 2)
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
        if let wish {
            canvas.write(wish, start(of: wish.columns), frame.maxY - 3, before: frame.maxX - 2)
        }
        canvas.write(
            keys.line(look), start(of: keys.columns), frame.maxY - 2, before: frame.maxX - 2)
        scroll.drawMarks(frame, look, on: &canvas)
    }

    // MARK: - What is wanted

    /// The keys that lead on, in as many words as there is room for.
    private static func keys(_ situation: Situation, columns: Int) -> ButtonRow {
        let model = situation.model
        if model.isDemonstration { return ButtonRow([.init("esc", "leave", .quit)]) }
        let isOffered = KeyCommand.enter.offer(model) != nil && model.seat != nil
        let again = model.rules.players == .one ? "another game" : "rematch"
        func first(_ title: String) -> [ButtonRow.Offer] {
            isOffered ? [.init("enter", title, .ready)] : []
        }
        let leave = ButtonRow.Offer("Q", "leave", .quit)
        let rows = [
            ButtonRow(first(again) + [.init("esc", "see the board", .cancel), leave]),
            ButtonRow(first(again) + [.init("esc", "board", .cancel), leave]),
            ButtonRow(first("again") + [.init("esc", "board", .cancel), leave], gap: 1),
            ButtonRow(first("again") + [leave], gap: 1),
        ]
        return rows.first { $0.columns <= columns } ?? ButtonRow([leave])
    }
}
