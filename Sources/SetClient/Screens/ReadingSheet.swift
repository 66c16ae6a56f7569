/// A text longer than a screen, to be read by scrolling.
struct ReadingSheet: Hashable, Sendable {
    /// What an event came to.
    enum Step: Hashable, Sendable {
        case stay, back
    }

    private let text: String
    private(set) var top = 0

    /// A text of paragraphs; the lines in it are joined and folded anew, but for those that begin a
    /// paragraph or a row of a list.
    init(_ text: String) { self.text = text }

    /// How wide a line may be; longer ones are hard to read.
    private static let widest = 76

    private static func width(_ size: Size) -> Int { max(1, min(widest, size.width - 4)) }

    /// The lines at a width.
    func lines(_ columns: Int) -> [String] {
        var paragraphs: [String] = []
        var isAfterBlank = true
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            let words = line.split(separator: " ").joined(separator: " ")
            if words.isEmpty {
                isAfterBlank = true
                paragraphs.append("")
            } else if isAfterBlank || words.hasPrefix("- ") {
                isAfterBlank = false
                paragraphs.append(words)
            } else {
                paragraphs[paragraphs.count - 1] += " " + words
            }
        }
        while paragraphs.last == "" { paragraphs.removeLast() }
        return paragraphs.flatMap { paragraph in
            guard paragraph.hasPrefix("- ") else {
                return paragraph.isEmpty ? [""] : paragraph.wrapped(to: columns)
            }
            let rest = String(paragraph.dropFirst(2)).wrapped(to: columns - 2)
            return rest.enumerated().map { ($0 == 0 ? "- " : "  ") + $1 }
        }
    }

    private func window(_ size: Size, from wanted: Int) -> ScrollWindow {
        ScrollWindow(
            from: wanted, visible: Self.rows(size), total: lines(Self.width(size)).count)
    }

    /// The last row tells the keys.
    private static func rows(_ size: Size) -> Int { max(1, size.height - 3) }

    mutating func handle(_ event: InputEvent, on size: Size) -> Step {
        let window = window(size, from: top)
        switch event {
        case .key(let key):
            if let row = window.row(for: key.code) {
                top = row
                return .stay
            }
            switch key.code {
            case .escape, .enter, .backspace, .left, .character: return back()
            case .up, .down, .pageUp, .pageDown, .home, .end, .tab, .backtab, .right, .insert,
                .delete, .function:
                break
            }
        case .mouse(let mouse):
            switch mouse.action {
            case .wheelUp: top = window.row(-3)
            case .wheelDown: top = window.row(3)
            case .press: return back()
            case .release: break
            }
        case .focus, .paste, .report: break
        }
        return .stay
    }

    private mutating func back() -> Step {
        top = 0
        return .back
    }

    func draw(on canvas: inout Canvas, _ look: Appearance) {
        let size = canvas.size
        let lines = lines(Self.width(size))
        let visible = window(size, from: top).rows
        let widest = lines.map(\.columns).max() ?? 0
        let x = max(0, (size.width - widest) / 2)
        let y = max(1, (size.height - 2 - lines.count) / 2)
        for row in visible {
            draw(lines[row], isTitle: row == 0, x, y + row - visible.lowerBound, on: &canvas)
        }
        let isMore = visible.upperBound < lines.count
        let words = isMore ? "space: next page, esc: back" : "any key: back"
        canvas.write(
            words, (size.width - words.columns) / 2, size.height - 1,
            Tone.quiet.style(look.palette))
    }

    /// Capitals at the beginning of a paragraph stand out.
    private func draw(
        _ line: String, isTitle: Bool, _ x: Int, _ y: Int, on canvas: inout Canvas
    ) {
        let bold = Style(.standard, on: .standard, .bold)
        guard !isTitle else { return _ = canvas.write(line, x, y, bold) }
        let words = line.split(separator: " ", omittingEmptySubsequences: false)
        let capitals = words.prefix { word in
            word.count > 0 && word.allSatisfy { $0.isUppercase || $0 == "." }
        }
        let head = capitals.joined(separator: " ")
        let end = canvas.write(head, x, y, bold)
        canvas.write(String(line.dropFirst(head.count)), end, y)
    }
}
