package struct Point: Hashable, Sendable {
    package var x: Int
    package var y: Int

    package init(_ x: Int, _ y: Int) { (self.x, self.y) = (x, y) }
}

/// An extent, in cells or, for a picture, in pixels.
package struct Size: Hashable, Sendable {
    package var width: Int
    package var height: Int

    package init(_ width: Int, _ height: Int) { (self.width, self.height) = (width, height) }

    package var area: Int { width * height }
}

/// Cells, or for a picture, pixels.
package struct Rect: Hashable, Sendable {
    package var origin: Point
    /// The extent; empty when a side is zero or less.
    package var size: Size

    package init(_ x: Int, _ y: Int, _ width: Int, _ height: Int) {
        origin = Point(x, y)
        size = Size(width, height)
    }

    package var minX: Int { origin.x }
    package var minY: Int { origin.y }
    package var maxX: Int { origin.x + size.width }
    package var maxY: Int { origin.y + size.height }
    package var isEmpty: Bool { size.width <= 0 || size.height <= 0 }

    package func contains(_ point: Point) -> Bool {
        minX..<max(minX, maxX) ~= point.x && minY..<max(minY, maxY) ~= point.y
    }

    /// The part shared with another rectangle; empty if there is none.
    package func intersection(_ other: Rect) -> Rect {
        let (left, top) = (max(minX, other.minX), max(minY, other.minY))
        let (right, bottom) = (min(maxX, other.maxX), min(maxY, other.maxY))
        return Rect(left, top, max(0, right - left), max(0, bottom - top))
    }

    package func inset(_ columns: Int, _ rows: Int) -> Rect {
        Rect(
            minX + columns, minY + rows, max(0, size.width - 2 * columns),
            max(0, size.height - 2 * rows))
    }
}
