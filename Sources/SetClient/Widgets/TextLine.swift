import SetProtocol

/// One line of text in pieces of different styles; all of it safe to show.
struct TextLine: Equatable {
    struct Piece: Equatable {
        var text: String
        var style: Style
    }

    private(set) var pieces: [Piece] = []

    init() {}

    init(_ text: String, _ style: Style = .standard) {
        add(text, style)
    }

    var columns: Int { pieces.reduce(0) { $0 + $1.text.columns } }

    var isEmpty: Bool { pieces.isEmpty }

    mutating func add(_ text: String, _ style: Style = .standard) {
        if !text.isEmpty { pieces.append(Piece(text: text, style: style)) }
    }

    mutating func add(_ line: TextLine) { pieces += line.pieces }
}

// MARK: - Columns

extension TextLine {
    /// How many rows there are and how wide each column is, where cells stand in columns.
    static func grid(_ count: Int, _ columns: Int, width: Int) -> (rows: Int, share: Int) {
        ((count + columns - 1) / columns, max(0, (width - (columns - 1)) / columns))
    }

    /// Sets lines side by side, the first ones in the first column.
    static func inColumns(_ cells: [TextLine], _ columns: Int, width: Int) -> [TextLine] {
        let (rows, share) = grid(cells.count, columns, width: width)
        return (0..<rows).map { row in
            var line = TextLine()
            for column in 0..<columns where column * rows + row < cells.count {
                let cell = cells[column * rows + row].cut(to: share)
                line.add(cell)
                let next = column + 1 < columns
                if next { line.add(String(repeating: " ", count: share + 1 - cell.columns)) }
            }
            return line
        }
    }

    private func cut(to columns: Int) -> TextLine {
        var line = TextLine()
        for piece in pieces {
            line.add(piece.text.fitted(to: columns - line.columns), piece.style)
            if line.columns >= columns { break }
        }
        return line
    }
}

extension Canvas {
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
    var columns: Int { unicodeScalars.reduce(0) { $0 + $1.columns } }

    /// The text, or its beginning and an ellipsis where it is too wide.
    func fitted(to columns: Int) -> String {
        guard self.columns > columns else { return self }
        return columns < 1 ? "" : SafeText.sanitized(self, limit: columns - 1) + "…"
    }

    package func padded(to columns: Int) -> String {
        self + String(repeating: " ", count: max(0, columns - self.columns))
    }

    /// The text broken between words into lines of at most a width; longer words are broken too.
    package func wrapped(to columns: Int) -> [String] {
        guard columns > 0 else { return [] }
        var lines: [String] = []
        var line = ""
        for word in split(separator: " ") {
            let next = line.isEmpty ? String(word) : "\(line) \(word)"
            if next.columns <= columns {
                line = next
            } else if word.utf8.count > columns, String(word).columns > columns {
                line = next
                while line.columns > columns {
                    // At least one character, however wide.
                    let count = max(1, SafeText.sanitized(line, limit: columns).count)
                    lines.append(String(line.prefix(count)))
                    line = String(line.dropFirst(count).drop { $0 == " " })
                }
            } else if word.utf8.count <= 2, line.last?.isNumber == true,
                let gap = line.lastIndex(of: " ")
            {
                // A unit stays with its number.
                lines.append(String(line[..<gap]))
                line = "\(line[gap...].dropFirst()) \(word)"
            } else {
                lines.append(line)
                line = String(word)
            }
        }
        return line.isEmpty ? lines : lines + [line]
    }

    /// Breaks the text into a limited number of lines, and cuts the last one.
    func wrapped(to columns: Int, rows: Int) -> [String] {
        let lines = wrapped(to: columns)
        guard lines.count > rows, rows > 0 else { return lines }
        let rest = lines.dropFirst(rows - 1).joined(separator: " ")
        return lines.prefix(rows - 1) + [rest.fitted(to: columns)]
    }
}
