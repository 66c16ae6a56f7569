import SetProtocol

/// The points of both players in large digits.
struct ScoreBoard {
    /// What it needs at least.
    static let size = Size(24, 5)

    let situation: TablePerspective
    let look: Appearance

    func draw(in rect: Rect, on canvas: inout Canvas) {
        let seats = [situation.near, situation.far].filter(situation.model.rules.seats.contains)
        let width = rect.size.width / 2
        for (place, seat) in seats.enumerated() {
            guard let player = situation.table.players[seat] else { continue }
            let column = Rect(rect.minX + place * width, rect.minY, width - 1, rect.size.height)
            draw(player, of: seat, in: column, on: &canvas)
        }
    }

    private func draw(
        _ player: PlayerState, of seat: Seat, in rect: Rect, on canvas: inout Canvas
    ) {
        let style = situation.tone(seat).style(look.palette, .bold)
        let name = "\(situation.sign(seat, look.glyphs)) \(situation.who(seat))"
        canvas.write(name.fitted(to: rect.size.width), rect.minX, rect.minY, style)
        let lines = look.glyphs == .ascii ? [] : BigDigits.small(player.points)
        // Without room for the digits, or signs for them, the number itself.
        let isLarge = !lines.isEmpty && lines[0].columns <= rect.size.width
        let digits = isLarge ? lines : [player.points.counted("point")]
        for (row, line) in digits.enumerated() {
            canvas.write(line, rect.minX, rect.minY + 1 + row, style, before: rect.maxX)
        }
        let sets = player.sets.counted("set")
        let facts = player.wins > 0 ? "\(sets)  \(player.wins.counted("win"))" : sets
        canvas.write(
            facts.columns <= rect.size.width ? facts : sets, rect.minX, rect.minY + 4,
            Tone.quiet.style(look.palette))
    }
}
