import SetProtocol

/// Which rows of a sheet are to be seen where it has more than there is room for.
struct SheetScroll: Hashable {
    /// The first row to be seen.
    let first: Int
    /// How many rows there is room for.
    let visible: Int
    /// How many rows the sheet has.
    let total: Int

    /// - Parameter wanted: The first row that is asked for; past the end means the end.
    init(from wanted: Int, visible: Int, total: Int) {
        (self.visible, self.total) = (max(1, visible), total)
        first = min(max(0, wanted), max(0, total - max(1, visible)))
    }

    /// The rows to be seen.
    var rows: Range<Int> { first..<min(total, first + visible) }

    /// Whether there is anything that cannot be seen.
    var isNeeded: Bool { total > visible }

    /// Where a key leads; `nil` for keys that do not lead through a sheet.
    func row(for key: Key.Code) -> Int? {
        switch key {
        case .up: row(-1)
        case .down: row(1)
        case .pageUp: row(1 - visible)
        case .pageDown, .character(" "): row(visible - 1)
        case .home: 0
        case .end: row(total)
        case .character, .enter, .tab, .backtab, .escape, .backspace, .left, .right, .insert,
            .delete, .function:
            nil
        }
    }

    /// The first row after so many rows further down, or up when there are fewer than none.
    func row(_ step: Int) -> Int {
        SheetScroll(from: first + step, visible: visible, total: total).first
    }

    /// Says in the edges of a sheet that there is more above or below.
    func drawMarks(_ frame: Rect, _ look: Appearance, on canvas: inout Canvas) {
        guard isNeeded else { return }
        let style = Tone.hint.style(look.palette, .bold)
        let below = total - rows.upperBound
        if first > 0 {
            let text = " ↑ \(first) more "
            canvas.write(text, frame.maxX - 2 - text.columns, frame.minY, style)
        }
        let words = [
            below > 0 ? " ↓ \(below) more: arrows, wheel " : " ↑ arrows, wheel ",
            below > 0 ? " ↓ \(below) more " : " ↑ ",
        ]
        let text = words.first { $0.columns <= frame.size.width - 4 } ?? ""
        canvas.write(text, frame.maxX - 2 - text.columns, frame.maxY - 1, style)
    }
}
