import SetProtocol

extension TableState {
    var isInPlay: Bool { phase == .open || phase == .turn }

    /// Whether somebody has found as many sets as win the game at once.
    func isWon(by rules: Rules) -> Bool {
        rules.firstTo > 0
            && Seat.allCases.contains { (players[$0]?.sets ?? 0) >= rules.firstTo }
    }

    /// What the players can agree to after a game.
    var nextGame: String {
        match.map { $0.winner != nil } ?? true
            ? "rematch" : isMatchPoint ? "deciding game" : "next game"
    }

    /// The same with its article.
    var theNextGame: String { (nextGame == "rematch" ? "a " : "the ") + nextGame }

    /// The cards of a found set that is still shown.
    var foundCards: [Card] { selection.flatMap { $0.verdict == .match ? $0.cards : nil } ?? [] }

    var awaySeats: [Seat] { players.seats { $0?.isPresent == false } }

    /// The same state with its cards in a player's own order.
    ///
    /// Cards keep their slots; new ones, and those whose slot is gone, fill the free slots in the
    /// host's order.
    ///
    /// - Parameter order: Becomes the order of the result; `nil` for the host's order.
    func arranged(by order: inout [Card]?) -> TableState {
        guard let arrangement = order, !cards.contains(nil) else { return self }
        var slots: [Card: Int] = [:]
        for (slot, card) in arrangement.enumerated() { slots[card] = slot }
        var result = self
        result.cards = Array(repeating: nil, count: cards.count)
        var rest: [Card] = []
        for card in cards.compactMap(\.self) {
            if let slot = slots[card], result.cards.indices ~= slot, result.cards[slot] == nil {
                result.cards[slot] = card
            } else {
                rest.append(card)
            }
        }
        for slot in result.cards.indices.reversed() where result.cards[slot] == nil {
            result.cards[slot] = rest.popLast()
        }
        order = result.cards.compactMap(\.self)
        return result
    }
}

extension TableModel {
    /// The statistics of the last game, until the next one begins.
    var report: GameRecord? { ended != nil && record.result != nil ? figures : nil }
    /// The same of the game so far, or of the last one.
    var figures: GameRecord { record.summed }

    package struct ShownVerdict: Equatable, Sendable {
        let seat: Seat
        let trio: Trio
        let time: MonotonicInstant
        /// Whether this player had marked some of the cards.
        let hasTakenMarks: Bool
    }

    /// Whether the opponent has just found marked cards, so that a claim is meant for these.
    ///
    /// A claim that comes sooner is sent: the host refuses it, too, and knows the margin.
    func hasJustLostMarks(at now: MonotonicInstant) -> Bool {
        guard let verdict, verdict.hasTakenMarks, verdict.seat != seat, marks.count < 3 else {
            return false
        }
        return (.milliseconds(200)..<(.milliseconds(600))).contains(verdict.time.duration(to: now))
    }

    /// The words for a claim that came after the opponent's: in the turn that this one won, in the one
    /// after its mistake, or while its set is shown; `nil` for another refusal.
    func lateClaim(_ refused: Refused) -> String? {
        guard refused.request == .claim, let seat, let table else { return nil }
        let isLate =
            switch refused.why {
            case .notYourTurn:
                table.turn.map { $0.reason == ($0.seat == seat ? .answer : .claim) } ?? false
            case .staleBoard, .cardNotOnBoard:
                table.selection?.verdict == .match && table.selection?.seat == seat.opponent
            case _: false
            }
        return isLate ? lateClaim : nil
    }

    var lateClaim: String {
        "Too late: \(name(of: (seat ?? .first).opponent)) claimed first."
    }

    /// Whether a game is going on that leaving would end.
    package var isDuelRunning: Bool {
        guard seat != nil, let table, rules.players == .two else { return false }
        switch table.phase {
        case .countdown, .open, .turn, .paused, nil: return true
        case .waiting, .over: return false
        }
    }

    /// Whether a game is about to begin, whose cards the host has not shown yet.
    var awaitsFirstDeal: Bool {
        table.map { $0.phase == .countdown && $0.awaitsFirstCards } ?? false
    }

    /// The cards by slot as they lie on the screen; `nil` for those that lie face down.
    var shownCards: [Card?] {
        awaitsFirstDeal
            ? Array(repeating: nil, count: rules.boardSize) : table?.cards ?? []
    }

    /// The cards in the deck; the backs on the board have left it.
    var shownDeck: Int {
        let deck = table?.deck ?? 0
        return awaitsFirstDeal ? max(0, deck - rules.boardSize) : deck
    }

    /// Whether only this player has yet to agree that the game starts or resumes.
    var isOpponentWaitingToStart: Bool {
        guard let table, let seat, !table.isInPlay, table.awaySeats.isEmpty else { return false }
        return table.players[seat]?.isReady == false
            && table.players[seat.opponent]?.isReady == true
    }
}

extension Proposal {
    var words: String {
        switch self {
        case .new: "a new game"
        case .pause: "a pause"
        }
    }

    /// What asks for it, agrees to it, and takes it back.
    var message: ClientMessage {
        switch self {
        case .new: .new
        case .pause: .pause
        }
    }
}

extension TableEvent {
    /// Who did it; `nil` for what happens by itself.
    var seat: Seat? { traits.seat }

    /// Whether it is worth a line on the screen, where lines are few.
    var isNews: Bool { traits.topic != .step }

    /// Whether it ends what was true of the moment before.
    var isOfPlay: Bool { traits.topic != .people }

    /// The three cards it judges, who chose them, and what they earned or cost.
    var judged: (seat: Seat, trio: Trio, points: Int)? {
        switch self {
        case .setFound(let seat, let trio, let points), .mismatch(let seat, let trio, let points):
            (seat, trio, points)
        case _: nil
        }
    }
}

extension Refusal {
    /// Whether it loses its meaning with the turn, phase, or board it was about.
    var isAboutTheMoment: Bool {
        switch self {
        case .sameCardTwice, .hintsOff, .onlyWatching, .tooFast, .badText, .alreadyGreeted,
            .unknownType:
            false
        case _: true
        }
    }
}

extension Farewell {
    package var sentence: String {
        switch self {
        case .left: "You left the table."
        case .closing: "The host closed the table."
        case .restarting: "The host is restarting: join again in a moment."
        }
    }

    /// The sentence for a goodbye; the host's own words where only a newer host knows the reason.
    static func sentence(for farewell: Farewell?, _ message: String?) -> String {
        farewell?.sentence ?? message ?? "The host closed the connection."
    }
}
