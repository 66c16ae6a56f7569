/// The characters of a blitter, as data: one for every way the dots of a cell can be inked.
///
/// Bit `row * columns + column` of an index stands for a dot, the upper left one being bit 0.
struct BlitterGlyphs: Sendable {
    let dots: Size
    /// The characters, `1 << (dots.width * dots.height)` of them.
    let scalars: [Unicode.Scalar]

    private init(_ width: Int, _ height: Int, _ scalar: (Int) -> UInt32) {
        dots = Size(width, height)
        scalars = (0..<(1 << (width * height))).map { Unicode.Scalar(scalar($0)) ?? " " }
    }

    private init(_ width: Int, _ height: Int, _ characters: String) {
        let codes = characters.unicodeScalars.map(\.value)
        self.init(width, height) { codes[$0] }
    }

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

    static subscript(blitter: Blitter) -> BlitterGlyphs {
        switch blitter {
        case .sextant: sextants
        case .quadrant: quadrants
        case .ascii: ascii
        }
    }

    /// The table with which a blitter draws symbols of the given height in rows.
    ///
    /// Below eight rows, cells of six dots are too large to show an outline beside its fill. Every
    /// terminal that has them also has quadrants.
    static func table(_ blitter: Blitter, symbolRows rows: Int) -> BlitterGlyphs {
        blitter == .sextant && rows < 8 ? quadrants : self[blitter]
    }
}
