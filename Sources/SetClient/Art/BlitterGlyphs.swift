/// The characters of a blitter, as data: one for every way the dots of a cell can be inked.
///
/// Bit `row * columns + column` of an index stands for a dot, the upper left one being bit 0.
struct BlitterGlyphs: Sendable {
    /// The width and height of a cell in dots.
    let dots: Size
    /// The characters, `1 << (dots.width * dots.height)` of them.
    let scalars: [Unicode.Scalar]

    /// The dots of a cell that stand for half the ink, as the bits of an index: bars where dots are
    /// round; `nil` where colors or a shaded character show it.
    var bars: Int? { scalars.last == "⣿" ? 0b1100_0011 : nil }

    private init(_ width: Int, _ height: Int, _ scalar: (Int) -> UInt32) {
        dots = Size(width, height)
        scalars = (0..<(1 << (width * height))).map { Unicode.Scalar(scalar($0)) ?? " " }
    }

    private init(_ width: Int, _ height: Int, _ characters: String) {
        let codes = characters.unicodeScalars.map(\.value)
        self.init(width, height) { codes[$0] }
    }

    private static let halfBlocks = BlitterGlyphs(1, 2, " ▀▄█")
    private static let quadrants = BlitterGlyphs(2, 2, " ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█")
    private static let ascii = BlitterGlyphs(1, 2, " \".#")

    /// U+1FB00 and up, in index order, without the four that other blocks already had.
    private static let sextants = BlitterGlyphs(2, 3) { index in
        switch index {
        case 0: 0x20
        case 0b01_0101: 0x258C
        case 0b10_1010: 0x2590
        case 0b11_1111: 0x2588
        default:
            0x1FB00 + UInt32(index) - 1 - (index > 0b01_0101 ? 1 : 0) - (index > 0b10_1010 ? 1 : 0)
        }
    }

    /// Braille numbers its dots down the left column, then down the right one, and then along the
    /// fourth row.
    private static let braille = BlitterGlyphs(2, 4) { index in
        let bits: [UInt32] = [0x01, 0x08, 0x02, 0x10, 0x04, 0x20, 0x40, 0x80]
        return bits.indices.reduce(0x2800) { $0 | (index >> $1 & 1 == 1 ? bits[$1] : 0) }
    }

    /// U+1CD00 and up, in index order, without those that other blocks already had.
    private static let octants: BlitterGlyphs = {
        var next: UInt32 = 0x1CD00
        var codes: [UInt32] = []
        for index in 0..<256 {
            if let older = olderOctants[index] {
                codes.append(older)
            } else {
                codes.append(next)
                next += 1
            }
        }
        return BlitterGlyphs(2, 4) { codes[$0] }
    }()

    /// The octants that are quadrants, and ten more from the legacy computing blocks.
    private static let olderOctants: [Int: UInt32] = {
        var older: [Int: UInt32] = [
            0x01: 0x1CEA8, 0x02: 0x1CEAB, 0x40: 0x1CEA3, 0x80: 0x1CEA0, 0x03: 0x1FB82,
            0xC0: 0x2582, 0x3F: 0x1FB85, 0xFC: 0x2586, 0x14: 0x1FBE6, 0x28: 0x1FBE7,
        ]
        for (index, scalar) in quadrants.scalars.enumerated() {
            let (upper, lower) = (index & 3, index >> 2)
            older[upper | upper << 2 | lower << 4 | lower << 6] = scalar.value
        }
        return older
    }()

    static subscript(blitter: Blitter) -> BlitterGlyphs {
        switch blitter {
        case .octant: octants
        case .sextant: sextants
        case .halfBlock: halfBlocks
        case .quadrant: quadrants
        case .braille: braille
        case .ascii: ascii
        }
    }

    /// The table with which a blitter draws symbols of the given height in rows.
    ///
    /// Below eight rows, half blocks are too coarse, and cells of more than four dots too large to
    /// show an outline beside its fill. Every terminal that has any of them also has quadrants.
    static func table(_ blitter: Blitter, symbolRows rows: Int) -> BlitterGlyphs {
        let isBlock = [.octant, .sextant, .halfBlock].contains(blitter)
        return isBlock && rows < 8 ? quadrants : self[blitter]
    }
}
