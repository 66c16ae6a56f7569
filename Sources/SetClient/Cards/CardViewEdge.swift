/// The line around a card: thin, heavy if it shows a state, and broken where a card is missing.
struct CardEdge {
    static let thin = CardEdge("╭─╮│╯─╰│", ".-.|'-'|")
    static let heavy = CardEdge("┏━┓┃┛━┗┃", "+=+I+=+I")
    static let broken = CardEdge("╭╌╮╎╯╌╰╎", ". . ' ' ")

    /// The corners and sides, clockwise from the upper left corner.
    private let scalars: [Unicode.Scalar]
    private let asciiScalars: [Unicode.Scalar]

    private init(_ characters: String, _ asciiCharacters: String) {
        scalars = Array(characters.unicodeScalars)
        asciiScalars = Array(asciiCharacters.unicodeScalars)
    }

    /// The character at a position of a frame; `nil` inside it.
    func scalar(_ x: Int, _ y: Int, in size: Size, ascii: Bool) -> Unicode.Scalar? {
        let (right, bottom) = (size.width - 1, size.height - 1)
        let position: Int? =
            switch (x, y) {
            case (0, 0): 0
            case (right, 0): 2
            case (right, bottom): 4
            case (0, bottom): 6
            case (_, 0): 1
            case (right, _): 3
            case (_, bottom): 5
            case (0, _): 7
            default: nil
            }
        return position.map { scalar($0, ascii: ascii) }
    }

    /// The character of the lower side, which cards without a frame show below the symbols.
    func footer(ascii: Bool) -> Unicode.Scalar { scalar(5, ascii: ascii) }

    private func scalar(_ position: Int, ascii: Bool) -> Unicode.Scalar {
        (ascii ? asciiScalars : scalars)[position]
    }
}

extension Canvas {
    mutating func frame(_ rect: Rect, _ edge: CardEdge, _ style: Style, ascii: Bool) {
        for y in 0..<rect.size.height {
            for x in 0..<rect.size.width {
                guard let scalar = edge.scalar(x, y, in: rect.size, ascii: ascii) else { continue }
                self[rect.minX + x, rect.minY + y] = Cell(.narrow(scalar), style)
            }
        }
    }

    /// Cuts a quarter of a cell off each corner of a filled rectangle.
    mutating func roundCorners(_ rect: Rect, _ paper: TerminalColor) {
        let style = Style(paper)
        let (left, right) = (rect.minX, rect.maxX - 1)
        self[left, rect.minY] = Cell(.narrow("▟"), style)
        self[right, rect.minY] = Cell(.narrow("▙"), style)
        self[left, rect.maxY - 1] = Cell(.narrow("▜"), style)
        self[right, rect.maxY - 1] = Cell(.narrow("▛"), style)
    }
}
