import SetProtocol

/// Where the rows of a list are, one of which may be highlighted and is always visible.
///
/// The owner stores the index and asks ``index(after:from:of:wraps:)`` where a key leads.
struct ListBox: Equatable {
    let rect: Rect
    let index: Int?
    /// Terminal rows from one row of the list to the next, at least 1.
    let pitch: Int
    private let window: ScrollWindow

    init(in rect: Rect, count: Int, index: Int?, pitch: Int = 1) {
        (self.rect, self.index, self.pitch) = (rect, index, pitch)
        window = ScrollWindow(
            around: index ?? 0, visible: (rect.size.height + pitch - 1) / pitch, total: count)
    }

    var visible: Range<Int> { window.rows }

    func frame(ofRow row: Int) -> Rect {
        Rect(rect.minX, rect.minY + (row - window.first) * pitch, rect.size.width, 1)
    }

    func row(at point: Point) -> Int? { visible.first { frame(ofRow: $0).contains(point) } }

    /// Where a key leads from a row, or from none; `nil` for keys that do not move in a list.
    ///
    /// - Parameter wraps: Whether the first row follows the last.
    static func index(
        after key: Key.Code, from index: Int?, of count: Int, wraps: Bool = false
    ) -> Int? {
        guard count > 0 else { return nil }
        switch key {
        case .up, .backtab: return self.index(-1, from: index, of: count, wraps: wraps)
        case .down, .tab: return self.index(1, from: index, of: count, wraps: wraps)
        case .home, .pageUp: return 0
        case .end, .pageDown: return count - 1
        case _: return nil
        }
    }

    /// The index a number of rows further down; from none, the first or the last.
    static func index(_ step: Int, from index: Int?, of count: Int, wraps: Bool) -> Int {
        guard let index else { return step > 0 ? 0 : count - 1 }
        return wraps
            ? (index + step + count) % count : min(max(0, index + step), count - 1)
    }

    /// The style of a row's text: the highlighted one is bold and reversed.
    func style(ofRow row: Int) -> Style {
        Style(.standard, on: .standard, row == index ? [.bold, .reverse] : [])
    }

    /// Marks in the right edge that there are more rows above or below.
    func drawMarks(_ look: Appearance, on canvas: inout Canvas) {
        let quiet = Tone.quiet.style(look.palette)
        if visible.lowerBound > 0 {
            canvas.write(look.glyphs.moreAbove, rect.maxX - 1, rect.minY, quiet)
        }
        if visible.upperBound < window.total {
            canvas.write(look.glyphs.moreBelow, rect.maxX - 1, rect.maxY - 1, quiet)
        }
    }

    /// The same above and below a frame around it.
    func drawMarks(inEdgeOf frame: Rect, _ look: Appearance, on canvas: inout Canvas) {
        window.drawMarks(frame, look, on: &canvas)
    }
}
