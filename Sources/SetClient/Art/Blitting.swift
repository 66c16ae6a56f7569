/// How a bitmap is put on a canvas.
struct Blitting {
    /// The characters to draw with.
    var glyphs: BlitterGlyphs
    /// Whether half blocks may blend each dot with the paper.
    var antialiases: Bool
    /// The ink of the dots.
    var ink: InkRamp
    /// What the dots are drawn on.
    var paper: Ink
    /// Bold, dim and the like.
    var attributes: Style.Attributes = []
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
            let ink = blitting.ink.ink(at: rows > 1 ? Double(row) / Double(rows - 1) : 0)
            for column in 0..<columns {
                let (x, y) = (point.x + column, point.y + row)
                if blitting.antialiases, dots.width == 2 {
                    fit(bitmap, column * 2, row * 2, ink, blitting, at: Point(x, y))
                } else if blitting.antialiases {
                    blend(bitmap, column, row * 2, ink, blitting, at: Point(x, y))
                } else {
                    let index = bitmap.index(column * dots.width, row * dots.height, dots)
                    guard index > 0 else { continue }
                    let style = Style(ink, on: blitting.paper, blitting.attributes)
                    self[x, y] = Cell(.narrow(blitting.glyphs.scalars[index]), style)
                }
            }
        }
    }

    /// Draws four dots with the two inks that come closest to their four tones.
    ///
    /// Every way to share four dots between two inks is tried; each ink is the mean of its dots.
    private mutating func fit(
        _ bitmap: Bitmap, _ x: Int, _ y: Int, _ ink: Ink, _ blitting: Blitting, at point: Point
    ) {
        let tones = [
            bitmap[x, y], bitmap[x + 1, y], bitmap[x, y + 1], bitmap[x + 1, y + 1],
        ].map { Int($0) }
        guard tones.contains(where: { $0 > 0 }) else { return }
        if tones.allSatisfy({ $0 == 0 || $0 == 255 }) {
            let index = bitmap.index(x, y, Size(2, 2))
            self[point.x, point.y] = Cell(
                .narrow(blitting.glyphs.scalars[index]), Style(ink, on: blitting.paper))
            return
        }
        var best = (error: Int.max, index: 15, front: 255, back: 0)
        for index in 1..<16 {
            let front = tones.indices.filter { index >> $0 & 1 == 1 }.map { tones[$0] }
            let back = tones.indices.filter { index >> $0 & 1 == 0 }.map { tones[$0] }
            let means = (front.mean, back.mean)
            let error = front.squaredError(from: means.0) + back.squaredError(from: means.1)
            guard error < best.error, means.0 >= means.1 else { continue }
            best = (error, index, means.0, means.1)
        }
        let style = Style(
            blitting.paper.blended(with: ink, Double(best.front) / 255),
            on: blitting.paper.blended(with: ink, Double(best.back) / 255))
        self[point.x, point.y] = Cell(.narrow(blitting.glyphs.scalars[best.index]), style)
    }

    /// Draws two dots, one above the other, each mixed with the paper as far as it is covered.
    private mutating func blend(
        _ bitmap: Bitmap, _ column: Int, _ row: Int, _ ink: Ink, _ blitting: Blitting,
        at point: Point
    ) {
        let (upper, lower) = (bitmap[column, row], bitmap[column, row + 1])
        guard upper > 0 || lower > 0 else { return }
        let upperInk = blitting.paper.blended(with: ink, Double(upper) / 255)
        let lowerInk = blitting.paper.blended(with: ink, Double(lower) / 255)
        let cell: Cell =
            switch (upper, lower) {
            case (255, 255): Cell(.narrow("█"), Style(ink, on: blitting.paper))
            case (0, _): Cell(.narrow("▄"), Style(lowerInk, on: blitting.paper))
            default: Cell(.narrow("▀"), Style(upperInk, on: lowerInk))
            }
        self[point.x, point.y] = cell
    }
}

extension Bitmap {
    /// The inked dots of one cell as the index of its character.
    func index(_ x: Int, _ y: Int, _ dots: Size) -> Int {
        var index = 0
        for row in 0..<dots.height {
            for column in 0..<dots.width where isInk(x + column, y + row) {
                index |= 1 << (row * dots.width + column)
            }
        }
        return index
    }
}

extension [Int] {
    fileprivate var mean: Int { isEmpty ? 0 : reduce(0, +) / count }

    fileprivate func squaredError(from mean: Int) -> Int {
        reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    }
}
