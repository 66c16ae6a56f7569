import SetProtocol

/// Everything that can be done now, as rows to be chosen by arrows and enter, by their keys or by a
/// click.
///
/// It is the way to every command for players without letters, and to those that the line of hints has no
/// room for. At first its first row is highlighted. The highlighted row is known by what it does and not
/// by its index, because the rows may change with the game: when it is gone, none is highlighted.
struct MenuSheet: Hashable, Sendable {
    /// One thing to do.
    struct Row: Hashable, Sendable {
        /// The keys that do it without the menu.
        let keys: [Key]
        /// What is printed for the first of them.
        let keyName: String
        let words: String
        let action: Action
    }

    /// What the highlighted row does; `nil` for the first row.
    private(set) var highlighted: Action?

    init() {}

    private func index(in rows: [Row]) -> Int? {
        guard let highlighted else { return rows.isEmpty ? nil : 0 }
        return rows.firstIndex { $0.action == highlighted }
    }

    // MARK: - Input

    /// Moves, chooses or closes.
    ///
    /// - Parameters:
    ///   - rows: What can be done now.
    ///   - seen: What could be done when the menu was last drawn.
    mutating func handle(
        _ input: InputEvent, _ rows: [Row], seen: [Row], in place: SheetPlace
    ) -> SheetStep {
        switch input {
        case .key(let key): return handle(key, rows, seen: seen)
        case .mouse(let mouse):
            switch mouse.action {
            case .press(.left):
                let view = view(rows, in: place)
                guard view.frame.contains(mouse.point) else { return .close }
                return view.list.row(at: mouse.point).map { .close(then: rows[$0].action) } ?? .stay
            case .press(.right): return .close
            case .wheelDown: move(1, in: rows)
            case .wheelUp: move(-1, in: rows)
            case .press(.middle), .release: break
            }
            return .stay
        case .paste, .focus, .report: return .stay
        }
    }

    private mutating func handle(_ key: Key, _ rows: [Row], seen: [Row]) -> SheetStep {
        if let row = rows.first(where: { $0.keys.contains(key) && key.isCharacter }) {
            return .close(then: row.action)
        }
        switch key.code {
        case .enter, .character(" "): return choose(rows, seen: seen)
        case .escape, .tab, .backspace: return .close
        case .up, .down, .backtab, .home, .end, .pageUp, .pageDown:
            let index = index(in: rows)
            if let next = ListBox.index(after: key.code, from: index, of: rows.count, wraps: true) {
                highlighted = rows[next].action
            }
        case .character, .left, .right, .insert, .delete, .function: break
        }
        return .stay
    }

    private mutating func move(_ step: Int, in rows: [Row]) {
        guard !rows.isEmpty else { return }
        let next = ListBox.index(step, from: index(in: rows), of: rows.count, wraps: true)
        highlighted = rows[next].action
    }

    /// What enter does: the highlighted row, as it was seen, if it is still there.
    private func choose(_ rows: [Row], seen: [Row]) -> SheetStep {
        let action = highlighted ?? seen.first?.action
        return rows.first { $0.action == action }.map { .close(then: $0.action) } ?? .stay
    }

    // MARK: - Drawing

    func draw(_ rows: [Row], in place: SheetPlace, on canvas: inout Canvas) {
        view(rows, in: place).draw(on: &canvas)
    }

    func frame(_ rows: [Row], in place: SheetPlace) -> Rect { view(rows, in: place).frame }

    private func view(_ rows: [Row], in place: SheetPlace) -> MenuView {
        MenuView(rows, highlighted: index(in: rows), in: place)
    }
}

extension Key {
    fileprivate var isCharacter: Bool {
        if case .character = code { true } else { false }
    }
}

/// Where the rows of the menu are, and how they look.
private struct MenuView {
    /// The cells of the sheet, its edge included.
    let frame: Rect
    let list: ListBox
    private let rows: [MenuSheet.Row]
    private let look: Appearance
    private let index: Int?

    private static let keyColumns = 7

    init(_ rows: [MenuSheet.Row], highlighted index: Int?, in place: SheetPlace) {
        (self.rows, self.index, look) = (rows, index, place.look)
        // The last row of the screen stays in sight, with the keys.
        var whole = place.whole
        whole.size.height -= 1
        let words = rows.map(\.words.columns).max() ?? 0
        let width = min(max(words + Self.keyColumns + 2, 30) + 4, whole.size.width)
        let wanted = rows.count + 4
        let room = wanted <= place.area.size.height ? place.area : whole
        let height =
            wanted <= room.size.height ? wanted : min(rows.count + 2, room.size.height)
        frame = Rect(
            room.minX + (room.size.width - width) / 2,
            room.minY + (room.size.height - height) / 2, width, height)
        let edges = height >= wanted ? 4 : 2
        let rect = Rect(
            frame.minX + 1, frame.minY + 1, frame.size.width - 2,
            max(0, frame.size.height - edges))
        list = ListBox(in: rect, count: rows.count, index: index)
    }

    /// Whether there is room for a row that says how to choose.
    private var hasFooter: Bool { frame.size.height >= rows.count + 4 }

    func draw(on canvas: inout Canvas) {
        Panel.empty("Menu", frame).draw(in: frame, look, on: &canvas)
        for row in list.visible { drawRow(row, on: &canvas) }
        if hasFooter {
            let text =
                look.glyphs == .ascii ? "arrows and enter, or click" : "↑↓ enter, or click"
            let x = frame.minX + (frame.size.width - text.columns) / 2
            canvas.write(
                text, x, frame.maxY - 2, Tone.quiet.style(look.palette), before: frame.maxX - 1)
        } else {
            list.drawMarks(inEdgeOf: frame, look, on: &canvas)
        }
    }

    private func drawRow(_ row: Int, on canvas: inout Canvas) {
        let isHere = row == index
        let (frame, style) = (list.frame(ofRow: row), list.style(ofRow: row))
        let key = isHere ? style : Style(look.palette.ink(.label), on: .standard, .bold)
        if isHere {
            canvas.fill(frame, " ", Style(.standard, on: look.palette.ink(.sheet), .reverse))
            canvas.write(look.glyphs.pointer, frame.minX, frame.minY, key)
        }
        let x = frame.minX + 2
        canvas.write(rows[row].keyName, x, frame.minY, key, before: frame.maxX)
        canvas.write(
            rows[row].words, x + Self.keyColumns, frame.minY, style, before: frame.maxX)
    }
}
