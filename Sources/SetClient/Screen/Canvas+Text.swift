import SetProtocol

extension Canvas {
    /// The picture as lines to be printed one below the other, each ending in the terminal's own
    /// colors.
    ///
    /// - Parameters:
    ///   - depth: How many colors may be used; with none the lines hold no sequences at all.
    ///   - glyphs: Which characters may be used.
    package func printed(_ depth: ColorDepth, _ glyphs: GlyphSet) -> [String] {
        (0..<size.height).map { printedRow($0, depth, glyphs) }
    }

    private func printedRow(_ y: Int, _ depth: ColorDepth, _ glyphs: GlyphSet) -> String {
        var pen = Pen()
        var bytes: [UInt8] = []
        var end = size.width
        while end > 0, self[end - 1, y] == .blank { end -= 1 }
        for x in 0..<end {
            let cell = self[x, y]
            if depth != .none { pen.change(to: depth.reduce(cell.rendition), into: &bytes) }
            switch cell.glyph {
            case .narrow(let scalar): bytes.appendScalar(glyphs.substitute(scalar))
            case .wide(let scalar) where glyphs == .unicode: bytes.appendScalar(scalar)
            case .wide: bytes.append(contentsOf: [0x3F, 0x20])
            case .trail: continue
            }
        }
        if depth != .none { pen.change(to: .standard, into: &bytes) }
        return String(decoding: bytes, as: UTF8.self)
    }
}
