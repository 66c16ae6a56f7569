import SetProtocol

// MARK: - What is true for a while only

extension TableModel {
    /// How long after one's own third card no other key is meant for what came of it: a fourth
    /// letter or a second space was on its way already.
    static let ownVerdictTime = Duration.milliseconds(700)
    /// How long something must have been asked for before a key agrees to it.
    static let agreementTime = Duration.milliseconds(500)
    /// How long three cards that are no set stay lit where no turn follows them.
    static let mismatchTime = Duration.seconds(6)

    /// Lets go of what was said about a turn, a phase or a board that is no more.
    mutating func forget(whatWasTrueOf before: TableState, now state: TableState) {
        let isOtherTurn =
            before.phase != state.phase || before.turn?.seat != state.turn?.seat
            || before.turn?.reason != state.turn?.reason
        if isOtherTurn || before.board != state.board,
            case .refused(let why, _) = notice?.content, why?.isAboutTheMoment ?? true
        {
            notice = nil
        }
        if isOtherTurn || state.event?.isOfPlay == true { mismatchTime = nil }
    }

    /// A hint is worth its price for as long as all of its cards lie there.
    mutating func keepHint(on state: TableState) {
        guard let shown = hint, shown.board != state.board else { return }
        let taken = state.selection.flatMap { $0.verdict == .match ? $0.cards : nil } ?? []
        let isThere = shown.cards.allSatisfy { state.cards.contains($0) && !taken.contains($0) }
        // That there was no set is true of one board only.
        hint = isThere && !shown.cards.isEmpty ? Hint(board: state.board, cards: shown.cards) : nil
    }

    /// Whether the three cards that are no set are still lit.
    ///
    /// They show why a claim failed while the other answers it; where nobody does, they are lit for
    /// a while. Without claims they are lit until the next touch.
    func showsMismatch(at now: MonotonicInstant) -> Bool {
        guard rules.needsClaim else { return true }
        guard let end = mismatchEnd else { return mismatchTime != nil }
        return now < end
    }

    /// When three cards that are no set are let go of by themselves.
    var mismatchEnd: MonotonicInstant? {
        guard rules.needsClaim, let mismatchTime, table?.phase == .open else { return nil }
        return mismatchTime.advanced(by: Self.mismatchTime)
    }

    /// Whether a key or a click came so soon after one's own three cards that it cannot be meant
    /// for what came of them.
    ///
    /// A fourth letter would become a mark, and with the next claim a pick, that nobody remembers; a
    /// second space would claim on cards that are barely dealt.
    /// Nor is an agreement meant for what the opponent asks for since a moment ago: before that it may
    /// have been something else.
    func isTooSoon(_ move: Move, at now: MonotonicInstant) -> Bool {
        switch move {
        case .ready: hasJustBeenAsked(at: now)
        case .touch, .touchCard, .claim: hasJustChosen(at: now)
        case .claimCards, .deal, .pass, .hint, .new, .pause, .resign, .say, .clear, .shuffle,
            .leave:
            false
        }
    }

    /// Whether a refusal answers a fourth letter that was sent before the three were judged.
    func isNoNews(_ refused: Refused, at now: MonotonicInstant) -> Bool {
        refused.request == .pick && refused.why == .notYourTurn && hasJustChosen(at: now)
    }

    private func hasJustBeenAsked(at now: MonotonicInstant) -> Bool {
        guard table?.phase == .open || table?.phase == .turn else { return false }
        let asked = log.last { entry in
            guard case .event(.asked(let seat, _)) = entry.content else { return false }
            return seat != self.seat
        }
        return asked.map { $0.time.duration(to: now) < Self.agreementTime } ?? false
    }

    private func hasJustChosen(at now: MonotonicInstant) -> Bool {
        guard let verdict, verdict.seat == seat, rules.needsClaim, !mayPick else { return false }
        return verdict.time.duration(to: now) < Self.ownVerdictTime
    }

    /// Whether the last three cards were dealt where there was no set.
    var wasLastDealRight: Bool {
        let deals = log.lazy.reversed().compactMap { entry -> Bool? in
            guard case .event(.dealt(_, _, let setsBefore, _)) = entry.content else { return nil }
            return setsBefore == 0
        }
        return deals.first ?? false
    }

    /// Whether another game would be begun at once, and the present one be lost by one key.
    var losesGameByNew: Bool {
        guard let seat, let table else { return false }
        switch (rules.players, table.phase) {
        case (_, .over), (_, .waiting), (_, nil): return false
        case (.one, _): return table.discard > 6
        case (.two, .countdown): return false
        case (.two, .open), (.two, .turn), (.two, .paused):
            return venue == .embedded && table.players[seat.opponent]?.asks != .new
        }
    }

    /// Whether leaving would close the table to somebody who is still there.
    var closesTableByLeaving: Bool {
        guard venue == .hosted, let seat, let table else { return false }
        return table.players[seat.opponent]?.isPresent == true
    }
}

extension Refusal {
    /// Whether it was said because of a turn, a phase or a board, and is no news after that.
    fileprivate var isAboutTheMoment: Bool {
        switch self {
        case .waitingForOpponent, .waitingForReady, .countdownRunning, .gamePaused, .gameOver,
            .notYourTurn, .alreadyYourTurn, .claimFirst, .noClaimNeeded, .staleBoard,
            .cardNotOnBoard, .deckEmpty, .finishYourTurn, .nothingToPass, .alreadyReady,
            .nothingToAgree, .opponentAway:
            true
        case .sameCardTwice, .hintsOff, .onlyWatching, .tooFast, .badText, .alreadyGreeted,
            .unknownType:
            false
        }
    }
}

extension TableEvent {
    /// Whether it belongs to the course of play, and not only to the people at the table.
    fileprivate var isOfPlay: Bool {
        switch self {
        case .countdown, .started, .claimed, .picked, .unpicked, .setFound, .mismatch, .timedOut,
            .passed, .dealt, .refilled, .paused, .resumed, .suddenDeath, .resigned, .over:
            true
        case .joined, .left, .away, .returned, .seatReleased, .ready, .hinted, .asked, .withdrew:
            false
        }
    }
}
