import SetProtocol

/// A list of items to choose from by arrows and enter, by an item's key or number, or by a click.
struct ChoiceList<Choice: Equatable & Sendable>: Equatable, Sendable {
    struct Item: Equatable, Sendable {
        /// The key that chooses it at once.
        let key: Character
        let title: String
        /// One line about it.
        let explanation: String
        let choice: Choice
        /// The command of the program that does the same, if it has one.
        let command: String?

        init(
            _ key: Character, _ title: String, _ explanation: String, _ choice: Choice,
            command: String? = nil
        ) {
            (self.key, self.title, self.explanation) = (key, title, explanation)
            (self.choice, self.command) = (choice, command)
        }
    }

    enum Step: Equatable, Sendable {
        case stay
        case chosen(Choice)
        case back
    }

    /// At least one item.
    let items: [Item]
    private var index: Int

    /// Highlights an item, the first unless another is named.
    init(_ items: [Item], at choice: Choice? = nil) {
        self.items = items
        index = items.firstIndex { $0.choice == choice } ?? 0
    }

    var pointed: Item { items[index] }

    var columns: Int { 8 + (items.map(\.title.columns).max() ?? 0) }

    mutating func point(at choice: Choice) {
        index = items.firstIndex { $0.choice == choice } ?? index
    }

    // MARK: - Events

    /// - Parameter pitch: Terminal rows from one item to the next.
    mutating func handle(_ event: InputEvent, in rect: Rect, pitch: Int) -> Step {
        switch event.fromPlayer {
        case .key(let key): return handle(key)
        case .click(let point):
            guard let row = box(in: rect, pitch: pitch).row(at: point) else { return .stay }
            index = row
            return .chosen(pointed.choice)
        case .rightClick: return .back
        case .scroll(let step):
            index = ListBox.index(step, from: index, of: items.count, wraps: false)
        case .paste, nil: break
        }
        return .stay
    }

    private mutating func handle(_ key: Key) -> Step {
        guard key.modifiers.isSubset(of: .shift) else { return .stay }
        if let next = ListBox.index(after: key.code, from: index, of: items.count, wraps: true) {
            index = next
            return .stay
        }
        switch key.code {
        case .enter, .right, .character(" "): return .chosen(pointed.choice)
        case .escape, .left, .backspace: return .back
        case .character(let character):
            guard let index = index(of: character) else { return .stay }
            self.index = index
            return .chosen(pointed.choice)
        case _: return .stay
        }
    }

    /// The item of a key in either case, or of a digit: 1 to 9, and 0 for the tenth.
    private func index(of character: Character) -> Int? {
        let small = Character(character.lowercased())
        if let index = items.firstIndex(where: { $0.key == small }) { return index }
        guard let number = character.wholeNumberValue, character.isASCII else { return nil }
        let index = number == 0 ? 9 : number - 1
        return items.indices.contains(index) ? index : nil
    }

    private func box(in rect: Rect, pitch: Int) -> ListBox {
        ListBox(in: rect, count: items.count, index: index, pitch: pitch)
    }

    // MARK: - Drawing

    func draw(in rect: Rect, pitch: Int, _ look: Appearance, on canvas: inout Canvas) {
        let box = box(in: rect, pitch: pitch)
        for row in box.visible {
            let (item, frame, style) = (items[row], box.frame(ofRow: row), box.style(ofRow: row))
            let isPointed = row == index
            if isPointed { canvas.fill(frame, " ", style) }
            var line = TextLine(" \(isPointed ? look.glyphs.pointer : " ") ", style)
            line.add(String(item.key), isPointed ? style : Tone.quiet.style(look.palette, .bold))
            line.add("  \(item.title)", style)
            canvas.write(line, frame.minX, frame.minY, before: frame.maxX)
        }
        box.drawMarks(look, on: &canvas)
    }
}
