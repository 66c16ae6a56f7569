import SetProtocol

/// Judges starts and ends of games, arrivals and departures of players.
extension ConformanceModel {
    // MARK: - Players

    mutating func followJoin(_ seat: Seat) {
        demand(!isRunning && (before.players[seat] == nil || makesRoom(seat)), "the seat is taken")
        clearTable()
        next.phase = .waiting
        let other = before.players[seat.opponent]
        findings.demand(
            other == nil || other?.name != published.players[seat]?.name, .players,
            "both players have the same name")
        if let name = published.players[seat]?.name { next.players[seat] = PlayerState(name: name) }
        resetSums()
        for seat in Seat.allCases { next.players[seat]?.wins = 0 }
        if published.game == 0 { next.game = 0 }
        acceptEndedWishes()
    }

    /// Accepts that somebody comes or goes without an event, or is the one who sits down.
    mutating func followQueue(_ event: TableEvent?) {
        let (old, new) = (before.queue, published.queue)
        let isLonger = new.count == old.count + 1 && new.starts(with: old) && new.count <= 16
        let isShorter = new.count < old.count && new == old.filter(new.contains)
        switch event {
        case nil where isLonger || isShorter: next.queue = new
        case .joined(let seat)? where isShorter && new.count == old.count - 1:
            // The name may have got a number because of the other player's.
            let name = old.first { !new.contains($0) } ?? ""
            let seated = published.players[seat]?.name ?? ""
            if seated == name || seated.hasSuffix(" 2") { next.queue = new }
        default: break
        }
    }

    /// Whether a player gives the seat to the queue when a game or match is over.
    private func makesRoom(_ seat: Seat) -> Bool {
        let isSecond = before.phase == .waiting && before.event == .joined(seat.opponent)
        let isDecided = rules.bestOf == 0 || before.match?.winner != nil
        let hasLost = before.result?.winner == seat.opponent
        return before.queue.count == published.queue.count + 1
            && (isSecond && rules.rotate == .both
                || before.phase == .over && isDecided
                    && (rules.rotate == .both || rules.rotate == .loser && hasLost))
    }

    mutating func followLeave(_ seat: Seat) {
        if isRunning, published.phase == .over {
            followEnd(wonBy: seat.opponent, by: .left, unless: nil)
        } else {
            demand(!isRunning, "the player leaves a running game")
            // The document does not say when a table is cleared for the next opponent.
            if published.phase == .waiting {
                clearTable()
                next.phase = .waiting
                if published.game == 0 { next.game = 0 }
                for seat in Seat.allCases {
                    guard let player = published.players[seat] else { continue }
                    if player.points == 0 { next.players[seat]?.points = 0 }
                    if player.sets == 0 { next.players[seat]?.sets = 0 }
                    if player.wins == 0 { next.players[seat]?.wins = 0 }
                }
            }
        }
        next.players[seat] = nil
        acceptEndedWishes(ready: before.phase != .waiting)
    }

    // MARK: - Beginnings

    private mutating func resetSums() {
        for seat in Seat.allCases {
            next.players[seat]?.points = 0
            next.players[seat]?.sets = 0
        }
    }

    /// Puts all cards into the deck, with none on the board or selected.
    private mutating func clearTable() {
        next.cards = []
        (next.deck, next.discard, next.lastDiscard) = (rules.deck.count, 0, nil)
        (next.selection, next.turn, next.result) = (nil, nil, nil)
        next.isSuddenDeath = false
    }

    /// The state when a game begins, before its first cards.
    private mutating func beginGame() {
        let everybody = rules.seats.allSatisfy { before.players[$0] != nil }
        let isAgreed =
            !isRunning
            ? rules.seats.allSatisfy { before.players[$0]?.isReady == true }
            : Seat.allCases.contains { before.players[$0]?.asks == .new }
        demand(
            everybody && (isAgreed || rules.players == .one),
            "a game starts without agreement")
        clearTable()
        // After games against another opponent the numbers go on.
        next.game = before.game > 0 ? before.game + 1 : max(1, published.game)
        resetSums()
        // A match that was won is followed by another one.
        if before.match?.winner != nil {
            for seat in Seat.allCases { next.players[seat]?.wins = 0 }
        }
        endWishes()
    }

    private mutating func endWishes() {
        for seat in Seat.allCases {
            next.players[seat]?.isReady = false
            next.players[seat]?.asks = nil
        }
    }

    mutating func followCountdown() {
        demand(rules.countdown > .zero, "a countdown that the rules do not allow")
        if before.phase == .paused, published.game == before.game {
            let isAgreed = Seat.allCases.allSatisfy {
                before.players[$0].map { $0.isReady || !$0.isPresent } ?? true
            }
            // Cards that a disconnected player has not seen lie face down, as in an agreed pause.
            let wasAway =
                !published.away.isEmpty || before.event?.traits.kind == .returned
                || !published.cards.contains(nil)
            // ``ConformanceTime`` judges whether that time is over.
            let isLimited = before.clock?.reason == .ready
            demand(isAgreed || wasAway || isLimited, "a pause ends before both players are ready")
            for seat in Seat.allCases { next.players[seat]?.isReady = false }
            acceptEndedWishes()
        } else {
            // A new game begins at once if nobody else has to agree.
            demand(
                before.phase != .countdown || rules.players == .one, "a countdown in a countdown")
            beginGame()
        }
        next.phase = .countdown
    }

    mutating func followStart() {
        if before.phase == .countdown || before.isSuddenDeath && before.awaitsFirstCards {
            demand(before.awaitsFirstCards, "the first cards come a second time")
            acceptEndedWishes()
        } else {
            demand(rules.countdown == .zero, "the first cards come without a countdown")
            beginGame()
        }
        dealFirst()
    }

    /// The phase of a resumed game: still paused while it waits for somebody.
    private var standing: TablePhase {
        !published.away.isEmpty && published.phase == .paused ? .paused : .open
    }

    private mutating func dealFirst() {
        let start = rules.deck == .junior ? 9 : 12
        findings.demand(published.cards.count, is: start, .deal, "the number of first cards")
        next.cards = published.cards
        (next.deck, next.discard, next.lastDiscard) = (rules.deck.count - start, 0, nil)
        next.phase = standing
    }

    // MARK: - Pauses

    mutating func followPause() {
        demand(before.phase == .open, "a pause")
        let isAsked =
            rules.players == .one || Seat.allCases.contains { before.players[$0]?.asks == .pause }
        let isFaceDown = !published.cards.contains { $0 != nil }
        let isLost = !published.away.isEmpty
        demand(isAsked || isLost, "a pause that no one asked for")
        if !isLost {
            findings.demand(isFaceDown, .faceDown, "cards are face up in an agreed pause")
        } else if !isAsked, !mayTurnOver {
            findings.demand(
                zip(published.cards, before.cards).allSatisfy { $0 != nil || $1 == nil }, .faceDown,
                "cards are turned over for a disconnected player")
        }
        next.phase = .paused
        // The document does not say whether a selection other than a found set is shown in a pause
        // and returns after it.
        if published.selection == nil, before.foundSet.isEmpty || !isFaceDown {
            next.selection = nil
        }
        acceptEndedWishes()
    }

    mutating func followResumption() {
        demand(
            before.phase == .countdown && !before.awaitsFirstCards
                || before.phase == .paused && rules.countdown == .zero,
            "a game continues")
        next.phase = standing
        for seat in Seat.allCases { next.players[seat]?.isReady = false }
        if before.selection == nil { next.selection = published.selection }
        acceptEndedWishes()
    }

    // MARK: - Ends

    /// What decides a game that was played to its end.
    private func score(of seat: Seat) -> Int {
        let player = before.players[seat]
        return (rules.victory == .points ? player?.points : player?.sets) ?? 0
    }

    private var isLevel: Bool { score(of: .first) == score(of: .second) }

    mutating func followSuddenDeath() {
        demand(
            before.phase == .open && before.isEnd(rules) && before.outright(rules) == nil,
            "a sudden death in the middle")
        findings.demand(
            rules.players == .two && rules.draw == .suddenDeath && isLevel
                && !before.isSuddenDeath, .suddenDeath,
            "a sudden death that the rules do not allow")
        clearTable()
        next.isSuddenDeath = true
        // The document does not say whether the new cards come with this event or with `started`.
        if published.cards.isEmpty {
            next.phase = published.phase == .open ? .open : .countdown
        } else {
            dealFirst()
        }
        acceptEndedWishes()
    }

    /// A game that ends because a player resigns or leaves.
    ///
    /// - Parameter unless: Who resigned; a player whose opponent's seat was released wins.
    mutating func followEnd(
        wonBy winner: Seat, by decider: GameResult.Decider, unless resigned: Seat?
    ) {
        demand(isRunning, "the player resigns a game that is not running")
        var (winners, deciders): (Set<Seat?>, Set<GameResult.Decider?>) = ([winner], [decider])
        if let resigned, isAway(resigned.opponent) {
            winners.insert(resigned)
            deciders.insert(.left)
        }
        if rules.players == .one { winners = [nil] }
        next.turn = nil
        acceptSelection()
        guard let result = published.result else { return next.phase = .over }
        findings.demand(
            deciders.contains(result.decider), .result,
            "decided by \(String(describing: result.decider))")
        findings.demand(
            winners.contains(result.winner), .result,
            "\(String(describing: result.winner)) wins")
        finish(result)
    }

    mutating func followOver() {
        demand([.open, .paused].contains(before.phase), "the end")
        demand(before.isWon || before.isEnd(rules), "the end while there is a deck or a set")
        acceptSelection()
        acceptDiscard()
        guard let result = published.result else { return next.phase = .over }
        // The document does not say when a disconnected player's seat becomes free.
        for seat in Seat.allCases where before.players[seat]?.isPresent == false {
            if published.players[seat] == nil { next.players[seat] = nil }
        }
        findings.demand(result, is: expectedResult(), .result, "the result")
        finish(result)
    }

    private mutating func expectedResult() -> GameResult {
        guard rules.players == .two else { return GameResult(winner: nil, decider: .played) }
        if before.isWon {
            return GameResult(winner: finder ?? published.result?.winner, decider: .suddenDeath)
        }
        if let winner = before.outright(rules) { return GameResult(winner: winner, decider: .sets) }
        let decider: GameResult.Decider = rules.victory == .points ? .points : .sets
        if isLevel {
            findings.demand(
                rules.draw == .stands || before.isSuddenDeath, .suddenDeath, "a tied game ends")
            // The document does not say how a sudden death without a set ends.
            let isOpen = before.isSuddenDeath && published.result?.decider == .suddenDeath
            return GameResult(winner: nil, decider: isOpen ? .suddenDeath : decider)
        }
        let winner: Seat = score(of: .first) > score(of: .second) ? .first : .second
        return GameResult(winner: winner, decider: decider)
    }

    /// Accepts a selection after the end; the document does not say whether it stays.
    private mutating func acceptSelection() {
        // It returns when the cards are turned up.
        let mayHide = before.selection == nil && [.paused, .countdown].contains(before.phase)
        next.selection =
            published.selection == before.selection || mayHide ? published.selection : nil
    }

    /// Accepts a shown set as discarded or not, because the document does not say what happens to
    /// it when the game ends.
    private mutating func acceptDiscard() {
        let found = before.foundSet
        guard found.count == 3, published.discard == before.discard + 3 else { return }
        discard(found)
        let rest = before.cards.filter { card in card.map { !found.contains($0) } ?? true }
        let isRest = published.cards.count == rest.count && Set(published.cards) == Set(rest)
        next.cards = isRest ? published.cards : rest
    }

    private mutating func finish(_ result: GameResult) {
        (next.phase, next.result) = (.over, result)
        if let winner = result.winner { next.players[winner]?.wins += 1 }
        endWishes()
        acceptEndedWishes()
    }
}
