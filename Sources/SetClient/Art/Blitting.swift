/// How to draw a bitmap on a canvas.
struct Blitting {
    /// The characters to draw with.
    var glyphs: BlitterGlyphs
    /// Whether half blocks may blend each dot with the paper.
    var antialiases: Bool
    var ink: Gradient
    /// The color under the dots.
    var paper: TerminalColor
    /// Whether a cell that is mostly ink has the ink as its background, because the terminal leaves
    /// gaps between characters but none between backgrounds.
    var fillsGaps = false
    /// Attributes such as bold and dim.
    var attributes: Style.Attributes = []

    /// A cell whose inked dots are the bits of an index.
    fileprivate func cell(_ index: Int, _ style: Style) -> Cell {
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
                    self[x, y] = blitting.cell(index, style)
                }
            }
        }
    }

    /// Draws four dots with the two inks that best match their four tones.
    ///
    /// Tries every way to divide four dots between two inks; each ink is the mean of its dots.
    private mutating func fit(
        _ bitmap: Bitmap, _ x: Int, _ y: Int, _ ink: TerminalColor, _ blitting: Blitting,
        at point: Point
    ) {
        let tones = FourTones(bitmap, x, y)
        guard tones.hasInk else { return }
        if tones.isPlain {
            let index = bitmap.index(x, y, Size(2, 2))
            self[point.x, point.y] = blitting.cell(index, Style(ink, on: blitting.paper))
            return
        }
        let fit = tones.nearestFit
        guard fit.front > 0 else { return }
        let style = Style(
            blitting.paper.blended(with: ink, Double(fit.front) / 255),
            on: blitting.paper.blended(with: ink, Double(fit.back) / 255))
        self[point.x, point.y] = blitting.cell(fit.index, style)
    }

    /// Draws two dots, one above the other, each blended with the paper according to its coverage.
    private mutating func blend(
        _ bitmap: Bitmap, _ column: Int, _ row: Int, _ ink: TerminalColor, _ blitting: Blitting,
        at point: Point
    ) {
        let (upper, lower) = (bitmap[column, row], bitmap[column, row + 1])
        guard upper > 0 || lower > 0 else { return }
        let upperInk = blitting.paper.blended(with: ink, Double(upper) / 255)
        let lowerInk = blitting.paper.blended(with: ink, Double(lower) / 255)
        let cell: Cell =
            switch (upper, lower) {
            case (255, 255): blitting.cell(3, Style(ink, on: blitting.paper))
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

/// How much of each of four dots in a cell is ink, 0...255, in the order of a quadrant's index.
private struct FourTones {
    /// Two tones and which dots have the first of them.
    struct Fit {
        var index = 15
        var front = 255
        var back = 0
    }

    private let tones: SIMD4<Int>

    init(_ bitmap: Bitmap, _ x: Int, _ y: Int) {
        tones = SIMD4(
            Int(bitmap[x, y]), Int(bitmap[x + 1, y]), Int(bitmap[x, y + 1]),
            Int(bitmap[x + 1, y + 1]))
    }

    var hasInk: Bool { tones != .zero }

    /// Whether every dot is either all ink or all paper.
    var isPlain: Bool { (0..<4).allSatisfy { tones[$0] == 0 || tones[$0] == 255 } }

    /// The two best-matching tones.
    ///
    /// A tone that is almost ink or almost paper is rounded: the difference is invisible, and a
    /// separate color for one cell costs as many bytes as six cells.
    var nearestFit: Fit {
        var best = Fit()
        var least = Int.max
        for index in 1..<16 {
            let (front, back) = (mean(index), mean(~index & 15))
            let error = squaredError(index, from: front) + squaredError(~index & 15, from: back)
            guard error < least, front >= back else { continue }
            (least, best) = (error, Fit(index: index, front: front, back: back))
        }
        (best.front, best.back) = (Self.snapped(best.front), Self.snapped(best.back))
        return best
    }

    private static func snapped(_ tone: Int) -> Int { tone < 44 ? 0 : tone > 220 ? 255 : tone }

    private func mean(_ dots: Int) -> Int {
        var (sum, count) = (0, 0)
        for dot in 0..<4 where dots >> dot & 1 == 1 { (sum, count) = (sum + tones[dot], count + 1) }
        return count == 0 ? 0 : sum / count
    }

    private func squaredError(_ dots: Int, from mean: Int) -> Int {
        var error = 0
        for dot in 0..<4 where dots >> dot & 1 == 1 {
            error += (tones[dot] - mean) * (tones[dot] - mean)
        }
        return error
    }
}
