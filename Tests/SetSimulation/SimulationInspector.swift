import SetHost
import SetProtocol

/// Checks a duel against its laws, event by event.
///
/// It follows the duel only by published states, as a client would, and compares them with the
/// actual duel.
package struct SimulationInspector: Sendable {
    let rules: Rules
    var last: SimulationGlimpse?
    private var lastRevision = Revision(0)
    private var lastBoard = BoardNumber(0)
    var lastState = TableState()
    /// When the last published turn ends; `nil` without a turn or a limit.
    var turnEnd: TableInstant?
    private var points = PerSeat(both: 0)
    private var sets = PerSeat(both: 0)
    private var keptUntil = PerSeat<TableInstant?>(both: nil)
    /// When the last proposal of each seat lapses.
    private var askedUntil = PerSeat<TableInstant?>(both: nil)
    /// The time until which a player may keep the other waiting who is ready to end a pause.
    private var readinessEnd: TableInstant?
    private var waiting: WaitingLedger
    /// The last board that lay face up.
    private var visible: [Card?] = []
    /// The last claim of each seat, with the range of boards on which it may be granted: anything
    /// due by then comes first, such as the other player's claim, the end of a display, or the
    /// start of a game.
    var called = PerSeat<(claim: Claim, boards: ClosedRange<BoardNumber>)?>(both: nil)
    /// The board of the last found set, and when the set was discarded.
    var showing: (board: BoardNumber, end: TableInstant)?
    private var deck: (cards: [Card], set: CardSet) = ([], CardSet())

    /// Creates an inspector for an empty table.
    package init(rules: Rules) {
        self.rules = rules
        waiting = WaitingLedger(rules: rules)
    }

    /// Checks a duel after an event.
    ///
    /// - Throws: The first broken law.
    package mutating func inspect(_ glimpse: SimulationGlimpse) throws(SimulationFault) {
        try inspectAnswer(glimpse)
        if case .received(.claim(let claim), let seat, _, _) = glimpse.input,
            !glimpse.effects.contains(where: { $0.addressee == seat })
        {
            let board = glimpse.view.board
            called[seat] = (claim, min(last?.view.board ?? board, board)...board)
        }
        if deck.cards != glimpse.deck { deck = (glimpse.deck, CardSet(glimpse.deck)) }
        for effect in glimpse.effects {
            switch effect {
            case .publish(let state): try follow(state, glimpse)
            case .show(let hint, to: let seat): try inspect(hint, for: seat, glimpse)
            case .refuse, .race, .promise, .reveal, .say, .close: break
            }
        }
        if glimpse.input == .restarted {
            for seat in Seat.allCases where keptUntil[seat] != nil {
                keptUntil[seat] = glimpse.now.advanced(by: rules.seatKept)
            }
            // After a restart, seats are kept for their full time again, which nobody is there to
            // receive.
            if lastState.clock?.reason == .away { lastState.clock = glimpse.view.clock }
        }
        // The state of a closed table does not matter.
        guard !glimpse.effects.contains(.close) else { return }
        if case .paused(because: .away, _, _) = glimpse.phase {
            for seat in rules.seats where glimpse.view.players[seat.opponent]?.isPresent == true {
                waiting.waitsAfterRestart(for: seat, at: glimpse.now)
            }
        }
        try inspectCards(glimpse)
        try inspectView(glimpse)
        try inspectDeadline(glimpse)
        try inspectStandstill(glimpse)
        last = glimpse
    }

    func require(
        _ law: SimulationLaw, _ holds: Bool, _ detail: @autoclosure () -> String
    ) throws(SimulationFault) {
        guard holds else { throw SimulationFault(law, detail()) }
    }
}

// MARK: - Published states

extension SimulationInspector {
    private func inspectAnswer(_ glimpse: SimulationGlimpse) throws(SimulationFault) {
        var isPublished = false
        for effect in glimpse.effects {
            switch effect {
            case .refuse(let refused, to: _):
                try require(.refusalsChangeNothing, glimpse.isUnchanged, "\(refused)")
            case .publish, .close: isPublished = true
            case .show, .race, .promise, .reveal, .say: break
            }
        }
        try require(
            .changesArePublished, isPublished || glimpse.isUnchanged, "by \(glimpse.input)")
    }

    /// Records a state as a client would, and checks it against the previous ones.
    private mutating func follow(
        _ state: TableState, _ glimpse: SimulationGlimpse
    ) throws(SimulationFault) {
        try require(
            .revisionsCount, state.revision == lastRevision.next,
            "\(state.revision) after \(lastRevision)")
        try require(
            .boardNumbersGrow, state.board >= lastBoard, "\(state.board) after \(lastBoard)")
        if state.game != lastState.game {
            points = PerSeat(both: 0)
            sets = PerSeat(both: 0)
            waiting.gameBegan()
        }
        if let event = state.event {
            let isEndOfPause =
                lastState.phase == .paused && state.game == lastState.game
                && (event == .countdown || event == .resumed)
            if isEndOfPause { waiting.pauseEnded(at: glimpse.now) }
            try inspect(event, in: state, glimpse)
            note(event, glimpse)
        }
        try inspectWhole(state)
        try inspectTallies(state)
        try inspectSecrecy(of: state, glimpse)
        lastRevision = state.revision
        lastBoard = state.board
        lastState = state
        noteTurnEnd(state, glimpse)
    }

    private mutating func noteTurnEnd(_ state: TableState, _ glimpse: SimulationGlimpse) {
        guard let remaining = state.turn?.countdown?.remaining else { return turnEnd = nil }
        // The remaining time may be zero while late messages are awaited.
        guard remaining > .zero || turnEnd == nil else { return }
        var allowance = Duration.zero
        if case .turn(let turn) = glimpse.phase { allowance = turn.window?.allowance ?? .zero }
        turnEnd = glimpse.now.advanced(by: remaining + allowance)
    }

    private mutating func note(_ event: TableEvent, _ glimpse: SimulationGlimpse) {
        let now = glimpse.now
        if let (seat, charge) = event.charge { points[seat] += charge }
        switch event {
        case .setFound(let seat, _, _): sets[seat] += 1
        case .away(let seat):
            // A player whose opponent waits for their first game is waited for only briefly.
            let isAwaited =
                glimpse.view.phase == .waiting
                && glimpse.view.players[seat.opponent]?.isPresent == true
            let time = isAwaited ? min(rules.seatKept, .seconds(5)) : rules.seatKept
            keptUntil[seat] = now.advanced(by: time)
            let isHosts = glimpse.input == .restarted
            waiting.lost(seat, isCounted: isDropCounted(glimpse), isHosts: isHosts, at: now)
        case .returned(let seat), .left(let seat):
            keptUntil[seat] = nil
            waiting.ended(seat, at: now)
        case .seatReleased(let seat): keptUntil[seat] = nil
        case .joined(let seat): waiting.joined(seat)
        case .ready where lastState.phase == .paused:
            readinessEnd = readinessEnd ?? now.advanced(by: rules.awayTime)
        case .paused, .countdown, .started, .resumed: readinessEnd = nil
        case .asked(let seat, _): askedUntil[seat] = now.advanced(by: .seconds(20))
        case .ready, .claimed, .picked, .unpicked, .mismatch, .timedOut, .passed, .dealt,
            .refilled, .hinted, .withdrew, .suddenDeath, .resigned, .over:
            break
        }
    }

    /// Whether a disconnection counts against its player: it stops a game that is running or
    /// waiting.
    private func isDropCounted(_ glimpse: SimulationGlimpse) -> Bool {
        guard rules.players == .two, glimpse.input != .restarted else { return false }
        // A deadline may have passed at this moment; the last published state counts. The reason
        // for a pause is not published, but a disconnection does not change it.
        switch lastState.phase {
        case .open, .turn: return true
        case .waiting, .over, nil: return false
        case .countdown, .paused: break
        }
        switch glimpse.phase {
        case .paused(because: .away, _, _), .countdown(_, then: .resume): return true
        case .countdown(_, then: .start): return lastState.isSuddenDeath
        case .paused, .waiting, .over, .open, .turn: return false
        }
    }

    private mutating func inspectWhole(_ state: TableState) throws(SimulationFault) {
        let law = SimulationLaw.statesAreWhole
        guard let phase = state.phase else {
            throw SimulationFault(law, "a phase that has no name")
        }
        try require(law, (state.turn != nil) == (phase == .turn), "a turn in \(phase)")
        try require(law, (state.result != nil) == (state.phase == .over), "a result")
        try require(
            law, state.cards.count + state.deck + state.discard == Card.all.count, "81 cards")
        try require(law, (state.lastDiscard != nil) == (state.discard > 0), "a last discard")
        let isStill = state.phase == .paused || state.phase == .countdown
        let hidden = state.cards.count { $0 == nil }
        try require(
            .standstillHidesCards, hidden == 0 || (isStill && hidden == state.cards.count),
            "\(state.cards) in \(phase)")
        if isStill, hidden == 0, !state.cards.isEmpty {
            // Only cards that the disconnected player has seen stay visible.
            try require(
                .standstillHidesCards, state.cards == visible, "\(phase) shows cards")
        }
        if hidden == 0 { visible = state.cards }
        try require(
            .standstillHidesCards, hidden == 0 || state.selection == nil, "chosen cards")
        if let selection = state.selection {
            try require(law, selection.cards.allSatisfy(state.cards.contains), "chosen cards")
            let verdict: Verdict? =
                Trio(selection.cards).map { $0.isSet ? .match : .mismatch }
                ?? (1...2 ~= selection.cards.count ? .undecided : nil)
            try require(law, selection.verdict == verdict, "the verdict on \(selection)")
        }
        if let turn = state.turn {
            try require(.holdersAreSeated, state.players[turn.seat] != nil, "\(turn.seat)")
            guard let reason = turn.reason else {
                throw SimulationFault(law, "a turn for no reason")
            }
            let window = rules.window(for: turn.seat, because: reason)
            try require(law, turn.countdown?.total == window, "\(turn) lasts \(window as Any)")
        }
        for countdown in [state.turn?.countdown, state.clock?.countdown] {
            guard let countdown else { continue }
            try require(law, .zero...countdown.total ~= countdown.remaining, "\(countdown)")
        }
    }

    private func inspectTallies(_ state: TableState) throws(SimulationFault) {
        for seat in Seat.allCases {
            guard let player = state.players[seat] else { continue }
            try require(
                .pointsAreTold, player.points == points[seat],
                "\(seat) has \(player.points), told \(points[seat])")
            try require(
                .setsAreTold, player.sets == sets[seat],
                "\(seat) has \(player.sets), told \(sets[seat])")
        }
    }

    private func inspectSecrecy(
        of state: TableState, _ glimpse: SimulationGlimpse
    ) throws(SimulationFault) {
        // The cards of a game that has ended are back in the deck of the next one.
        guard state.game == glimpse.view.game, state.isSuddenDeath == glimpse.view.isSuddenDeath
        else { return }
        let told =
            state.cards.compactMap(\.self) + (state.selection?.cards ?? [])
            + (state.event?.cards ?? [])
        try require(.deckIsSecret, !told.contains(where: deck.set.contains), "in \(state)")
    }

    private func inspect(
        _ hint: Hint, for seat: Seat, _ glimpse: SimulationGlimpse
    ) throws(SimulationFault) {
        try require(.deckIsSecret, !hint.cards.contains(where: deck.set.contains), "in \(hint)")
        try require(.eventsAreTrue, hint.cards.allSatisfy(glimpse.board.contains), "\(hint)")
        try require(.eventsAreTrue, Trio(hint.cards)?.isSet != false, "\(hint)")
    }
}

// MARK: - What is found

extension SimulationInspector {
    private func inspectCards(_ glimpse: SimulationGlimpse) throws(SimulationFault) {
        if let last, last.deck == glimpse.deck, last.board == glimpse.board,
            last.discard == glimpse.discard
        {
            return
        }
        let cards = glimpse.deck + glimpse.board + glimpse.discard
        try require(
            .everyCardIsSomewhere, cards.count == 81 && CardSet(cards).count == 81,
            "\(cards.sorted())")
        var sums = [0, 0, 0, 0]
        for card in glimpse.deck + glimpse.board {
            let bits = Int(card.bits)
            sums[0] += bits >> 6
            sums[1] += bits >> 4 & 3
            sums[2] += bits >> 2 & 3
            sums[3] += bits & 3
        }
        try require(.featuresSumToNothing, sums.allSatisfy { $0 % 3 == 0 }, "\(sums)")
    }

    private func inspectView(_ glimpse: SimulationGlimpse) throws(SimulationFault) {
        let view = glimpse.view
        try require(
            .revisionsCount, glimpse.revision == lastRevision && view.revision == lastRevision,
            "\(glimpse.revision), told \(lastRevision)")
        try require(.boardNumbersGrow, view.board == lastBoard, "\(view.board), told \(lastBoard)")
        for seat in Seat.allCases where view.players[seat] != nil {
            try require(.pointsAreTold, glimpse.points[seat] == points[seat], "\(seat)")
            try require(.setsAreTold, glimpse.sets[seat] == sets[seat], "\(seat)")
        }
        var told = lastState
        told.event = nil
        // Time may have passed since; everything else is as published.
        told.turn?.countdown?.remaining = .zero
        told.clock?.countdown.remaining = .zero
        var found = view
        found.turn?.countdown?.remaining = .zero
        found.clock?.countdown.remaining = .zero
        try require(.statesAgree, told == found, "\(found), told \(told)")
    }

    private func inspectDeadline(_ glimpse: SimulationGlimpse) throws(SimulationFault) {
        let due: TableInstant? =
            switch glimpse.phase {
            case .waiting, .over: nil
            case .paused: readinessEnd
            case .countdown(let window, then: _): window.end
            case .open(let reveal, let held):
                [reveal?.end, held?.decision].compactMap(\.self).min()
            case .turn(let turn): turn.window?.end
            }
        var goesOn: TableInstant?
        if case .paused(because: .away, _, _) = glimpse.phase {
            goesOn = waiting.end(isAnybodyThere: isAnybodyThere(glimpse))
        }
        let wanted = [due, keptUntil.first, keptUntil.second, goesOn, lapse(in: glimpse.view)]
            .compactMap(\.self).min()
        try require(
            .deadlinesAreArmed, glimpse.nextDeadline == wanted,
            "\(glimpse.nextDeadline as Any), needed \(wanted as Any)")
        guard case .turn(let turn) = glimpse.phase else { return }
        let window = rules.window(for: turn.seat, because: turn.reason)
        try require(.deadlinesAreArmed, (turn.window != nil) == (window != nil), "\(turn)")
    }

    /// When the next proposal lapses; what both have agreed to does not.
    private func lapse(in view: TableState) -> TableInstant? {
        let asks = Seat.allCases.map { view.players[$0]?.asks }
        guard asks != [.pause, .pause] else { return nil }
        return Seat.allCases.filter { view.players[$0]?.asks != nil }
            .compactMap { askedUntil[$0] }.min()
    }

    private func inspectStandstill(_ glimpse: SimulationGlimpse) throws(SimulationFault) {
        let isEveryoneThere = rules.seats.allSatisfy { glimpse.view.players[$0]?.isPresent == true }
        let isEveryoneReady = rules.seats.allSatisfy { glimpse.view.players[$0]?.isReady == true }
        switch glimpse.phase {
        case .open(reveal: nil, _), .turn:
            try require(.nothingHangs, !glimpse.hasEnded, "nothing is left to find")
        case .waiting, .over, .paused(because: .agreed, _, _):
            try require(.nothingHangs, !(isEveryoneThere && isEveryoneReady), "all are ready")
        case .paused(because: .away, _, _):
            // A measurement decides nothing, so due deadlines are handled with the next event.
            let isDue = glimpse.nextDeadline.map { $0 <= glimpse.now } ?? false
            try require(.nothingHangs, isDue || mustWait(glimpse), "nobody is waited for")
        case .open, .countdown: break
        }
        if glimpse.view.isSuddenDeath, !glimpse.discard.isEmpty {
            try require(.nothingHangs, glimpse.view.phase == .over, "the deciding set was found")
        }
        if case .open = glimpse.phase {
            try require(.nothingHangs, !mustWait(glimpse), "a lost player is not waited for")
        }
    }

    private func isAnybodyThere(_ glimpse: SimulationGlimpse) -> Bool {
        rules.seats.contains { glimpse.view.players[$0]?.isPresent == true }
    }

    private func mustWait(_ glimpse: SimulationGlimpse) -> Bool {
        !isAnybodyThere(glimpse)
            || rules.seats.contains { waiting.waits(for: $0, at: glimpse.now) }
    }
}
