import SetProtocol

/// A list of rows on a page or a sheet: actions to choose and values to change.
///
/// Keys and the mouse do the same on every list.
///
/// | input | what it does |
/// |---|---|
/// | up, down | moves to the row above or below; the first follows the last |
/// | tab, backtab | moves to the next value or the one before, in most lists a row |
/// | page up, page down, wheel | moves by all visible rows, or by one, as far as there are rows |
/// | home, end | moves to the first row or the last; in a text, to its beginning or end |
/// | enter | chooses the row |
/// | an action's letter or number, a click on it; right and space on it | chooses it |
/// | right, space, left, backspace, a word's letter, a click | changes a value; the first follows the last |
/// | escape, the right button; in a list without values also left and backspace | goes back |
struct ListView: Equatable, Sendable {
    /// What a row asks for: a text, or one of some words.
    struct Value: Equatable, Sendable {
        /// The text that is typed; `nil` where a word is chosen.
        fileprivate(set) var field: TextField?
        fileprivate(set) var words: [String] = []
        fileprivate(set) var chosen = 0
        var showsAll = false
        /// Whether it cannot stay like this.
        var isWrong = false
        var swatch: TerminalColor?

        static func text(_ field: TextField) -> Value { Value(field: field) }

        static func choice(_ words: [String], chosen: Int, showsAll: Bool = false) -> Value {
            Value(words: words, chosen: chosen, showsAll: showsAll)
        }

        /// The text without blanks around it, or the chosen word.
        var text: String { field?.value ?? words[chosen] }
    }

    struct Row: Equatable, Sendable {
        /// The key that chooses it at once, or the name of one that does it elsewhere.
        var key = ""
        let label: String
        /// None for an action; the same number in all rows of a table, or one.
        var values: [Value] = []
        /// Whether a blank row precedes it where there is room.
        var beginsGroup = false
    }

    enum Step: Equatable, Sendable {
        case stay, back
        /// The player wants the row of an index.
        case choose(Int)
        /// The current value is another one.
        case change
    }

    private(set) var rows: [Row]
    /// The index of the current row; the number of rows for none.
    private(set) var row: Int
    /// The index of the current value among those of its row.
    private(set) var column = 0
    /// Those of the widest label so far: values stay where they are when rows are hidden.
    private var labelColumns: Int

    /// - Parameter rows: At least one.
    init(_ rows: [Row], at row: Int = 0) {
        (self.rows, self.row, labelColumns) = (rows, row, Self.labelColumns(rows))
    }

    /// The current value; `nil` in a row that is an action.
    var value: Value? { rows.dropFirst(row).first?.values.dropFirst(column).first }

    var isTyping: Bool { value?.field != nil }

    func text(_ row: Int) -> String { rows[row].values[0].text }

    func chosen(_ row: Int) -> Int { rows[row].values[0].chosen }

    /// Shows other rows; a text that is typed at the moment stays as it is typed.
    mutating func show(_ new: [Row]) {
        let typed = value?.field
        (rows, labelColumns) = (new, max(labelColumns, Self.labelColumns(new)))
        if let typed, value?.field != nil { rows[row].values[column].field = typed }
    }

    // MARK: - Moving

    /// Makes a row the current one, or none by the number of rows.
    mutating func select(_ row: Int, _ column: Int? = nil) {
        self.row = min(max(0, row), rows.count)
        let last = self.row < rows.count ? rows[self.row].values.count - 1 : 0
        self.column = max(0, min(column ?? self.column, last))
    }

    private mutating func move(by step: Int) {
        select(min(max(0, row + step), rows.count - 1))
    }

    private mutating func step(_ step: Int) {
        let next = row + step
        select(next < 0 ? rows.count - 1 : next < rows.count ? next : 0)
    }

    /// Moves to the next value or the one before; the first follows the last.
    mutating func moveValue(_ step: Int) {
        let next = column + step
        if row < rows.count, rows[row].values.indices.contains(next) { return column = next }
        self.step(step)
        select(row, step > 0 ? 0 : .max)
    }

    // MARK: - Events

    mutating func handle(_ event: InputEvent, in rect: Rect) -> Step {
        switch event.fromPlayer {
        case .key(let key): return handle(key, page: visible(in: rect).count - 1)
        case .click(let point): return click(point, in: rect)
        case .rightClick: return .back
        case .scroll(let step): move(by: step)
        case .paste(let text) where isTyping: return change { $0.field?.insert(text) }
        case .paste, nil: break
        }
        return .stay
    }

    private mutating func handle(_ key: Key, page: Int) -> Step {
        guard key.modifiers.isSubset(of: .shift) || isTyping else { return .stay }
        switch key.code {
        case .escape: return .back
        case .enter: return row < rows.count ? .choose(row) : .stay
        case .up: step(-1)
        case .down: step(1)
        case .tab: moveValue(1)
        case .backtab: moveValue(-1)
        case .pageUp: move(by: -max(1, page))
        case .pageDown: move(by: max(1, page))
        case .home where !isTyping: select(0)
        case .end where !isTyping: select(rows.count - 1)
        case _:
            guard let value else { return handleAction(key.code) }
            return value.field == nil ? choose(key.code, value) : type(key)
        }
        return .stay
    }

    private mutating func handleAction(_ key: Key.Code) -> Step {
        switch key {
        // In a form, arrows only change values.
        case .right where hasValues: return .stay
        case .right, .character(" "): return row < rows.count ? .choose(row) : .stay
        case .left, .backspace: return hasValues ? .stay : .back
        case .character(let character):
            guard let index = index(of: character) else { return .stay }
            select(index)
            return .choose(index)
        case _: return .stay
        }
    }

    /// The action of a key in either case, or of a digit: 1 to 9, and 0 for the tenth.
    private func index(of character: Character) -> Int? {
        let keys = [String(character), character.lowercased()]
        if let index = rows.firstIndex(where: { keys.contains($0.key) }) { return index }
        guard let number = character.wholeNumberValue, character.isASCII else { return nil }
        let index = number == 0 ? 9 : number - 1
        return rows.indices.contains(index) && !rows[index].key.isEmpty ? index : nil
    }

    private mutating func choose(_ key: Key.Code, _ value: Value) -> Step {
        let count = value.words.count
        var next: Int?
        switch key {
        case .right, .character(" "): next = (value.chosen + 1) % count
        case .left, .backspace: next = (value.chosen + count - 1) % count
        case .character(let character):
            next = value.words.firstIndex { $0.hasPrefix(character.lowercased()) }
        case _: break
        }
        return change { $0.chosen = next ?? $0.chosen }
    }

    private mutating func type(_ key: Key) -> Step {
        // In a table, the arrows lead out of a text to its neighbors.
        if let field = value?.field, rows[row].values.count > 1 {
            let isAtEnd = field.cursor == field.text.count
            if key.code == .left && field.cursor == 0 || key.code == .right && isAtEnd {
                moveValue(key.code == .left ? -1 : 1)
                return .stay
            }
        }
        return change { $0.field?.handle(key) }
    }

    private mutating func change(_ change: (inout Value) -> Void) -> Step {
        let before = value?.text
        change(&rows[row].values[column])
        return value?.text == before ? .stay : .change
    }

    private mutating func click(_ point: Point, in rect: Rect) -> Step {
        guard let (index, frame) = visible(in: rect).first(where: { $0.frame.contains(point) })
        else { return .stay }
        let wasCurrent = index == row
        if rows[index].values.isEmpty {
            guard !hasValues || button(index, frame, rect).contains(point) else { return .stay }
            select(index)
            return .choose(index)
        }
        let columns = rows[index].values.indices
        let clicked = columns.first { cells(ofValue: $0, index, frame, rect).contains(point) }
        select(index, clicked)
        let area = cells(ofValue: clicked ?? column, index, frame, rect)
        let value = rows[row].values[column]
        if value.field != nil {
            rows[row].values[column].field?.point(atColumn: point.x - area.minX)
            return .stay
        }
        if value.showsAll {
            let word = value.words.indices.first {
                Self.cells(ofWord: $0, value, area).contains(point)
            }
            return change { $0.chosen = word ?? $0.chosen }
        }
        // Left of its value, the current row has an arrow.
        let arrow = isTable ? area.minX..<area.minX : area.minX - 2..<area.minX
        if wasCurrent, arrow.contains(point.x) { return choose(.left, value) }
        return clicked == nil ? .stay : choose(.right, value)
    }

    // MARK: - Layout

    private var hasValues: Bool { rows.contains { !$0.values.isEmpty } }

    /// Whether rows have several values side by side.
    private var isTable: Bool { rows.contains { $0.values.count > 1 } }

    private var keyColumns: Int {
        let widest = rows.map(\.key.columns).max() ?? 0
        return widest == 0 ? 0 : widest + 2
    }

    /// The columns that show every action in full, or what the values of a form need.
    var columns: Int {
        hasValues ? 56 : 4 + keyColumns + (rows.map(\.label.columns).max() ?? 0)
    }

    /// The visible rows with their cells; groups are set apart where everything fits.
    func visible(in rect: Rect) -> [(row: Int, frame: Rect)] {
        let gaps = rows.dropFirst().count(where: \.beginsGroup)
        let isLoose = rows.count + gaps <= rect.size.height
        let window = ScrollWindow(around: row, visible: rect.size.height, total: rows.count)
        var y = rect.minY
        return window.rows.map { row in
            if isLoose, row > 0, rows[row].beginsGroup { y += 1 }
            defer { y += 1 }
            return (row, Rect(rect.minX, y, rect.size.width, 1))
        }
    }

    /// Where values begin: behind the labels, and behind the arrow of the current one.
    private func valueX(_ rect: Rect) -> Int {
        let gap = isTable ? rect.size.width < 55 ? 1 : 2 : 3
        return rect.minX + 2 + keyColumns + labelColumns + gap
    }

    private static func labelColumns(_ rows: [Row]) -> Int {
        rows.filter { !$0.values.isEmpty }.map(\.label.columns).max() ?? 0
    }

    private func cells(ofValue column: Int, _ row: Int, _ frame: Rect, _ rect: Rect) -> Rect {
        let x = valueX(rect)
        let count = rows[row].values.count
        guard count > 1 else { return Rect(x, frame.minY, max(0, rect.maxX - x), 1) }
        let share = (rect.maxX - x) / (rows.map(\.values.count).max() ?? 1)
        return Rect(x + column * share, frame.minY, max(0, share - 1), 1)
    }

    private static func cells(ofWord index: Int, _ value: Value, _ cells: Rect) -> Rect {
        let before = value.words.prefix(index).reduce(0) { $0 + $1.columns + 2 }
        return Rect(cells.minX - 1 + before, cells.minY, value.words[index].columns + 2, 1)
    }

    private func button(_ row: Int, _ frame: Rect, _ rect: Rect) -> Rect {
        Rect(valueX(rect) - 1, frame.minY, rows[row].label.columns + 4, 1)
    }

    // MARK: - Drawing

    private var current: Style { Style(.standard, on: .standard, [.bold, .reverse]) }

    func draw(in rect: Rect, _ look: Appearance, on canvas: inout Canvas) {
        let visible = visible(in: rect)
        for (index, frame) in visible { draw(index, frame, rect, look, on: &canvas) }
        let quiet = Tone.quiet.style(look.palette)
        if let first = visible.first, first.row > 0 {
            canvas.write(look.glyphs.moreAbove, rect.maxX - 1, first.frame.minY, quiet)
        }
        if let last = visible.last, last.row < rows.count - 1 {
            canvas.write(look.glyphs.moreBelow, rect.maxX - 1, last.frame.minY, quiet)
        }
    }

    private func draw(
        _ index: Int, _ frame: Rect, _ rect: Rect, _ look: Appearance, on canvas: inout Canvas
    ) {
        let (item, isHere) = (rows[index], index == row)
        let (x, y) = (frame.minX, frame.minY)
        if isHere, !hasValues || !item.values.isEmpty {
            canvas.write(look.glyphs.pointer, x, y, .bold, before: frame.maxX)
        }
        guard item.values.isEmpty else {
            let style = isHere ? .bold : Tone.quiet.style(look.palette)
            canvas.write(item.label, x + 2 + keyColumns, y, style, before: frame.maxX)
            for (column, value) in item.values.enumerated() {
                let cells = cells(ofValue: column, index, frame, rect)
                draw(value, isHere: isHere && column == self.column, in: cells, look, on: &canvas)
            }
            return
        }
        guard !hasValues else {
            let rect = button(index, frame, rect)
            canvas.write(
                "[ \(item.label) ]", rect.minX, y, isHere ? current : .bold, before: frame.maxX)
            return
        }
        let key = Tone.quiet.style(look.palette, .bold)
        canvas.write(item.key, x + 2, y, key, before: frame.maxX)
        canvas.write(item.label, x + 2 + keyColumns, y, before: frame.maxX)
        guard isHere else { return }
        canvas.restyle(frame) { ($0.foreground, $0.attributes) = (.standard, current.attributes) }
    }

    private func draw(
        _ value: Value, isHere: Bool, in cells: Rect, _ look: Appearance, on canvas: inout Canvas
    ) {
        let (x, y) = (cells.minX, cells.minY)
        let bad = Tone.bad.style(look.palette)
        var end = x
        if let field = value.field, isHere || !isTable {
            let width = min(cells.size.width, max(field.limit, field.placeholder.columns) + 1)
            field.draw(in: Rect(x, y, width, 1), isFocused: isHere, look, on: &canvas)
            end += String(field.text).columns
        } else if value.showsAll {
            for (index, word) in value.words.enumerated() {
                let rect = Self.cells(ofWord: index, value, cells)
                let isChosen = index == value.chosen
                canvas.write(
                    isChosen ? "[\(word)]" : " \(word) ", rect.minX, y,
                    isChosen ? isHere ? current : .bold : Tone.quiet.style(look.palette),
                    before: cells.maxX)
            }
        } else {
            let empty = look.glyphs == .ascii ? "-" : "·"
            let text = value.text.isEmpty ? empty : SafeText.sanitized(value.text)
            let isFramed = isHere && !isTable
            let shown = text.fitted(to: cells.size.width - (isFramed ? 2 : 0))
            let style = isTable ? Style() : .bold
            let quiet = value.text.isEmpty ? Tone.quiet.style(look.palette) : style
            end = canvas.write(
                isFramed ? look.glyphs.framed(shown) : shown, isFramed ? x - 2 : x, y,
                isHere ? current : value.isWrong ? bad : quiet, before: cells.maxX)
        }
        if value.isWrong {
            let mark = Tone.bad.style(look.palette, [.bold, .reverse])
            canvas.write("!", x - 1, y, mark)
        } else if let swatch = value.swatch, look.palette.depth != .none {
            let patch = Rect(end + 1, y, 2, 1).intersection(cells)
            canvas.fill(patch, " ", Style(.standard, on: swatch))
        }
    }
}

// MARK: - In line mode

extension ListView {
    /// Fills in the current row with a typed line.
    ///
    /// - Returns: Whether the row can have this value.
    mutating func answer(with text: String) -> Bool {
        if let field = value?.field {
            rows[row].values[0].field = TextField(
                text, limit: field.limit, placeholder: field.placeholder)
            return self.text(row) == text
        }
        let word = text.halfWidth.lowercased()
        let words = (value?.words ?? []).map { $0.lowercased() }
        let chosen = words.firstIndex(of: word) ?? words.firstIndex { $0.hasPrefix(word) }
        guard let chosen else { return false }
        rows[row].values[0].chosen = chosen
        return true
    }
}
