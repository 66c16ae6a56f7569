import SetProtocol

/// Judges a single state, independently of earlier ones.
extension ConformanceModel {
    mutating func judgeShape() {
        judgeCards()
        judgeParts()
        judgeSelection()
        judgeTurn()
        judgeClock()
        judgePlayers()
    }

    private mutating func judgeCards() {
        let sum = published.cards.count + published.deck + published.discard
        findings.demand(sum, is: rules.deck.count, .cardCount, "the sum of the cards")
        let faceUp = published.cards.compactMap(\.self)
        findings.demand(
            CardSet(faceUp).count == faceUp.count
                && (rules.deck == .full || faceUp.allSatisfy { $0[.shading] == .one }),
            .distinctCards, "a card twice in \(faceUp)")
        // Cards are discarded in threes.
        findings.demand(
            (published.lastDiscard == nil) == (published.discard == 0) && published.discard % 3 == 0
                && published.discard >= 0 && published.deck >= 0, .discard,
            "\(published.discard) discarded, \(String(describing: published.lastDiscard)) on top")
        if let top = published.lastDiscard {
            findings.demand(!faceUp.contains(top), .putAway, "\(top) is discarded and on the board")
        }
    }

    private var phase: TablePhase { published.phase ?? .waiting }

    private mutating func judgeParts() {
        let (phase, isRunning) = (phase, phase != .waiting && phase != .over)
        findings.demand(
            (published.turn != nil) == (phase == .turn), .shape, "turn in phase \(phase)")
        findings.demand(
            (published.result != nil) == (phase == .over), .shape, "result in phase \(phase)")
        findings.demand(
            phase != .waiting || published.cards.isEmpty, .shape, "cards in phase waiting")
        findings.demand(
            !isRunning || rules.seats.allSatisfy { published.players[$0] != nil }, .shape,
            "phase \(phase) with a seat that is free")
        findings.demand(
            !published.isSuddenDeath || rules.players == .two && rules.draw == .suddenDeath,
            .suddenDeath, "sudden death against the rules")
        findings.demand(
            [.paused, .countdown].contains(phase) || !published.away.isEmpty
                || !published.cards.contains(nil), .faceDown,
            "a card is face down in phase \(phase)")
    }

    private mutating func judgeSelection() {
        guard let selection = published.selection else { return }
        let cards = selection.cards
        let trio = Trio(cards)
        switch selection.verdict {
        case nil: break
        case .undecided:
            findings.demand(
                1...2 ~= cards.count && Set(cards).count == cards.count, .verdict,
                "undecided about \(cards)")
            findings.demand(
                [.over, .paused, .countdown].contains(phase)
                    || published.turn?.seat == selection.seat
                    || !rules.needsClaim && phase == .open, .selection,
                "\(selection.seat) picks without the turn")
        case .match:
            findings.demand(trio?.isSet == true, .verdict, "match of \(cards)")
            findings.demand(phase != .turn, .selection, "a found set in a turn")
        case .mismatch: findings.demand(trio?.isSet == false, .verdict, "mismatch of \(cards)")
        }
        findings.demand(
            published.cards.contains(nil) || cards.allSatisfy { published.cards.contains($0) },
            .selection,
            "\(cards) are not all on the board")
    }

    private mutating func judgeTurn() {
        guard let turn = published.turn, let reason = turn.reason else { return }
        let full =
            switch reason {
            case .claim: rules.claim
            case .answer: rules.answer
            case .grace: rules.grace
            }
        let whole = full * (turn.seat == .first ? rules.firstWindow : rules.secondWindow) / 100
        guard let countdown = turn.countdown else {
            return findings.demand(
                reason == .answer && full == .zero, .window, "\(turn) has no limit")
        }
        // The document does not specify the rounding of milliseconds.
        let isShown = countdown.total > .zero || whole < .milliseconds(1)
        findings.demand(
            isShown && Self.isClose(countdown.total, to: whole), .window,
            "\(reason) of \(turn.seat) lasts \(countdown.total), not \(whole)")
        judge(countdown)
        findings.demand(
            rules.players == .two || turn.seat == .first && reason == .claim, .turn,
            "\(reason) of \(turn.seat) in a solo game")
        findings.demand(reason != .grace || rules.grace > .zero, .turn, "grace is off")
    }

    private mutating func judgeClock() {
        let (clock, phase) = (published.clock, phase)
        let reason = clock?.reason
        let isReadinessLimited =
            phase == .paused && reason == .ready && rules.players == .two
            && Seat.allCases.count { published.players[$0]?.isReady == true } == 1
        let isRight =
            switch phase {
            case .countdown: reason == .start
            case .open
            where !published.foundSet.isEmpty && rules.reveal > .zero && rules.needsClaim:
                reason == .reveal
            case .turn: clock == nil
            // The document does not say how a kept seat appears outside a pause.
            case .open, .waiting, .over, .paused:
                clock == nil || reason == .away && !published.away.isEmpty || isReadinessLimited
            }
        let text = reason.map { "clock \($0)" } ?? "no clock"
        findings.demand(isRight, .clock, "phase \(phase) has \(text)")
        guard let clock, let reason else { return }
        let whole =
            switch reason {
            case .start: rules.countdown
            case .reveal: rules.reveal
            case .away: rules.seatKept
            case .ready: rules.awayTime
            }
        let total = clock.countdown.total
        let isShortened = reason == .away && phase == .waiting
        findings.demand(
            Self.isClose(total, to: whole)
                || isShortened && Self.isClose(total, to: min(whole, .seconds(5))), .clock,
            "\(reason) lasts \(total), not \(whole)")
        judge(clock.countdown)
    }

    private mutating func judge(_ countdown: Countdown) {
        findings.demand(
            countdown.remaining >= .zero && countdown.remaining <= countdown.total, .countsDown,
            "\(countdown.remaining) of \(countdown.total) remain")
    }

    private static func isClose(_ time: Duration, to other: Duration) -> Bool {
        time - other < .milliseconds(1) && other - time < .milliseconds(1)
    }

    private mutating func judgePlayers() {
        findings.demand(
            rules.players == .two || published.players.second == nil, .players,
            "a second player in a solo game")
        findings.demand(
            published.queue.isEmpty
                || rules.players == .two && rules.rotate != .off
                    && Set(published.queue).count == published.queue.count,
            .queue,
            "\(published.queue) wait")
        let (phase, isRunning) = (phase, phase != .waiting && phase != .over)
        for seat in Seat.allCases {
            guard let player = published.players[seat] else { continue }
            findings.demand(
                player.sets >= 0 && player.wins >= 0, .sets, "\(seat) has a negative number")
            findings.demand(
                player.asks == nil || isRunning, .proposals, "\(seat) asks in phase \(phase)")
            findings.demand(
                !player.isReady || [.waiting, .over, .paused].contains(phase), .readiness,
                "\(seat) is ready in phase \(phase)")
        }
    }
}
