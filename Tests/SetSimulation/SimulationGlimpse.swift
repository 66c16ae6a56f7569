import SetHost
import SetProtocol

/// Everything that is checked after one event of a simulated duel.
///
/// It is a copy, so that a test can spoil it and check that the inspector notices.
package struct SimulationGlimpse: Sendable {
    package var input: DuelInput
    package var now: TableInstant
    package var effects: [DuelEffect]
    /// Whether the input changed nothing beyond the effects of the deadlines that had passed.
    ///
    /// Also true if the input may change something invisible, such as a measurement.
    package var isUnchanged: Bool
    package var deck: [Card]
    package var board: [Card]
    package var discard: [Card]
    package var phase: DuelPhase
    package var nextDeadline: TableInstant?
    /// Whether the deck is empty and no set is left.
    package var hasEnded: Bool
    /// The state that a newcomer would receive.
    package var view: TableState

    package init(
        of duel: Duel, before: Duel, after input: DuelInput, at now: TableInstant,
        effects: [DuelEffect]
    ) {
        self.input = input
        self.now = now
        self.effects = effects
        isUnchanged = Self.isUnchanged(duel, before, input, at: now, effects)
        deck = duel.game.deck.cards
        board = duel.game.board.cards
        discard = duel.game.discard.map(\.card)
        phase = duel.phase
        nextDeadline = duel.nextDeadline
        hasEnded = duel.game.hasEnded
        view = duel.snapshot(at: now)
    }

    /// Compares only where nothing may change: the comparison takes time.
    private static func isUnchanged(
        _ duel: Duel, _ before: Duel, _ input: DuelInput, at now: TableInstant,
        _ effects: [DuelEffect]
    ) -> Bool {
        if input.isAdministrative || before.isHolding || duel.isHolding { return true }
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
    var isHolding: Bool {
        guard case .open(_, .some) = phase else { return false }
        return true
    }
}

extension DuelInput {
    /// Whether it may change something invisible.
    fileprivate var isAdministrative: Bool {
        switch self {
        case .measured, .connected, .waiter, .restarted, .closed: true
        case .queued, .unqueued, .seated: false
        case .joined, .received, .deadlinePassed, .connectionLost, .returned, .left: false
        }
    }
}
