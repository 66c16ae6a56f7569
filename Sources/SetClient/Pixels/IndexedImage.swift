/// Pixels that share at most 256 colors, as PNG and sixel want them.
package struct IndexedImage: Equatable, Sendable {
    package let size: Size
    package let palette: [PixelColor]
    /// The color of each pixel, row by row, as an index of the palette.
    package let pixels: [UInt8]

    init(_ buffer: PixelBuffer) {
        size = buffer.size
        let table = ColorTable(of: buffer.pixels, limit: 256)
        palette = table.colors
        // Neighboring pixels mostly look alike.
        var last: (color: PixelColor, index: UInt8)?
        pixels = buffer.pixels.map { color in
            if let last, last.color == color { return last.index }
            let index = UInt8(table.index(of: color) ?? 0)
            last = (color, index)
            return index
        }
    }
}

/// Colors by index; if there are more than a limit, those that differ least are merged.
struct ColorTable {
    private(set) var colors: [PixelColor] = []
    private var indices: [PixelColor: Int] = [:]
    /// How many of the lowest bits of each part of a color do not count.
    private var dropped: UInt8 = 0

    init(of all: [PixelColor], limit: Int) {
        while !add(all, limit: limit) {
            (colors, indices) = ([], [:])
            dropped += 1
        }
    }

    /// - Returns: Whether all fit.
    private mutating func add(_ all: [PixelColor], limit: Int) -> Bool {
        var last: PixelColor?
        for color in all where color != last {
            last = color
            let key = key(color)
            guard indices[key] == nil else { continue }
            // With a single color of each part there is nothing left to merge.
            guard colors.count < limit || dropped == 7 else { return false }
            indices[key] = colors.count
            colors.append(color)
        }
        return true
    }

    private func key(_ color: PixelColor) -> PixelColor {
        PixelColor(
            color.red >> dropped, color.green >> dropped, color.blue >> dropped,
            alpha: color.alpha == 255 ? 255 : color.alpha >> dropped)
    }

    func index(of color: PixelColor) -> Int? { indices[key(color)] }
}
