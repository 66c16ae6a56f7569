import SetProtocol

// MARK: - The report of a game

extension Narrator {
    /// The statistics of a game so far, a line each; none if nothing of it was seen.
    func lines(for report: GameReport) -> [String] {
        guard report.hasFigures else { return [] }
        var lines = [course(report)]
        lines += rules.seats.compactMap { seat in report.players[seat].map { figures(seat, $0) } }
        if let find = report.hardest {
            let cards = CardWords.list(find.trio.cards, theme, on: background)
            let who = isDuel ? ", found by \(doer(find.seat))" : ""
            lines.append("longest search, \(Self.time(find.search))\(who): \(cards)")
        }
        if let missed = report.missed { lines.append(self.missed(missed, report)) }
        return lines.map { "Report: \($0)." }
    }

    private func course(_ report: GameReport) -> String {
        let length = Self.time(report.length)
        let soFar = report.result == nil ? " so far" : ""
        guard report.isWhole else { return "the last \(length), since you joined or returned" }
        guard isDuel, report.leadChanges > 0 else { return "\(length) of play\(soFar)" }
        return "\(length) of play\(soFar), \(Self.count(report.leadChanges, "lead change"))"
    }

    private func figures(_ seat: Seat, _ player: GameReport.Player) -> String {
        var parts: [String] = []
        if let median = player.median, let fastest = player.fastest {
            let sets = Self.count(player.setsSeen, "set")
            parts.append("\(sets), median time \(Self.time(median))")
            parts.append("fastest \(Self.time(fastest))")
        } else {
            parts.append("no sets")
        }
        if player.wrongCalls > 0 {
            let late = player.counts.lateClaims
            parts.append(
                Self.count(player.wrongCalls, isDuel ? "failed claim" : "wrong set")
                    + (late == 0
                        ? "" : late == player.wrongCalls ? ", timed out" : ", \(late) timed out"))
        }
        if player.counts.passedClaims > 0 {
            parts.append("\(Self.count(player.counts.passedClaims, "claim")) passed")
        }
        if player.counts.deals > 0 {
            let wrong = player.counts.wrongDeals
            parts.append(
                Self.count(player.counts.deals, "deal")
                    + (wrong > 0 ? ", \(wrong) of them wrong" : ""))
        }
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
        return
            "missed \(count); \(one) had been on the board for \(Self.time(missed.lay)) \(occasion): "
            + cards
    }

    /// Seconds and tenths below a minute, minutes and seconds above.
    static func time(_ duration: Duration) -> String {
        let tenths = (duration.wholeMilliseconds + 50) / 100
        guard tenths >= 600 else { return exactSeconds(.milliseconds(tenths * 100)) }
        let seconds = (duration.wholeMilliseconds + 500) / 1000
        return "\(count(seconds / 60, "minute")) \(count(seconds % 60, "second"))"
    }
}
