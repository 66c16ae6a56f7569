import SetProtocol

/// Everything that can be done now, as a list of actions.
///
/// It is the way to commands that the hints have no room for. The highlighted row is known by its words
/// and what it does, because the rows change with the game; when it is gone, none is highlighted.
struct MenuSheet: Equatable, Sendable {
    struct Row: Equatable, Sendable {
        /// The keys that do it without the menu.
        let keys: [Key]
        let keyName: String
        let words: String
        let action: Action
    }

    private(set) var highlighted: Row?

    /// Enter must not give up a turn by mistake.
    init(_ rows: [Row]) {
        highlighted = rows.first { $0.action != .move(.pass) } ?? rows.first
    }

    private func list(_ rows: [Row]) -> ListView {
        let index = rows.firstIndex {
            $0.action == highlighted?.action && $0.words == highlighted?.words
        }
        return ListView(
            rows.map { ListView.Row(key: $0.keyName, label: $0.words) }, at: index ?? rows.count)
    }

    // MARK: - Input

    mutating func handle(_ input: InputEvent, _ rows: [Row], in place: SheetPlace) -> SheetStep {
        let layout = Layout(list(rows), in: place)
        switch input.fromPlayer {
        case .key(let key):
            if key.code == .tab { return .close }
            guard case .character(let character) = key.code else { break }
            if let row = rows.first(where: { $0.keys.contains(key) }) {
                return SheetStep(closes: true, action: row.action)
            }
            if character != " " { return .stay }
        case .click(let point) where !layout.frame.contains(point): return .close
        case .click, .rightClick, .scroll, .paste, nil: break
        }
        var list = layout.list
        let step = list.handle(input, in: layout.rect)
        highlighted = rows.indices.contains(list.row) ? rows[list.row] : nil
        return switch step {
        case .stay, .change: .stay
        case .back: .close
        case .choose(let row): SheetStep(closes: true, action: rows[row].action)
        }
    }

    // MARK: - Drawing

    private struct Layout {
        let list: ListView
        /// The cells of the sheet, its edge included.
        let frame: Rect
        let rect: Rect
        /// Whether there is room for a row that says how to choose.
        let isExplained: Bool

        init(_ list: ListView, in place: SheetPlace) {
            self.list = list
            // The last row of the screen stays visible, with the keys.
            var whole = place.whole
            whole.size.height -= 1
            let width = min(max(list.columns, 32) + 2, whole.size.width)
            let wanted = list.rows.count + 4
            let room = wanted <= place.area.size.height ? place.area : whole
            isExplained = wanted <= room.size.height
            let height = isExplained ? wanted : min(list.rows.count + 2, room.size.height)
            frame = room.centered(Size(width, height))
            rect = Rect(
                frame.minX + 1, frame.minY + 1, frame.size.width - 2,
                max(0, frame.size.height - (isExplained ? 4 : 2)))
        }
    }

    func frame(_ rows: [Row], in place: SheetPlace) -> Rect { Layout(list(rows), in: place).frame }

    func draw(_ rows: [Row], in place: SheetPlace, on canvas: inout Canvas) {
        let (layout, look) = (Layout(list(rows), in: place), place.look)
        Panel.empty("Menu", layout.frame).draw(in: layout.frame, look, on: &canvas)
        layout.list.draw(in: layout.rect, look, on: &canvas)
        guard layout.isExplained else { return }
        let text = look.glyphs == .ascii ? "arrows and enter, or click" : "↑↓ enter, or click"
        canvas.write(
            text, centeredIn: layout.frame, row: layout.frame.maxY - 2,
            Tone.quiet.style(look.palette))
    }
}
