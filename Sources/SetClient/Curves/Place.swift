/// A point of a drawing; `y` points down.
package struct Place: Hashable, Sendable {
    package let x: Double
    package let y: Double

    package init(_ x: Double, _ y: Double) { (self.x, self.y) = (x, y) }

    var length: Double { (x * x + y * y).squareRoot() }

    func offset(from other: Place) -> Place { Place(x - other.x, y - other.y) }

    func distance(toSegment start: Place, _ end: Place) -> Double {
        squaredDistance(toSegment: start, end).squareRoot()
    }

    func distance(toPath points: [Place]) -> Double {
        var nearest = Double.infinity
        for end in 1..<points.count {
            nearest = min(nearest, squaredDistance(toSegment: points[end - 1], points[end]))
        }
        return nearest.squareRoot()
    }

    /// The squared distance to a segment, which needs no square root.
    private func squaredDistance(toSegment start: Place, _ end: Place) -> Double {
        let (alongX, alongY) = (end.x - start.x, end.y - start.y)
        let (hereX, hereY) = (x - start.x, y - start.y)
        let share = (hereX * alongX + hereY * alongY) / (alongX * alongX + alongY * alongY)
        let clamped = min(max(share, 0), 1)
        let (offX, offY) = (hereX - alongX * clamped, hereY - alongY * clamped)
        return offX * offX + offY * offY
    }

    /// The distance to a closed polygon; the number of edges to the right decides the sign.
    func distance(toPolygon points: [Place]) -> Double {
        var nearest = Double.infinity
        var isInside = false
        var start = points[points.count - 1]
        for end in points {
            defer { start = end }
            nearest = min(nearest, squaredDistance(toSegment: start, end))
            guard (start.y > y) != (end.y > y) else { continue }
            let crossing = start.x + (y - start.y) / (end.y - start.y) * (end.x - start.x)
            if x < crossing { isInside.toggle() }
        }
        return isInside ? -nearest.squareRoot() : nearest.squareRoot()
    }

    /// The distance to an ellipse to first order: its equation over the length of its gradient.
    func distance(toEllipseAt centre: Place, _ a: Double, _ b: Double) -> Double {
        let here = offset(from: centre)
        let scaled = Place(here.x / a, here.y / b)
        let gradient = Place(scaled.x / a, scaled.y / b).length
        guard gradient > 1e-9 else { return -min(a, b) }
        return scaled.length * (scaled.length - 1) / gradient
    }
}
