/// Pixels that share at most 256 colors, as PNG and sixel want them.
package struct IndexedImage: Equatable, Sendable {
    package let size: PixelSize
    package let palette: [PixelColor]
    /// The color of each pixel, row by row, as an index of the palette.
    package let pixels: [UInt8]

    /// - Parameter buffer: If it has more than 256 colors, those that differ least are merged.
    init(_ buffer: PixelBuffer) {
        size = buffer.size
        var dropped: UInt8 = 0
        while true {
            if let (palette, pixels) = Self.indexed(buffer.pixels, dropping: dropped) {
                (self.palette, self.pixels) = (palette, pixels)
                return
            }
            dropped += 1
        }
    }

    /// - Parameter bits: How many of the lowest bits of each part of a color do not count.
    private static func indexed(
        _ colors: [PixelColor], dropping bits: UInt8
    ) -> (palette: [PixelColor], pixels: [UInt8])? {
        var palette: [PixelColor] = []
        var indices: [PixelColor: UInt8] = [:]
        var pixels: [UInt8] = []
        pixels.reserveCapacity(colors.count)
        // Neighboring pixels mostly look alike.
        var last: (color: PixelColor, index: UInt8)?
        for color in colors {
            if let last, last.color == color {
                pixels.append(last.index)
                continue
            }
            let key = PixelColor(
                color.red >> bits, color.green >> bits, color.blue >> bits,
                alpha: color.alpha == 255 ? 255 : color.alpha >> bits)
            if indices[key] == nil {
                guard palette.count < 256 else { return nil }
                indices[key] = UInt8(palette.count)
                palette.append(color)
            }
            let index = indices[key] ?? 0
            pixels.append(index)
            last = (color, index)
        }
        return (palette, pixels)
    }

    package subscript(x: Int, y: Int) -> PixelColor { palette[Int(pixels[y * size.width + x])] }
}
