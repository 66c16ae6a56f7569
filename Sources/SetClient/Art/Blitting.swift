struct Blitting {
    var glyphs: BlitterGlyphs
    var ink: Gradient
    /// The color of half the ink; `nil` where only a shaded character can show it.
    var half: Gradient?
    var paper: TerminalColor
    /// Whether a cell that is mostly ink has the ink as its background, because the terminal leaves
    /// gaps between characters but none between backgrounds.
    var fillsGaps = false
    var attributes: Style.Attributes = []

    /// The cell in which some dots are ink and some are half ink, as the bits of two indices.
    ///
    /// A cell has two colors. If it has paper, half ink counts as ink, so that an outline stays
    /// closed; otherwise half ink is its background.
    fileprivate func cell(ink: Int, half: Int, at share: Double) -> Cell {
        let all = glyphs.scalars.count - 1
        let style = Style(self.ink.ink(at: share), on: paper, attributes)
        guard half > 0, ink | half == all else { return cell(ink | half, style) }
        if let tone = self.half {
            return cell(ink, Style(style.foreground, on: tone.ink(at: share), attributes))
        }
        return Cell(.narrow(ink > 0 ? "▓" : "▒"), style)
    }

    /// A cell whose inked dots are the bits of an index.
    private func cell(_ index: Int, _ style: Style) -> Cell {
        let all = glyphs.scalars.count - 1
        guard fillsGaps, 2 * index.nonzeroBitCount > all.nonzeroBitCount else {
            return Cell(.narrow(glyphs.scalars[index]), style)
        }
        var style = style
        style.attributes.formSymmetricDifference(.reverse)
        return Cell(.narrow(glyphs.scalars[all & ~index]), style)
    }
}

extension Canvas {
    /// Draws a bitmap with its upper left dot in the upper left corner of a cell.
    ///
    /// A cell without any ink keeps what is there, so that symbols may pass near a label.
    mutating func blit(_ bitmap: Bitmap, at point: Point, _ blitting: Blitting) {
        let dots = blitting.glyphs.dots
        let rows = (bitmap.size.height + dots.height - 1) / dots.height
        let columns = (bitmap.size.width + dots.width - 1) / dots.width
        for row in 0..<rows {
            let share = rows > 1 ? Double(row) / Double(rows - 1) : 0
            for column in 0..<columns {
                let (x, y) = (column * dots.width, row * dots.height)
                let ink = bitmap.index(of: .ink, x, y, dots)
                let half = bitmap.index(of: .half, x, y, dots)
                guard ink | half > 0 else { continue }
                self[point.x + column, point.y + row] = blitting.cell(
                    ink: ink, half: half, at: share)
            }
        }
    }
}

extension Bitmap {
    /// Which dots of a cell are of a kind, as the index of a character.
    fileprivate func index(of dot: Dot, _ x: Int, _ y: Int, _ dots: Size) -> Int {
        var index = 0
        for row in 0..<dots.height {
            for column in 0..<dots.width where self[x + column, y + row] == dot {
                index |= 1 << (row * dots.width + column)
            }
        }
        return index
    }
}
