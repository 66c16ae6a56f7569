import SetProtocol

/// A row of keys and what they do; those that stand for a button can be clicked.
struct KeyRow<Button: Hashable & Sendable> {
    /// A key, what it does, and the button it stands for; `nil` where a click means nothing.
    typealias Offer = (key: String, title: String, button: Button?)

    private let offers: [(offer: Offer, rect: Rect)]

    /// Lays out as many keys as fit, from the left; what is too wide is left out.
    ///
    /// - Parameters:
    ///   - row: The cells there are for them.
    ///   - isCentred: Whether they stand in the middle of the row.
    ///   - gap: How many columns stand between two of them.
    init(_ all: [Offer], in row: Rect, isCentred: Bool = false, gap: Int = 1) {
        var x = row.minX
        var placed: [(offer: Offer, rect: Rect)] = []
        for offer in all {
            let width = offer.key.columns + offer.title.columns + 3
            guard x + width <= row.maxX else { continue }
            placed.append((offer, Rect(x, row.minY, width, 1)))
            x += width + gap
        }
        let spare = placed.last.map { row.maxX - $0.rect.maxX } ?? 0
        let indent = isCentred ? spare / 2 : 0
        offers = placed.map { offer, rect in
            (offer, Rect(rect.minX + indent, rect.minY, rect.size.width, 1))
        }
    }

    /// The button at a cell.
    func button(at point: Point) -> Button? {
        offers.first { $0.rect.contains(point) }?.offer.button
    }

    func draw(_ look: Appearance, on canvas: inout Canvas) {
        let style = Style(look.palette.ink(.label), on: .standard, [.bold, .reverse])
        for (offer, rect) in offers {
            let end = canvas.write(" \(offer.key) ", rect.minX, rect.minY, style)
            canvas.write(" \(offer.title)", end, rect.minY, Style(), before: rect.maxX)
        }
    }
}
