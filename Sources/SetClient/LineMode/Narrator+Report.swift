import SetProtocol

// MARK: - The report of a game

extension Narrator {
    /// The figures of a game that has ended, a line each; none when nothing of it was seen.
    func lines(for report: GameReport) -> [String] {
        guard report.hasFigures else { return [] }
        var lines = [course(report)]
        lines += rules.seats.compactMap { seat in
            report.players[seat].map { figures(seat, $0) }
        }
        if let find = report.hardest {
            let cards = CardWords.list(find.trio.cards, theme, on: background)
            let who = isDuel ? ", found by \(doer(find.seat))" : ""
            lines.append("hardest set, \(Self.time(find.search))\(who): \(cards)")
        }
        if let missed = report.missed { lines.append(self.missed(missed, report)) }
        return lines.map { "Report: \($0)." }
    }

    private func course(_ report: GameReport) -> String {
        let length = Self.time(report.length)
        guard report.isWhole else { return "you joined late, so this covers the last \(length)" }
        guard isDuel else { return "\(length) of play" }
        return "\(length) of play, \(Self.count(report.leadChanges, "lead change"))"
    }

    private func figures(_ seat: Seat, _ player: GameReport.Player) -> String {
        var parts: [String] = []
        if let median = player.median, let fastest = player.fastest {
            let sets = Self.count(player.setsSeen, "set")
            parts.append("\(sets), median time \(Self.time(median))")
            parts.append("fastest \(Self.time(fastest))")
        } else {
            parts.append("no set")
        }
        var calls = Self.count(player.wrongCalls, "wrong claim")
        if player.counts.lateClaims > 0 { calls += ", \(player.counts.lateClaims) too late" }
        parts.append(calls)
        if player.counts.passedClaims > 0 {
            parts.append("\(Self.count(player.counts.passedClaims, "claim")) passed")
        }
        var deals = Self.count(player.counts.deals, "deal")
        if player.counts.wrongDeals > 0 {
            deals += ", \(player.counts.wrongDeals) with a set on the board"
        }
        parts.append(deals)
        if player.counts.hintedCards > 0 {
            parts.append(Self.count(player.counts.hintedCards, "hint"))
        }
        return "\(doer(seat)): \(parts.joined(separator: "; "))"
    }

    private func missed(_ missed: GameRecord.Missed, _ report: GameReport) -> String {
        let count = Self.count(report.missedCount, "set")
        let occasion =
            switch missed.occasion {
            case .dealt(let seat): "when \(doer(seat)) dealt"
            case .ended: "at the end"
            }
        let cards = CardWords.list(missed.trio.cards, theme, on: background)
        let one = report.missedCount == 1 ? "it" : "one"
        return "missed \(count); \(one) was on the board for \(Self.time(missed.lay)) \(occasion): "
            + cards
    }

    /// A time as it is said: tenths of a second below a minute.
    static func time(_ duration: Duration) -> String {
        let tenths = (duration.wholeMilliseconds + 50) / 100
        guard tenths >= 600 else { return exactSeconds(.milliseconds(tenths * 100)) }
        let seconds = (duration.wholeMilliseconds + 500) / 1000
        return "\(count(seconds / 60, "minute")) \(count(seconds % 60, "second"))"
    }
}
