struct RoundedBox {
    private let center: (x: Double, y: Double)
    private let half: (x: Double, y: Double)
    private let radius: Double

    init(_ x: Double, _ y: Double, _ width: Double, _ height: Double, radius: Double) {
        self.radius = max(0, min(radius, width / 2, height / 2))
        center = (x + width / 2, y + height / 2)
        half = (width / 2 - self.radius, height / 2 - self.radius)
    }

    func distance(_ x: Double, _ y: Double) -> Double {
        let (dx, dy) = (abs(x - center.x) - half.x, abs(y - center.y) - half.y)
        let outside =
            dx > 0 && dy > 0 ? (dx * dx + dy * dy).squareRoot() : max(dx, dy, 0)
        return outside + min(max(dx, dy), 0) - radius
    }
}

extension PixelBuffer {
    /// How much of a pixel lies inside an edge at a distance.
    static func share(_ distance: Double) -> Double { min(max(0.5 - distance, 0), 1) }

    /// How much of a pixel lies on a line just inside an edge.
    static func share(_ distance: Double, line thickness: Double) -> Double {
        share(abs(distance + thickness / 2) - thickness / 2)
    }

    /// The card itself: a little smaller than its cells, so that neighbors never fuse.
    private var card: RoundedBox { box(inset: size.height >= 60 ? 1.5 : 1) }

    private func box(inset: Double) -> RoundedBox {
        RoundedBox(
            inset, inset, Double(size.width) - 2 * inset, Double(size.height) - 2 * inset,
            radius: max(3, Double(min(size.width, size.height)) * 0.1) - inset)
    }

    // MARK: - Paper

    /// Draws the paper, its edge, and the hint of a shadow below it.
    private mutating func drawPaper(_ paper: Picture.CardPaper) {
        let card = card
        let line = size.height >= 90 ? 1.5 : 1
        for y in 0..<size.height {
            for x in 0..<size.width {
                let (pointX, pointY) = (Double(x) + 0.5, Double(y) + 0.5)
                let distance = card.distance(pointX, pointY)
                if distance > -line - 1 {
                    let shadow = Self.share((card.distance(pointX, pointY - 1.5) - 1) / 2)
                    blend(x, y, PixelColor(0, 0, 0, alpha: 90), shadow)
                    blend(x, y, paper.color, Self.share(distance))
                    blend(x, y, paper.edge, Self.share(distance, line: line))
                } else {
                    blend(x, y, paper.color)
                }
            }
        }
    }

    // MARK: - Faces

    mutating func drawFace(
        _ symbols: Picture.Symbols, on paper: Picture.CardPaper, footer: Int
    ) {
        drawPaper(paper)
        let height = Double(size.height - footer)
        // Above and below the symbols there is room for words; three symbols and two gaps fill at
        // most 86 % of the width.
        let width = Int(
            min(height * (footer > 0 ? 0.4 : 0.31), Double(size.width) * 0.86 / 3.56))
        draw(symbols, width: width, height: size.height - footer)
    }

    mutating func draw(_ symbols: Picture.Symbols, on paper: PixelColor) {
        for y in 0..<size.height {
            for x in 0..<size.width { blend(x, y, paper) }
        }
        let width = Int(min(Double(size.height) * 0.48, Double(size.width) * 0.9 / 3.56))
        draw(symbols, width: width, height: size.height)
    }

    /// Draws symbols of a width, each twice as high, in the middle of the uppermost pixels.
    private mutating func draw(_ symbols: Picture.Symbols, width: Int, height: Int) {
        guard width >= 4 else { return }
        let symbol = SymbolPixels(symbols.curve, symbols.fill, width: width)
        let gap = Int((Double(width) * 0.28).rounded())
        let left = (size.width - symbols.count * width - (symbols.count - 1) * gap) / 2
        let top = (height - 2 * width) / 2
        for y in 0..<2 * width {
            // Twelve steps look smooth and keep the palette small.
            let step = (Double(y) / Double(2 * width - 1) * 12).rounded() / 12
            let color = symbols.top.mixed(with: symbols.bottom, step)
            for x in 0..<width where symbol[x, y] > 0 {
                for number in 0..<symbols.count {
                    blend(left + number * (width + gap) + x, top + y, color, symbol[x, y])
                }
            }
        }
    }

    // MARK: - Backs

    mutating func drawBack(_ paper: Picture.CardPaper, _ pattern: PixelColor) {
        drawPaper(paper)
        let inset = max(4, Double(size.height) * 0.07)
        let period = max(6, size.height / 12)
        paint(box(inset: inset), pattern) { x, y, distance in
            guard distance < 1 else { return 0 }
            // Two families of diagonals, measured across them.
            let nearest =
                [x + y, x - y].map { sum -> Double in
                    let rest = Double(((sum % period) + period) % period)
                    return min(rest, Double(period) - rest)
                }.min() ?? 0
            let lattice = Self.share(nearest * 0.7071 - 0.5) * 0.8
            return max(lattice * Self.share(distance + 1), Self.share(distance, line: 1))
        }
    }

    // MARK: - States

    mutating func draw(_ frame: Picture.Frame) {
        let size = size
        let thickness = max(2, Double(size.height) / 36) * (frame.line == .pointers ? 1.6 : 1)
        let reach = min(size.width, size.height) / 4
        paint(card, frame.color) { _, _, distance in Self.share(distance) * frame.tint }
        paint(card, frame.color) { x, y, distance in
            let isCorner =
                min(x, size.width - 1 - x) < reach && min(y, size.height - 1 - y) < reach
            return frame.line == .whole || isCorner ? Self.share(distance, line: thickness) : 0
        }
        guard let tab = frame.tab else { return }
        drawTab(tab, frame.color)
    }

    mutating func drawTab(_ tab: Rect, _ color: PixelColor) {
        let (width, height) = (Double(tab.size.width), Double(tab.size.height))
        fill(
            RoundedBox(Double(tab.minX), Double(tab.minY), width, height, radius: height / 4), color
        )
    }

    mutating func drawVeil(_ color: PixelColor) { fill(card, color) }

    private mutating func fill(_ box: RoundedBox, _ color: PixelColor) {
        paint(box, color) { _, _, distance in Self.share(distance) }
    }

    /// - Parameter share: How much of each pixel is covered, by its distance from the edge of a box.
    private mutating func paint(
        _ box: RoundedBox, _ color: PixelColor, share: (Int, Int, Double) -> Double
    ) {
        for y in 0..<size.height {
            for x in 0..<size.width {
                blend(x, y, color, share(x, y, box.distance(Double(x) + 0.5, Double(y) + 0.5)))
            }
        }
    }
}

/// One symbol as how much of each pixel its color covers.
///
/// The line around it is 8 % of its width, at least one and a half pixels; stripes lie on whole
/// rows of pixels, so that all of them look alike.
struct SymbolPixels {
    private let width: Int
    private let shares: [Double]

    /// - Parameter width: In pixels; a symbol is twice as high.
    init(_ curve: Curve, _ fill: Fill, width: Int) {
        self.width = width
        let scale = Double(width)
        let line = max(1.5, scale * 0.08)
        let period = max(4, Int((scale * 2 / 12).rounded()))
        let stripe = max(2, Int((Double(period) * 0.42).rounded()))
        var shares: [Double] = []
        shares.reserveCapacity(2 * width * width)
        for y in 0..<2 * width {
            // Counted in half pixels from the middle, where there is a stripe: both ends look alike.
            let height = abs(2 * (y - width) + 1) % (2 * period)
            let isStripe = min(height, 2 * period - height) < stripe
            for x in 0..<width {
                let distance =
                    curve.distance((Double(x) + 0.5) / scale, (Double(y) + 0.5) / scale) * scale
                let inside = PixelBuffer.share(distance)
                shares.append(
                    fill == .solid || fill == .striped && isStripe
                        ? inside : min(inside, PixelBuffer.share(distance, line: line)))
            }
        }
        self.shares = shares
    }

    subscript(x: Int, y: Int) -> Double { shares[y * width + x] }
}
