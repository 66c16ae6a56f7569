import SetProtocol

/// Drawn cards, kept for the following frames, most of which show the same cards.
///
/// The key is everything that decides how ``CardView`` draws a card; the cache is emptied when the
/// terminal's look changes.
package struct CardCache: Equatable, Sendable {
    private struct Key: Hashable {
        let face: CardView.Face
        let state: CardState
        let label: String
        let size: Size
        let isOutlined: Bool
        let isSketched: Bool
        let showsPictures: Bool
    }

    private var view: CardView?
    private var drawings: [Key: Canvas] = [:]
    private var symbols = SymbolCache()
    private(set) var cells = 0

    /// The maximum number of cells, at 16 bytes each: several screens of cards.
    static let limit = 131_072

    /// Draws a card as a view would, from the cache if possible.
    mutating func draw(
        _ face: CardView.Face, _ state: CardState = CardState(), label: String = "", in rect: Rect,
        by view: CardView, on canvas: inout Canvas
    ) {
        useLook(of: view)
        // A card partly outside is rare, and cut wide glyphs would need repair.
        guard rect.intersection(canvas.bounds) == rect else {
            return view.draw(face, state, label: label, in: rect, &symbols, on: &canvas)
        }
        let key = Key(
            face: face, state: state, label: label, size: rect.size, isOutlined: view.isOutlined,
            isSketched: view.isSketched, showsPictures: view.symbolCell != nil)
        if let drawing = drawings[key] { return canvas.stamp(drawing, at: rect.origin) }
        var drawing = Canvas(rect.size)
        view.draw(face, state, label: label, in: drawing.bounds, &symbols, on: &drawing)
        if cells + rect.size.area > Self.limit { forgetAll() }
        drawings[key] = drawing
        cells += rect.size.area
        canvas.stamp(drawing, at: rect.origin)
    }

    private mutating func useLook(of view: CardView) {
        if let known = self.view, known.hasLook(of: view) { return }
        forgetAll()
        self.view = view
    }

    private mutating func forgetAll() {
        drawings.removeAll(keepingCapacity: true)
        cells = 0
    }
}
