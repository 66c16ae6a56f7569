/// A place on the screen in cells, counted from the upper left corner at 0, 0.
public struct Point: Hashable, Sendable {
    /// Columns from the left edge.
    public var x: Int
    /// Rows from the upper edge.
    public var y: Int

    /// The place in a column and a row.
    public init(_ x: Int, _ y: Int) {
        self.x = x
        self.y = y
    }
}

/// An extent in cells.
public struct Size: Hashable, Sendable {
    /// Columns.
    public var width: Int
    /// Rows.
    public var height: Int

    /// So many columns by so many rows.
    public init(_ width: Int, _ height: Int) {
        self.width = width
        self.height = height
    }
}

/// A rectangle of cells.
public struct Rect: Hashable, Sendable {
    /// The upper left cell.
    public var origin: Point
    /// The extent; empty when a side is zero or less.
    public var size: Size

    /// The rectangle with its upper left cell in a column and a row.
    public init(_ x: Int, _ y: Int, _ width: Int, _ height: Int) {
        origin = Point(x, y)
        size = Size(width, height)
    }

    /// The leftmost column.
    public var minX: Int { origin.x }
    /// The uppermost row.
    public var minY: Int { origin.y }
    /// The column just right of the rectangle.
    public var maxX: Int { origin.x + size.width }
    /// The row just below the rectangle.
    public var maxY: Int { origin.y + size.height }
    /// Whether there is no cell in it.
    public var isEmpty: Bool { size.width <= 0 || size.height <= 0 }

    /// Whether the cell is inside.
    public func contains(_ point: Point) -> Bool {
        minX..<max(minX, maxX) ~= point.x && minY..<max(minY, maxY) ~= point.y
    }

    /// The part of it that is also in another rectangle; empty when there is none.
    public func intersection(_ other: Rect) -> Rect {
        let (left, top) = (max(minX, other.minX), max(minY, other.minY))
        let (right, bottom) = (min(maxX, other.maxX), min(maxY, other.maxY))
        return Rect(left, top, max(0, right - left), max(0, bottom - top))
    }

    /// The rectangle made smaller by so many cells on every side.
    public func inset(_ columns: Int, _ rows: Int) -> Rect {
        Rect(
            minX + columns, minY + rows, max(0, size.width - 2 * columns),
            max(0, size.height - 2 * rows))
    }
}
