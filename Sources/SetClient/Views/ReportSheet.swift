import SetProtocol

/// The report of a game that has ended, over the last board: the result, both players' figures, and
/// the hardest and a missed set as cards.
///
/// | screen | layout |
/// |---|---|
/// | wide | the figures, the cards beside them, the timeline below |
/// | narrow | one below the other, scrollable |
struct ReportSheet {
    /// The cells of the sheet with its edge; on the board it covers all of that.
    let frame: Rect
    /// The cells of the content, the wish, and the keys.
    let inner: Rect
    let scroll: ScrollWindow
    let content: ReportContent
    private let wish: TextLine?
    let keys: KeyBar<Action>
    private let look: Appearance

    /// Lays the sheet out in one area if it fits, otherwise in another.
    init(
        _ situation: TablePerspective, _ report: GameRecord, _ look: Appearance, in area: Rect,
        orIn whole: Rect
    ) {
        self.look = look
        let view = situation.view
        let room = Size(whole.size.width - 4, whole.size.height - 2)
        // A row is kept for the opponent's wish, so that nothing moves when it comes.
        let words = ReportWords(situation: situation, report: report)
        let (content, isWhole) = ReportContent.fitting(room, footer: 2, words, look)
        self.content = content
        if let wish = words.wish(content.width) {
            let style = wish.tone.style(look.palette, .bold)
            self.wish = TextLine(wish.text.fitted(to: content.width), style)
        } else {
            wish = isWhole ? TextLine() : nil
        }
        let footerRows = wish == nil ? 1 : 2
        let height = min(content.height + footerRows, room.height) + 2
        let size = Size(content.width + 4, height)
        let isOnBoard = size.width <= area.size.width && height <= area.size.height
        let place = (isOnBoard ? area : whole).centered(size)
        (frame, inner) = (isOnBoard ? area : place, place.inset(2, 1))
        scroll = ScrollWindow(
            from: view.reportRow, visible: height - 2 - footerRows, total: content.height)
        keys = Self.keys(
            view, next: content.review(1),
            in: Rect(inner.minX, inner.maxY - 1, content.width, 1))
    }

    /// What a key shows instead of the missed set or mistake; `nil` for other keys.
    func review(_ key: Key) -> Action? {
        switch key.direction {
        case .left: content.review(-1)
        case .right: content.review(1)
        case .up, .down, nil: nil
        }
    }

    func action(at point: Point) -> Action? {
        guard frame.contains(point) else { return .cancel }
        return keys.action(at: point)
    }

    func draw(on canvas: inout Canvas) {
        Panel.empty(content.title, frame).draw(in: frame, look, on: &canvas)
        var scratch = Canvas(Size(content.width, content.height))
        scratch.fill(scratch.bounds, " ", Style(.standard, on: look.palette.ink(.sheet)))
        var look = look
        // What scrolls is drawn in cells, because pictures cannot be cut off at the edge.
        if scroll.isNeeded { look.pictures = nil }
        content.draw(look, on: &scratch)
        if scroll.isNeeded {
            for (row, y) in scroll.rows.enumerated() {
                for x in 0..<content.width {
                    canvas[inner.minX + x, inner.minY + row] = scratch[x, y]
                }
            }
        } else {
            canvas.stamp(scratch, at: inner.origin)
        }
        if let wish {
            let x = inner.minX + max(0, (content.width - wish.columns) / 2)
            canvas.write(wish, x, inner.maxY - 2, before: inner.maxX)
        }
        keys.draw(look, on: &canvas)
        scroll.drawMarks(frame, look, on: &canvas)
    }

    // MARK: - What is wanted

    private static func keys(
        _ view: TableView, next: Action?, in row: Rect
    ) -> KeyBar<Action> {
        typealias Item = KeyBar<Action>.Item
        let model = view.model
        if view.isDemonstration {
            return KeyBar([Item("esc", "leave", .quit)], in: row, isCentered: true)
        }
        let offer = TableCommand.ready.offer(view)
        func first(_ words: String?) -> [Item] {
            words.map { [Item("enter", $0, TableCommand.ready.action(view))] } ?? []
        }
        let (again, short) = (first(offer?.long), first(offer?.short))
        // At a closed table, enter leaves too.
        let leave = model.isClosed && offer != nil ? [] : [Item("Q", "leave", .quit)]
        let board = Item("esc", view.reportCovers, .cancel)
        let seeBoard = board.titled("see the \(view.reportCovers)")
        let more = next.map { [Item("→", "next", $0)] } ?? []
        let rows = [
            (again + more + [seeBoard] + leave, gap: 2), (again + more + [board] + leave, gap: 1),
            (again + [seeBoard] + leave, gap: 2), (again + [board] + leave, gap: 2),
            (short + [board] + leave, gap: 1), (short + leave, gap: 1),
            ([Item("Q", "leave", .quit)], gap: 1),
        ]
        let fitting = rows.first { KeyBar.columns($0.0, gap: $0.gap) <= row.size.width }
        return KeyBar(fitting?.0 ?? [], in: row, gap: fitting?.gap ?? 1, isCentered: true)
    }
}
