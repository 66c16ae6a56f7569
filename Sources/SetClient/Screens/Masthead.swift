import SetProtocol

/// The head of a page: three cards that are a set, and the name of the game, both in the player's
/// theme.
///
/// | rows | shown |
/// |---|---|
/// | 16 and more | large cards, the name in letters five rows high |
/// | 7 to 15 | cards, the name in letters three rows high |
/// | 5, 6 | cards, the name in one row |
/// | 2 | cards of two rows, the name beside them |
/// | 1 | the name |
struct Masthead: Hashable {
    /// The cards, which are a set of three colors.
    let cards: [Card]

    /// Draws a set: the colors in their order, every other feature as chance wants it.
    init(seed: UInt64) {
        var chance = SeededGenerator(seed: seed)
        func feature() -> [Variant] {
            let all = Variant.allCases
            if chance.below(3) == 0 {
                return Array(repeating: all[Int(chance.below(3))], count: 3)
            }
            let start = Int(chance.below(3))
            let isRising = chance.below(2) == 0
            return (0..<3).map { all[(start + (isRising ? $0 : 3 - $0)) % 3] }
        }
        let (numbers, shapes, shadings) = (feature(), feature(), feature())
        cards = (0..<3).map {
            Card(numbers[$0], shapes[$0], shadings[$0], Variant.allCases[$0])
        }
    }

    /// What stands behind or below the name where it is in one row.
    private static let motto = "race to find sets"

    /// The rows that make a good head within a number of rows; no more than a third of the screen.
    static func rows(within room: Int, on screen: Size) -> Int {
        let widest = 3 + 1 + (screen.width - 8) / 9
        let rows = max(1, min(room, screen.height / 4 + 4, widest + 1))
        return 3...4 ~= rows ? 2 : rows
    }

    func draw(in rect: Rect, _ look: Appearance, on canvas: inout Canvas) {
        switch rect.size.height {
        case 16...: drawLarge(in: rect, letters: 5, look, on: &canvas)
        case 7...: drawLarge(in: rect, letters: 3, look, on: &canvas)
        case 5...: drawLarge(in: rect, letters: 1, look, on: &canvas)
        case 2...4: drawSmall(in: rect, look, on: &canvas)
        default:
            let x = rect.minX + (rect.size.width - 8) / 2
            drawName(x, rect.minY, look, on: &canvas)
        }
    }

    // MARK: - Cards above the name

    private func drawLarge(
        in rect: Rect, letters: Int, _ look: Appearance, on canvas: inout Canvas
    ) {
        // ASCII has no half blocks: letters of one row can be read, larger ones could not.
        let letters = look.glyphs == .ascii ? 1 : letters
        let gap = letters > 1 ? 1 : 0
        let room = Size(rect.size.width - 4, rect.size.height - letters - gap)
        let card = Self.card(in: room, look.cellAspect)
        let space = card.width >= 24 ? 2 : 1
        let width = 3 * card.width + 2 * space
        let view = CardView(look.palette, look.blitter, cellAspect: look.cellAspect)
        let left = rect.minX + (rect.size.width - width) / 2
        let top = rect.minY + room.height - card.height
        for (index, face) in cards.enumerated() {
            let place = Rect(left + index * (card.width + space), top, card.width, card.height)
            view.draw(.up(face), in: place, on: &canvas)
        }
        let row = rect.maxY - letters
        if letters == 1 {
            let line = name(look, withMotto: true)
            let x = rect.minX + (rect.size.width - line.columns) / 2
            canvas.write(line, x, row, before: rect.maxX)
        } else {
            drawLetters(row, in: rect, isDouble: letters == 5, look, on: &canvas)
        }
    }

    /// The largest cards of which three stand side by side.
    private static func card(in room: Size, _ cellAspect: Double) -> Size {
        var rows = max(1, room.height)
        while rows > 1 {
            let width = Int(BoardLayout.ratio * cellAspect * Double(rows))
            if 3 * width + 4 <= room.width { return Size(width, rows) }
            rows -= 1
        }
        return Size(7, 1)
    }

    // MARK: - The name beside the cards

    private func drawSmall(in rect: Rect, _ look: Appearance, on canvas: inout Canvas) {
        let width = 3 * 6 + 2 + 2 + Self.motto.columns
        let left = rect.minX + max(0, (rect.size.width - width) / 2)
        let view = CardView(look.palette, look.blitter, cellAspect: look.cellAspect)
        for (index, face) in cards.enumerated() {
            view.draw(.up(face), in: Rect(left + index * 7, rect.minY, 6, 2), on: &canvas)
        }
        let x = left + 3 * 7 + 1
        drawName(x, rect.minY, look, on: &canvas)
        canvas.write(
            Self.motto, x, rect.minY + 1, Tone.quiet.style(look.palette), before: rect.maxX)
    }

    private func drawName(_ x: Int, _ y: Int, _ look: Appearance, on canvas: inout Canvas) {
        canvas.write(name(look, withMotto: false), x, y, before: canvas.size.width)
    }

    /// The name in one row, its first three letters in the inks of the cards.
    private func name(_ look: Appearance, withMotto: Bool) -> TextLine {
        var line = TextLine()
        for (letter, color) in zip(["s", "e", "t"], Variant.allCases) {
            line.add(letter, Style(look.palette.ink(of: color).top, on: .standard, .bold))
        }
        line.add("-duel", Style(.standard, on: .standard, .bold))
        if withMotto { line.add("  " + Self.motto, Tone.quiet.style(look.palette)) }
        return line
    }

    // MARK: - The name in large letters

    /// The letters, five dots high.
    private static let letters: [[String]] = [
        [" ###", "#   ", " ## ", "   #", "### "],
        ["####", "#   ", "### ", "#   ", "####"],
        ["#####", "  #  ", "  #  ", "  #  ", "  #  "],
        ["  ", "  ", "  ", "  ", "  "],
        ["### ", "#  #", "#  #", "#  #", "### "],
        ["#  #", "#  #", "#  #", "#  #", " ## "],
        ["####", "#   ", "### ", "#   ", "####"],
        ["#   ", "#   ", "#   ", "#   ", "####"],
    ]

    /// Dots are half a cell high, or two cells wide and one high.
    private func drawLetters(
        _ y: Int, in rect: Rect, isDouble: Bool, _ look: Appearance, on canvas: inout Canvas
    ) {
        let scale = isDouble ? 2 : 1
        let columns = Self.letters.reduce(-1) { $0 + $1[0].count + 1 } * scale
        var x = rect.minX + (rect.size.width - columns) / 2
        for (place, letter) in Self.letters.enumerated() {
            let ramp = place < 3 ? look.palette.ink(of: Variant.allCases[place]) : nil
            let dots = letter.map { Array($0).map { $0 == "#" } }
            for row in 0..<(isDouble ? 5 : 3) {
                let share = Double(row) / (isDouble ? 4 : 2)
                let ink = ramp.map { $0.ink(at: share) } ?? .standard
                for column in 0..<dots[0].count {
                    let glyph: Unicode.Scalar?
                    if isDouble {
                        glyph = dots[row][column] ? "█" : nil
                    } else {
                        let lower = 2 * row + 1 < 5 && dots[2 * row + 1][column]
                        glyph = Self.half(dots[2 * row][column], lower)
                    }
                    guard let glyph else { continue }
                    for step in 0..<scale {
                        canvas[x + column * scale + step, y + row] = Cell(
                            .narrow(glyph), Style(ink))
                    }
                }
            }
            x += (dots[0].count + 1) * scale
        }
    }

    private static func half(_ upper: Bool, _ lower: Bool) -> Unicode.Scalar? {
        switch (upper, lower) {
        case (true, true): "█"
        case (true, false): "▀"
        case (false, true): "▄"
        case (false, false): nil
        }
    }
}
