import SetProtocol

/// What just happened and why: a verdict with its four features, or the newest event in words.
struct NewsLine {
    private let situation: Situation
    private let look: Appearance

    init(_ situation: Situation, _ look: Appearance) {
        (self.situation, self.look) = (situation, look)
    }

    /// The newest event worth telling.
    private var newest: LogEntry? {
        situation.model.log.last { entry in
            guard case .event(let event) = entry.content else { return false }
            return EventWords.isNews(event)
        }
    }

    /// When the news came; `nil` when there is none.
    var time: TableTime? { newest?.time }

    /// The news in at most so many lines of a width.
    func lines(_ columns: Int, rows: Int) -> [TextLine] {
        guard let newest, case .event(let event) = newest.content else { return [] }
        switch event {
        case .setFound(let seat, let trio, let points), .mismatch(let seat, let trio, let points):
            return verdict(seat, trio, points, columns, rows)
        case .joined, .left, .away, .returned, .seatReleased, .ready, .countdown, .started,
            .claimed, .picked, .unpicked, .timedOut, .passed, .dealt, .refilled, .hinted, .asked,
            .withdrew, .paused, .resumed, .suddenDeath, .resigned, .over:
            return words(newest, columns, rows)
        }
    }

    private func words(_ entry: LogEntry, _ columns: Int, _ rows: Int) -> [TextLine] {
        let palette = look.palette
        let text = EventWords.brief(
            for: entry, mySeat: situation.model.seat, theme: palette.theme, on: palette.ground)
        let lines = text.wrapped(to: columns)
        let style = Tone.plain.style(palette)
        guard lines.count > rows else { return lines.map { TextLine($0, style) } }
        let kept = lines.prefix(rows - 1).map { TextLine($0, style) }
        let rest = lines.dropFirst(rows - 1).joined(separator: " ")
        return kept + [TextLine(rest.fitted(to: columns), style)]
    }

    // MARK: Verdicts

    private func verdict(
        _ seat: Seat, _ trio: Trio, _ points: Int, _ columns: Int, _ rows: Int
    ) -> [TextLine] {
        let findings = trio.explanation
        var lengths = findings.map { _ in VerdictWords.Length.full }
        var lines: [TextLine] = []
        repeat {
            let items = zip(findings, lengths).map { item($0, $1) }
            let gap = lengths.contains(.mark) ? 1 : 2
            // A long name is cut before anything is left out about the cards.
            for room in lengths.contains(.mark) ? [16, 10, 5, 0] : [16, 10] {
                lines = Self.flow([head(seat, points, name: room)] + items, columns, gap: gap)
                if lines.count <= rows { return lines }
            }
        } while shorten(&lengths, of: findings)
        // What is wrong is the last thing to be left out.
        let order = findings.filter { !$0.agrees } + findings.filter(\.agrees)
        let items = order.map { item($0, .mark) }
        lines = Self.flow([head(seat, points, name: 0)] + items, columns, gap: 1)
        return Array(lines.prefix(rows))
    }

    /// Makes what is said one step shorter: first what agrees, the longest of it before the others,
    /// and what is wrong last.
    ///
    /// - Returns: Whether anything was left to shorten.
    private func shorten(
        _ lengths: inout [VerdictWords.Length], of findings: [FeatureFinding]
    ) -> Bool {
        func places(agreeing: Bool, longerThan bound: VerdictWords.Length) -> [Int] {
            findings.indices.filter {
                findings[$0].agrees == agreeing && lengths[$0] < bound
            }
        }
        let wordy = places(agreeing: true, longerThan: .short).max {
            item(findings[$0], lengths[$0]).columns < item(findings[$1], lengths[$1]).columns
        }
        if let wordy {
            lengths[wordy] = lengths[wordy] == .full ? .medium : .short
            return true
        }
        let full = places(agreeing: false, longerThan: .medium)
        let short = places(agreeing: true, longerThan: .mark)
        let rest = places(agreeing: false, longerThan: .mark)
        if !full.isEmpty {
            for place in full { lengths[place] = .medium }
        } else if !short.isEmpty {
            for place in short { lengths[place] = .mark }
        } else if let last = rest.last {
            lengths[last] = .mark
        } else {
            return false
        }
        return true
    }

    /// Who chose the cards, by the seat's sign alone where there is no room for a name, and what they
    /// got for it.
    private func head(_ seat: Seat, _ points: Int, name columns: Int) -> TextLine {
        let style = situation.tone(seat).style(look.palette, .bold)
        let name =
            columns == 0
            ? situation.sign(seat, look.glyphs) : situation.who(seat).fitted(to: columns)
        return TextLine("\(name) \(points > 0 ? "+" : "")\(points)", style)
    }

    private func item(_ finding: FeatureFinding, _ length: VerdictWords.Length) -> TextLine {
        let palette = look.palette
        let text = VerdictWords.item(finding, length, palette.theme, on: palette.ground)
        return TextLine(
            text,
            finding.agrees ? Tone.good.style(palette) : Tone.bad.style(palette, .bold))
    }

    /// Sets items one after another, in as many lines as they need.
    private static func flow(_ items: [TextLine], _ columns: Int, gap: Int) -> [TextLine] {
        var lines: [TextLine] = []
        for item in items {
            if let last = lines.last, last.columns + gap + item.columns <= columns {
                lines[lines.count - 1].add(String(repeating: " ", count: gap))
                lines[lines.count - 1].add(item)
            } else {
                lines.append(item)
            }
        }
        return lines
    }
}
