import SetProtocol

/// Everything that can be done now, as rows to be chosen by arrows and enter, by their keys or by a
/// click.
///
/// It is the way to every command for who has no letters, and to those that the line of hints has no
/// room for. At first its first row is pointed at. What is pointed at is known by what it does and not
/// by its place, for the rows may change with the game: where that is gone, nothing is.
struct MenuSheet {
    /// One thing to do.
    struct Row: Hashable {
        let command: KeyCommand
        let words: String
        let action: Action
    }

    let rows: [Row]
    /// The cells of the sheet, its edge included.
    let frame: Rect
    private let look: Appearance
    private let place: Int?

    private static let keyColumns = 7
    private static let title = "Menu"

    /// Lays the sheet out.
    ///
    /// - Parameters:
    ///   - area: Where it should lie, if it fits there.
    ///   - whole: Where it may lie otherwise.
    init(_ model: ClientModel, _ look: Appearance, in area: Rect, orIn whole: Rect) {
        self.look = look
        rows = Self.rows(model)
        place = Self.place(in: rows, model)
        let words = rows.map(\.words.columns).max() ?? 0
        let width = min(max(words + Self.keyColumns + 2, 30) + 4, whole.size.width)
        let wanted = rows.count + 4
        let room = wanted <= area.size.height ? area : whole
        let height =
            wanted <= room.size.height ? wanted : min(rows.count + 2, room.size.height)
        frame = Rect(
            room.minX + (room.size.width - width) / 2,
            room.minY + (room.size.height - height) / 2, width, height)
    }

    /// What can be done now.
    static func rows(_ model: ClientModel) -> [Row] {
        KeyCommand.inMenu.compactMap { command in
            guard let words = command.menuWords(model), let action = command.action(model) else {
                return nil
            }
            return Row(command: command, words: words, action: action)
        }
    }

    private static func place(in rows: [Row], _ model: ClientModel) -> Int? {
        guard let considered = model.considered else { return rows.isEmpty ? nil : 0 }
        return rows.firstIndex { $0.action == considered }
    }

    /// What enter does: the row pointed at, as it was seen, if it is still there.
    private static func chosen(_ model: ClientModel, seen: ClientModel) -> Action? {
        let pointed = model.considered ?? rows(seen).first?.action
        return rows(model).first { $0.action == pointed }.map { .choose($0.action) }
    }

    // MARK: - Keys and clicks

    /// What a key means while the menu is open.
    ///
    /// - Parameters:
    ///   - model: What is known now.
    ///   - seen: What was known when the menu was last drawn.
    static func action(for key: Key, _ model: ClientModel, seen: ClientModel) -> Action? {
        let rows = rows(model)
        let place = place(in: rows, model)
        if key.code != .tab,
            let next = ListBox.index(after: key.code, from: place, of: rows.count, wraps: true)
        {
            return .consider(rows[next].action)
        }
        switch key.code {
        case .enter: return chosen(model, seen: seen)
        case .escape, .tab, .backspace: return .cancel
        case .character:
            if let row = rows.first(where: { $0.command.keys.contains(key) }) {
                return .choose(row.action)
            }
            return key == .character(" ") ? chosen(model, seen: seen) : nil
        case .up, .down, .backtab, .home, .end, .pageUp, .pageDown, .left, .right, .insert, .delete,
            .function:
            return nil
        }
    }

    /// The row so many further down, round the end.
    static func step(_ step: Int, _ model: ClientModel) -> Action? {
        let rows = rows(model)
        guard !rows.isEmpty else { return nil }
        let next = ListBox.index(step, from: place(in: rows, model), of: rows.count, wraps: true)
        return .consider(rows[next].action)
    }

    /// What a click asks for: a row does what it says, outside of the sheet it is closed.
    func action(at point: Point) -> Action? {
        guard frame.contains(point) else { return .cancel }
        return list.row(at: point).map { .choose(rows[$0].action) }
    }

    // MARK: - Places

    /// Whether there is room for a row that says how to choose.
    private var hasFooter: Bool { frame.size.height >= rows.count + 4 }

    /// The cells of the rows.
    private var list: ListBox {
        let rect = Rect(
            frame.minX + 1, frame.minY + 1, frame.size.width - 2,
            max(0, frame.size.height - (hasFooter ? 4 : 2)))
        return ListBox(in: rect, count: rows.count, index: place)
    }

    // MARK: - Drawing

    func draw(on canvas: inout Canvas) {
        let blank = TextLine(String(repeating: " ", count: max(0, frame.size.width - 4)))
        let lines = Array(repeating: blank, count: max(0, frame.size.height - 2))
        Panel(title: Self.title, lines: lines).draw(in: frame, look, on: &canvas)
        let list = list
        for row in list.visible { drawRow(row, of: list, on: &canvas) }
        if hasFooter {
            let text =
                look.glyphs == .ascii ? "arrows and enter, or a click" : "↑↓ enter, or a click"
            let x = frame.minX + (frame.size.width - text.columns) / 2
            canvas.write(
                text, x, frame.maxY - 2, Tone.quiet.style(look.palette), before: frame.maxX - 1)
        } else {
            list.drawMarks(inEdgeOf: frame, look, on: &canvas)
        }
    }

    private func drawRow(_ row: Int, of list: ListBox, on canvas: inout Canvas) {
        let isHere = row == place
        let (frame, style) = (list.frame(ofRow: row), list.style(ofRow: row))
        let key = isHere ? style : Style(look.palette.ink(.label), on: .standard, .bold)
        if isHere {
            canvas.fill(frame, " ", Style(.standard, on: look.palette.ink(.sheet), .reverse))
            canvas.write(look.glyphs.pointer, frame.minX, frame.minY, key)
        }
        let x = frame.minX + 2
        let name = rows[row].command.keyName(look.glyphs)
        canvas.write(name, x, frame.minY, key, before: frame.maxX)
        canvas.write(
            rows[row].words, x + Self.keyColumns, frame.minY, style, before: frame.maxX)
    }
}
