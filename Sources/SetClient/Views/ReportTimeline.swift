import SetProtocol

/// The timeline: who did what when, a row for each player and an axis below.
///
///     ● ···▄··▄··········█···×·
///     ◆ ·▄·····+···▄·▄······▄··
///       0:00     ▄ set × failed + deal     6:32
struct ReportTimeline {
    let report: GameRecord
    let look: Appearance
    let columns: Int

    /// What one player did; the more sets in a column, the higher it is.
    func row(_ seat: Seat, _ tone: Tone) -> TextLine {
        var line = TextLine()
        let palette = look.palette
        for kinds in cells(of: seat) {
            switch kinds.max(by: { $0.rawValue < $1.rawValue }) {
            case .found:
                let heights = look.glyphs == .ascii ? ["1", "2", "3"] : ["▄", "▆", "█"]
                let count = kinds.count { $0 == .found }
                line.add(heights[min(count, 3) - 1], tone.style(palette, .bold))
            case .failed:
                let sign = look.glyphs == .ascii ? "x" : "×"
                line.add(sign, Tone.bad.style(palette, .bold))
            case .dealt: line.add("+", Tone.hint.style(palette))
            case nil:
                line.add(look.glyphs == .ascii ? "." : "·", Tone.quiet.style(palette))
            }
        }
        return line
    }

    var axis: TextLine {
        let quiet = Tone.quiet.style(look.palette)
        let end = ReportWords.clock(report.clock)
        let legends =
            look.glyphs == .ascii
            ? ["1 set  x failed  + deal", "1 set x failed"]
            : ["▄ set  × failed  + deal", "▄ set × failed"]
        let room = columns - 4 - end.columns - 2
        let legend = legends.first { $0.columns <= room } ?? ""
        let gap = max(1, columns - 4 - end.columns - legend.columns)
        var line = TextLine("0:00".padded(to: 4 + gap / 2), quiet)
        line.add(legend, quiet)
        line.add("".padded(to: gap - gap / 2) + end, quiet)
        return line
    }

    private func cells(of seat: Seat) -> [[GameRecord.Deed.Kind]] {
        guard columns > 0 else { return [] }
        var cells = [[GameRecord.Deed.Kind]](repeating: [], count: columns)
        let whole = max(1, report.clock.wholeMilliseconds)
        for deed in report.deeds where deed.seat == seat {
            let place = deed.time.wholeMilliseconds * columns / whole
            cells[min(columns - 1, max(0, place))].append(deed.kind)
        }
        return cells
    }
}
