import SetProtocol

/// The line in which a message is typed, in the last row of the table.
struct ChatLine: Equatable, Sendable {
    private(set) var text = ""

    /// Types, sends with enter, closes with escape.
    mutating func handle(_ input: InputEvent) -> SheetStep {
        if case .paste(let text) = input { return insert(text) }
        guard case .key(let key) = input else { return .stay }
        switch key.code {
        case .character(let character): return insert(String(character))
        case .enter: return SheetStep(closes: true, confirmed: text.isEmpty ? nil : .say(text))
        case .backspace: if !text.isEmpty { text.removeLast() }
        case .escape: return .close
        case _: break
        }
        return .stay
    }

    /// Inserts as much of a text as a message may hold; its lines become one.
    private mutating func insert(_ new: String) -> SheetStep {
        for character in new {
            let next = character.isNewline || character == "\t" ? " " : character
            guard text.utf8.count + next.utf8.count <= SafeText.chatBytes else {
                return SheetStep(
                    message: "Message shortened to \(SafeText.chatBytes) bytes.")
            }
            text.append(next)
        }
        return .stay
    }

    /// Draws the line; its end is always visible.
    func draw(in row: Rect, _ palette: Palette, on canvas: inout Canvas) {
        let start = canvas.write(
            "say: ", row.minX, row.minY, Tone.mine.style(palette, .bold), before: row.maxX)
        var shown = SafeText.sanitized(text)[...]
        while String(shown).columns + 1 > row.maxX - start { shown = shown.dropFirst() }
        let end = canvas.write(String(shown), start, row.minY, Style(), before: row.maxX)
        let cursor = Style(.standard, on: .standard, .reverse)
        canvas.write(" ", end, row.minY, cursor, before: row.maxX)
        guard text.isEmpty else { return }
        canvas.write(
            "enter sends, esc cancels", end + 2, row.minY, Tone.quiet.style(palette),
            before: row.maxX)
    }
}
