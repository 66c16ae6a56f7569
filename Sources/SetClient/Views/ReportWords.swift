import SetProtocol

/// A report in words and figures, for one player.
struct ReportWords {
    /// One figure of both players; `best` is the seat that did better, where one did.
    struct Figure: Equatable {
        let name: String
        let values: PerSeat<String>
        let best: Seat?

        /// Nobody is better by less than is shown.
        init<Number: Comparable>(
            _ name: String, _ values: PerSeat<String>, by numbers: PerSeat<Number?>,
            isMoreBetter: Bool = false
        ) {
            (self.name, self.values) = (name, values)
            best =
                if let first = numbers.first, let second = numbers.second, first != second,
                    values.first != values.second
                { (first > second) == isMoreBetter ? .first : .second } else { nil }
        }
    }

    let situation: TablePerspective
    let report: GameRecord

    private var isDuel: Bool { situation.model.rules.players == .two }
    private var isSpoken: Bool { situation.register == .line }

    /// The seats with figures, this player's first.
    var seats: [Seat] {
        [situation.near, situation.far].filter {
            report.players[$0] != nil && situation.model.rules.seats.contains($0)
        }
    }

    func name(_ seat: Seat) -> String { situation.name(seat, in: report) }

    func who(_ seat: Seat) -> String {
        situation.isMine(seat) ? isSpoken ? "you" : "You" : name(seat)
    }

    // MARK: Figures

    /// The figures, the most important first.
    var figures: [Figure] {
        let (players, counts) = (report.players, report.counts)
        let inAll = report.games > 1 && !isSpoken ? " in all" : ""
        var figures = [
            figure("points" + inAll, players.map { $0?.points }, isMoreBetter: true),
            figure("sets" + inAll, players.map { $0?.sets }, isMoreBetter: true),
        ]
        if isDuel {
            figures.append(figure("games won", players.map { $0?.wins }, isMoreBetter: true))
        }
        guard report.hasFigures else { return figures }
        figures += [
            times("median time", report.median), times("fastest", report.fastest),
            figure("wrong claims", counts.map { $0.mismatches }),
        ]
        for (name, count) in [
            ("out of time", \GameRecord.Counts.lateClaims), ("passed", \.passedClaims),
        ] where seats.contains(where: { counts[$0][keyPath: count] > 0 }) {
            figures.append(figure(name, counts.map { $0[keyPath: count] }))
        }
        let deals = counts.map { $0.deals == 0 ? "0" : "\($0.wrongDeals) of \($0.deals)" }
        figures.append(Figure("wrong deals", deals, by: counts.map { $0.wrongDeals }))
        if situation.model.rules.hints {
            figures.append(figure("hints", counts.map { $0.hintedCards }))
        }
        return figures
    }

    private func figure(
        _ name: String, _ numbers: PerSeat<Int?>, isMoreBetter: Bool = false
    ) -> Figure {
        let values = numbers.map { number in
            number.map { isSpoken ? Narrator.number($0) : "\($0)" } ?? ""
        }
        return Figure(name, values, by: numbers, isMoreBetter: isMoreBetter)
    }

    private func times(_ name: String, _ search: (Seat) -> Duration?) -> Figure {
        let times = PerSeat(first: search(.first), second: search(.second))
        return Figure(name, times.map { $0.map(time) ?? "-" }, by: times)
    }

    // MARK: Sentences

    /// The game as a whole, in one line if it fits.
    func course(_ columns: Int) -> String {
        guard report.hasFigures || report.isWhole || report.clock > .zero else {
            return "You joined after the game, so there is no report."
        }
        let length = time(report.clock)
        guard report.isWhole else {
            return "These statistics cover only the last \(length), since you joined or returned."
        }
        let games = report.games > 1 ? "\(report.games) games, " : ""
        let play = games + (report.result == nil ? "\(length) of play so far" : "\(length) of play")
        guard isDuel else {
            // The result that can be copied; line mode has lines for it.
            let daily = isSpoken ? nil : situation.model.dailyResult?.first
            if let daily, daily.columns <= columns { return daily }
            return isPlayedOut
                ? "The deck is empty and no set is left after \(length)" : play
        }
        let changes = report.leadChanges
        let lead =
            switch changes {
            case 0: "the lead never changed"
            case 1: "the lead changed once"
            case 2: "the lead changed twice"
            case _: "the lead changed \(changes) times"
            }
        let ways =
            isPlayedOut
            ? [
                "The deck is empty and no set is left after \(length); \(lead)",
                "No set is left after \(length); \(lead)",
            ] : ["\(play), \(lead)", "\(games)\(length), \(lead)"]
        // Line mode has a line for it.
        let phrase = isSpoken ? nil : situation.model.shuffleFinding?.phrase
        let whole = phrase.map { phrase in ways.map { "\($0), \(phrase)" } } ?? ways
        let rest = whole.map { $0.prefix(1).lowercased() + $0.dropFirst() }
        let match = standing.map { standing in
            rest.map { "\(standing); \($0)" } + ["\(standing), \(phrase ?? length)", standing]
        }
        return ((match ?? []) + whole).first { $0.columns <= columns } ?? whole[1]
    }

    /// How a match stands that goes on, such as "Ann leads 1 to 0 in the best of 3".
    private var standing: String? {
        guard let match = situation.table.match, match.winner == nil,
            let near = report.players[situation.near]?.wins,
            let far = report.players[situation.far]?.wins
        else { return nil }
        let games = "in the best of \(match.games)"
        guard near != far else { return "\(near) to \(far) \(games)" }
        let leader = near > far ? situation.near : situation.far
        let verb = situation.isMine(leader) ? "lead" : "leads"
        return "\(who(leader)) \(verb) \(max(near, far)) to \(min(near, far)) \(games)"
    }

    private var isPlayedOut: Bool {
        if report.games > 1 || situation.table.isWon(by: situation.model.rules) { return false }
        return switch report.result?.decider {
        case .points, .sets, .played: situation.table.deck == 0
        case .suddenDeath, .resigned, .left, nil: false
        }
    }

    /// Who searched longest for a set, and how long it took.
    var hardest: (title: String, note: String)? {
        report.hardest.map { find in
            let who = isDuel ? "\(who(find.seat)), " : ""
            return ("Longest search: \(who)\(time(find.search))", Self.differing(find.trio))
        }
    }

    /// What can be looked at again: every missed set, the longest first, then this player's mistakes.
    func reviews(_ palette: Palette) -> [(trio: Trio, title: String, note: String)] {
        let mistakes = report.mistakes.filter { situation.isMine($0.seat) }
        let sets = report.longestMissed
        let count = sets.count + mistakes.count
        func place(_ index: Int, _ kind: Int) -> String {
            (kind > 1 ? " \(index + 1) of \(kind)" : "") + (count > 1 ? " ←→" : "")
        }
        return sets.enumerated().map { index, missed in
            (missed.trio, "Missed set\(place(index, sets.count))", note(on: missed))
        }
            + mistakes.enumerated().map { index, mistake in
                (
                    mistake.trio, "Your mistake\(place(index, mistakes.count))",
                    palette.cardWords.fault(of: mistake.trio)
                )
            }
    }

    private func note(on missed: GameRecord.Missed) -> String {
        guard let dealer = missed.dealer else { return "for the last \(time(missed.lay))" }
        let who = situation.isMine(dealer) ? "you" : name(dealer)
        return "for \(time(missed.lay)) until \(who) dealt"
    }

    static let definition = "Times are measured from new cards to the claim."
    /// The rest of it, where there is room.
    static let moreDefinition =
        "Missed sets were on the board when a player dealt or passed. The one shown was there "
        + "the longest."

    private static func differing(_ trio: Trio) -> String {
        switch trio.differingFeatures {
        case 4: "all four features differ"
        case 1: "one feature differs"
        case let count: "\(["no", "one", "two", "three"][count]) features differ"
        }
    }

    /// Who wants a rematch or is waited for, within the given width; `nil` if nobody is.
    func wish(_ columns: Int) -> (text: String, tone: Tone)? {
        let table = situation.table
        if situation.model.table?.phase == .waiting {
            let status = Status(situation.model)
            return (status.text.columns > columns ? status.short : status.text, status.tone)
        }
        if let next = situation.nextInQueue { return (next, .theirs) }
        guard let seat = situation.model.seat, isDuel, !situation.model.isClosed else { return nil }
        let opponent = situation.name(situation.far)
        guard let other = table.players[situation.far] else {
            return ("Waiting for another player.", .quiet)
        }
        let next = table.theNextGame
        if other.isReady {
            let wish = "\(opponent) wants \(next)"
            let ways = ["\(wish): press enter", "\(wish) (enter)", wish]
            return (ways.first { $0.columns <= columns } ?? wish, .theirs)
        }
        guard situation.isReady(seat) else { return nil }
        let wish = "You want \(next)"
        let ways = [
            "\(wish): waiting for \(opponent)",
            "\(table.nextGame.capitalizedFirst): waiting for \(opponent)",
        ]
        return (ways.first { $0.columns <= columns } ?? wish, .quiet)
    }

    /// The report in sentences to be read aloud; none if nothing of the game was seen.
    func spoken(_ describe: ([Card]) -> String) -> [String] {
        guard report.hasFigures else { return [] }
        var lines = [course(.max)]
        lines += seats.map { seat in
            let facts = figures.map { (name: $0.name, value: $0.values[seat]) }
                .filter {
                    ["points", "sets"].contains($0.name) || !["0", "-", ""].contains($0.value)
                }
            return "\(who(seat)): " + facts.map { "\($0.name) \($0.value)" }.joined(separator: "; ")
        }
        if let find = report.hardest, let (title, _) = hardest {
            lines.append("\(title): \(describe(find.trio.cards))")
        }
        if let missed = report.missed {
            let cards = describe(missed.trio.cards)
            let count = Narrator.count(report.missedCount, "set")
            lines.append("missed \(count); one was there \(note(on: missed)): \(cards)")
        }
        return lines.map { $0.hasSuffix(".") ? $0 : $0 + "." }
    }

    // MARK: Times

    /// Seconds and tenths below a minute, minutes and seconds above.
    private func time(_ duration: Duration) -> String {
        let tenths = (duration.wholeMilliseconds + 50) / 100
        if tenths < 600 {
            return isSpoken
                ? Narrator.exactSeconds(.milliseconds(tenths * 100))
                : "\(tenths / 10).\(tenths % 10) s"
        }
        guard isSpoken else { return Self.clock(duration) }
        let seconds = (duration.wholeMilliseconds + 500) / 1000
        return Narrator.count(seconds / 60, "minute") + " "
            + Narrator.count(seconds % 60, "second")
    }

    static func clock(_ duration: Duration) -> String {
        let seconds = (duration.wholeMilliseconds + 500) / 1000
        let rest = seconds % 60
        return "\(seconds / 60):\(rest < 10 ? "0" : "")\(rest)"
    }
}
