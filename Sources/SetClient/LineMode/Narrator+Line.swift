import SetProtocol

/// What line mode alone puts into words: the screen draws it.
extension Narrator {
    // MARK: Cards

    /// How the board differs from before: new cards, moved cards, and slots that are gone.
    func changes(from old: [Card?]) -> [String] {
        let fresh = cards.compactMap(\.self).filter { !old.contains($0) }
        let moved = cards.indices.compactMap { slot -> String? in
            guard let card = cards[slot], let from = old.firstIndex(of: card), from != slot else {
                return nil
            }
            return "\(SlotName(slot: from)) is now \(named(card))"
        }
        let gone = cards.count < old.count ? Array(cards.count..<old.count) : []
        var lines: [String] = []
        if !fresh.isEmpty { lines.append("New: \(named(fresh)).") }
        if !moved.isEmpty { lines.append("Moved: \(moved.joined(separator: ", ")).") }
        // Where cards have moved away, nothing is left.
        if !gone.isEmpty, moved.isEmpty {
            lines.append("Empty: \(gone.map { SlotName(slot: $0).description }.listed()).")
        }
        return lines
    }

    func line(for hint: Hint) -> String {
        let cards = hint.cards.map(named).listed()
        return switch hint.cards.count {
        case 0: "Hint: there is no set on the board."
        case 1: "Hint: \(cards) is part of a set."
        case 2: "Hint: \(cards) are part of a set."
        case _: "Hint: \(cards) are a set."
        }
    }

    func line(forMarks marks: [Card]) -> String {
        marks.isEmpty ? "Marks: none." : "Marks: \(named(marks))."
    }

    // MARK: Turns

    /// Whose turn it is; the line before says why.
    func line(for turn: Turn) -> String {
        let time = turn.countdown.map { Self.seconds($0.remaining) } ?? "no time limit"
        guard turn.seat == seat else {
            return turn.reason == .claim
                ? "Turn: \(doer(turn.seat)) claimed, \(time)."
                : "Turn: \(possessive(turn.seat)), \(time)."
        }
        // What a wrong pick costs in a turn that the other player has caused.
        let price =
            switch turn.reason {
            case .grace: "; a mistake costs nothing"
            case .answer where rules.mismatchPoints < 0:
                "; a mistake costs \(-rules.mismatchPoints)"
            case .answer, .claim, nil: ""
            }
        return "Turn: yours, \(time)\(price)."
    }

    /// What is known beyond the status line: the time that is left, the cards picked in this turn, and
    /// what the other player asks for, or this one.
    func details(_ state: TableState, _ countdown: Countdown?) -> String {
        var details = ""
        if let countdown, state.clock?.reason != .reveal {
            details += " \(Self.seconds(countdown.remaining)) left."
        }
        if let selection = state.selection, selection.verdict == .undecided {
            details += " Picked: \(places(of: selection.cards))."
        }
        guard let seat else { return details }
        if let asked = state.players[seat.opponent]?.asks {
            return details + " \(name(of: seat.opponent)) asked for \(asked.words)."
        }
        return details + (state.players[seat]?.asks.map { " You asked for \($0.words)." } ?? "")
    }

    /// The time for which the seat is kept during an outage.
    func seatKept(_ outage: Outage, at now: MonotonicInstant) -> String {
        outage.seatCountdown(at: now).map {
            " Your seat is kept for \(Self.seconds($0.remaining))."
        } ?? ""
    }

    // MARK: Players

    func scoreLine(_ state: TableState) -> String {
        guard isDuel else {
            return "Score: \(Self.count(state.players.first?.points ?? 0, "point"))."
        }
        let scores = rules.seats.compactMap { seat in
            state.players[seat].map { player in
                // A name may end with a number.
                let has = doer(seat).last?.isNumber == true ? " has" : ""
                return "\(doer(seat))\(has) \(Self.number(player.points))"
            }
        }
        return "Score: \(scores.joined(separator: ", "))."
    }

    func fullScore(_ state: TableState) -> String {
        let hasWins = Seat.allCases.contains { (state.players[$0]?.wins ?? 0) > 0 }
        return "Score: \(standings(state.players, hasWins: hasWins)). "
            + "\(state.cards.count) on the board, \(state.deck) in the deck."
    }

    func standings(_ players: PerSeat<PlayerState?>, hasWins: Bool) -> String {
        rules.seats.compactMap { seat in
            players[seat].map { player in
                "\(doer(seat)) \(Self.count(player.points, "point")), "
                    + Self.count(player.sets, "set")
                    + (hasWins ? ", \(Self.count(player.wins, "game")) won" : "")
            }
        }.joined(separator: "; ")
    }

    /// The other players.
    ///
    /// - Parameter table: `nil` for an embedded table, which nobody can join.
    func lineForPlayers(_ state: TableState, table: TableCode?) -> String {
        let present = Seat.allCases.filter { $0 != seat }.compactMap { seat in
            state.players[seat].map { player in
                let status = !player.isPresent ? "away" : player.isReady ? "here and ready" : "here"
                return "\(name(of: seat)) is \(status)"
            }
        }
        guard present.isEmpty else {
            return "Player: \(present.joined(separator: "; ")).\(changedName)"
        }
        if seat == nil { return "Player: no one is seated yet." }
        let line = "Player: waiting for another player."
        return table.map { "\(line) \(Self.joining($0))" } ?? line
    }

    /// How others join a table; a screen reader may read a code as a number.
    static func joining(_ code: TableCode) -> String {
        let letters = code.text.map { "\($0)" }.joined(separator: " ")
        return "Others can join with the table code \(code): \(letters)."
    }

    /// What the host calls a player whose name it has changed: that of the other, and a number.
    private var changedName: String {
        guard let seat, names[seat].hasPrefix(names[seat.opponent] + " "),
            Int(names[seat].dropFirst(names[seat.opponent].count + 1)) != nil
        else { return "" }
        return " Your name here is \(name(of: seat))."
    }
}
