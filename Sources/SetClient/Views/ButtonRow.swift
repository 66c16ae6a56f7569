/// Keys and what they do, in one row of a sheet; each of them is a button of its own.
struct ButtonRow: Hashable {
    /// A key, what it does in a word, and what a click on it asks for.
    struct Offer: Hashable {
        let key: String
        let title: String
        let action: Action

        init(_ key: String, _ title: String, _ action: Action) {
            (self.key, self.title, self.action) = (key, title, action)
        }

        var columns: Int { key.columns + title.columns + 3 }
    }

    let offers: [Offer]
    /// How many columns stand between two of them.
    let gap: Int

    init(_ offers: [Offer] = [], gap: Int = 2) {
        (self.offers, self.gap) = (offers, gap)
    }

    /// How wide the row is.
    var columns: Int {
        offers.reduce(0) { $0 + $1.columns } + gap * max(0, offers.count - 1)
    }

    /// The row to be drawn.
    func line(_ look: Appearance) -> TextLine {
        let key = Style(look.palette.ink(.label), on: .standard, [.bold, .reverse])
        var line = TextLine()
        for offer in offers {
            if !line.isEmpty { line.add(String(repeating: " ", count: gap)) }
            line.add(" \(offer.key) ", key)
            line.add(" \(offer.title)")
        }
        return line
    }

    /// The cells of each, where the row begins at a place.
    func buttons(from place: Point) -> [Button] {
        var x = place.x
        return offers.map { offer in
            defer { x += offer.columns + gap }
            return Button(rect: Rect(x, place.y, offer.columns, 1), action: offer.action)
        }
    }
}
