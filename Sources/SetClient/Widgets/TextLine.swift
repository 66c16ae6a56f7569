import SetProtocol

/// One line of text in pieces of different looks; all of it safe to show.
struct TextLine: Hashable {
    /// A text in one style.
    struct Piece: Hashable {
        var text: String
        var style: Style
    }

    private(set) var pieces: [Piece] = []

    init() {}

    init(_ text: String, _ style: Style = .standard) {
        add(text, style)
    }

    /// Its width in columns.
    var columns: Int { pieces.reduce(0) { $0 + $1.text.columns } }

    /// Whether there is nothing in it.
    var isEmpty: Bool { pieces.isEmpty }

    mutating func add(_ text: String, _ style: Style = .standard) {
        if !text.isEmpty { pieces.append(Piece(text: text, style: style)) }
    }

    mutating func add(_ line: TextLine) { pieces += line.pieces }
}

extension Canvas {
    /// Writes a line from a place on, cut at a column.
    @discardableResult
    mutating func write(_ line: TextLine, _ x: Int, _ y: Int, before limit: Int) -> Int {
        var column = x
        for piece in line.pieces {
            let end = write(piece.text, column, y, piece.style, before: limit)
            guard end == column + piece.text.columns else { return end }
            column = end
        }
        return column
    }
}

extension String {
    /// How many columns the text takes.
    var columns: Int { unicodeScalars.reduce(0) { $0 + $1.columns } }

    /// The text, or its beginning and an ellipsis where it is too wide.
    func fitted(to columns: Int) -> String {
        guard self.columns > columns else { return self }
        return columns < 1 ? "" : SafeText.sanitized(self, limit: columns - 1) + "…"
    }

    /// The text broken between words into lines of at most a width; longer words are cut.
    func wrapped(to columns: Int) -> [String] {
        guard columns > 0 else { return [] }
        var lines: [String] = []
        var line = ""
        for word in split(separator: " ") {
            let next = line.isEmpty ? String(word) : "\(line) \(word)"
            if next.columns <= columns {
                line = next
            } else {
                if !line.isEmpty { lines.append(line) }
                line = String(word).fitted(to: columns)
            }
        }
        return line.isEmpty ? lines : lines + [line]
    }
}
