/// A picture on the terminal, or the rectangle of it that is not hidden.
struct VisiblePlacement: Hashable, Sendable {
    let picture: Picture
    /// The cell of its upper left pixel, and where in that cell it begins.
    let origin: Point
    let offset: PixelOffset
    /// The part of the picture that is shown; `nil` for all of it.
    let crop: PixelRect?
    /// The cells to which it is stretched.
    let stretch: Size?
    let layer: Placement.Layer
}

extension Canvas {
    /// What is seen of the pictures, in the order they were placed.
    var visiblePlacements: [VisiblePlacement] {
        placements.indices.flatMap { visibleParts(ofPlacement: $0) }
    }

    private func visibleParts(ofPlacement index: Int) -> [VisiblePlacement] {
        let placement = placements[index]
        let frame = placement.frame
        // What was not written after it was placed.
        let parts = frame.intersection(bounds).parts { Int(covered[$1 * size.width + $0]) <= index }
        if parts == [frame] {
            return [
                VisiblePlacement(
                    picture: placement.picture, origin: placement.origin, offset: placement.offset,
                    crop: nil, stretch: placement.stretch, layer: placement.layer)
            ]
        }
        return parts.compactMap { part(of: placement, in: $0) }
    }

    private func part(of placement: Placement, in cells: Rect) -> VisiblePlacement? {
        let (cell, extent) = (placement.cell, placement.extent)
        let shown = extent.intersection(
            PixelRect(
                x: cells.minX * cell.width, y: cells.minY * cell.height,
                size: PixelSize(cells.size.width * cell.width, cells.size.height * cell.height)))
        let picture = placement.picture.size
        // A stretched picture is cut where its own pixels are.
        func scaled(_ value: Int, _ full: Int, _ own: Int) -> Int { value * own / max(1, full) }
        let left = scaled(shown.x - extent.x, extent.size.width, picture.width)
        let top = scaled(shown.y - extent.y, extent.size.height, picture.height)
        let right = scaled(
            shown.x + shown.size.width - extent.x, extent.size.width, picture.width)
        let bottom = scaled(
            shown.y + shown.size.height - extent.y, extent.size.height, picture.height)
        guard right > left, bottom > top else { return nil }
        return VisiblePlacement(
            picture: placement.picture, origin: cells.origin,
            offset: PixelOffset(
                shown.x - cells.minX * cell.width, shown.y - cells.minY * cell.height),
            crop: PixelRect(x: left, y: top, size: PixelSize(right - left, bottom - top)),
            stretch: placement.stretch.map { _ in cells.size }, layer: placement.layer)
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
