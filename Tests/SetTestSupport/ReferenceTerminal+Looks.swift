import SetClient

extension ReferenceTerminal {
    /// The places where the screen does not look like a picture, worked out without the renderer.
    ///
    /// Of a blank only the background shows, unless it is underlined or reversed; both halves of a
    /// wide glyph look like the first.
    package func differences(from canvas: Canvas, at depth: ColorDepth = .trueColor) -> [Point] {
        guard canvas.size == size else { return [Point(-1, -1)] }
        return (0..<size.height).flatMap { y in
            (0..<size.width).compactMap { x in
                var cell = canvas[x, y]
                if cell.glyph == .trail { cell.style = canvas[x - 1, y].style }
                cell.style = depth.reduce(cell.style)
                return Self.visible(cell) == Self.visible(self[x, y]) ? nil : Point(x, y)
            }
        }
    }

    private static func visible(_ cell: Cell) -> Cell {
        guard cell.glyph == .narrow(" "),
            cell.style.attributes.isDisjoint(with: [.underline, .reverse])
        else { return cell }
        return Cell(.narrow(" "), Style(on: cell.style.background))
    }
}
