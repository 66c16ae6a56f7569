import SetProtocol

// MARK: - What just happened

extension PlainWords {
    /// The line for an event.
    ///
    /// New cards, points, whose turn it is and how a game ended have lines of their own, which are
    /// made from the state: they are right also when an event was missed.
    ///
    /// - Returns: `nil` when one of those lines says it all.
    func line(for event: TableEvent, in state: TableState) -> PlainLine? {
        sentence(for: event, in: state).map { PlainLine($0, weight(of: event)) }
    }

    private func weight(of event: TableEvent) -> PlainLine.Weight {
        switch event {
        case .picked(let seat, _), .unpicked(let seat, _, _): .detail(of: seat)
        case .hinted: .ordinary
        case .joined, .left, .away, .returned, .seatReleased, .ready, .countdown, .started,
            .claimed, .setFound, .mismatch, .timedOut, .passed, .dealt, .refilled, .asked,
            .withdrew, .paused, .resumed, .suddenDeath, .resigned, .over:
            .essential
        }
    }

    private func sentence(for event: TableEvent, in state: TableState) -> String? {
        switch event {
        case .joined(let seat): "Player: \(doer(seat)) sat down."
        case .left(let seat): "Player: \(doer(seat)) left the table."
        case .away(let seat): lost(seat)
        case .returned(let seat): "Player: \(doer(seat)) \(isAre(seat)) back."
        case .seatReleased(let seat): released(seat)
        case .ready(let seat): ready(seat, in: state)
        case .countdown: countdown(in: state)
        case .started: started(in: state)
        case .claimed(let seat): state.turn == nil ? "Claim: \(doer(seat)) saw a set." : nil
        case .picked(let seat, let card): picked(seat, card, in: state)
        case .unpicked(let seat, let card, let points):
            "Unpick: \(doer(seat)) took \(named(card)) back\(Self.change(points))."
        case .setFound(let seat, let trio, let points): found(seat, trio, points)
        case .mismatch(let seat, let trio, let points):
            "No match: \(doer(seat)) chose \(named(trio.cards))\(Self.change(points)): "
                + "\(reasonsForMismatch(trio))."
        case .timedOut(let seat, _, let points):
            "Time is up: \(doer(seat)) found no set in time\(Self.change(points))."
        case .passed(let seat, _, let points):
            "Pass: \(doer(seat)) gave the turn up\(Self.change(points))."
        case .dealt(let seat, let cards, let sets, let points):
            "Deal: \(doer(seat)) dealt \(Self.count(cards.count, "card")), there had been "
                + "\(sets == 0 ? "no set" : Self.count(sets, "set"))\(Self.change(points))."
        case .refilled(let cards): cards.isEmpty ? notRefilled(in: state) : nil
        case .hinted(let seat, let shown, let points): hinted(seat, shown, points)
        case .asked(let seat, let proposal): asked(seat, proposal)
        case .withdrew(let seat, let proposal):
            "Ask: \(doer(seat)) no longer asked for \(word(for: proposal))."
        case .paused: paused(in: state)
        case .resumed: "Resume: the game goes on."
        case .suddenDeath:
            "Sudden death: the game is level. Twelve fresh cards come; the next set wins."
        case .resigned(let seat): "Resign: \(doer(seat)) gave the game up."
        case .over: state.result == nil ? "Over: the game has ended." : nil
        }
    }

    /// How close two claims were.
    func line(for race: Race) -> String {
        let made = race.adjustment.roundedMilliseconds
        let fairness = made == 0 ? "" : ", with \(made) ms made up for the slower line"
        if race.isDeadHeat {
            return "Race: a dead heat; the turn goes to \(doer(race.winner))\(fairness)."
        }
        let verb = race.winner == seat ? "were" : "was"
        let margin = race.margin.roundedMilliseconds
        return "Race: \(doer(race.winner)) \(verb) faster by \(margin) ms\(fairness)."
    }

    private func isAre(_ seat: Seat) -> String { seat == self.seat ? "are" : "is" }

    // MARK: Coming and going

    private func lost(_ seat: Seat) -> String {
        "Player: \(possessive(seat)) connection was lost; the seat is kept for "
            + "\(Self.exactSeconds(rules.seatKept))."
    }

    private func released(_ seat: Seat) -> String {
        "Player: \(doer(seat)) did not come back in time."
            + (self.seat == nil ? "" : " Type new to end the game, or go on waiting.")
    }

    // MARK: Agreement

    private func ready(_ seat: Seat, in state: TableState) -> String {
        let isMyMove = seat.opponent == self.seat && state.players[seat.opponent]?.isReady == false
        return "Ready: \(doer(seat)) \(isAre(seat)) ready."
            + (isMyMove ? " Type ready when you are too." : "")
    }

    private func countdown(in state: TableState) -> String {
        let what = state.cards.contains(nil) ? "the game goes on" : "the first cards come"
        let time = state.clock.map { "in \(Self.seconds($0.countdown.remaining))" }
        return "Start: \(what) \(time ?? "now")."
    }

    private func started(in state: TableState) -> String {
        "Start: game \(state.game), \(Self.count(state.cards.count, "card")) on the board, "
            + "\(state.deck) in the deck."
    }

    private func asked(_ seat: Seat, _ proposal: Proposal) -> String {
        let request = "Ask: \(doer(seat)) asked for \(word(for: proposal))"
        guard self.seat != nil, isDuel else { return request + "." }
        guard seat == self.seat else { return request + "; type \(proposal.rawValue) to agree." }
        return request + "; \(name(of: seat.opponent)) must agree. "
            + "Type \(proposal.rawValue) again to take it back."
    }

    /// What a player asks for.
    func word(for proposal: Proposal) -> String {
        switch proposal {
        case .new: "a new game"
        case .pause: "a pause"
        }
    }

    private func paused(in state: TableState) -> String {
        let lost = Seat.allCases.first { state.players[$0]?.isPresent == false }
        if let lost, !state.cards.contains(nil) {
            return "Pause: the game waits until \(name(of: lost)) is back; the cards stay face up."
        }
        let end =
            lost.map { "\(name(of: $0)) is back" }
            ?? (isDuel ? "both players say resume" : "you say resume")
        return "Pause: the cards lie face down until \(end)."
    }

    // MARK: Cards

    private func picked(_ seat: Seat, _ card: Card, in state: TableState) -> String {
        let number = state.selection.map { ", \($0.cards.count) of 3" } ?? ""
        return "Pick: \(doer(seat)) chose \(named(card))\(number)."
    }

    private func found(_ seat: Seat, _ trio: Trio, _ points: Int) -> String {
        "Match: \(doer(seat)) took \(named(trio.cards)) for \(Self.count(points, "point")): "
            + "\(reasonsForMatch(trio))."
    }

    private func notRefilled(in state: TableState) -> String {
        if state.deck == 0 { return "New: no cards, the deck is empty." }
        return switch rules.refill {
        case .never: "New: no cards; they come when somebody deals."
        case .toTwelve, .always: "New: no cards, enough lie there."
        }
    }

    private func hinted(_ seat: Seat, _ shown: Int, _ points: Int) -> String {
        let what = shown == 0 ? "that there is no set" : "\(Self.count(shown, "card")) of a set"
        return "Hint: \(doer(seat)) \(seat == self.seat ? "were" : "was") shown \(what)"
            + "\(Self.change(points))."
    }
}
