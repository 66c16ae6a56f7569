import SetHost
import SetProtocol

/// All that is looked at after one event of a simulated duel.
///
/// It is a copy, so that a test can spoil it and see whether the inspector notices.
package struct SimulationGlimpse: Sendable {
    /// What was done.
    package var action: SimulationAction
    /// When.
    package var now: TableInstant
    /// What the duel answered.
    package var effects: [DuelEffect]
    /// Whether the duel is just what the deadlines that had passed made of it.
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

    /// Looks at a duel after an event.
    package init(
        of duel: Duel, after action: SimulationAction, at now: TableInstant, effects: [DuelEffect],
        isUnchanged: Bool
    ) {
        self.action = action
        self.now = now
        self.effects = effects
        self.isUnchanged = isUnchanged
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
}

/// One event of a simulated duel.
package enum SimulationAction: Hashable, Sendable {
    /// The timer wakes the duel, in time or not.
    case wake
    /// A player sends a message.
    case send(ClientMessage, Seat)
    /// A player takes a free seat.
    case join(Seat)
    /// A player's connection is lost.
    case lose(Seat)
    /// A lost player is back.
    case comeBack(Seat)
    /// A player goes for good.
    case leave(Seat)
    /// The lines are measured.
    case measure(PerSeat<Duration>)
    /// What the system says of the lines.
    case connect(PerSeat<Duration>)
    /// The host had ended and has begun again.
    case restart

    /// What happened to a duel; `nil` for the end of its table.
    init?(_ input: DuelInput) {
        switch input {
        case .joined(let seat, _): self = .join(seat)
        case .received(let message, let seat, _, _): self = .send(message, seat)
        case .measured(let roundTrips): self = .measure(roundTrips)
        case .connected(let roundTrips): self = .connect(roundTrips)
        case .deadlinePassed: self = .wake
        case .connectionLost(let seat): self = .lose(seat)
        case .returned(let seat): self = .comeBack(seat)
        case .left(let seat): self = .leave(seat)
        case .restarted: self = .restart
        case .closed: return nil
        }
    }

    /// Whether it changes what nobody sees.
    var isAdministrative: Bool {
        switch self {
        case .measure, .connect, .restart: true
        case .wake, .send, .join, .lose, .comeBack, .leave: false
        }
    }

    /// What it is for the duel.
    package func input(at now: TableInstant) -> DuelInput {
        switch self {
        case .wake: .deadlinePassed
        case .send(let message, let seat): .received(message, from: seat, arrival: now)
        case .join(let seat): .joined(seat, name: "\(seat)")
        case .lose(let seat): .connectionLost(seat)
        case .comeBack(let seat): .returned(seat)
        case .leave(let seat): .left(seat)
        case .measure(let roundTrips): .measured(roundTrips)
        case .connect(let roundTrips): .connected(roundTrips)
        case .restart: .restarted
        }
    }
}

/// What must hold after every event of every duel.
package enum SimulationLaw: String, CaseIterable, Sendable {
    /// Deck, board and discard are the 81 cards.
    case everyCardIsSomewhere
    /// In each feature the variants of deck and board sum to a multiple of three.
    case featuresSumToNothing
    /// The duel wants to be woken exactly when its phase or a kept seat needs it.
    case deadlinesAreArmed
    /// A refusal leaves the duel as it was.
    case refusalsChangeNothing
    /// Whatever changes is published.
    case changesArePublished
    /// Each published state's revision is one more than the last.
    case revisionsCount
    /// Board numbers never fall.
    case boardNumbersGrow
    /// The last state published is the one a newcomer sees.
    case statesAgree
    /// Cards lie face down while the game stands still, and only then.
    case standstillHidesCards
    /// A state has a turn in a turn and a result in the end, and its parts fit together.
    case statesAreWhole
    /// Points are the sum of what the events told, in each state.
    case pointsAreTold
    /// Sets are as many as were told to be found, in each state.
    case setsAreTold
    /// Who has the turn sits at the table, and was there when it was given.
    case holdersAreSeated
    /// No state and no hint names a card of the deck.
    case deckIsSecret
    /// Found sets are sets of the board, mismatches are none, and the truth about a deal is true.
    case eventsAreTrue
    /// The holder of a turn acts before its end, and the turn ends then and not before.
    case windowsHold
    /// As many cards come as the rules say, and the others stay where they are but for holes.
    case cardsKeepTheirSlots
    /// A game with nothing left to find is over, and players who all agreed do not wait.
    case nothingHangs
}

/// A law that was broken.
package struct SimulationFault: Error, Hashable, Sendable, CustomStringConvertible {
    /// Which.
    package let law: SimulationLaw
    /// How.
    package let detail: String

    /// The law and how it was broken.
    package var description: String { "\(law): \(detail)" }
}
