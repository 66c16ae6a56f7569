import SetProtocol

// MARK: - The board

extension Narrator {
    /// What there is to say of single cards apart from their features.
    struct Remarks: Equatable, Sendable {
        var selection: Selection?
        var marks: [Card] = []
        var hinted: [Card] = []
    }

    /// The whole board, a line for each row, or only the row of a letter.
    func board(_ state: TableState, _ remarks: Remarks, row letter: String? = nil) -> [String] {
        guard !state.cards.isEmpty else { return ["Board: empty."] }
        let number = Self.count(state.cards.count, "card")
        guard state.cards.contains(where: { $0 != nil }) else {
            return ["Board: \(number), face down."]
        }
        let rows = (0..<min(SlotName.rows, state.cards.count)).map { row in
            let places = SlotName.slots(ofRow: row, of: state.cards.count).map {
                self.place($0, state.cards[$0], remarks)
            }
            return "Row \(SlotName.letter(ofRow: row)): \(places.joined(separator: "; "))."
        }
        if let letter {
            let row = rows.indices.first { SlotName.letter(ofRow: $0) == letter.uppercased() }
            return [row.map { rows[$0] } ?? "Refused: There is no such row. For example: board a"]
        }
        return ["Board: \(number), \(state.deck) in the deck."] + rows
    }

    /// A slot with its card and what there is to say of it.
    func place(_ slot: Int, _ card: Card?, _ remarks: Remarks) -> String {
        guard let card else { return "\(SlotName(slot: slot)) face down" }
        let words = CardWords.describe(card, theme, on: background)
        let said = ([words] + self.remarks(on: card, remarks)).joined(separator: ", ")
        return "\(SlotName(slot: slot)) \(said)"
    }

    private func remarks(on card: Card, _ remarks: Remarks) -> [String] {
        var words: [String] = []
        if let selection = remarks.selection, selection.cards.contains(card) {
            switch selection.verdict {
            case .undecided: words.append("picked by \(doer(selection.seat))")
            case .match: words.append("found by \(doer(selection.seat))")
            // Cards that were no set are as free as the others.
            case .mismatch: break
            case nil: words.append("shown by \(doer(selection.seat))")
            }
        }
        if remarks.marks.contains(card) { words.append("marked") }
        if remarks.hinted.contains(card) { words.append("hinted") }
        return words
    }

    /// How the board differs from before: new cards, moved cards, and slots that are gone.
    func changes(from old: [Card?]) -> [LineModeLine] {
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
        return lines.map { LineModeLine($0, .essential) }
    }

    /// The places of the cards with the features in some words, in the order of the board.
    func places(ofCardsWith typed: [String]) -> String {
        do {
            let filter = try CardFilter(typed, theme, on: background)
            let slots = (0..<SlotName.rows).flatMap { SlotName.slots(ofRow: $0, of: cards.count) }
            let found = slots.compactMap { cards[$0] }.filter(filter.matches)
            guard !found.isEmpty else { return "Where \(filter.text): no cards." }
            let count = Self.count(found.count, "card")
            return "Where \(filter.text): \(count): \(places(of: found))."
        } catch {
            return "Refused: \(error.sentence)"
        }
    }

    func line(for hint: Hint) -> String {
        switch hint.cards.count {
        case 0: "Hint: there is no set on the board."
        case 1: "Hint: \(named(hint.cards)) is part of a set."
        case 2: "Hint: \(hint.cards.map(named).listed()) are part of a set."
        case _: "Hint: \(hint.cards.map(named).listed()) are a set."
        }
    }

    func line(forMarks marks: [Card]) -> String {
        marks.isEmpty ? "Marks: none." : "Marks: \(named(marks))."
    }
}

// MARK: - Where the game stands

extension Narrator {
    /// Whose turn it is; the line before says why.
    func line(for turn: Turn) -> String {
        let time = turn.countdown.map { Self.seconds($0.remaining) } ?? "no time limit"
        if turn.seat == seat { return "Turn: yours, \(time)\(price(of: turn.reason))." }
        return turn.reason == .claim
            ? "Turn: \(doer(turn.seat)) claimed, \(time)." : "Turn: \(owner(turn.seat)), \(time)."
    }

    /// What a wrong pick costs in a turn that the other player has caused.
    private func price(of reason: TurnReason?) -> String {
        switch reason {
        case .grace: "; a mistake costs nothing"
        case .answer where rules.mismatchPoints < 0: "; a mistake costs \(-rules.mismatchPoints)"
        case .answer, .claim, nil: ""
        }
    }

    /// The points.
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

    /// Points, sets, games won, and the piles.
    func fullScore(_ state: TableState) -> String {
        "Score: \(standings(state.players, hasWins: hasWins(state))). \(state.cards.count) on the board, "
            + "\(state.deck) in the deck."
    }

    private func hasWins(_ state: TableState) -> Bool {
        Seat.allCases.contains { (state.players[$0]?.wins ?? 0) > 0 }
    }

    /// Each player's points and sets, and perhaps games won.
    func standings(_ players: PerSeat<PlayerState?>, hasWins: Bool) -> String {
        rules.seats.compactMap { seat in
            players[seat].map { player in
                let earned =
                    "\(doer(seat)) \(Self.count(player.points, "point")), "
                    + Self.count(player.sets, "set")
                return hasWins ? earned + ", \(Self.count(player.wins, "game")) won" : earned
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
        // A screen reader may read a code as a number.
        return table.map { code in
            let letters = code.text.map { "\($0)" }.joined(separator: " ")
            return "\(line) Others can join with the table code \(code): \(letters)."
        } ?? line
    }

    /// What the host calls a player whose name it has changed: that of the other, and a number.
    private var changedName: String {
        guard let seat, names[seat].hasPrefix(names[seat.opponent] + " "),
            Int(names[seat].dropFirst(names[seat.opponent].count + 1)) != nil
        else { return "" }
        return " Your name here is \(name(of: seat))."
    }
}

// MARK: - What may be done

extension Narrator {
    /// What comes after the countdown before a game, or before it resumes.
    func whatStarts(_ state: TableState) -> String {
        state.cards.isEmpty ? "the cards are dealt" : "the game resumes"
    }

    /// The same, ahead of a time.
    func whatWillStart(_ state: TableState) -> String {
        state.cards.isEmpty ? "the cards will be dealt" : whatStarts(state)
    }

    /// When it comes; `nil` for less than a second.
    static func timeToStart(_ countdown: Countdown) -> String? {
        countdown.remaining < .milliseconds(500) ? nil : "in \(seconds(countdown.remaining))"
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

    /// What a waiting player can do when another one sits down.
    func next(after event: TableEvent, in state: TableState) -> String {
        guard let seat, event == .joined(seat.opponent), state.phase == .waiting,
            state.players[seat]?.isReady == false
        else { return "" }
        return " Type ready when you want to start."
    }

    /// Who can say that they see a set while nobody has a turn.
    var whoCanClaim: String { isDuel ? "either player can claim" : "you can claim" }
}
