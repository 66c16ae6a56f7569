import SetProtocol

/// The keys and what they do.
struct HelpSheet: TextSheet {
    struct Content: Equatable {
        struct Row: Equatable {
            let key: String
            /// One or two words, for small screens.
            let title: String
            let summary: String
            /// The key that a click presses; `nil` where a click closes the sheet.
            let press: Key?
        }

        let rows: [Row]
        /// A paragraph above the keys; may be empty.
        var introduction = ""
        /// A paragraph below them; may be empty.
        var legend = ""
        /// Text in the lower edge; may be empty.
        var footer = "any key  close"
        /// The most columns that both columns of keys use: far apart they are hard to read.
        let widest: Int
    }

    static let key = Key.character("?")
    var firstRow = 0

    // MARK: - Input

    /// A click on a row presses its key.
    func click(_ point: Point, _ content: Content, in place: SheetPlace) -> SheetStep? {
        guard let key = row(at: point, content, in: place)?.press, key != Self.key else {
            return nil
        }
        return .close(pressing: key)
    }

    private func row(
        at point: Point, _ content: Content, in place: SheetPlace
    ) -> Content.Row? {
        let panel = panel(content, in: place)
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
        if !content.legend.isEmpty {
            let quiet = Tone.quiet.style(place.look.palette)
            lines.append(TextLine())
            lines += content.legend.wrapped(to: columns - 2).map { TextLine($0, quiet) }
        }
        return Panel(
            title: "Keys", footer: content.footer, lines: lines, isCentered: false,
            firstRow: firstRow)
    }

    /// The lines above the keys.
    private func head(_ content: Content, in place: SheetPlace) -> [TextLine] {
        guard !content.introduction.isEmpty else { return [] }
        let columns = columns(content, in: place)
        return content.introduction.wrapped(to: columns - 2).map { TextLine($0) } + [TextLine()]
    }

    private func columns(_ content: Content, in place: SheetPlace) -> Int {
        min(place.screen.width - 4, content.widest)
    }
}
