/// Pixels being drawn, before they are reduced to a palette.
struct PixelBuffer: Hashable, Sendable {
    let size: PixelSize
    private(set) var pixels: [PixelColor]

    /// How many degrees of coverage there are: enough for smooth edges, with few colors.
    private let shades: Double

    init(_ size: PixelSize, shades: Int = 10) {
        self.size = size
        self.shades = Double(shades)
        pixels = Array(repeating: .clear, count: max(0, size.count))
    }

    subscript(x: Int, y: Int) -> PixelColor { pixels[y * size.width + x] }

    /// Lays a color over a pixel.
    ///
    /// - Parameter share: How much of the pixel it covers, 0...1; rounded to a number of degrees.
    mutating func blend(_ x: Int, _ y: Int, _ color: PixelColor, _ share: Double = 1) {
        let rounded = (share * shades).rounded() / shades
        guard rounded > 0, 0..<size.width ~= x, 0..<size.height ~= y else { return }
        let index = y * size.width + x
        pixels[index] = color.covering(rounded).over(pixels[index])
    }
}
