import SetProtocol

/// Draws the deck or the discard pile: one card on top of the edges of others.
package struct PileView: Equatable, Sendable {
    package enum Pile: Equatable, Sendable {
        case deck(count: Int)
        /// The cards of found sets, the last one face up.
        case discard(count: Int, last: Card?)

        package var count: Int {
            switch self {
            case .deck(let count), .discard(let count, _): count
            }
        }
    }

    package let cards: CardView

    package init(_ cards: CardView) { self.cards = cards }

    /// The size of a pile for a card size, including the edges of the lower cards.
    package static func size(forCard card: Size) -> Size {
        Size(card.width + 1, card.height >= 3 ? card.height + 1 : card.height)
    }

    /// Draws a pile; an empty one shows only an outline, and one of two rows no number.
    func draw(
        _ pile: Pile, card: Size, at origin: Point, _ cache: inout CardCache,
        on canvas: inout Canvas
    ) {
        let ascii = cards.blitter == .ascii
        let faint = Style(cards.palette.ink(.edge))
        let top = Rect(origin.x, origin.y, card.width, card.height)
        guard card.width >= 4, card.height >= 1 else { return }
        guard pile.count > 0 else {
            if card.height >= 2 { canvas.frame(top, .broken, faint, ascii: ascii) }
            if card.height != 2 { writeCount("0", in: top, on: .table, &canvas) }
            return
        }
        drawEdges(of: pile, below: top, on: &canvas)
        var face = CardView.Face.down
        if case .discard(_, let last?) = pile { face = .up(last) }
        cache.draw(face, in: top, by: cards, on: &canvas)
        if case .deck = pile, card.height != 2 {
            writeCount(" \(pile.count) ", in: top, on: .back, &canvas)
        }
    }

    /// Draws the edges of the lower cards, half a cell each, to the right and below.
    private func drawEdges(of pile: Pile, below top: Rect, on canvas: inout Canvas) {
        guard pile.count > 1 else { return }
        let ascii = cards.blitter == .ascii
        let under = pile.count > 2 ? cards.palette.ink(.strip) : .standard
        let style = Style(cards.palette.ink(.edge), on: under)
        for y in min(top.minY + 1, top.maxY - 1)..<top.maxY {
            canvas[top.maxX, y] = Cell(.narrow(ascii ? "|" : "▌"), style)
        }
        guard top.size.height >= 3 else { return }
        for x in (top.minX + 1)..<top.maxX {
            canvas[x, top.maxY] = Cell(.narrow(ascii ? "-" : "▀"), style)
        }
        canvas[top.maxX, top.maxY] = Cell(.narrow(ascii ? "'" : "▘"), style)
    }

    private func writeCount(
        _ text: String, in rect: Rect, on surface: Surface, _ canvas: inout Canvas
    ) {
        let x = rect.minX + (rect.size.width - text.unicodeScalars.count) / 2
        let style = Style(cards.palette.ink(.label, on: surface), on: .standard, .bold)
        if surface == .back, let cell = cards.pictures?.cardCell, CardPictures.areIn(cards.palette)
        {
            let plate = Picture(
                size: Size(text.unicodeScalars.count * cell.width, cell.height),
                content: .plate(PixelColor(cards.palette.ink(.back))))
            let place = Point(x, rect.minY + (rect.size.height - 1) / 2)
            canvas.place(Placement(picture: plate, origin: place, cell: cell, layer: .state))
        }
        canvas.caption(text, x, rect.minY + (rect.size.height - 1) / 2, style)
    }
}
