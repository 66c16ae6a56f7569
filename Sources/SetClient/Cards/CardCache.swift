import SetProtocol

/// Cards that were drawn before, kept to be put on the next picture.
///
/// A frame in which a clock moves shows the same cards as the one before, and one in which cards
/// move shows most of them elsewhere; neither draws a card again. What it puts on a canvas is what
/// ``CardView`` would draw there: prints are kept under everything that decides how a card looks,
/// and all are thrown away when the terminal's look changes.
package struct CardCache: Hashable, Sendable {
    /// All that decides how a card looks on one terminal.
    private struct Key: Hashable {
        let face: CardView.Face
        let state: CardState
        let label: String
        let size: Size
        let isOutlined: Bool
        let isSketched: Bool
    }

    private var view: CardView?
    private var prints: [Key: Canvas] = [:]
    private var symbols = SymbolCache()
    /// How many cells are kept.
    private(set) var cells = 0

    /// How many cells are kept at most, 16 bytes each: some screens full of cards.
    static let limit = 131_072

    /// Nothing drawn yet.
    package init() {}

    /// Draws a card as a view would, from an earlier print where there is one.
    ///
    /// - Parameters:
    ///   - face: The side seen.
    ///   - state: What is said about it beside its symbols.
    ///   - label: The key that picks it.
    ///   - rect: The cells of the card.
    ///   - view: How cards look.
    ///   - canvas: What it is drawn on.
    mutating func draw(
        _ face: CardView.Face, _ state: CardState = CardState(), label: String = "", in rect: Rect,
        by view: CardView, on canvas: inout Canvas
    ) {
        useLook(of: view)
        // A card partly outside is rare and would need its halves of wide glyphs mended.
        guard rect.intersection(canvas.bounds) == rect else {
            return view.draw(face, state, label: label, in: rect, &symbols, on: &canvas)
        }
        let key = Key(
            face: face, state: state, label: label, size: rect.size, isOutlined: view.isOutlined,
            isSketched: view.isSketched)
        if let print = prints[key] { return canvas.stamp(print, at: rect.origin) }
        var print = Canvas(rect.size)
        view.draw(face, state, label: label, in: print.bounds, &symbols, on: &print)
        keep(print, key)
        canvas.stamp(print, at: rect.origin)
    }

    private mutating func keep(_ print: Canvas, _ key: Key) {
        let count = print.size.width * print.size.height
        if cells + count > Self.limit { forgetPrints() }
        prints[key] = print
        cells += count
    }

    private mutating func useLook(of view: CardView) {
        if let known = self.view, known.hasLook(of: view) { return }
        forgetPrints()
        self.view = view
    }

    private mutating func forgetPrints() {
        prints.removeAll(keepingCapacity: true)
        cells = 0
    }
}
