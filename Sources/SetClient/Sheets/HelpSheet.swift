import SetProtocol

/// The keys and what they do.
struct HelpSheet: Hashable, Sendable {
    /// What there is to tell.
    struct Content: Hashable {
        /// A key and what it does.
        struct Row: Hashable {
            let key: String
            /// In one or two words, for small screens.
            let title: String
            let summary: String
            /// The key that a click presses; `nil` where a click does nothing.
            let press: Key?
        }

        let rows: [Row]
        /// A paragraph above the keys; may be empty.
        var introduction = ""
        /// A paragraph below them; may be empty.
        var legend = ""
        /// In the lower edge; may be empty.
        var footer = "any key closes"
        /// The most columns that both columns of keys take: far apart they are hard to read.
        let widest: Int
    }

    /// The key that opens it, and closes it too.
    private static let key = Key.character("?")
    private var scroller = PanelScroller()

    init() {}

    // MARK: - Input

    /// A click on a row presses its key; any other input that does not scroll closes the sheet.
    mutating func handle(
        _ input: InputEvent, _ content: Content, in place: SheetPlace
    ) -> SheetStep {
        let panel = panel(content, in: place)
        if scroller.handle(input, panel.scroll(in: place.whole)) { return .stay }
        if case .mouse(let mouse) = input, mouse.action == .press(.left),
            let key = row(at: mouse.point, of: panel, content, in: place)?.press
        {
            return key == Self.key ? .close : .close(pressing: key)
        }
        let step = ReadOnlySheet.step(for: input)
        return step.key == Self.key ? .close : step
    }

    /// The row of keys at a cell.
    private func row(
        at point: Point, of panel: Panel, _ content: Content, in place: SheetPlace
    ) -> Content.Row? {
        let frame = panel.frame(in: place.whole)
        guard frame.inset(2, 1).contains(point) else { return nil }
        let line = panel.scroll(in: place.whole).first + point.y - frame.minY - 1
        let head = head(content, in: place).count
        let (rows, share) = TextLine.grid(content.rows.count, 2, width: columns(content, in: place))
        guard head..<(head + rows) ~= line else { return nil }
        let index = (point.x - frame.minX - 2 > share ? rows : 0) + line - head
        return content.rows.indices.contains(index) ? content.rows[index] : nil
    }

    // MARK: - Drawing

    func draw(_ content: Content, in place: SheetPlace, on canvas: inout Canvas) {
        panel(content, in: place).draw(in: place.whole, place.look, on: &canvas)
    }

    func frame(_ content: Content, in place: SheetPlace) -> Rect {
        panel(content, in: place).frame(in: place.whole)
    }

    /// Everything, in two columns.
    func panel(_ content: Content, in place: SheetPlace) -> Panel {
        let isWide = place.screen.width >= 76
        let cells = content.rows.map { row in
            let gap = max(1, (isWide ? 7 : 6) - row.key.columns)
            var line = TextLine(row.key + String(repeating: " ", count: gap), .bold)
            line.add(isWide ? row.summary : row.title)
            return line
        }
        let columns = columns(content, in: place)
        var lines = head(content, in: place) + TextLine.inColumns(cells, 2, width: columns)
        let quiet = Tone.quiet.style(place.look.palette)
        if !content.legend.isEmpty {
            lines.append(TextLine())
            lines += content.legend.wrapped(to: columns - 2).map { TextLine($0, quiet) }
        }
        return scroller.scrolled(
            Panel(title: "Keys", footer: content.footer, lines: lines, isCentered: false))
    }

    /// What stands above the keys.
    private func head(_ content: Content, in place: SheetPlace) -> [TextLine] {
        guard !content.introduction.isEmpty else { return [] }
        let columns = columns(content, in: place)
        return content.introduction.wrapped(to: columns - 2).map { TextLine($0) } + [TextLine()]
    }

    private func columns(_ content: Content, in place: SheetPlace) -> Int {
        min(place.screen.width - 4, content.widest)
    }
}
