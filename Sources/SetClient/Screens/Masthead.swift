import SetProtocol

/// The top of a page: three cards that are a set, and the name of the game, both in the player's
/// theme; as much of it as there are rows for.
struct Masthead: Equatable {
    let cards: [Card]

    /// Chooses a random set, its colors in their order.
    init(seed: UInt64) {
        var chance = SeededGenerator(seed: seed)
        func feature() -> [Variant] {
            let isSame = chance.below(3) == 0
            let start = Int(chance.below(3))
            let step = isSame ? 0 : 1 + Int(chance.below(2))
            return (0..<3).map { Variant.allCases[(start + step * $0) % 3] }
        }
        let (numbers, shapes, shadings) = (feature(), feature(), feature())
        cards = (0..<3).map {
            Card(numbers[$0], shapes[$0], shadings[$0], Variant.allCases[$0])
        }
    }

    /// Behind or below the name where it is in one row.
    private static let motto = "race to find sets"

    /// The rows to use of a number of rows: not much more than a quarter of the screen.
    static func rows(within room: Int, on screen: Size) -> Int {
        let widest = 3 + 1 + (screen.width - 8) / 9
        let rows = max(1, min(room, screen.height / 4 + 4, widest + 1))
        return 3...4 ~= rows ? 2 : rows
    }

    func draw(in rect: Rect, _ look: Appearance, on canvas: inout Canvas) {
        switch rect.size.height {
        case 13...: drawLarge(in: rect, letters: 5, look, on: &canvas)
        case 7...: drawLarge(in: rect, letters: 3, look, on: &canvas)
        case 5...: drawLarge(in: rect, letters: 1, look, on: &canvas)
        case 2...4: drawSmall(in: rect, look, on: &canvas)
        default:
            let x = rect.minX + (rect.size.width - 8) / 2
            canvas.write(name(look), x, rect.minY, before: canvas.size.width)
        }
    }

    // MARK: - Cards above the name

    /// - Parameter letters: How many rows the letters of the name have.
    private func drawLarge(
        in rect: Rect, letters: Int, _ look: Appearance, on canvas: inout Canvas
    ) {
        // ASCII has no half blocks: letters of one row can be read, larger ones could not.
        let letters = look.glyphs == .ascii ? 1 : letters
        let gap = rect.size.height >= 16 ? 2 : letters > 1 ? 1 : 0
        let room = Size(rect.size.width - 4, rect.size.height - letters - gap)
        let heights = stride(from: max(1, room.height), to: 1, by: -1)
        let card = CardRow.card(heights, in: room.width, look.cellAspect) ?? Size(7, 1)
        let cardRow = CardRow(card: card, gap: card.width >= 24 ? 2 : 1)
        let left = rect.minX + (rect.size.width - cardRow.columns) / 2
        let top = rect.minY + room.height - card.height
        cardRow.draw(cards, at: Point(left, top), look, on: &canvas)
        let row = rect.maxY - letters
        if letters == 1 {
            var line = name(look)
            line.add("  " + Self.motto, Tone.quiet.style(look.palette))
            let x = rect.minX + (rect.size.width - line.columns) / 2
            canvas.write(line, x, row, before: rect.maxX)
        } else {
            drawLetters(row, in: rect, isDouble: letters == 5, look, on: &canvas)
        }
    }

    // MARK: - The name beside the cards

    private func drawSmall(in rect: Rect, _ look: Appearance, on canvas: inout Canvas) {
        let width = 3 * 6 + 2 + 2 + Self.motto.columns
        let left = rect.minX + max(0, (rect.size.width - width) / 2)
        CardRow(card: Size(6, 2)).draw(cards, at: Point(left, rect.minY), look, on: &canvas)
        let x = left + 3 * 7 + 1
        canvas.write(name(look), x, rect.minY, before: canvas.size.width)
        canvas.write(
            Self.motto, x, rect.minY + 1, Tone.quiet.style(look.palette), before: rect.maxX)
    }

    /// The name in one row, its first three letters in the inks of the cards.
    private func name(_ look: Appearance) -> TextLine {
        var line = TextLine()
        for (letter, color) in zip(["s", "e", "t"], Variant.allCases) {
            line.add(letter, Style(look.palette.ink(of: color).top, on: .standard, .bold))
        }
        line.add("-duel", .bold)
        return line
    }

    // MARK: - The name in large letters

    private func drawLetters(
        _ y: Int, in rect: Rect, isDouble: Bool, _ look: Appearance, on canvas: inout Canvas
    ) {
        let letters = "set duel".map { String($0) }.map(isDouble ? BigText.lines : BigText.small)
        let gap = isDouble ? 2 : 1
        let columns = letters.reduce(-gap) { $0 + $1[0].columns + gap }
        var x = rect.minX + (rect.size.width - columns) / 2
        for (place, lines) in letters.enumerated() {
            let gradient = place < 3 ? look.palette.ink(of: Variant.allCases[place]) : nil
            for (row, line) in lines.enumerated() {
                let ink = gradient?.ink(at: Double(row) / Double(lines.count - 1)) ?? .standard
                canvas.write(line, x, y + row, Style(ink), before: rect.maxX)
            }
            x += lines[0].columns + gap
        }
    }
}
