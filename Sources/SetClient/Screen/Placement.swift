/// A picture at a place on the screen, given to the pixel.
package struct Placement: Hashable, Sendable {
    package let picture: Picture
    /// The cell with the upper left pixel.
    package var origin: Point
    /// Where in that cell the picture begins, in pixels; less than a cell.
    package var offset = Point(0, 0)
    /// The part of the picture that is shown; `nil` for all of it.
    fileprivate(set) var crop: Rect?
    /// The extent of a cell in pixels.
    package let cell: Size
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

    /// The pixels it covers.
    var extent: Rect {
        let size = stretch.map { $0.pixels(cell) } ?? picture.size
        return Rect(
            origin.x * cell.width + offset.x, origin.y * cell.height + offset.y, size.width,
            size.height)
    }

    /// The cells it covers at least partly.
    var frame: Rect { extent.cells(cell) }
}

extension Size {
    func pixels(_ cell: Size) -> Size { Size(width * cell.width, height * cell.height) }
}

extension Rect {
    func pixels(_ cell: Size) -> Rect {
        Rect(
            minX * cell.width, minY * cell.height, size.width * cell.width,
            size.height * cell.height)
    }

    /// The cells that some pixels cover at least partly.
    func cells(_ cell: Size) -> Rect {
        func floor(_ value: Int, _ unit: Int) -> Int {
            value >= 0 ? value / unit : -((unit - 1 - value) / unit)
        }
        let (left, top) = (floor(minX, cell.width), floor(minY, cell.height))
        let right = floor(maxX - 1, cell.width) + 1
        let bottom = floor(maxY - 1, cell.height) + 1
        return Rect(left, top, right - left, bottom - top)
    }
}

extension Canvas {
    /// What is seen of the pictures, in the order they were placed.
    var visiblePlacements: [Placement] {
        placements.indices.flatMap { visibleParts(ofPlacement: $0) }
    }

    private func visibleParts(ofPlacement index: Int) -> [Placement] {
        let placement = placements[index]
        let frame = placement.frame
        // What was not written after it was placed.
        let parts = frame.intersection(bounds).parts { Int(covered[$1 * size.width + $0]) <= index }
        if parts == [frame] { return [placement] }
        return parts.compactMap { part(of: placement, in: $0) }
    }

    private func part(of placement: Placement, in cells: Rect) -> Placement? {
        let (cell, extent) = (placement.cell, placement.extent)
        let shown = extent.intersection(cells.pixels(cell))
        let picture = placement.picture.size
        // A stretched picture is cut where its own pixels are.
        func scaled(_ value: Int, _ full: Int, _ own: Int) -> Int { value * own / max(1, full) }
        let left = scaled(shown.minX - extent.minX, extent.size.width, picture.width)
        let top = scaled(shown.minY - extent.minY, extent.size.height, picture.height)
        let right = scaled(shown.maxX - extent.minX, extent.size.width, picture.width)
        let bottom = scaled(shown.maxY - extent.minY, extent.size.height, picture.height)
        guard right > left, bottom > top else { return nil }
        var part = placement
        part.origin = cells.origin
        part.offset = Point(
            shown.minX - cells.minX * cell.width, shown.minY - cells.minY * cell.height)
        part.crop = Rect(left, top, right - left, bottom - top)
        part.stretch = placement.stretch.map { _ in cells.size }
        return part
    }
}

extension Rect {
    /// Its cells that fulfill a condition, as few rectangles as rows of equal stretches make.
    ///
    /// - Parameter isIncluded: Asked with column and row.
    func parts(where isIncluded: (Int, Int) -> Bool) -> [Rect] {
        guard !isEmpty else { return [] }
        var finished: [Rect] = []
        var open: [Rect] = []
        for y in minY..<maxY {
            var stretches: [Range<Int>] = []
            for x in minX..<maxX where isIncluded(x, y) {
                if let last = stretches.last, last.upperBound == x {
                    stretches[stretches.count - 1] = last.lowerBound..<x + 1
                } else {
                    stretches.append(x..<x + 1)
                }
            }
            if open.map({ $0.minX..<$0.maxX }) == stretches {
                for position in open.indices { open[position].size.height += 1 }
            } else {
                finished += open
                open = stretches.map { Rect($0.lowerBound, y, $0.count, 1) }
            }
        }
        return finished + open
    }
}
