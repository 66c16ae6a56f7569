import SetProtocol

/// Cards side by side that show how a theme looks.
struct CardRow {
    /// A set in which everything differs.
    static let sample = Variant.allCases.map { Card($0, $0, $0, $0) }

    let card: Size
    /// The gap between two cards in columns.
    var gap = 1

    var columns: Int { 3 * card.width + 2 * gap }

    /// The first of several card heights at which three cards fit in a width.
    static func card(
        _ heights: some Sequence<Int>, in columns: Int, _ cellAspect: Double
    ) -> Size? {
        heights.lazy.map { Size(Int(BoardLayout.ratio * cellAspect * Double($0)), $0) }
            .first { 3 * $0.width + 4 <= columns }
    }

    func draw(
        _ cards: [Card], labels: [String] = [], at origin: Point, _ look: Appearance,
        on canvas: inout Canvas
    ) {
        for (index, face) in cards.enumerated() {
            let x = origin.x + index * (card.width + gap)
            let rect = Rect(x, origin.y, card.width, card.height)
            look.cardView().draw(
                .up(face), label: labels.isEmpty ? "" : labels[index], in: rect, on: &canvas)
        }
    }
}

extension Appearance {
    func cardView(isOutlined: Bool = false, isInMotion: Bool = false) -> CardView {
        CardView(
            palette, blitter, cellAspect: cellAspect, fillsGaps: fillsGaps, pictures: pictures,
            isOutlined: isOutlined, isInMotion: isInMotion)
    }
}
