import SetProtocol

/// Something to be filled in: rows of text and of choices, and a button that does it.
struct Form: Hashable, Sendable {
    /// What stands in a row behind its label.
    enum Control: Hashable, Sendable {
        /// A text to be typed; the placeholder stands where there is none.
        case text(TextField, placeholder: String)
        /// One of some words.
        case choice([String], chosen: Int)
        /// The button.
        case button
    }

    /// One row.
    struct Row: Hashable, Sendable {
        /// What it is about, or what is written on the button.
        let label: String
        /// What stands behind the label.
        var control: Control
    }

    /// What an event came to.
    enum Step: Hashable, Sendable {
        case stay
        /// Do what the form is for.
        case submit
        case back
    }

    /// The rows, the button last.
    private(set) var rows: [Row]
    /// The place of the row that has the keys.
    private(set) var focus: Int

    /// A form whose keys go to one of its rows.
    init(_ rows: [Row], focus: Int = 0) {
        self.rows = rows
        self.focus = focus
    }

    /// How many terminal rows it takes.
    var height: Int { rows.count + 1 }

    /// The text of a row without blanks around it; empty when the row is none of text.
    func text(_ row: Int) -> String {
        guard case .text(let field, _) = rows[row].control else { return "" }
        return field.value
    }

    /// The place of the chosen word of a row; the first when the row has no words.
    func chosen(_ row: Int) -> Int {
        guard case .choice(_, let chosen) = rows[row].control else { return 0 }
        return chosen
    }

    /// Gives a row the keys.
    mutating func point(at row: Int) { focus = min(max(0, row), rows.count - 1) }

    // MARK: - Events

    /// Takes what the player did, the form being drawn in a rectangle.
    mutating func handle(_ event: InputEvent, in rect: Rect) -> Step {
        switch event {
        case .key(let key): return handle(key)
        case .mouse(let mouse): return handle(mouse, in: rect)
        case .paste(let text):
            paste(text)
            return .stay
        case .focus, .report: return .stay
        }
    }

    /// Where the row with the keys takes no text, the first that does gets it.
    private mutating func paste(_ text: String) {
        for row in [focus] + rows.indices {
            guard case .text(var field, let placeholder) = rows[row].control else { continue }
            field.insert(text)
            rows[row].control = .text(field, placeholder: placeholder)
            focus = row
            return
        }
    }

    private mutating func handle(_ key: Key) -> Step {
        switch key.code {
        case .escape: return .back
        case .enter: return .submit
        case .up, .backtab: point(at: focus - 1)
        case .down, .tab: point(at: focus + 1)
        case .character, .backspace, .left, .right, .home, .end, .pageUp, .pageDown, .insert,
            .delete, .function:
            return edit(key)
        }
        return .stay
    }

    private mutating func edit(_ key: Key) -> Step {
        switch rows[focus].control {
        case .text(var field, let placeholder):
            field.handle(key)
            rows[focus].control = .text(field, placeholder: placeholder)
        case .choice(let words, let chosen):
            switch key.code {
            case .right, .character(" "): choose((chosen + 1) % words.count)
            case .left: choose((chosen + words.count - 1) % words.count)
            case .character(let character):
                let letter = Character(character.lowercased())
                if let place = words.firstIndex(where: { $0.first == letter }) { choose(place) }
            case .enter, .tab, .backtab, .escape, .backspace, .up, .down, .home, .end, .pageUp,
                .pageDown, .insert, .delete, .function:
                break
            }
        case .button: if key.code == .character(" ") { return .submit }
        }
        return .stay
    }

    private mutating func choose(_ place: Int) {
        guard case .choice(let words, _) = rows[focus].control else { return }
        rows[focus].control = .choice(words, chosen: place)
    }

    private mutating func handle(_ mouse: Mouse, in rect: Rect) -> Step {
        switch mouse.action {
        case .press(.left): return click(mouse.point, in: rect)
        case .press(.right): return .back
        case .wheelUp: point(at: focus - 1)
        case .wheelDown: point(at: focus + 1)
        case .press(.middle), .release: break
        }
        return .stay
    }

    private mutating func click(_ point: Point, in rect: Rect) -> Step {
        guard let row = rows.indices.first(where: { frame(ofRow: $0, in: rect).contains(point) })
        else { return .stay }
        focus = row
        switch rows[row].control {
        case .text(var field, let placeholder):
            field.point(atColumn: point.x - controlX(rect))
            rows[row].control = .text(field, placeholder: placeholder)
        case .choice(let words, _):
            if let place = words.indices.first(where: {
                Self.frame(ofWord: $0, words, controlX(rect), point.y).contains(point)
            }) {
                choose(place)
            }
        case .button: return .submit
        }
        return .stay
    }

    // MARK: - Places

    /// The cells of a row; the button stands apart from the rows above it.
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

    private static func frame(ofWord place: Int, _ words: [String], _ x: Int, _ y: Int) -> Rect {
        let before = words.prefix(place).reduce(0) { $0 + $1.columns + 2 }
        return Rect(x + before, y, words[place].columns + 2, 1)
    }

    // MARK: - Drawing

    func draw(in rect: Rect, _ look: Appearance, on canvas: inout Canvas) {
        for (place, row) in rows.enumerated() {
            let frame = frame(ofRow: place, in: rect)
            let isFocused = place == focus
            if row.control != .button {
                let sign = isFocused ? look.glyphs.pointer : " "
                let style =
                    isFocused
                    ? Style(.standard, on: .standard, .bold) : Tone.quiet.style(look.palette)
                canvas.write("\(sign) \(row.label)", frame.minX, frame.minY, style)
            }
            draw(row, in: frame, isFocused, controlX(rect), look, on: &canvas)
        }
    }

    private func draw(
        _ row: Row, in frame: Rect, _ isFocused: Bool, _ x: Int, _ look: Appearance,
        on canvas: inout Canvas
    ) {
        switch row.control {
        case .text(let field, let placeholder):
            let width = min(frame.maxX - x, max(field.limit, placeholder.columns) + 1)
            field.draw(
                in: Rect(x, frame.minY, width, 1), isFocused: isFocused,
                placeholder: placeholder, look, on: &canvas)
        case .choice(let words, let chosen):
            for (place, word) in words.enumerated() {
                let rect = Self.frame(ofWord: place, words, x, frame.minY)
                let isChosen = place == chosen
                var style = isChosen ? Style(.standard, on: .standard, .bold) : Style()
                if isChosen, isFocused { style.attributes.insert(.reverse) }
                let text = isChosen ? "[\(word)]" : " \(word) "
                canvas.write(
                    text, rect.minX, rect.minY,
                    isChosen ? style : Tone.quiet.style(look.palette), before: frame.maxX)
            }
        case .button:
            let style = Style(
                .standard, on: .standard, isFocused ? [.bold, .reverse] : .bold)
            canvas.write("[ \(row.label) ]", frame.minX, frame.minY, style, before: frame.maxX)
        }
    }
}
