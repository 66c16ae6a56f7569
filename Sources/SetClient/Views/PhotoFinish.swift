import SetProtocol

/// The two presses of a race on one ruler, in milliseconds from the first one; the time that only the
/// slower connection took is shaded.
struct PhotoFinish {
    /// The fewest columns on which two presses can be told apart, and the most that are needed.
    static let columns = 16...44

    let situation: TablePerspective
    let look: Appearance

    func ruler(_ race: Race, columns: Int) -> TextLine {
        let presses = PerSeat<Duration>(
            first: race.winner == .first ? .zero : race.margin,
            second: race.winner == .second ? .zero : race.margin)
        var end = max(presses.first, presses.second, .milliseconds(1))
        if let credited = race.credited { end = max(end, presses[credited] + race.adjustment) }
        let label = " \(end.roundedMilliseconds) ms"
        let (line, shade) = look.glyphs == .ascii ? ("-", ":") : ("─", "░")
        let slower = race.credited.map {
            situation.isMine($0) ? "your" : "\(situation.name($0))'s"
        }
        // What the shade means, where there is room.
        var legend = slower.map { "  \(shade) \($0) connection" } ?? ""
        if columns - legend.columns < Self.columns.lowerBound { legend = "" }
        let cells = min(columns - legend.columns, Self.columns.upperBound) - label.columns
        func cell(_ time: Duration) -> Int { Int((time / end * Double(cells - 1)).rounded()) }
        let quiet = Tone.quiet.style(look.palette)
        var shown = [(text: String, style: Style)](repeating: (line, quiet), count: cells)
        if let credited = race.credited {
            let style = situation.tone(credited).style(look.palette)
            for place in cell(presses[credited])...cell(presses[credited] + race.adjustment) {
                shown[place] = (shade, style)
            }
        }
        let winner = cell(presses[race.winner])
        for seat in [race.winner, race.winner.opponent] {
            // Of two in one cell, the later one stands behind the other.
            let place = max(cell(presses[seat]), seat == race.winner ? 0 : winner + 1)
            let style = situation.tone(seat).style(look.palette, .bold)
            shown[min(place, cells - 1)] = (situation.sign(seat, look.glyphs), style)
        }
        var ruler = TextLine()
        for cell in shown { ruler.add(cell.text, cell.style) }
        ruler.add(label + legend, quiet)
        return ruler
    }
}
