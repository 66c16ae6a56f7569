/// A color of a picture, with how much of it covers what is below.
package struct PixelColor: Hashable, Sendable {
    package var red: UInt8
    package var green: UInt8
    package var blue: UInt8
    /// 255 hides what is below, 0 shows it.
    package var alpha: UInt8

    package init(_ red: UInt8, _ green: UInt8, _ blue: UInt8, alpha: UInt8 = 255) {
        (self.red, self.green, self.blue, self.alpha) = (red, green, blue, alpha)
    }

    package static let clear = PixelColor(0, 0, 0, alpha: 0)

    /// The color with a share of another one mixed in, 0...1, in alpha too.
    func mixed(with other: PixelColor, _ share: Double) -> PixelColor {
        func mix(_ one: UInt8, _ two: UInt8) -> UInt8 {
            UInt8((Double(one) + (Double(two) - Double(one)) * min(max(share, 0), 1)).rounded())
        }
        return PixelColor(
            mix(red, other.red), mix(green, other.green), mix(blue, other.blue),
            alpha: mix(alpha, other.alpha))
    }

    /// The color as it looks through an edge.
    func covering(_ share: Double) -> PixelColor {
        var color = self
        color.alpha = UInt8((Double(alpha) * min(max(share, 0), 1)).rounded())
        return color
    }

    /// The color laid over another (source over, straight alpha).
    func over(_ below: PixelColor) -> PixelColor {
        if alpha == 255 || below.alpha == 0 { return self }
        if alpha == 0 { return below }
        let (top, bottom) = (
            Double(alpha) / 255, Double(below.alpha) / 255 * (1 - Double(alpha) / 255)
        )
        let whole = top + bottom
        func mix(_ one: UInt8, _ two: UInt8) -> UInt8 {
            UInt8(((Double(one) * top + Double(two) * bottom) / whole).rounded())
        }
        return PixelColor(
            mix(red, below.red), mix(green, below.green), mix(blue, below.blue),
            alpha: UInt8((whole * 255).rounded()))
    }
}

/// Pixels being drawn, before they are reduced to a palette.
struct PixelBuffer: Equatable, Sendable {
    let size: Size
    private(set) var pixels: [PixelColor]

    /// How many degrees of coverage there are: enough for smooth edges, with few colors.
    private let shades: Double

    init(_ size: Size, shades: Int = 10) {
        self.size = size
        self.shades = Double(shades)
        pixels = Array(repeating: .clear, count: max(0, size.area))
    }

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
