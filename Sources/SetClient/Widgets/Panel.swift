import SetProtocol

/// A sheet of text lying over the table.
struct Panel: Hashable {
    /// What stands in the upper edge.
    var title: String
    /// What stands at the left of the lower edge.
    var footer = ""
    /// The lines, top to bottom.
    var lines: [TextLine]
    /// Whether the lines are centered, each for itself.
    var isCentered = true
    /// The first line to be seen, where there is not room for all.
    var firstRow = 0

    /// A panel that fills a frame, for whoever draws its inside.
    static func empty(_ title: String, _ frame: Rect) -> Panel {
        let blank = String(repeating: " ", count: max(0, frame.size.width - 4))
        return Panel(
            title: title,
            lines: Array(repeating: TextLine(blank), count: max(0, frame.size.height - 2)))
    }

    /// The extent it wants, frame included, at most that of the area.
    func frame(in area: Rect) -> Rect {
        let text = max(title.columns + 2, lines.map(\.columns).max() ?? 0)
        let width = min(area.size.width, text + 4)
        let height = min(area.size.height, lines.count + 2)
        return Rect(
            area.minX + (area.size.width - width) / 2,
            area.minY + (area.size.height - height) / 2, width, height)
    }

    /// Which lines are to be seen in an area.
    func scroll(in area: Rect) -> ScrollWindow {
        let visible = frame(in: area).size.height - 2
        return ScrollWindow(from: firstRow, visible: visible, total: lines.count)
    }

    /// The cells of a line; `nil` where it is not visible.
    func rect(ofLine index: Int, in area: Rect) -> Rect? {
        let rows = scroll(in: area).rows
        guard rows.contains(index) else { return nil }
        let (rect, columns) = (frame(in: area), lines[index].columns)
        return Rect(
            rect.minX + 2 + indent(of: columns, in: rect), rect.minY + 1 + index - rows.lowerBound,
            columns, 1)
    }

    /// How far a line stands from the left, in the frame.
    private func indent(of columns: Int, in rect: Rect) -> Int {
        isCentered ? max(0, (rect.size.width - 4 - columns) / 2) : 0
    }

    /// Draws the sheet in the middle of an area.
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
            canvas.write(text, x, rect.minY, Style(.standard, on: .standard, .bold))
        }
        if !footer.isEmpty, rect.size.width >= footer.columns + 22 {
            canvas.write(" \(footer) ", rect.minX + 1, rect.maxY - 1, edge)
        }
        let scroll = scroll(in: area)
        scroll.drawMarks(rect, look, on: &canvas)
        for (row, line) in lines[scroll.rows].prefix(max(0, rect.size.height - 2)).enumerated() {
            let x = rect.minX + 2 + indent(of: line.columns, in: rect)
            canvas.write(line, x, rect.minY + 1 + row, before: rect.maxX - 2)
        }
    }
}

/// Digits five rows high, for the last seconds before the cards.
enum BigDigits {
    private static let rows = [
        ["███", " █ ", "███", "███", "█ █", "███", "███", "███", "███", "███"],
        ["█ █", "██ ", "  █", "  █", "█ █", "█  ", "█  ", "  █", "█ █", "█ █"],
        ["█ █", " █ ", "███", "███", "███", "███", "███", "  █", "███", "███"],
        ["█ █", " █ ", "█  ", "  █", "  █", "  █", "█ █", "  █", "█ █", "  █"],
        ["███", "███", "███", "███", "  █", "███", "███", "  █", "███", "███"],
    ]

    /// A number in five lines; every dot two columns wide, so that it is as wide as it is high.
    static func lines(_ number: Int) -> [String] {
        let digits = String(max(0, number)).compactMap(\.wholeNumberValue)
        return rows.map { row in
            digits.map { digit in
                String(row[digit].flatMap { [$0, $0] })
            }.joined(separator: "  ")
        }
    }
}
