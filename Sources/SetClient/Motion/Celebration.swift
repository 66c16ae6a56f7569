import SetProtocol

/// Symbols that fall behind all text after a won game, as a function of time.
struct Celebration: Equatable {
    let start: MonotonicInstant

    /// How long a symbol falls, at least and at most.
    private static let falls = (shortest: 1100, longest: 1500)
    /// How much later the last symbol starts falling than the first, in milliseconds.
    private static let spread = 600
    /// The time between two positions, in milliseconds: a few, so that it costs few bytes.
    private static let step = 80
    /// The columns from one symbol to the next; only one falls in each column, so nothing flashes.
    private static let distance = 5

    var end: MonotonicInstant {
        start.advanced(by: .milliseconds(Self.spread + Self.falls.longest))
    }

    struct Symbol: Equatable {
        let place: Point
        let shape: Variant
        let color: Variant
    }

    func symbols(in area: Rect, at now: MonotonicInstant) -> [Symbol] {
        let elapsed = start.duration(to: now).wholeMilliseconds / Self.step * Self.step
        // The same numbers for every celebration; each symbol uses four of them.
        var random = SeededGenerator(seed: 1)
        return (0..<area.size.width / Self.distance).compactMap { index in
            let column = index * Self.distance + Int(random.below(UInt64(Self.distance - 1)))
            let delay = Int(random.below(UInt64(Self.spread)))
            let fall =
                Self.falls.shortest
                + Int(random.below(UInt64(Self.falls.longest - Self.falls.shortest)))
            let kind = Int(random.below(9))
            let variants = Array(Variant.allCases)
            guard elapsed >= delay, elapsed < delay + fall else { return nil }
            return Symbol(
                place: Point(
                    area.minX + column, area.minY + (elapsed - delay) * area.size.height / fall),
                shape: variants[kind % 3], color: variants[kind / 3])
        }
    }

    /// Draws the symbols as single characters where nothing is written, nor beside it.
    func draw(in area: Rect, _ view: CardView, at now: MonotonicInstant, on canvas: inout Canvas) {
        for symbol in symbols(in: area, at: now) where isBlank(around: symbol.place, canvas) {
            let look = view.palette.theme.symbols[symbol.shape]
            let isPlain = view.blitter == .ascii || look.glyphs.solid.columns != 1
            let style = Style(view.palette.ink(of: symbol.color).top, on: .standard, .bold)
            canvas.caption(
                String(isPlain ? look.letter : look.glyphs.solid), symbol.place.x, symbol.place.y,
                style)
        }
    }

    /// Between the words of a sentence, a symbol would be in the way of reading.
    private func isBlank(around place: Point, _ canvas: Canvas) -> Bool {
        (place.x - 1...place.x + 1).allSatisfy { x in
            !canvas.bounds.contains(Point(x, place.y)) || canvas[x, place.y].glyph == .narrow(" ")
        }
    }
}
