/// What just happened at a table, sent with the state so that it can be animated and explained.
///
/// The state is complete without it.
package enum TableEvent: Hashable, Sendable {
    /// A player took a seat.
    case joined(Seat)
    /// A player gave up the seat for good.
    case left(Seat)
    /// A player's connection was lost; the seat is kept.
    case away(Seat)
    /// A lost player came back.
    case returned(Seat)
    /// The time for which the seat was kept is over; the other may end the game or wait on.
    case seatReleased(Seat)
    /// A player is ready to start or resume.
    case ready(Seat)
    /// Both agreed; the countdown runs.
    case countdown
    /// The first cards are face up.
    case started
    /// A player said "I see a set" and has the turn.
    case claimed(Seat)
    /// The holder of the turn chose a card.
    case picked(Seat, Card)
    /// The holder of the turn took a choice back.
    case unpicked(Seat, Card, points: Int)
    /// Three cards are a set.
    case setFound(Seat, Trio, points: Int)
    /// Three cards are no set.
    case mismatch(Seat, Trio, points: Int)
    case timedOut(Seat, TurnReason, points: Int)
    case passed(Seat, TurnReason, points: Int)
    /// Three cards were added; this many sets had been on the board before.
    case dealt(Seat, [Card], setsBefore: Int, points: Int)
    /// The found cards left the board; these came for them.
    case refilled([Card])
    /// A player was shown some cards of a set.
    case hinted(Seat, shown: Int, points: Int)
    /// A player proposes something that both must agree to.
    case asked(Seat, Proposal)
    /// A player's proposal no longer stands: by default because the player took it back.
    case withdrew(Seat, Proposal, because: WithdrawalReason? = nil)
    /// The game is paused; face down if by agreement.
    case paused
    /// The game goes on.
    case resumed
    /// The game ended level: twelve fresh cards, the next set wins.
    case suddenDeath
    /// A player gave the game up.
    case resigned(Seat)
    /// The game ended.
    case over
}

/// Why a proposal no longer stands although the player did not take it back.
package enum WithdrawalReason: String, CaseIterable, Hashable, Sendable {
    /// The opponent said no.
    case declined
    /// Nobody answered in time.
    case lapsed
}

/// Something that happens when both players want it.
package enum Proposal: String, CaseIterable, Hashable, Sendable {
    /// Start a new game.
    case new
    case pause
}
