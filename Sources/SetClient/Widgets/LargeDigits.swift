/// Numbers in digits several rows high, for large windows.
struct LargeDigits: Hashable {
    /// The digits with a column of dots between them, to be drawn with half blocks.
    private let bitmap: Bitmap

    /// - Parameters:
    ///   - number: At least zero, or negative with a sign.
    ///   - scale: How many dots wide a stroke is, at least 1; with 1, digits are three rows high.
    init(_ number: Int, scale: Int = 1) {
        let glyphs = String(number).compactMap { Self.glyphs[$0] }
        let width = glyphs.reduce(0) { $0 + $1[0].count } + max(0, glyphs.count - 1)
        var bitmap = Bitmap(Size(width * scale, Self.dots * scale))
        var left = 0
        for glyph in glyphs {
            let drawing = Bitmap(rows: glyph)
            for y in 0..<drawing.size.height * scale {
                for x in 0..<drawing.size.width * scale where drawing.isInk(x / scale, y / scale) {
                    bitmap[left * scale + x, y] = 255
                }
            }
            left += drawing.size.width + 1
        }
        self.bitmap = bitmap
    }

    /// The cells it covers.
    var size: Size { Size(bitmap.size.width, (bitmap.size.height + 1) / 2) }

    func draw(at point: Point, _ style: Style, _ look: Appearance, on canvas: inout Canvas) {
        let isASCII = look.glyphs == .ascii
        canvas.blit(
            bitmap, at: point,
            Blitting(
                glyphs: BlitterGlyphs[isASCII ? .ascii : .halfBlock], antialiases: false,
                ink: Gradient(style.foreground), paper: style.background,
                fillsGaps: look.fillsGaps, attributes: style.attributes))
    }

    /// The height of a digit in dots.
    private static let dots = 5

    private static let glyphs: [Character: [String]] = [
        "0": ["###", "#.#", "#.#", "#.#", "###"], "1": ["##.", ".#.", ".#.", ".#.", "###"],
        "2": ["###", "..#", "###", "#..", "###"], "3": ["###", "..#", "###", "..#", "###"],
        "4": ["#.#", "#.#", "###", "..#", "..#"], "5": ["###", "#..", "###", "..#", "###"],
        "6": ["###", "#..", "###", "#.#", "###"], "7": ["###", "..#", "..#", "..#", "..#"],
        "8": ["###", "#.#", "###", "#.#", "###"], "9": ["###", "#.#", "###", "..#", "###"],
        "-": ["..", "..", "##", "..", ".."],
    ]
}
