import SetProtocol

/// Cards that show what a theme, a palette and a keyboard look like.
enum SampleBoard {
    /// Nine cards with every pair of shape and color; the first three have every variant.
    private static let cards: [Card] = Variant.allCases.indices.flatMap { turn in
        Variant.allCases.indices.map { place in
            let all = Variant.allCases
            return Card(
                all[place], all[place], all[(place + turn) % 3], all[(place + 2 * turn) % 3])
        }
    }

    /// Draws nine, six or three cards, as many as are large enough to see well.
    static func draw(in area: Rect, _ look: Appearance, on canvas: inout Canvas) {
        let layouts = [9, 6, 3].compactMap { count in
            BoardLayout(area: area, count: count, cellAspect: look.cellAspect)
        }
        let large = layouts.first { $0.cardSize.height >= 5 && $0.columns * $0.rows == $0.count }
        guard let layout = large ?? layouts.last else { return }
        let labels = CardKeys.labels(asOn: layout, look.keyboard)
        let view = look.cardView(isOutlined: layout.cardsTouch)
        for (slot, card) in cards.prefix(layout.count).enumerated() {
            view.draw(
                .up(card), label: labels[slot].count == 1 ? labels[slot] : "",
                in: layout.frame(ofSlot: slot), on: &canvas)
        }
    }
}
