package struct Bitmap: Equatable, Sendable {
    enum Dot: CaseIterable, Comparable { case paper, half, ink }

    package let size: Size
    private var dots: [Dot]

    package init(_ size: Size) {
        self.size = Size(max(0, size.width), max(0, size.height))
        dots = Array(repeating: .paper, count: self.size.width * self.size.height)
    }

    /// A dot; paper outside the bitmap.
    subscript(x: Int, y: Int) -> Dot {
        get {
            guard 0..<size.width ~= x, 0..<size.height ~= y else { return .paper }
            return dots[y * size.width + x]
        }
        set {
            guard 0..<size.width ~= x, 0..<size.height ~= y else { return }
            dots[y * size.width + x] = newValue
        }
    }

    /// Adds the ink of another bitmap whose upper left dot is at the given position.
    mutating func overlay(_ other: Bitmap, _ x: Int, _ y: Int) {
        for row in 0..<other.size.height {
            for column in 0..<other.size.width {
                self[x + column, y + row] = max(self[x + column, y + row], other[column, row])
            }
        }
    }

    /// How many dots differ from those of a bitmap of the same size.
    func distance(to other: Bitmap) -> Int { zip(dots, other.dots).count { $0 != $1 } }
}
