import SetHost
import SetProtocol

/// Checks a duel against its laws, event by event.
///
/// It follows the duel only by published states, as a client would, and compares them with the
/// actual duel. Which state may follow another is up to the conformance model.
package struct SimulationInspector: Sendable {
    private let rules: Rules
    private var model: ConformanceModel
    private var last: SimulationGlimpse?
    private var lastState = TableState()
    /// When the last published turn ends; `nil` without a turn or a limit.
    private var turnEnd: TableInstant?
    private var keptUntil = PerSeat<TableInstant?>(both: nil)
    /// The places in the queue, and until when those of the absent are kept.
    private var places: [SHA256: TableInstant?] = [:]
    /// When the last proposal of each seat lapses.
    private var askedUntil = PerSeat<TableInstant?>(both: nil)
    /// The time until which a player may keep the other waiting who is ready to end a pause.
    private var readinessEnd: TableInstant?
    private var waiting: WaitingLedger
    private var deck: (cards: [Card], set: CardSet) = ([], CardSet())

    package init(rules: Rules) {
        self.rules = rules
        // The clients' models judge times; here a timer may be late by any time.
        model = ConformanceModel(
            rules: rules, isWatcher: false, tolerance: .zero, lateness: .seconds(1 << 30))
        waiting = WaitingLedger(rules: rules)
    }

    /// Checks a duel after an event.
    ///
    /// - Throws: The first broken law.
    package mutating func inspect(_ glimpse: SimulationGlimpse) throws(SimulationFault) {
        try inspectAnswer(glimpse)
        if deck.cards != glimpse.deck { deck = (glimpse.deck, CardSet(glimpse.deck)) }
        if glimpse.input == .restarted { model.hostRestarted() }
        let names = glimpse.view.players.map { $0?.name }
        for effect in glimpse.effects {
            try inspectSecrecy(of: effect, glimpse)
            if effect.addressee == nil, let message = effect.message(among: names),
                let fault = model.observe(message, at: glimpse.now).first
            {
                throw SimulationFault(.documentHolds, "everybody: \(fault)")
            }
            if case .publish(let state) = effect { try follow(state, glimpse) }
        }
        followQueue(glimpse)
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
        try inspectCards(glimpse)
        try inspectView(glimpse)
        try inspectDeadline(glimpse)
        try inspectStandstill(glimpse)
        last = glimpse
    }

    private mutating func followQueue(_ glimpse: SimulationGlimpse) {
        let end = glimpse.now.advanced(by: rules.seatKept)
        switch glimpse.input {
        case .queued(let token, name: _): places[token] = .some(nil)
        case .unqueued(let token): places[token] = nil
        case .waiter(let token, let isHere) where places[token] != nil:
            places[token] = .some(isHere ? nil : end)
        case .restarted: places = places.mapValues { _ in end }
        case .received, .deadlinePassed, .connectionLost, .returned, .left:
            places = places.filter { $0.value.map { glimpse.now < $0 } ?? true }
        case .joined, .measured, .connected, .waiter, .seated, .closed: break
        }
        for case .promote(let token, to: _) in glimpse.effects { places[token] = nil }
    }

    private func require(
        _ law: SimulationLaw, _ holds: Bool, _ detail: @autoclosure () -> String
    ) throws(SimulationFault) {
        guard holds else { throw SimulationFault(law, detail()) }
    }

    // MARK: - Published states

    private func inspectAnswer(_ glimpse: SimulationGlimpse) throws(SimulationFault) {
        var isPublished = false
        for effect in glimpse.effects {
            switch effect {
            case .refuse(let refused, to: _):
                try require(.refusalsChangeNothing, glimpse.isUnchanged, "\(refused)")
            case .publish, .close: isPublished = true
            case .show, .race, .promise, .reveal, .say, .makeRoom, .promote: break
            }
        }
        try require(
            .changesArePublished, isPublished || glimpse.isUnchanged, "by \(glimpse.input)")
    }

    /// Records a state as a client would.
    private mutating func follow(
        _ state: TableState, _ glimpse: SimulationGlimpse
    ) throws(SimulationFault) {
        if state.game != lastState.game { waiting.gameBegan() }
        if let event = state.event {
            let isEndOfPause =
                lastState.phase == .paused && state.game == lastState.game
                && (event == .countdown || event == .resumed)
            if isEndOfPause { waiting.pauseEnded(at: glimpse.now) }
            try inspectWindow(of: event, at: glimpse.now)
            note(event, glimpse)
        }
        // Whoever is there may be gone again by the end of the input.
        if state.phase == .paused, case .paused(because: .away, _, _) = glimpse.phase {
            for seat in rules.seats where state.players[seat.opponent]?.isPresent == true {
                waiting.waitsAfterRestart(for: seat, at: glimpse.now)
            }
        }
        lastState = state
        noteTurnEnd(state, glimpse)
    }

    /// Checks that the holder of a turn acts before its end, and that the end is not early.
    private func inspectWindow(of event: TableEvent, at now: TableInstant) throws(SimulationFault) {
        switch event {
        case .picked, .unpicked, .setFound, .mismatch, .passed:
            try require(.windowsHold, turnEnd.map { now < $0 } ?? true, "\(event) is too late")
        case .timedOut:
            try require(.windowsHold, turnEnd.map { now >= $0 } ?? true, "\(event) is too early")
        case _: break
        }
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
        switch event {
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
        case .joined(let seat):
            keptUntil[seat] = nil
            waiting.joined(seat)
        case .ready where lastState.phase == .paused:
            readinessEnd = readinessEnd ?? now.advanced(by: rules.awayTime)
        case .paused, .countdown, .started, .resumed: readinessEnd = nil
        case .asked(let seat, _): askedUntil[seat] = now.advanced(by: .seconds(20))
        case _: break
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

    private func inspectSecrecy(
        of effect: DuelEffect, _ glimpse: SimulationGlimpse
    ) throws(SimulationFault) {
        let cards: [Card]
        switch effect {
        case .publish(let state):
            // The cards of a game that has ended are back in the deck of the next one.
            guard state.game == glimpse.view.game,
                state.isSuddenDeath == glimpse.view.isSuddenDeath
            else { return }
            cards =
                state.cards.compactMap(\.self) + (state.selection?.cards ?? [])
                + (state.event?.cards ?? [])
        case .show(let hint, to: _): cards = hint.cards
        case .refuse, .race, .promise, .reveal, .say, .makeRoom, .promote, .close: return
        }
        try require(.deckIsSecret, !cards.contains(where: deck.set.contains), "in \(effect)")
    }

    // MARK: - What is found

    private func inspectCards(_ glimpse: SimulationGlimpse) throws(SimulationFault) {
        if let last, last.deck == glimpse.deck, last.board == glimpse.board,
            last.discard == glimpse.discard
        {
            return
        }
        let cards = glimpse.deck + glimpse.board + glimpse.discard
        try require(
            .everyCardIsSomewhere,
            cards.count == rules.deck.count && CardSet(cards) == CardSet(rules.deck.cards),
            "\(cards.sorted())")
        var sums = [0, 0, 0, 0]
        for card in glimpse.deck + glimpse.board {
            let bits = Int(card.bits)
            for feature in 0..<4 { sums[feature] += bits >> (6 - 2 * feature) & 3 }
        }
        try require(.featuresSumToNothing, sums.allSatisfy { $0 % 3 == 0 }, "\(sums)")
    }

    private func inspectView(_ glimpse: SimulationGlimpse) throws(SimulationFault) {
        // Time may have passed since; everything else is as published.
        let states = [lastState, glimpse.view].map { state in
            var state = state
            state.event = nil
            state.turn?.countdown?.remaining = .zero
            state.clock?.countdown.remaining = .zero
            return state
        }
        try require(.statesAgree, states[0] == states[1], "\(states[1]), told \(states[0])")
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
        let wanted =
            ([due, keptUntil.first, keptUntil.second, goesOn, lapse(in: glimpse.view)]
            + places.values).compactMap(\.self).min()
        try require(
            .deadlinesAreArmed, glimpse.nextDeadline == wanted,
            "\(glimpse.nextDeadline as Any), needed \(wanted as Any)")
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
