/// The outline of a symbol, as a function of the position.
///
/// Every curve fills a box one wide and two high, with `y` pointing down. Because the distance to
/// the edge is known, one definition serves outlines of any thickness, anti-aliasing, and every
/// grid of dots.
package enum Curve: Hashable, Sendable {
    case rhombus
    case stadium
    /// A squiggle: a round brush drawn along an S.
    case ribbon
    case triangle
    case ellipse
    case box
    case penguin
    case fish
    case iceberg
    case own(OwnCurve)

    /// The built-in curves, by their names in theme files.
    package static let builtIn: [(name: String, curve: Curve)] = [
        ("rhombus", .rhombus), ("stadium", .stadium), ("ribbon", .ribbon),
        ("triangle", .triangle), ("ellipse", .ellipse), ("box", .box), ("penguin", .penguin),
        ("fish", .fish), ("iceberg", .iceberg),
    ]

    /// The distance of a point from the edge, in widths of the box; negative inside.
    ///
    /// Exact near the edge, where it is used. Farther away, only the sign is reliable.
    func distance(_ x: Double, _ y: Double) -> Double {
        let place = Place(x, y)
        switch self {
        case .rhombus:
            return (2 * abs(x - 0.5) + abs(y - 1) - 1) / 5.0.squareRoot()
        case .stadium:
            return place.distance(toSegment: Place(0.5, 0.5), Place(0.5, 1.5)) - 0.5
        case .ribbon:
            return place.distance(toPath: Self.ribbonSpine) - Self.ribbonRadius
        case .triangle:
            return place.distance(toPolygon: Self.trianglePoints)
        case .ellipse:
            return place.distance(toEllipseAt: Place(0.5, 1), 0.5, 1)
        case .box:
            let (dx, dy) = (abs(x - 0.5) - 0.42, abs(y - 1) - 0.92)
            return Place(max(dx, 0), max(dy, 0)).length + min(max(dx, dy), 0) - 0.08
        case .penguin:
            return Self.penguinDistance(place)
        case .fish:
            return Self.fishDistance(place)
        case .iceberg:
            return place.distance(toPolygon: Self.icebergPoints)
        case .own(let curve):
            return curve.distance(to: place)
        }
    }
}

// MARK: - The curves of our own making

extension Curve {
    private static let ribbonRadius = 0.275

    /// Points along the S.
    ///
    /// The cubic `u (1 - 1.18 u²)` swings once to each side and hooks back at the ends; it is
    /// scaled so that the brush touches both sides of the box.
    private static let ribbonSpine: [Place] = (0...16).map { step in
        let u = Double(step) / 8 - 1
        let swing = u * (1 - 1.18 * u * u) / 0.3543
        return Place(
            0.5 + (0.5 - ribbonRadius) * swing, 1 + (1 - ribbonRadius) * u)
    }

    /// Blunted at the corners; otherwise a few cells would not show its slope.
    private static let trianglePoints = [
        Place(0.42, 0), Place(0.58, 0), Place(1, 1.7), Place(1, 2), Place(0, 2), Place(0, 1.7),
    ]

    private static let icebergPoints = [
        Place(0.36, 0), Place(0.52, 0.55), Place(0.70, 0.34), Place(0.92, 1.1), Place(1, 2),
        Place(0, 2), Place(0.06, 1.05),
    ]

    private static let tailPoints = [
        Place(0.5, 1.2), Place(1, 2), Place(0.5, 1.82), Place(0, 2),
    ]

    private static func penguinDistance(_ place: Place) -> Double {
        let mirrored = Place(0.5 + abs(place.x - 0.5), place.y)
        let body = place.distance(toEllipseAt: Place(0.5, 1.2), 0.37, 0.72)
        let head = place.distance(toSegment: Place(0.5, 0.25), Place(0.5, 0.3)) - 0.25
        let flipper = mirrored.distance(toSegment: Place(0.72, 0.8), Place(0.93, 1.3)) - 0.07
        let foot = mirrored.distance(toSegment: Place(0.66, 1.92), Place(0.8, 1.92)) - 0.08
        return min(body, head, flipper, foot)
    }

    private static func fishDistance(_ place: Place) -> Double {
        let flank = Place(0.5 + abs(place.x - 0.5), place.y).offset(from: Place(0.049, 0.78))
        let body = flank.length - 0.901
        return min(max(body, -place.y), place.distance(toPolygon: tailPoints))
    }
}

/// What the inside of a symbol shows.
package enum Fill: String, CaseIterable, Hashable, Sendable {
    case solid
    case striped
    /// Only the outline.
    case open
}
