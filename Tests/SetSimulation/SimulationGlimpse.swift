import SetHost
import SetProtocol

/// All that is looked at after one event of a simulated duel.
///
/// It is a copy, so that a test can spoil it and see whether the inspector notices.
package struct SimulationGlimpse: Sendable {
    /// What happened.
    package var input: DuelInput
    /// When.
    package var now: TableInstant
    /// What the duel answered.
    package var effects: [DuelEffect]
    /// Whether the duel is just what the deadlines that had passed made of it.
    ///
    /// Also true if the input may change what nobody sees, such as a measurement.
    package var isUnchanged: Bool
    /// The cards not yet dealt.
    package var deck: [Card]
    /// The cards on the board.
    package var board: [Card]
    /// The cards that were found.
    package var discard: [Card]
    /// Where the duel stands.
    package var phase: DuelPhase
    /// When it wants to be woken next.
    package var nextDeadline: TableInstant?
    /// What it counts as published.
    package var revision: Revision
    /// The points of each seat.
    package var points: PerSeat<Int>
    /// The sets of each seat.
    package var sets: PerSeat<Int>
    /// Whether the deck is empty and no set is left.
    package var hasEnded: Bool
    /// What a newcomer would be shown.
    package var view: TableState

    /// Looks at a duel after an input.
    ///
    /// - Parameters:
    ///   - duel: As it stands now.
    ///   - before: The duel to which the input was applied.
    ///   - effects: What the duel answered.
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
        revision = duel.revision
        points = duel.game.tallies.map(\.points)
        sets = duel.game.tallies.map(\.sets)
        hasEnded = duel.game.hasEnded
        view = duel.snapshot(at: now)
    }

    /// Compares only where something must not have changed: the comparison takes time.
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

/// Spoils what the inspector is shown.
package typealias SimulationSpoiler = @Sendable (inout SimulationGlimpse) -> Void

extension Duel {
    /// Whether a claim is held.
    var isHolding: Bool {
        guard case .open(_, .some) = phase else { return false }
        return true
    }
}

extension DuelInput {
    /// Whether it may change what nobody sees.
    fileprivate var isAdministrative: Bool {
        switch self {
        case .measured, .connected, .restarted, .closed: true
        case .joined, .received, .deadlinePassed, .connectionLost, .returned, .left: false
        }
    }
}
