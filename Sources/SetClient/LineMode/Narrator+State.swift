import SetProtocol

// MARK: - Where the game stands

extension Narrator {
    /// Whose turn it is and for how long.
    func line(for turn: Turn) -> String {
        let time = turn.countdown.map { Self.seconds($0.remaining) } ?? "no time limit"
        let other = doer(turn.seat.opponent)
        let reason =
            switch turn.reason {
            case .claim: turn.seat == seat ? "" : ", for a set"
            case .answer: ", because \(possessive(turn.seat.opponent)) claim failed"
            case .grace:
                ", because \(other) dealt\(turn.seat == seat ? "; a mistake costs nothing" : "")"
            case nil: ""
            }
        return "Turn: \(owner(turn.seat)), \(time)\(reason)."
    }

    /// What everybody has, in short.
    func scoreLine(_ state: TableState) -> String {
        guard isDuel else {
            return "Score: \(Self.count(state.players.first?.points ?? 0, "point"))."
        }
        let scores = rules.seats.compactMap { seat in
            state.players[seat].map { "\(doer(seat)) \(Self.number($0.points))" }
        }
        return "Score: \(scores.joined(separator: ", "))."
    }

    /// What everybody has and where the cards are, in full.
    func fullScore(_ state: TableState) -> String {
        let scores = rules.seats.compactMap { seat in
            state.players[seat].map { player in
                let earned =
                    "\(doer(seat)) \(Self.count(player.points, "point")), "
                    + Self.count(player.sets, "set")
                return isDuel ? earned + ", \(Self.count(player.wins, "game")) won" : earned
            }
        }
        return "Score: \(scores.joined(separator: "; ")). \(state.cards.count) on the board, "
            + "\(state.deck) in the deck, \(state.discard) found."
    }

    /// How a game ended, and what a player can do then.
    func line(
        for result: GameResult, in state: TableState, _ players: PerSeat<PlayerState?>
    ) -> String {
        let line = "Over: \(outcome(result, in: state, players))\(reason(for: result, in: state))."
        guard seat != nil else { return line }
        return switch result.decider {
        case .left: line + " Type ready and wait for another player, or quit."
        case .points, .sets, .suddenDeath, .resigned, .played, nil:
            line + " Type ready for another game."
        }
    }

    /// Why nobody can go on, where it was nobody's wish.
    private func reason(for result: GameResult, in state: TableState) -> String {
        switch result.decider {
        case .points, .sets, .played:
            state.deck == 0 ? "; the deck is empty and no set is left" : ""
        case .suddenDeath, .resigned, .left, nil: ""
        }
    }

    private func outcome(
        _ result: GameResult, in state: TableState, _ players: PerSeat<PlayerState?>
    ) -> String {
        guard isDuel else {
            let player = state.players.first
            return "\(Self.count(player?.points ?? 0, "point")), "
                + "\(Self.count(player?.sets ?? 0, "set")), "
                + "\(Self.count(state.cards.count, "card")) left"
        }
        let tally =
            result.decider == .sets
            ? tally(\.sets, of: result.winner ?? .first, players) + " in sets"
            : tally(\.points, of: result.winner ?? .first, players)
        guard let winner = result.winner else { return "a draw, \(tally)" }
        let reason =
            switch result.decider {
            case .points, .sets, .played, nil: tally
            case .suddenDeath: "in sudden death, \(tally)"
            case .resigned: "because \(doer(winner.opponent)) resigned"
            case .left: "because \(doer(winner.opponent)) left the table"
            }
        return "\(doer(winner)) \(winner == seat ? "win" : "wins") \(reason)"
    }

    private func tally(
        _ tally: KeyPath<PlayerState, Int>, of seat: Seat, _ players: PerSeat<PlayerState?>
    ) -> String {
        let own = players[seat]?[keyPath: tally] ?? 0
        let other = players[seat.opponent]?[keyPath: tally] ?? 0
        return "\(Self.number(own)) to \(Self.number(other))"
    }

    /// Who is there besides the player.
    ///
    /// - Parameter table: By which others find it; `nil` for one that is this player's alone.
    func lineForPlayers(_ state: TableState, table: TableCode?) -> String {
        let present = Seat.allCases.filter { $0 != seat }.compactMap { seat in
            state.players[seat].map { player in
                let status =
                    !player.isPresent ? "away" : player.isReady ? "here and ready" : "here"
                return "\(name(of: seat)) is \(status)"
            }
        }
        guard present.isEmpty else { return "Player: \(present.joined(separator: ", "))." }
        if seat == nil { return "Player: no one is seated yet." }
        let line = "Player: no second player yet."
        return table.map { "\(line) Others can join with the table code \($0)." } ?? line
    }
}

// MARK: - What may be done

extension Narrator {
    /// Where things stand for the player, in a sentence.
    func situation(_ state: TableState, countdown: Countdown?, isCalling: Bool) -> String {
        let time = countdown.map { Self.seconds($0.remaining) }
        switch state.phase {
        case .waiting:
            return state.players[(seat ?? .first).opponent] == nil && isDuel
                ? "waiting for a second player" : readiness(state, "the game has not started")
        case .countdown: return "the cards are dealt in \(time ?? "a moment")"
        case .paused:
            return state.clock?.reason == .away || isAnybodyAway(state)
                ? "paused until the disconnected player returns" : pause(state, time)
        case .over: return readiness(state, "the game is over")
        case .turn:
            guard let turn = state.turn else { return "a player has the turn" }
            let left = time.map { "\($0) left" } ?? "no time limit"
            return "it is \(possessive(turn.seat)) turn, \(left)" + choice(state)
        case .open:
            if isCalling { return "your claim was sent" }
            return open(state) + proposal(state)
        case nil: return state.message.map { SafeText.sanitized($0) } ?? "unknown state"
        }
    }

    /// The cards that have been chosen in the running turn.
    private func choice(_ state: TableState) -> String {
        guard let selection = state.selection, selection.verdict == .undecided else { return "" }
        return ", \(places(of: selection.cards)) picked"
    }

    /// What the other player waits for an answer to.
    private func proposal(_ state: TableState) -> String {
        guard let seat, let asked = state.players[seat.opponent]?.asks else { return "" }
        return ", \(name(of: seat.opponent)) asked for \(word(for: asked))"
    }

    private func open(_ state: TableState) -> String {
        switch state.selection?.verdict {
        case .match:
            // Without a clock it is shown until the player does something.
            state.clock == nil
                ? "a set is shown until you name a card or deal" : "a set is shown"
        case .mismatch where !rules.needsClaim: "the last three cards were not a set"
        case .undecided where !rules.needsClaim:
            "\(places(of: state.selection?.cards ?? [])) picked"
        case .mismatch, .undecided, nil:
            rules.needsClaim ? "no one has the turn" : "no card is picked"
        }
    }

    private func readiness(_ state: TableState, _ start: String) -> String {
        guard let seat, isDuel else { return start }
        let isReady = state.players[seat]?.isReady == true
        let isOtherReady = state.players[seat.opponent]?.isReady == true
        if isReady { return "\(start), waiting for \(name(of: seat.opponent))" }
        return isOtherReady ? "\(start), \(name(of: seat.opponent)) is ready" : start
    }

    /// Where a pause stands that both wanted.
    private func pause(_ state: TableState, _ time: String?) -> String {
        let words = readiness(state, "the game is paused")
        guard state.clock?.reason == .ready, let time else { return words }
        return words + ", resumes in \(time) at the latest"
    }

    private func isAnybodyAway(_ state: TableState) -> Bool {
        rules.seats.contains { state.players[$0]?.isPresent == false }
    }

    /// The commands that make sense now.
    func choices(_ state: TableState) -> String {
        guard let seat else { return "board, score, turn, say, quit" }
        switch state.phase {
        case .waiting, .over:
            return state.players[seat]?.isReady == true
                ? "say, rules, quit" : "ready, rules, say, quit"
        case .countdown: return "wait, quit"
        case .paused:
            return isAnybodyAway(state) ? "wait, new, say, quit" : "resume, say, quit"
        case .turn:
            guard let turn = state.turn, turn.seat == seat else {
                return "card names to mark, board, say"
            }
            let costs = turn.reason == .claim && rules.timeoutPoints != 0
            let price = costs ? " for \(Self.number(rules.timeoutPoints)) points" : ""
            return "card names to pick, pass\(price), board"
        case .open:
            let hint = rules.hints ? ", hint" : ""
            let deal = state.deck > 0 ? ", deal" : ""
            let more = isDuel ? ", say, quit" : ", new, quit"
            let cards =
                rules.needsClaim
                ? "three card names to claim, fewer to mark, claim" : "card names to pick"
            let agree = state.players[seat.opponent]?.asks.map { "\($0.rawValue) to agree, " } ?? ""
            return "\(agree)\(cards)\(deal)\(hint), board\(more)"
        case nil: return "wait, board, say, quit"
        }
    }
}
