import SetProtocol

/// One line of text that a player types or pastes.
struct TextField: Equatable, Sendable {
    /// What has been typed; all of it safe to show.
    private(set) var text: [Character]
    private(set) var cursor: Int
    /// Whether the text is selected as a whole: what is typed first replaces it.
    private(set) var isSelected = false
    /// How many columns it may fill.
    let limit: Int
    let placeholder: String

    /// A field with a text in it, the cursor at its end.
    init(_ text: String, limit: Int, placeholder: String = "", isSelected: Bool = false) {
        self.text = []
        (self.limit, self.placeholder) = (limit, placeholder)
        cursor = 0
        insert(text)
        self.isSelected = isSelected && !self.text.isEmpty
    }

    var value: String {
        let start = text.drop { $0 == " " }
        return String(start.reversed().drop { $0 == " " }.reversed())
    }

    /// Inserts what can be shown and fits; of pasted text only the first line counts.
    mutating func insert(_ new: String) {
        let line = new == " " ? new[...] : new.drop(while: \.isWhitespace).prefix { !$0.isNewline }
        if isSelected { (text, cursor, isSelected) = ([], 0, false) }
        for character in line where character.unicodeScalars.allSatisfy(SafeText.isAllowed) {
            guard String(text + [character]).columns <= limit else { return }
            text.insert(character, at: cursor)
            cursor += 1
        }
    }

    mutating func handle(_ key: Key) {
        switch (key.code, key.modifiers) {
        case (.character("u"), .control): (text, cursor) = ([], 0)
        case (.character("a"), .control), (.home, _): cursor = 0
        case (.character("e"), .control), (.end, _): cursor = text.count
        case (.character(let character), let modifiers) where modifiers.isSubset(of: .shift):
            insert(String(character))
        case (.backspace, _) where isSelected, (.delete, _) where isSelected:
            (text, cursor) = ([], 0)
        case (.backspace, _):
            guard cursor > 0 else { break }
            cursor -= 1
            text.remove(at: cursor)
        case (.delete, _): if cursor < text.count { text.remove(at: cursor) }
        case (.left, _): cursor = max(0, cursor - 1)
        case (.right, _): cursor = min(text.count, cursor + 1)
        case _: return
        }
        isSelected = false
    }

    /// Moves the cursor to a column counted from the left.
    mutating func point(atColumn column: Int) {
        cursor = min(text.count, max(0, column))
        isSelected = false
    }

    /// Draws the text so that its cursor can be seen.
    func draw(
        in rect: Rect, isFocused: Bool, _ look: Appearance, on canvas: inout Canvas
    ) {
        let quiet = Tone.quiet.style(look.palette)
        let line = Style(quiet.foreground, on: .standard, .underline)
        let blank = String(repeating: " ", count: max(0, rect.size.width))
        canvas.write(blank, rect.minX, rect.minY, line)
        var start = 0
        while start < cursor, String(text[start..<cursor]).columns >= rect.size.width { start += 1 }
        var style = Style(.standard, on: .standard, isFocused ? [.underline, .bold] : .underline)
        if isFocused, isSelected { style.attributes.insert(.reverse) }
        canvas.write(String(text[start...]), rect.minX, rect.minY, style, before: rect.maxX)
        if text.isEmpty {
            canvas.write(
                placeholder, rect.minX + (isFocused ? 1 : 0), rect.minY, line, before: rect.maxX)
        }
        guard isFocused else { return }
        let x = rect.minX + String(text[start..<cursor]).columns
        canvas.restyle(Rect(x, rect.minY, 1, 1)) { $0.attributes.formUnion(.reverse) }
    }
}
