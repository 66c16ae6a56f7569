import SetProtocol

/// Everything that can be done now, as rows to choose by arrows and enter, by their keys, or by a
/// click.
///
/// It is the way to commands that the hints have no room for. The highlighted row is known by its words
/// and what it does, because the rows change with the game; when it is gone, none is highlighted.
struct MenuSheet: Equatable, Sendable {
    struct Row: Equatable, Sendable {
        /// The keys that do it without the menu.
        let keys: [Key]
        /// What is printed for the first of them.
        let keyName: String
        let words: String
        let action: Action
    }

    private(set) var highlighted: Row?

    /// Enter must not give up a turn by mistake.
    ///
    /// - Parameter rows: What can be done as it opens.
    init(_ rows: [Row]) {
        highlighted = rows.first { $0.action != .move(.pass) } ?? rows.first
    }

    private func index(in rows: [Row]) -> Int? {
        rows.firstIndex { $0.action == highlighted?.action && $0.words == highlighted?.words }
    }

    // MARK: - Input

    /// Moves, chooses or closes.
    ///
    /// - Parameter rows: What can be done now.
    mutating func handle(_ input: InputEvent, _ rows: [Row], in place: SheetPlace) -> SheetStep {
        switch input.fromPlayer {
        case .key(let key): return handle(key, rows)
        case .click(let point):
            let view = view(rows, in: place)
            guard view.frame.contains(point) else { return .close }
            return view.list.row(at: point).map { .close(then: rows[$0].action) } ?? .stay
        case .rightClick: return .close
        case .scroll(let step):
            guard !rows.isEmpty else { return .stay }
            let next = ListBox.index(step, from: index(in: rows), of: rows.count, wraps: true)
            highlighted = rows[next]
        case .paste, nil: break
        }
        return .stay
    }

    private mutating func handle(_ key: Key, _ rows: [Row]) -> SheetStep {
        if case .character = key.code, let row = rows.first(where: { $0.keys.contains(key) }) {
            return .close(then: row.action)
        }
        switch key.code {
        case .enter, .character(" "):
            return index(in: rows).map { .close(then: rows[$0].action) } ?? .stay
        case .escape, .tab, .backspace: return .close
        case let code:
            let index = index(in: rows)
            if let next = ListBox.index(after: code, from: index, of: rows.count, wraps: true) {
                highlighted = rows[next]
            }
            return .stay
        }
    }

    func view(_ rows: [Row], in place: SheetPlace) -> MenuView {
        MenuView(rows, highlighted: index(in: rows), in: place)
    }
}

/// Where the rows of the menu are, and how they look.
struct MenuView {
    /// The cells of the sheet, its edge included.
    let frame: Rect
    let list: ListBox
    private let rows: [MenuSheet.Row]
    private let look: Appearance

    private static let keyColumns = 7

    init(_ rows: [MenuSheet.Row], highlighted index: Int?, in place: SheetPlace) {
        (self.rows, look) = (rows, place.look)
        // The last row of the screen stays visible, with the keys.
        var whole = place.whole
        whole.size.height -= 1
        let words = rows.map(\.words.columns).max() ?? 0
        let width = min(max(words + Self.keyColumns + 2, 30) + 4, whole.size.width)
        let wanted = rows.count + 4
        let room = wanted <= place.area.size.height ? place.area : whole
        let height =
            wanted <= room.size.height ? wanted : min(rows.count + 2, room.size.height)
        frame = room.centered(Size(width, height))
        let edges = height >= wanted ? 4 : 2
        let rect = Rect(
            frame.minX + 1, frame.minY + 1, frame.size.width - 2,
            max(0, frame.size.height - edges))
        list = ListBox(in: rect, count: rows.count, index: index)
    }

    func draw(on canvas: inout Canvas) {
        Panel.empty("Menu", frame).draw(in: frame, look, on: &canvas)
        for row in list.visible { drawRow(row, on: &canvas) }
        // Where there is room, a row says how to choose.
        if frame.size.height >= rows.count + 4 {
            let text =
                look.glyphs == .ascii ? "arrows and enter, or click" : "↑↓ enter, or click"
            let row = Rect(frame.minX, frame.maxY - 2, frame.size.width, 1)
            canvas.write(text, centeredIn: row, Tone.quiet.style(look.palette))
        } else {
            list.drawMarks(inEdgeOf: frame, look, on: &canvas)
        }
    }

    private func drawRow(_ row: Int, on canvas: inout Canvas) {
        let isHere = row == list.index
        let (frame, style) = (list.frame(ofRow: row), list.style(ofRow: row))
        let key = isHere ? style : Style(look.palette.ink(.label), on: .standard, .bold)
        if isHere {
            Panel.highlight(frame, look, on: &canvas)
            canvas.write(look.glyphs.pointer, frame.minX, frame.minY, key)
        }
        let x = frame.minX + 2
        canvas.write(rows[row].keyName, x, frame.minY, key, before: frame.maxX)
        canvas.write(
            rows[row].words, x + Self.keyColumns, frame.minY, style, before: frame.maxX)
    }
}
