/// A rectangle of dots, each partly or fully covered by ink; a ``Blitter`` packs them into cells.
package struct Bitmap: Hashable, Sendable {
    /// The extent in dots.
    package let size: Size
    private var coverage: [UInt8]

    package init(_ size: Size) {
        self.size = Size(max(0, size.width), max(0, size.height))
        coverage = Array(repeating: 0, count: self.size.width * self.size.height)
    }

    /// Reads a drawing: `#` is ink, anything else is not.
    init(rows: [String]) {
        self.init(Size(rows.map(\.utf8.count).max() ?? 0, rows.count))
        for (y, row) in rows.enumerated() {
            for (x, dot) in row.utf8.enumerated() where dot == 0x23 { self[x, y] = 255 }
        }
    }

    /// How much of a dot is ink, 0...255; 0 outside the bitmap.
    package subscript(x: Int, y: Int) -> UInt8 {
        get {
            guard 0..<size.width ~= x, 0..<size.height ~= y else { return 0 }
            return coverage[y * size.width + x]
        }
        set {
            guard 0..<size.width ~= x, 0..<size.height ~= y else { return }
            coverage[y * size.width + x] = newValue
        }
    }

    /// Whether a dot counts as ink where dots are all or nothing.
    package func isInk(_ x: Int, _ y: Int) -> Bool { self[x, y] >= 128 }

    /// Adds the ink of another bitmap whose upper left dot is at the given position.
    package mutating func overlay(_ other: Bitmap, _ x: Int, _ y: Int) {
        for row in 0..<other.size.height {
            for column in 0..<other.size.width {
                let covered = max(self[x + column, y + row], other[column, row])
                self[x + column, y + row] = covered
            }
        }
    }

    /// The number of dots that are ink in only one of two bitmaps.
    func distance(to other: Bitmap) -> Int {
        var count = 0
        for y in 0..<max(size.height, other.size.height) {
            for x in 0..<max(size.width, other.size.width) where isInk(x, y) != other.isInk(x, y) {
                count += 1
            }
        }
        return count
    }
}
