/// Draws a curve with slashes, bars, and dashes.
///
/// One dot per cell is too coarse for an outline, but the direction of the edge is known exactly,
/// and ASCII has a stroke for each of four.
enum CharacterRaster {
    /// The rows of a symbol of the given size in cells; a blank is paper.
    static func rows(of curve: Curve, _ fill: Fill, _ size: Size) -> [String] {
        let silhouette = SymbolRaster.bitmap(of: curve, .solid, size)
        return (0..<size.height).map { y in
            String(
                (0..<size.width).map { x -> Character in
                    guard silhouette[x, y] == .ink else { return " " }
                    if fill == .solid { return "#" }
                    let isInner =
                        silhouette[x - 1, y] == .ink && silhouette[x + 1, y] == .ink
                        && silhouette[x, y - 1] == .ink && silhouette[x, y + 1] == .ink
                    guard !isInner else { return fill == .striped ? "=" : " " }
                    let stroke = stroke(of: curve, x, y, size)
                    return fill == .striped && stroke == "-" ? "=" : stroke
                })
        }
    }

    /// The stroke along the edge: perpendicular to the direction outward.
    private static func stroke(of curve: Curve, _ x: Int, _ y: Int, _ size: Size) -> Character {
        let (unitX, unitY) = (1 / Double(size.width), 2 / Double(size.height))
        let (middleX, middleY) = ((Double(x) + 0.5) * unitX, (Double(y) + 0.5) * unitY)
        let step = 0.02
        let across =
            curve.distance(middleX + step, middleY) - curve.distance(middleX - step, middleY)
        let down =
            curve.distance(middleX, middleY + step) - curve.distance(middleX, middleY - step)
        if abs(down) < 0.35 * abs(across) { return "|" }
        if abs(across) < 0.35 * abs(down) { return "-" }
        return across * down > 0 ? "/" : "\\"
    }
}
