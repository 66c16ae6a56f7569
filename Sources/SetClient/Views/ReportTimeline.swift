import SetProtocol

/// The timeline: who did what when, a row for each player and an axis below.
///
///     ● ···▄··▄··········█···×·
///     ◆ ·▄·····+···▄·▄······▄··
///       0:00     ▄ set × failed + deal     6:32
struct ReportTimeline {
    let report: GameReport
    let look: Appearance
    let columns: Int

    /// What one player did; the more sets in a column, the higher it is.
    func row(_ seat: Seat, _ tone: Tone) -> TextLine {
        var line = TextLine()
        let palette = look.palette
        for column in cells(of: seat) {
            switch column {
            case .sets(let count):
                let heights = look.glyphs == .ascii ? ["1", "2", "3"] : ["▄", "▆", "█"]
                line.add(heights[min(count, 3) - 1], tone.style(palette, .bold))
            case .failed:
                let sign = look.glyphs == .ascii ? "x" : "×"
                line.add(sign, Tone.bad.style(palette, .bold))
            case .dealt: line.add("+", Tone.hint.style(palette))
            case .nothing:
                line.add(look.glyphs == .ascii ? "." : "·", Tone.quiet.style(palette))
            }
        }
        return line
    }

    var axis: TextLine {
        let quiet = Tone.quiet.style(look.palette)
        let end = ReportWords.clock(report.length)
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

    private enum Column: Equatable {
        case nothing, failed, dealt
        case sets(Int)
    }

    /// What falls into each column: sets before failures before deals.
    private func cells(of seat: Seat) -> [Column] {
        var cells = [Column](repeating: .nothing, count: max(0, columns))
        guard columns > 0 else { return [] }
        let whole = max(1, report.length.wholeMilliseconds)
        for deed in report.deeds where deed.seat == seat {
            let place = deed.time.wholeMilliseconds * columns / whole
            let column = min(columns - 1, max(0, place))
            switch (deed.kind, cells[column]) {
            case (.found, .sets(let count)): cells[column] = .sets(count + 1)
            case (.found, _): cells[column] = .sets(1)
            case (.failed, .nothing), (.failed, .dealt): cells[column] = .failed
            case (.dealt, .nothing): cells[column] = .dealt
            case (.failed, _), (.dealt, _): break
            }
        }
        return cells
    }
}
