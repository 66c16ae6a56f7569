/// A text longer than a screen, to be read by scrolling.
struct ReadingSheet: Equatable, Sendable {
    /// The result of an event.
    enum Step: Sendable {
        case stay, back
    }

    private let text: String
    private var firstRow = 0

    /// - Parameter text: Paragraphs to fold to the screen; a line that begins with `- ` is a list item.
    init(_ text: String) { self.text = text }

    /// Longer lines are hard to read.
    private static let widest = 76

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

    /// The lines on a screen, and which of them are visible; the last row has the keys.
    private func page(_ size: Size) -> (lines: [String], window: ScrollWindow) {
        let lines = lines(max(1, min(Self.widest, size.width - 4)))
        let visible = max(1, size.height - 3)
        return (lines, ScrollWindow(from: firstRow, visible: visible, total: lines.count))
    }

    mutating func handle(_ event: InputEvent, on size: Size) -> Step {
        if let row = page(size).window.row(for: event, wheel: 3) {
            firstRow = row
            return .stay
        }
        switch event {
        case .key(let key):
            switch key.code {
            case .escape, .enter, .backspace, .left, .character: break
            case _: return .stay
            }
        case .mouse(let mouse): guard case .press = mouse.action else { return .stay }
        case .keyUp, .focus, .paste, .report: return .stay
        }
        firstRow = 0
        return .back
    }

    func draw(on canvas: inout Canvas, _ look: Appearance) {
        let size = canvas.size
        let (lines, window) = page(size)
        let widest = lines.map(\.columns).max() ?? 0
        let x = max(0, (size.width - widest) / 2)
        let y = max(1, (size.height - 2 - lines.count) / 2)
        for row in window.rows {
            draw(lines[row], isTitle: row == 0, x, y + row - window.first, on: &canvas)
        }
        let isMore = window.rows.upperBound < lines.count
        let words = isMore ? "space  next page   esc  back" : "any key  back"
        canvas.write(
            words, centeredIn: canvas.bounds, row: size.height - 1,
            Tone.quiet.style(look.palette))
    }

    /// Capitals at the beginning of a paragraph are bold.
    private func draw(
        _ line: String, isTitle: Bool, _ x: Int, _ y: Int, on canvas: inout Canvas
    ) {
        let words = line.split(separator: " ", omittingEmptySubsequences: false)
        let capitals = words.prefix { word in
            word.count > 0 && word.allSatisfy { $0.isUppercase || $0 == "." }
        }
        let heading = capitals.firstIndex { $0.hasSuffix(".") }.map { capitals[...$0] } ?? capitals
        let head = isTitle ? line : heading.joined(separator: " ")
        let end = canvas.write(head, x, y, .bold)
        canvas.write(String(line.dropFirst(head.count)), end, y)
    }
}
