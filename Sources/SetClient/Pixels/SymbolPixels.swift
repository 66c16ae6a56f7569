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
