package enum OwnCurveError: Error, Equatable, Sendable {
    /// There are fewer than three points or more than 64.
    case wrongCount(Int)
    /// A point, counted from 0, is outside the box or not a number.
    case outside(Int)
    /// A point, counted from 0, is in the same place as the one before it.
    case repeated(Int)
    /// The area is too small, or that on one side of a crossing cancels that on the other.
    case flat

    /// The error as text; points and sides count from 1.
    package var sentence: String {
        switch self {
        case .wrongCount(let count):
            "a shape needs 3 to 64 points, not \(count)"
        case .outside(let index):
            "point \(index + 1) is outside the box: both numbers must be from 0 to 1"
        case .repeated(let index):
            "point \(index + 1) is the same as the point before it"
        case .flat:
            "the shape is too small: it must fill a tenth of the box, and its sides must not cross"
        }
    }
}

/// A shape that a player has drawn: a polygon, or a smooth closed curve through points.
///
/// Invalid shapes are rejected here, so that the rasters can draw it like a built-in one. Where sides
/// cross, what lies inside twice is outside.
package struct OwnCurve: Hashable, Sendable {
    /// The points as they were drawn, in a box of one by one.
    package let points: [Place]
    package let isSmooth: Bool
    /// The corners in the box of a symbol, which is one wide and two high.
    private let corners: [Place]

    static let counts = 3...64
    static let leastArea = 0.1

    package init(_ points: [Place], isSmooth: Bool) throws(OwnCurveError) {
        guard Self.counts ~= points.count else { throw .wrongCount(points.count) }
        for (index, point) in points.enumerated() {
            // Written so that NaN is rejected, too.
            guard 0...1 ~= point.x, 0...1 ~= point.y else { throw .outside(index) }
            let before = points[(index + points.count - 1) % points.count]
            guard abs(point.x - before.x) > 1e-6 || abs(point.y - before.y) > 1e-6 else {
                throw .repeated(index)
            }
        }
        guard Self.area(points) >= Self.leastArea else { throw .flat }
        self.points = points
        self.isSmooth = isSmooth
        corners = (isSmooth ? Self.rounded(points) : points).map { Place($0.x, 2 * $0.y) }
    }

    /// The distance of a point in the box from the edge; negative inside.
    func distance(to place: Place) -> Double { place.distance(toPolygon: corners) }

    /// The same points make the same shape, so derived values need not be compared.
    package static func == (one: OwnCurve, other: OwnCurve) -> Bool {
        one.isSmooth == other.isSmooth && one.points == other.points
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(isSmooth)
        hasher.combine(points)
    }

    // MARK: - Shape

    /// The area as a fraction of the box, by the shoelace formula.
    private static func area(_ points: [Place]) -> Double {
        var sum = 0.0
        for (index, point) in points.enumerated() {
            let next = points[(index + 1) % points.count]
            sum += point.x * next.y - next.x * point.y
        }
        return abs(sum) / 2
    }

    /// A closed spline through the points (Catmull and Rom), as short straight pieces.
    ///
    /// Points outside the box are clamped to its sides.
    private static func rounded(_ points: [Place]) -> [Place] {
        let count = points.count
        let pieces = max(2, 96 / count)
        var corners: [Place] = []
        for index in 0..<count {
            let around = (-1...2).map { points[(index + $0 + count) % count] }
            for piece in 0..<pieces {
                let share = Double(piece) / Double(pieces)
                let corner = Place(
                    spline(around.map(\.x), share), spline(around.map(\.y), share))
                if corner != corners.last { corners.append(corner) }
            }
        }
        return corners
    }

    private static func spline(_ p: [Double], _ t: Double) -> Double {
        let value =
            p[1]
            + 0.5 * t
            * (p[2] - p[0]
                + t
                * (2 * p[0] - 5 * p[1] + 4 * p[2] - p[3]
                    + t * (3 * (p[1] - p[2]) + p[3] - p[0])))
        return min(max(value, 0), 1)
    }
}
