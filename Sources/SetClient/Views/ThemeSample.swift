import SetProtocol

/// A theme printed below a shell's prompt: its cards beside what they are called.
package enum ThemeSample {
    private static let card = Size(9, 3)
    private static let large = Size(15, 5)

    /// Three cards and the theme's name, colors, and symbols; on a narrow terminal below the cards.
    package static func lines(
        of theme: Theme, note: String = "", columns: Int, _ profile: TerminalProfile
    ) -> [String] {
        let look = look(theme, profile)
        let names = Self.words(of: theme, on: look.palette.background)
        let words = names + (note.isEmpty ? [] : [note])
        let left = 3 * card.width + 4
        let isWide = columns >= left + 34
        let rows = isWide ? max(card.height, words.count) : card.height + words.count
        var canvas = Canvas(Size(max(columns, left), rows))
        CardRow(card: card).draw(CardRow.sample, at: Point(1, 0), look, on: &canvas)
        for (row, text) in words.enumerated() {
            let place = isWide ? Point(left, row) : Point(1, card.height + row)
            let style = Style(.standard, on: .standard, row == 0 ? .bold : [])
            let room = max(columns, left) - place.x
            canvas.write(text.fitted(to: room), place.x, place.y, style)
        }
        return canvas.printed(profile.colorDepth, profile.glyphs)
    }

    /// Nine cards with every color, symbol, and fill, as large as three fit side by side.
    package static func board(
        of theme: Theme, columns: Int, _ profile: TerminalProfile
    ) -> [String] {
        let look = look(theme, profile)
        let size = columns >= 3 * large.width + 4 ? large : card
        var lines: [String] = []
        for shape in Variant.allCases {
            let cards = Variant.allCases.map { Card($0, shape, $0, $0) }
            var canvas = Canvas(Size(3 * size.width + 4, size.height + 1))
            CardRow(card: size).draw(cards, at: Point(1, 0), look, on: &canvas)
            lines += canvas.printed(profile.colorDepth, profile.glyphs)
        }
        return lines
    }

    package static func words(of theme: Theme, on background: Background = .dark) -> [String] {
        [SafeText.sanitized(theme.name)] + CardWords(theme, on: background).variants
    }

    private static func look(_ theme: Theme, _ profile: TerminalProfile) -> Appearance {
        var look = Appearance(theme, .standard, on: profile)
        look.pictures = nil
        return look
    }
}
