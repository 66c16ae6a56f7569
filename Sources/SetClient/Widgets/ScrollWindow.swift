import SetProtocol

/// Which rows of a list or a text are visible where there are more than fit.
struct ScrollWindow: Equatable {
    let first: Int
    /// How many rows fit; at least one.
    let visible: Int
    let total: Int

    /// Shows the rows from `wanted` on; a start too far down shows the end.
    init(from wanted: Int, visible: Int, total: Int) {
        (self.visible, self.total) = (max(1, visible), total)
        first = min(max(0, wanted), max(0, total - max(1, visible)))
    }

    /// Keeps a row in the middle as far as the ends allow.
    init(around row: Int, visible: Int, total: Int) {
        self.init(from: row - min(visible, total) / 2, visible: visible, total: total)
    }

    var rows: Range<Int> { first..<min(total, first + visible) }

    var isNeeded: Bool { total > visible }

    /// The first row after a key; `nil` for keys that do not scroll.
    func row(for key: Key.Code) -> Int? {
        switch key {
        case .up: row(-1)
        case .down: row(1)
        case .pageUp: row(1 - visible)
        case .pageDown, .character(" "): row(visible - 1)
        case .home: 0
        case .end: row(total)
        case _: nil
        }
    }

    /// The first row after a key or the wheel; `nil` for input that does not scroll.
    ///
    /// - Parameter wheel: Rows for each turn of the wheel.
    func row(for input: InputEvent, wheel: Int) -> Int? {
        switch input.fromPlayer {
        case .key(let key): row(for: key.code)
        case .scroll(let step): row(step * wheel)
        case .paste, .click, .rightClick, nil: nil
        }
    }

    /// The first row after scrolling down by a number of rows.
    func row(_ step: Int) -> Int {
        ScrollWindow(from: first + step, visible: visible, total: total).first
    }

    /// Writes how many rows are above and below into the edges of a frame.
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
