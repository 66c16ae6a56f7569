import SetProtocol

/// A framed text over the table.
struct Panel: Equatable {
    var title: String
    /// At the left of the lower edge.
    var footer = ""
    var lines: [TextLine]
    var isCentered = true
    var firstRow = 0

    /// A panel that fills a frame, to draw on.
    static func empty(_ title: String, _ frame: Rect) -> Panel {
        let blank = String(repeating: " ", count: max(0, frame.size.width - 4))
        return Panel(
            title: title,
            lines: Array(repeating: TextLine(blank), count: max(0, frame.size.height - 2)))
    }

    /// Its cells in the middle of an area, edge included.
    func frame(in area: Rect) -> Rect {
        let text = max(title.columns + 2, lines.map(\.columns).max() ?? 0)
        return area.centered(
            Size(min(area.size.width, text + 4), min(area.size.height, lines.count + 2)))
    }

    func scroll(in area: Rect) -> ScrollWindow {
        let visible = frame(in: area).size.height - 2
        return ScrollWindow(from: firstRow, visible: visible, total: lines.count)
    }

    func rect(ofLine index: Int, in area: Rect) -> Rect? {
        let rows = scroll(in: area).rows
        guard rows.contains(index) else { return nil }
        let (rect, columns) = (frame(in: area), lines[index].columns)
        return Rect(
            rect.minX + 2 + indent(of: columns, in: rect), rect.minY + 1 + index - rows.lowerBound,
            columns, 1)
    }

    private func indent(of columns: Int, in rect: Rect) -> Int {
        isCentered ? max(0, (rect.size.width - 4 - columns) / 2) : 0
    }

    func draw(in area: Rect, _ look: Appearance, on canvas: inout Canvas) {
        let rect = frame(in: area)
        let palette = look.palette
        let paper = palette.ink(.sheet)
        canvas.fill(rect, " ", Style(.standard, on: paper))
        let edge = Style(palette.ink(.label), on: paper)
        canvas.frame(rect, .thin, edge, ascii: look.glyphs == .ascii)
        if !title.isEmpty {
            let text = " \(title.fitted(to: rect.size.width - 6)) "
            let x = rect.minX + (rect.size.width - text.columns) / 2
            canvas.write(text, x, rect.minY, .bold)
        }
        let scroll = scroll(in: area)
        // The mark of more rows below needs most of the edge.
        if !footer.isEmpty, rect.size.width >= footer.columns + (scroll.isNeeded ? 34 : 22) {
            canvas.write(" \(footer) ", rect.minX + 1, rect.maxY - 1, edge)
        }
        scroll.drawMarks(rect, look, on: &canvas)
        for (row, line) in lines[scroll.rows].prefix(max(0, rect.size.height - 2)).enumerated() {
            let x = rect.minX + 2 + indent(of: line.columns, in: rect)
            canvas.write(line, x, rect.minY + 1 + row, before: rect.maxX - 2)
        }
    }
}
