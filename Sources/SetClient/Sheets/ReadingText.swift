/// A text to be read, longer than most screens.
struct ReadingText {
    static let key = Key.character("r")
    /// Longer lines are hard to read.
    private static let widest = 76

    /// Paragraphs to fold to the screen; a line that begins with `- ` is a list item.
    private let source: String
    private let title: String

    init(_ title: String, _ source: String) { (self.title, self.source) = (title, source) }

    func text(in place: SheetPlace) -> SheetText {
        let columns = max(1, min(Self.widest, place.screen.width - 4))
        let lines = paragraphs.flatMap { Self.folded($0, to: columns) }
        return SheetText(
            title, footer: "any key  back",
            lines.dropFirst().drop(while: \.isEmpty).map(Self.line))
    }

    var paragraphs: [String] {
        var paragraphs: [String] = []
        for line in source.split(separator: "\n", omittingEmptySubsequences: false) {
            let words = line.split(separator: " ").joined(separator: " ")
            if words.isEmpty || paragraphs.last?.isEmpty != false || words.hasPrefix("- ") {
                paragraphs.append(words)
            } else {
                paragraphs[paragraphs.count - 1] += " " + words
            }
        }
        while paragraphs.last == "" { paragraphs.removeLast() }
        return paragraphs
    }

    private static func folded(_ paragraph: String, to columns: Int) -> [String] {
        guard paragraph.hasPrefix("- ") else {
            return paragraph.isEmpty ? [""] : paragraph.wrapped(to: columns)
        }
        let rest = String(paragraph.dropFirst(2)).wrapped(to: columns - 2)
        return rest.enumerated().map { ($0 == 0 ? "- " : "  ") + $1 }
    }

    /// Capitals at the beginning of a paragraph are bold.
    private static func line(_ text: String) -> TextLine {
        let words = text.split(separator: " ", omittingEmptySubsequences: false)
        let capitals = words.prefix { word in
            word.count > 0 && word.allSatisfy { $0.isUppercase || $0 == "." }
        }
        let heading = capitals.firstIndex { $0.hasSuffix(".") }.map { capitals[...$0] } ?? capitals
        let head = heading.joined(separator: " ")
        var line = TextLine(head, .bold)
        line.add(String(text.dropFirst(head.count)))
        return line
    }
}
