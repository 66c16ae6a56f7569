import SetProtocol

/// The newest event in words, or a verdict with its four features.
struct NewsLine {
    let situation: TablePerspective
    let look: Appearance

    /// The news in at most the given number of lines.
    func lines(_ columns: Int, rows: Int) -> [TextLine] {
        guard let entry = situation.model.news, let event = entry.event else { return [] }
        // The last row or the status says the same.
        let isPending = situation.model.request.proposal ?? situation.ownProposal
        if case .asked = event, isPending != nil { return [] }
        if event == .suddenDeath, situation.table.phase == .countdown { return [] }
        if isPast { return meanwhile }
        if let (seat, trio, points) = event.judged {
            return verdict(seat, trio, points, columns, rows)
        }
        return look.palette.cardWords.sentence(for: entry)
            .wrapped(to: columns, rows: rows).map { TextLine($0) }
    }

    /// Whether a claim has begun since: the news would seem to be about it.
    private var isPast: Bool {
        situation.table.phase == .turn && situation.table.turn?.reason == .claim
    }

    /// What the player may do while the other one picks.
    private var meanwhile: [TextLine] {
        guard situation.model.seat != nil, !situation.isMyTurn else { return [] }
        let text = "You can mark cards; only you see the marks."
        return [TextLine(text, Tone.quiet.style(look.palette))]
    }

    // MARK: Verdicts

    /// A verdict that needs the rows of the log for all that can be said about it.
    typealias Explanation = (head: TextLine, features: [TextLine])

    /// The whole reason of a verdict, where the row of the news has no room for it and the log does.
    func explanation(_ columns: Int, log: Size) -> Explanation? {
        guard !isPast, let (seat, trio, points) = situation.model.news?.event?.judged else {
            return nil
        }
        var head = head(seat, points, trio, name: 16)
        // Named with and without the remark that two are alike, then the same without names.
        let ways = look.palette.cardWords.verdicts(on: trio).prefix(4)
            .map { [head] + $0.map(line) }
        func fits(_ way: [TextLine]) -> Bool { flow(way, columns, " · ").count == 1 }
        if ways.prefix(2).contains(where: fits) { return nil }
        var rows = trio.explanation.map(row)
        if log.height < rows.count || rows.contains(where: { $0.columns > log.width }) {
            if ways.contains(where: fits) { return nil }
            let flowed = ways.lazy.map { way in
                flow(Array(way.dropFirst()), log.width, " · ", isListed: true)
            }
            guard let fitting = flowed.first(where: { $0.count <= log.height }) else { return nil }
            rows = fitting
        }
        if trio.isSet || points != 0 {
            head.add(trio.isSet ? "  a set" : "  not a set", trio.isSet ? good : bad)
        }
        return (head, rows)
    }

    /// A feature in a row of its own, its name aligned with the others.
    private func row(_ finding: FeatureFinding) -> TextLine {
        let remark = look.palette.cardWords.remark(finding, .full)
        let name = finding.feature.name
        let width = Feature.allCases.map(\.name.count).max() ?? 0
        let gap = String(repeating: " ", count: width - name.count + 2)
        return TextLine(name + gap + remark, finding.agrees ? good : bad)
    }

    private var good: Style { Tone.good.style(look.palette) }
    private var bad: Style { Tone.bad.style(look.palette, .bold) }

    private func verdict(
        _ seat: Seat, _ trio: Trio, _ points: Int, _ columns: Int, _ rows: Int
    ) -> [TextLine] {
        let ways = look.palette.cardWords.verdicts(on: trio)
        var lines: [TextLine] = []
        for items in ways {
            // A long name is cut before anything about the cards is left out.
            for room in items.count < 4 ? [16, 10, 5, 0] : [16, 10] {
                let parts = [head(seat, points, trio, name: room)] + items.map(line)
                for separator in look.separators {
                    lines = flow(parts, columns, separator)
                    if lines.count <= rows { return lines }
                }
            }
        }
        return Array(lines.prefix(rows))
    }

    /// Who chose the cards, by their sign where there is no room for a name, and the points; without
    /// points, that they are not a set.
    private func head(_ seat: Seat, _ points: Int, _ trio: Trio, name columns: Int) -> TextLine {
        let style = situation.tone(seat).style(look.palette, .bold)
        let name =
            columns == 0
            ? situation.sign(seat, look.glyphs) : situation.who(seat).fitted(to: columns)
        let isFree = points == 0 && !trio.isSet
        let result = isFree ? "not a set" : "\(points > 0 ? "+" : "")\(points)"
        return TextLine("\(name) \(result)", style)
    }

    private func line(_ item: VerdictWords.Item) -> TextLine {
        TextLine(item.text, item.agrees ? good : bad)
    }

    /// Sets items one after another in as many lines as they need, a separator between them.
    ///
    /// - Parameter isListed: Whether the first item is one of the others, and not their heading.
    private func flow(
        _ items: [TextLine], _ columns: Int, _ separator: String, isListed: Bool = false
    ) -> [TextLine] {
        var lines: [TextLine] = []
        for (place, item) in items.enumerated() {
            let gap = place == 1 && !isListed ? "  " : separator
            if let last = lines.last, last.columns + gap.columns + item.columns <= columns {
                lines[lines.count - 1].add(gap, Tone.quiet.style(look.palette))
                lines[lines.count - 1].add(item)
            } else {
                lines.append(item)
            }
        }
        return lines
    }
}
