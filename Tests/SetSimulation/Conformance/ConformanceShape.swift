import SetProtocol

/// Judges a single state, independently of earlier ones.
struct ConformanceShape {
    let rules: Rules
    let state: TableState

    func judge(_ findings: inout ConformanceFindings) {
        judgeCards(&findings)
        judgeParts(&findings)
        judgeSelection(&findings)
        judgeTurn(&findings)
        judgeClock(&findings)
        judgePlayers(&findings)
        judgeFaceDown(&findings)
    }

    private func judgeCards(_ findings: inout ConformanceFindings) {
        let sum = state.cards.count + state.deck + state.discard
        findings.demand(sum, is: 81, .cardCount, "the sum of the cards")
        let faceUp = state.cards.compactMap(\.self)
        findings.demand(
            CardSet(faceUp).count == faceUp.count, .distinctCards, "a card twice in \(faceUp)")
        // Cards are discarded in threes.
        findings.demand(
            (state.lastDiscard == nil) == (state.discard == 0) && state.discard % 3 == 0
                && state.discard >= 0 && state.deck >= 0, .discard,
            "\(state.discard) discarded, \(String(describing: state.lastDiscard)) on top")
        if let top = state.lastDiscard {
            findings.demand(!faceUp.contains(top), .putAway, "\(top) is discarded and on the board")
        }
    }

    private var phase: TablePhase { state.phase ?? .waiting }

    private func judgeParts(_ findings: inout ConformanceFindings) {
        findings.demand((state.turn != nil) == (phase == .turn), .shape, "turn in phase \(phase)")
        findings.demand(
            (state.result != nil) == (phase == .over), .shape, "result in phase \(phase)")
        if phase == .waiting {
            findings.demand(state.cards.isEmpty, .shape, "cards in phase waiting")
        }
        let isRunning = phase != .waiting && phase != .over
        findings.demand(
            !isRunning || rules.seats.allSatisfy { state.players[$0] != nil }, .shape,
            "phase \(phase) with a seat that is free")
        findings.demand(
            !state.isSuddenDeath || rules.players == .two && rules.draw == .suddenDeath,
            .suddenDeath, "sudden death against the rules")
    }

    private func judgeSelection(_ findings: inout ConformanceFindings) {
        guard let selection = state.selection else { return }
        let trio = Trio(selection.cards)
        switch selection.verdict {
        case nil: break
        case .undecided:
            findings.demand(
                1...2 ~= selection.cards.count
                    && Set(selection.cards).count
                        == selection.cards.count,
                .verdict, "undecided about \(selection.cards)")
            findings.demand(
                phase == .over || phase == .paused || phase == .countdown
                    || state.turn?.seat == selection.seat
                    || !needsTurn && phase == .open, .selection,
                "\(selection.seat) picks without the turn")
        case .match:
            findings.demand(trio?.isSet == true, .verdict, "match of \(selection.cards)")
            findings.demand(phase != .turn, .selection, "a found set in a turn")
        case .mismatch:
            findings.demand(trio?.isSet == false, .verdict, "mismatch of \(selection.cards)")
        }
        let isFaceDown = state.cards.contains(nil)
        findings.demand(
            isFaceDown || selection.cards.allSatisfy { state.cards.contains($0) }, .selection,
            "\(selection.cards) are not all on the board")
    }

    /// Whether cards are picked in turns only.
    private var needsTurn: Bool { rules.players == .two || rules.claim > .zero }

    private func judgeTurn(_ findings: inout ConformanceFindings) {
        guard let turn = state.turn else { return }
        let full =
            switch turn.reason {
            case nil: Duration.zero
            case .claim: rules.claim
            case .answer: rules.answer
            case .grace: rules.grace
            }
        let whole = full * (turn.seat == .first ? rules.firstWindow : rules.secondWindow) / 100
        guard let countdown = turn.countdown else {
            findings.demand(
                turn.reason == .answer && full == .zero, .window, "\(turn) has no limit")
            return
        }
        // The document does not specify the rounding of milliseconds.
        let isShown = countdown.total > .zero || whole < .milliseconds(1)
        let reason = turn.reason?.rawValue ?? "a turn for another reason"
        findings.demand(
            isShown && isClose(countdown.total, to: whole), .window,
            "\(reason) of \(turn.seat) lasts \(countdown.total), not \(whole)")
        judge(countdown, &findings)
        findings.demand(
            rules.players == .two || turn.seat == .first && turn.reason == .claim, .turn,
            "\(reason) of \(turn.seat) in a solo game")
        findings.demand(turn.reason != .grace || rules.grace > .zero, .turn, "grace is off")
    }

    private func judgeClock(_ findings: inout ConformanceFindings) {
        let isMatch = state.selection?.verdict == .match
        let isAway = Seat.allCases.contains { state.players[$0]?.isPresent == false }
        let clock = state.clock
        switch phase {
        case .countdown: findings.demand(clock?.reason == .start, .clock, "a countdown has \(text)")
        case .open where isMatch && rules.reveal > .zero && needsTurn:
            findings.demand(clock?.reason == .reveal, .clock, "a shown set has \(text)")
        case .turn: findings.demand(clock == nil, .clock, "a turn has \(text)")
        // The document does not say how a kept seat appears outside a pause.
        case .open, .waiting, .over, .paused:
            findings.demand(
                clock == nil || clock?.reason == .away && isAway || isReadinessLimited, .clock,
                "phase \(phase) has \(text)")
        }
        guard let clock else { return }
        let whole =
            switch clock.reason {
            case nil: Duration.zero
            case .start: rules.countdown
            case .reveal: rules.reveal
            case .away: rules.seatKept
            case .ready: rules.awayTime
            }
        findings.demand(
            isClose(clock.countdown.total, to: whole)
                || clock.reason == .away && phase == .waiting
                    && isClose(clock.countdown.total, to: min(whole, .seconds(5))),
            .clock,
            "\(clock.reason?.rawValue ?? "an unknown clock") lasts \(clock.countdown.total), not \(whole)"
        )
        judge(clock.countdown, &findings)
    }

    /// Whether one player is ready to end a pause and a clock runs for the other.
    private var isReadinessLimited: Bool {
        phase == .paused && state.clock?.reason == .ready
            && Seat.allCases.count { state.players[$0]?.isReady == true } == 1
            && rules.players == .two
    }

    private var text: String { state.clock?.reason.map { "\($0)" } ?? "no clock" }

    private func judge(_ countdown: Countdown, _ findings: inout ConformanceFindings) {
        findings.demand(
            countdown.remaining >= .zero && countdown.remaining <= countdown.total, .countsDown,
            "\(countdown.remaining) of \(countdown.total) remain")
    }

    private func isClose(_ time: Duration, to other: Duration) -> Bool {
        time - other < .milliseconds(1) && other - time < .milliseconds(1)
    }

    private func judgePlayers(_ findings: inout ConformanceFindings) {
        findings.demand(
            rules.players == .two || state.players.second == nil, .players,
            "a second player in a solo game")
        let isRunning = ![.waiting, .over].contains(phase)
        for seat in Seat.allCases {
            guard let player = state.players[seat] else { continue }
            findings.demand(
                player.sets >= 0 && player.wins >= 0, .sets, "\(seat) has a negative number")
            findings.demand(
                player.asks == nil || isRunning, .proposals,
                "\(seat) asks in phase \(phase)")
            findings.demand(
                !player.isReady || [.waiting, .over, .paused].contains(phase), .readiness,
                "\(seat) is ready in phase \(phase)")
        }
    }

    private func judgeFaceDown(_ findings: inout ConformanceFindings) {
        let isTold = [.paused, .countdown].contains(phase)
        let isAway = Seat.allCases.contains { state.players[$0]?.isPresent == false }
        findings.demand(
            isTold || isAway || !state.cards.contains(nil), .faceDown,
            "a card is face down in phase \(phase)")
    }
}

extension TableState {
    var hasUnknownWord: Bool {
        phase == nil || turn.map { $0.reason == nil } == true
            || clock.map { $0.reason == nil } == true
            || selection.map { $0.verdict == nil } == true
            || result.map { $0.decider == nil } == true
    }
}
