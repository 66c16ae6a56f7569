import SetHost
import SetProtocol

/// Everything that is checked after one event of a simulated duel.
///
/// It is a copy, so that a test can spoil it and check that the inspector notices.
package struct SimulationGlimpse: Sendable {
    package let input: DuelInput
    package var now: TableInstant
    package var effects: [DuelEffect]
    /// Whether the input changed nothing beyond the effects of the deadlines that had passed.
    ///
    /// Also true if the input may change something invisible, such as a measurement.
    package var isUnchanged: Bool
    package var deck: [Card]
    package var board: [Card]
    /// The cards that were found.
    package var discard: [Card]
    /// The phase before the input, and after it.
    let phases: (before: DuelPhase, after: DuelPhase)
    package var nextDeadline: TableInstant?
    /// Whether the deck is empty and no set is left.
    package var hasEnded: Bool
    /// The state that a newcomer would receive.
    package var view: TableState

    /// Copies a duel after an input.
    package init(
        of duel: Duel, before: Duel, after input: DuelInput, at now: TableInstant,
        effects: [DuelEffect]
    ) {
        (self.input, self.now, self.effects) = (input, now, effects)
        isUnchanged = Self.isUnchanged(duel, before, input, at: now, effects)
        (deck, board) = (duel.game.deck.cards, duel.game.board.cards)
        discard = duel.game.discard.map(\.card)
        phases = (before.phase, duel.phase)
        nextDeadline = duel.nextDeadline
        hasEnded = duel.game.hasEnded
        view = duel.snapshot(at: now)
    }

    /// Compares only where nothing may change: the comparison takes time.
    private static func isUnchanged(
        _ duel: Duel, _ before: Duel, _ input: DuelInput, at now: TableInstant,
        _ effects: [DuelEffect]
    ) -> Bool {
        switch input {
        case .measured, .connected, .restarted, .closed: return true
        case .joined, .received, .deadlinePassed, .connectionLost, .returned, .left: break
        }
        if before.isHolding || duel.isHolding { return true }
        let isPublished = !effects.states.isEmpty
        if isPublished, effects.refusals.isEmpty { return false }
        guard isPublished else { return duel == before }
        var due = before
        _ = due.deadlinePassed(at: now)
        return duel == due
    }
}

/// Spoils the input of the inspector.
package typealias SimulationSpoiler = @Sendable (inout SimulationGlimpse) -> Void

extension Duel {
    /// Whether a claim is held.
    var isHolding: Bool {
        guard case .open(_, .some) = phase else { return false }
        return true
    }
}

/// Checks what no client can check of a duel, after every input: its cards, its deadlines, and that what
/// is published is all that changes.
///
/// What everybody sees is held to the document by a model that knows when each thing was decided.
package struct SimulationInspector: Sendable {
    private let rules: Rules
    private var model: ConformanceModel
    private var lastState = TableState()

    /// An inspector for an empty table.
    package init(rules: Rules) {
        self.rules = rules
        // A simulated program is suspended for at most 400 ms at a time.
        model = ConformanceModel(
            rules: rules, isWatcher: false, tolerance: .milliseconds(1),
            lateness: .milliseconds(500))
    }

    /// Checks a duel after an event.
    ///
    /// - Throws: The first broken law.
    package mutating func inspect(_ glimpse: SimulationGlimpse) throws(SimulationFault) {
        let isPublished = glimpse.effects.contains { effect in
            switch effect {
            case .publish, .close: true
            case .refuse, .show, .race, .promise, .reveal, .say: false
            }
        }
        try require(
            .refusalsChangeNothing, glimpse.effects.refusals.isEmpty || glimpse.isUnchanged,
            "\(glimpse.effects.refusals)")
        try require(
            .changesArePublished, isPublished || glimpse.isUnchanged, "by \(glimpse.input)")
        // Nobody received the states of a restart in this order.
        if glimpse.input == .restarted { model.connectionBegan() }
        for effect in glimpse.effects { try follow(effect, glimpse) }
        if glimpse.input == .restarted, lastState.clock?.reason == .away {
            // Seats are kept for their full time again, which nobody is there to receive.
            lastState.clock = glimpse.view.clock
        }
        // The state of a closed table does not matter.
        guard !glimpse.effects.contains(.close) else { return }
        try inspectCards(glimpse)
        try inspectView(glimpse)
        try inspectDeadline(glimpse)
        try inspectStandstill(glimpse)
    }

    private func require(
        _ law: SimulationLaw, _ holds: Bool, _ detail: @autoclosure () -> String
    ) throws(SimulationFault) {
        guard holds else { throw SimulationFault(law, detail()) }
    }

    // MARK: - What is announced

    private mutating func follow(
        _ effect: DuelEffect, _ glimpse: SimulationGlimpse
    ) throws(SimulationFault) {
        let message: HostMessage
        switch effect {
        case .publish(let state):
            message = .state(state)
            try inspectWindow(of: state, glimpse)
            try inspectSecrecy(of: state, glimpse)
            lastState = state
        case .show(let hint, to: _):
            let deck = CardSet(glimpse.deck)
            return try require(.deckIsSecret, !hint.cards.contains(where: deck.contains), "\(hint)")
        case .promise(let commitment): message = .commitment(commitment)
        case .reveal(let reveal): message = .reveal(reveal)
        case .refuse, .race, .say, .close: return
        }
        let faults = model.observe(message, at: glimpse.now)
        if let fault = faults.first(where: { ConformanceLaw.aboutGames.contains($0.law) }) {
            throw SimulationFault(.documentHolds, "decided: \(fault)")
        }
    }

    /// Checks that the holder of a turn acts before its end, and that the end is not early.
    private func inspectWindow(
        of state: TableState, _ glimpse: SimulationGlimpse
    ) throws(SimulationFault) {
        guard case .turn(let turn) = glimpse.phases.before, let end = turn.window?.end,
            lastState.turn?.seat == turn.seat
        else { return }
        switch state.event {
        case .picked, .unpicked, .setFound, .mismatch, .passed:
            try require(.windowsHold, glimpse.now < end, "\(state) is too late")
        case .timedOut: try require(.windowsHold, glimpse.now >= end, "\(state) is too early")
        default: break
        }
    }

    private func inspectSecrecy(
        of state: TableState, _ glimpse: SimulationGlimpse
    ) throws(SimulationFault) {
        // The cards of a game that has ended are back in the deck of the next one.
        guard state.game == glimpse.view.game, state.isSuddenDeath == glimpse.view.isSuddenDeath
        else { return }
        let deck = CardSet(glimpse.deck)
        let told =
            state.cards.compactMap(\.self) + (state.selection?.cards ?? [])
            + (state.event?.cards ?? [])
        try require(.deckIsSecret, !told.contains(where: deck.contains), "in \(state)")
    }

    // MARK: - What is found

    private func inspectCards(_ glimpse: SimulationGlimpse) throws(SimulationFault) {
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
        var (told, found) = (lastState, glimpse.view)
        told.event = nil
        // Time may have passed since; everything else is as published.
        told.turn?.countdown?.remaining = .zero
        told.clock?.countdown.remaining = .zero
        found.turn?.countdown?.remaining = .zero
        found.clock?.countdown.remaining = .zero
        try require(.statesAgree, told == found, "\(found), told \(told)")
    }

    private func inspectDeadline(_ glimpse: SimulationGlimpse) throws(SimulationFault) {
        let due: TableInstant? =
            switch glimpse.phases.after {
            case .waiting, .over, .paused: nil
            case .countdown(let window, then: _): window.end
            case .open(let reveal, let held):
                [reveal?.end, held?.decision].compactMap(\.self).min()
            case .turn(let turn): turn.window?.end
            }
        guard let due else { return }
        try require(
            .deadlinesAreArmed, glimpse.nextDeadline.map { $0 <= due } == true,
            "\(glimpse.nextDeadline as Any), needed \(due)")
    }

    private func inspectStandstill(_ glimpse: SimulationGlimpse) throws(SimulationFault) {
        let players = rules.seats.map { glimpse.view.players[$0] }
        let isAgreed = players.allSatisfy { $0?.isPresent == true && $0?.isReady == true }
        switch glimpse.phases.after {
        case .open(reveal: nil, _), .turn:
            try require(.nothingHangs, !glimpse.hasEnded, "nothing is left to find")
        case .waiting, .over, .paused(because: .agreed, _, _):
            try require(.nothingHangs, !isAgreed, "all are ready")
        case .open, .countdown, .paused: break
        }
        if glimpse.view.isSuddenDeath, !glimpse.discard.isEmpty {
            try require(.nothingHangs, glimpse.view.phase == .over, "the deciding set was found")
        }
    }
}
