import SetProtocol

/// A list of which one is chosen, by arrows and enter, by its key or its number, or by a click.
struct ChoiceList<Choice: Hashable & Sendable>: Hashable, Sendable {
    /// One of the list.
    struct Item: Hashable, Sendable {
        /// The key that chooses it at once.
        let key: Character
        /// What it is called.
        let title: String
        /// One line about it.
        let explanation: String
        /// What comes of choosing it.
        let choice: Choice

        init(_ key: Character, _ title: String, _ explanation: String, _ choice: Choice) {
            (self.key, self.title, self.explanation) = (key, title, explanation)
            self.choice = choice
        }
    }

    /// What an event came to.
    enum Step: Hashable, Sendable {
        case stay
        case chosen(Choice)
        case back
    }

    /// The items, of which there is at least one.
    let items: [Item]
    /// The place of the one pointed at.
    private(set) var place: Int

    /// A list that points at one of its items, the first unless another is named.
    init(_ items: [Item], at choice: Choice? = nil) {
        self.items = items
        place = items.firstIndex { $0.choice == choice } ?? 0
    }

    /// The item pointed at.
    var pointed: Item { items[place] }

    /// How many columns it takes.
    var columns: Int { 8 + (items.map(\.title.columns).max() ?? 0) }

    /// Points at an item.
    mutating func point(at choice: Choice) {
        place = items.firstIndex { $0.choice == choice } ?? place
    }

    // MARK: - Events

    /// Takes what the player did, the list being drawn in a rectangle with so many rows an item.
    mutating func handle(_ event: InputEvent, in rect: Rect, pitch: Int) -> Step {
        switch event {
        case .key(let key): handle(key)
        case .mouse(let mouse): handle(mouse, in: rect, pitch: pitch)
        case .focus, .paste, .report: .stay
        }
    }

    private mutating func handle(_ key: Key) -> Step {
        guard key.modifiers.isSubset(of: .shift) else { return .stay }
        if let next = ListBox.index(after: key.code, from: place, of: items.count, wraps: true) {
            place = next
            return .stay
        }
        switch key.code {
        case .enter, .right, .character(" "): return .chosen(pointed.choice)
        case .escape, .left, .backspace: return .back
        case .character(let character):
            guard let place = place(of: character) else { return .stay }
            self.place = place
            return .chosen(pointed.choice)
        case .up, .down, .tab, .backtab, .home, .end, .pageUp, .pageDown, .insert, .delete,
            .function:
            return .stay
        }
    }

    /// The item of a key in either case, or of a digit: 1 to 9, and 0 for the tenth.
    private func place(of character: Character) -> Int? {
        let small = Character(character.lowercased())
        if let place = items.firstIndex(where: { $0.key == small }) { return place }
        guard let number = character.wholeNumberValue, character.isASCII else { return nil }
        let place = number == 0 ? 9 : number - 1
        return items.indices.contains(place) ? place : nil
    }

    private mutating func handle(_ mouse: Mouse, in rect: Rect, pitch: Int) -> Step {
        switch mouse.action {
        case .press(.left):
            guard let row = box(in: rect, pitch: pitch).row(at: mouse.point) else { return .stay }
            place = row
            return .chosen(pointed.choice)
        case .press(.right): return .back
        case .wheelUp: place = ListBox.index(-1, from: place, of: items.count, wraps: false)
        case .wheelDown: place = ListBox.index(1, from: place, of: items.count, wraps: false)
        case .press(.middle), .release: break
        }
        return .stay
    }

    private func box(in rect: Rect, pitch: Int) -> ListBox {
        ListBox(in: rect, count: items.count, index: place, pitch: pitch)
    }

    // MARK: - Drawing

    func draw(in rect: Rect, pitch: Int, _ look: Appearance, on canvas: inout Canvas) {
        let box = box(in: rect, pitch: pitch)
        for row in box.visible {
            let (item, frame, style) = (items[row], box.frame(ofRow: row), box.style(ofRow: row))
            let isPointed = row == place
            if isPointed { canvas.fill(frame, " ", style) }
            var line = TextLine(" \(isPointed ? look.glyphs.pointer : " ") ", style)
            line.add(String(item.key), isPointed ? style : Tone.quiet.style(look.palette, .bold))
            line.add("  \(item.title)", style)
            canvas.write(line, frame.minX, frame.minY, before: frame.maxX)
        }
        box.drawMarks(look, on: &canvas)
    }
}
