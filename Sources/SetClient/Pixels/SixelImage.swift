/// Pixels to be sent as sixels: six rows at a time, each color of a row by itself.
///
/// The format is that of DEC's VT340, which most terminals with sixels follow.
struct SixelImage {
    let size: Size
    /// The number of the color of each pixel, row by row; negative where there is nothing.
    private var pixels: [Int16]
    private let palette: ColorTable
    /// The color on which all others are drawn; `nil` for nothing.
    private var background: Int16?

    /// - Parameters:
    ///   - images: All that will be drawn, which decides the colors.
    ///   - registers: How many colors there can be.
    ///   - background: What it starts with instead of nothing.
    init(
        _ size: Size, _ images: [IndexedImage], registers: Int, background: PixelColor? = nil
    ) {
        self.size = size
        palette = ColorTable(of: images, registers: registers)
        self.background = background.map(palette.number(of:))
        pixels = Array(repeating: self.background ?? -1, count: max(0, size.area))
    }

    /// - Parameters:
    ///   - corner: Where the part's upper left pixel comes to lie.
    ///   - background: A color that is not drawn.
    mutating func draw(
        _ image: IndexedImage, _ part: Rect, at corner: Point,
        except background: PixelColor? = nil
    ) {
        let numbers = image.palette.map { color -> Int16 in
            color.alpha < 128 || color == background ? -1 : palette.number(of: color)
        }
        let (width, height) = (
            min(part.size.width, size.width - corner.x),
            min(part.size.height, size.height - corner.y)
        )
        for y in 0..<max(0, height) {
            let source = (part.minY + y) * image.size.width + part.minX
            let goal = (corner.y + y) * size.width + corner.x
            for x in 0..<max(0, width) {
                let number = numbers[Int(image.pixels[source + x])]
                if number >= 0 { pixels[goal + x] = number }
            }
        }
    }

    /// The command that shows it at the cursor; nothing stays as it is.
    var bytes: [UInt8] {
        var bytes = Array("\u{1B}P0;1;0q\"1;1;\(size.width);\(size.height)".utf8)
        let used = Set(pixels).subtracting([-1]).sorted()
        for number in used { bytes += palette.definition(of: number) }
        for top in stride(from: 0, to: size.height, by: 6) {
            if top > 0 { bytes.append(UInt8(ascii: "-")) }
            appendRows(from: top, to: &bytes)
        }
        return bytes + [0x1B, 0x5C]
    }

    private func appendRows(from top: Int, to bytes: inout [UInt8]) {
        var layers: [Int16: [UInt8]] = [:]
        let rows = min(6, size.height - top)
        for y in top..<top + rows {
            let bit = UInt8(1) << UInt8(y - top)
            for x in 0..<size.width {
                let number = pixels[y * size.width + x]
                guard number >= 0, number != background else { continue }
                layers[number, default: Array(repeating: 0, count: size.width)][x] |= bit
            }
        }
        var sorted = layers.sorted { $0.key < $1.key }
        if let background {
            // Everywhere, since the others are drawn over it.
            let whole = Array(repeating: UInt8(1 << rows - 1), count: size.width)
            sorted.insert((background, whole), at: 0)
        }
        for (index, (number, layer)) in sorted.enumerated() {
            bytes += "\(index > 0 ? "$" : "")#\(number)".utf8
            Self.append(layer, to: &bytes)
        }
    }

    /// Appends one color of six rows: runs of equal columns are counted.
    private static func append(_ layer: [UInt8], to bytes: inout [UInt8]) {
        let end = (layer.lastIndex { $0 > 0 } ?? -1) + 1
        var start = 0
        while start < end {
            var next = start + 1
            while next < end, layer[next] == layer[start] { next += 1 }
            let character = layer[start] + 0x3F
            if next - start > 3 {
                bytes.append(UInt8(ascii: "!"))
                bytes += String(next - start).utf8
                bytes.append(character)
            } else {
                for _ in start..<next { bytes.append(character) }
            }
            start = next
        }
    }
}

extension ColorTable {
    /// The colors of all images that are seen; sixels have no shades of transparency.
    fileprivate init(of images: [IndexedImage], registers: Int) {
        let seen = images.flatMap(\.palette).filter { $0.alpha >= 128 }
        self.init(of: seen.map { $0.opaque }, limit: registers)
    }

    fileprivate func number(of color: PixelColor) -> Int16 { Int16(index(of: color.opaque) ?? -1) }

    /// The command for a color, whose parts are counted in percent.
    fileprivate func definition(of number: Int16) -> [UInt8] {
        let color = colors[Int(number)]
        let parts = [color.red, color.green, color.blue].map { (Int($0) * 100 + 127) / 255 }
        return Array("#\(number);2;\(parts[0]);\(parts[1]);\(parts[2])".utf8)
    }
}

extension PixelColor {
    fileprivate var opaque: PixelColor { PixelColor(red, green, blue) }
}
