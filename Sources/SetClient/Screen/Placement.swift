/// A picture at a place on the screen, given to the pixel.
package struct Placement: Hashable, Sendable {
    package let picture: Picture
    /// The cell with the upper left pixel.
    package var origin: Point
    /// Where in that cell the picture begins, in pixels; less than a cell.
    package var offset = PixelOffset()
    /// The extent of a cell in pixels.
    package let cell: PixelSize
    /// The cells to which the picture is stretched; `nil` for as many pixels as it has.
    package var stretch: Size?
    /// Which of two pictures is above the other; text is above all.
    package var layer: Layer

    /// The levels in which pictures lie, below text (as negative z in the protocol).
    package enum Layer: Int, Hashable, Sendable {
        case cardBelow = -21
        case card = -20
        case state = -19
        case movingCard = -12
        case movingState = -11
    }

    package init(
        _ picture: Picture, at origin: Point, offset: PixelOffset = PixelOffset(), cell: PixelSize,
        stretch: Size? = nil, layer: Layer
    ) {
        (self.picture, self.origin, self.cell) = (picture, origin, cell)
        (self.offset, self.stretch, self.layer) = (offset, stretch, layer)
    }

    func moved(by other: Point) -> Placement {
        var moved = self
        moved.origin = Point(origin.x + other.x, origin.y + other.y)
        return moved
    }

    /// The pixels it covers, counted from the upper left corner of the screen.
    var extent: PixelRect {
        let size =
            stretch.map { PixelSize($0.width * cell.width, $0.height * cell.height) }
            ?? picture.size
        return PixelRect(
            x: origin.x * cell.width + offset.x, y: origin.y * cell.height + offset.y, size: size)
    }

    /// The cells it covers at least partly.
    var frame: Rect { extent.cells(cell) }
}

/// A distance within a cell, in pixels.
package struct PixelOffset: Hashable, Sendable {
    package var x: Int
    package var y: Int

    package init(_ x: Int = 0, _ y: Int = 0) { (self.x, self.y) = (x, y) }
}

extension PixelRect {
    /// The cells it covers at least partly.
    func cells(_ cell: PixelSize) -> Rect {
        func floor(_ value: Int, _ unit: Int) -> Int {
            value >= 0 ? value / unit : -((unit - 1 - value) / unit)
        }
        let (left, top) = (floor(x, cell.width), floor(y, cell.height))
        let right = floor(x + size.width - 1, cell.width) + 1
        let bottom = floor(y + size.height - 1, cell.height) + 1
        return Rect(left, top, right - left, bottom - top)
    }
}
