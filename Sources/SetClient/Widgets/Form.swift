import SetProtocol

/// Something to fill in: rows of text and of choices, and a button that submits them.
struct Form: Equatable, Sendable {
    /// What stands in a row behind its label.
    enum Control: Equatable, Sendable {
        case text(TextField)
        /// One of some words.
        case choice([String], chosen: Int)
        /// The label is the button's title.
        case button
    }

    struct Row: Equatable, Sendable {
        let label: String
        var control: Control

        static func text(
            _ label: String, _ text: String, limit: Int, placeholder: String = "",
            isSelected: Bool = false
        ) -> Row {
            Row(
                label: label,
                control: .text(
                    TextField(
                        text, limit: limit, placeholder: placeholder, isSelected: isSelected)))
        }

        static func choice(_ label: String, _ words: [String], chosen: Int) -> Row {
            Row(label: label, control: .choice(words, chosen: chosen))
        }

        static func button(_ title: String) -> Row { Row(label: title, control: .button) }

        fileprivate var field: TextField? {
            if case .text(let field) = control { field } else { nil }
        }
    }

    enum Step: Sendable {
        case stay, submit, back
    }

    /// The rows, the button last.
    private var rows: [Row]
    /// The index of the row that has the keys.
    private(set) var focus: Int

    init(_ rows: [Row], focus: Int = 0) {
        self.rows = rows
        self.focus = focus
    }

    /// Whether the row that has the keys is for text.
    var isTyping: Bool { rows[focus].field != nil }

    /// The text of a row without blanks around it; empty for other rows.
    func text(_ row: Int) -> String { rows[row].field?.value ?? "" }

    /// The index of a row's chosen word; 0 for other rows.
    func chosen(_ row: Int) -> Int {
        if case .choice(_, let chosen) = rows[row].control { chosen } else { 0 }
    }

    /// Gives a row the keys.
    mutating func point(at row: Int) { focus = min(max(0, row), rows.count - 1) }

    // MARK: - In line mode

    /// The rows to fill in, without the button.
    var questions: Range<Int> { 0..<rows.count - 1 }

    /// What is asked about a row, and what its value is.
    func question(_ row: Int) -> (label: String, value: String, words: [String]) {
        switch rows[row].control {
        case .text(let field): return (rows[row].label, field.value, [])
        case .choice(let words, let chosen): return (rows[row].label, words[chosen], words)
        case .button: return (rows[row].label, "", [])
        }
    }

    /// Fills in a row with a typed line.
    ///
    /// - Returns: Whether the row can have this value.
    mutating func answer(_ row: Int, with text: String) -> Bool {
        switch rows[row].control {
        case .text(let field):
            rows[row].control = .text(
                TextField(text, limit: field.limit, placeholder: field.placeholder))
            return true
        case .choice(let words, _):
            let word = text.halfWidth.lowercased()
            guard let chosen = words.firstIndex(where: { $0.hasPrefix(word) }) else { return false }
            rows[row].control = .choice(words, chosen: chosen)
            return true
        case .button: return false
        }
    }

    // MARK: - Events

    mutating func handle(_ event: InputEvent, in rect: Rect) -> Step {
        switch event.fromPlayer {
        case .key(let key): return handle(key)
        case .click(let point): return click(point, in: rect)
        case .rightClick: return .back
        case .scroll(let step): point(at: focus + step)
        case .paste(let text):
            // Where the row with the keys is no text, the first text gets it.
            guard let row = ([focus] + rows.indices).first(where: { rows[$0].field != nil })
            else { break }
            edit(row) { $0.insert(text) }
            focus = row
        case nil: break
        }
        return .stay
    }

    private mutating func edit(_ row: Int, _ change: (inout TextField) -> Void) {
        guard var field = rows[row].field else { return }
        change(&field)
        rows[row].control = .text(field)
    }

    private mutating func handle(_ key: Key) -> Step {
        switch key.code {
        case .escape: return .back
        case .enter: return .submit
        case .up, .backtab: point(at: focus - 1)
        case .down, .tab: point(at: focus + 1)
        case let code:
            switch rows[focus].control {
            case .text: edit(focus) { $0.handle(key) }
            case .choice(let words, let chosen): choose(code, words, chosen)
            case .button: return code == .character(" ") ? .submit : .stay
            }
        }
        return .stay
    }

    private mutating func choose(_ key: Key.Code, _ words: [String], _ chosen: Int) {
        var next: Int?
        switch key {
        case .right, .character(" "): next = (chosen + 1) % words.count
        case .left: next = (chosen + words.count - 1) % words.count
        case .character(let character):
            let letter = Character(character.lowercased())
            next = words.firstIndex { $0.first == letter }
        case _: break
        }
        rows[focus].control = .choice(words, chosen: next ?? chosen)
    }

    private mutating func click(_ point: Point, in rect: Rect) -> Step {
        guard let row = rows.indices.first(where: { frame(ofRow: $0, in: rect).contains(point) })
        else { return .stay }
        focus = row
        let column = point.x - controlX(rect)
        switch rows[row].control {
        case .text: edit(row) { $0.point(atColumn: column) }
        case .choice(let words, let chosen):
            let word = words.indices.first {
                Self.frame(ofWord: $0, words, controlX(rect), point.y).contains(point)
            }
            rows[row].control = .choice(words, chosen: word ?? chosen)
        case .button: return .submit
        }
        return .stay
    }

    // MARK: - Places

    /// The cells of a row; a blank row sets the button apart.
    private func frame(ofRow row: Int, in rect: Rect) -> Rect {
        guard row == rows.count - 1 else {
            return Rect(rect.minX, rect.minY + row, rect.size.width, 1)
        }
        let width = min(rect.size.width, rows[row].label.columns + 4)
        return Rect(controlX(rect), rect.minY + row + 1, width, 1)
    }

    /// Where the controls begin.
    private func controlX(_ rect: Rect) -> Int {
        rect.minX + 4 + (rows.dropLast().map(\.label.columns).max() ?? 0)
    }

    private static func frame(ofWord index: Int, _ words: [String], _ x: Int, _ y: Int) -> Rect {
        let before = words.prefix(index).reduce(0) { $0 + $1.columns + 2 }
        return Rect(x + before, y, words[index].columns + 2, 1)
    }

    // MARK: - Drawing

    func draw(in rect: Rect, _ look: Appearance, on canvas: inout Canvas) {
        let (quiet, x) = (Tone.quiet.style(look.palette), controlX(rect))
        for (index, row) in rows.enumerated() {
            let frame = frame(ofRow: index, in: rect)
            let isFocused = index == focus
            if row.control != .button {
                let sign = isFocused ? look.glyphs.pointer : " "
                canvas.write(
                    "\(sign) \(row.label)", frame.minX, frame.minY, isFocused ? .bold : quiet)
            }
            let reversed = Style(.standard, on: .standard, isFocused ? [.bold, .reverse] : .bold)
            switch row.control {
            case .text(let field):
                let width = min(frame.maxX - x, max(field.limit, field.placeholder.columns) + 1)
                field.draw(
                    in: Rect(x, frame.minY, width, 1), isFocused: isFocused, look, on: &canvas)
            case .choice(let words, let chosen):
                for (index, word) in words.enumerated() {
                    let rect = Self.frame(ofWord: index, words, x, frame.minY)
                    let (text, style) =
                        index == chosen ? ("[\(word)]", reversed) : (" \(word) ", quiet)
                    canvas.write(text, rect.minX, rect.minY, style, before: frame.maxX)
                }
            case .button:
                canvas.write(
                    "[ \(row.label) ]", frame.minX, frame.minY, reversed, before: frame.maxX)
            }
        }
    }
}
