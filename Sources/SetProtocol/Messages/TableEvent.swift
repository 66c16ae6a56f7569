/// What just happened at a table, sent with the state so that it can be animated and explained.
///
/// The state is complete without it.
package enum TableEvent: Hashable, Sendable {
    case joined(Seat)
    /// A player gave up the seat for good.
    case left(Seat)
    /// A player's connection was lost; the seat is kept.
    case away(Seat)
    case returned(Seat)
    /// The time for which the seat was kept is over; the other may end the game or wait on.
    case seatReleased(Seat)
    case ready(Seat)
    case countdown
    case started
    /// A player said "I see a set" and has the turn.
    case claimed(Seat)
    /// The holder of the turn chose a card.
    case picked(Seat, Card)
    case unpicked(Seat, Card, points: Int)
    case setFound(Seat, Trio, points: Int)
    case mismatch(Seat, Trio, points: Int)
    case timedOut(Seat, TurnReason, points: Int)
    case passed(Seat, TurnReason, points: Int)
    /// Three cards were added; this many sets had been on the board before.
    case dealt(Seat, [Card], setsBefore: Int, points: Int)
    /// The found cards left the board; these came for them.
    case refilled([Card])
    case hinted(Seat, shown: Int, points: Int)
    /// A player proposes something that both must agree to.
    case asked(Seat, Proposal)
    /// A player's proposal no longer stands: by default because the player took it back.
    case withdrew(Seat, Proposal, because: WithdrawalReason? = nil)
    /// The game is paused; face down if by agreement.
    case paused
    case resumed
    /// The game ended level: twelve fresh cards, the next set wins.
    case suddenDeath
    case resigned(Seat)
    case over

    /// The kinds of event, by their names on the wire.
    package enum Kind: String, CaseIterable, Sendable {
        case joined, left, away, returned, seatReleased, ready
        case countdown, started
        case claimed, picked, unpicked, setFound, mismatch, timedOut, passed
        case dealt, refilled, hinted
        case asked, withdrew, paused, resumed
        case suddenDeath, resigned, over
    }

    package enum Topic: Sendable {
        /// People come, go, ask, or agree.
        case people
        case play
        /// A step that the board or the clock shows by itself.
        case step
    }

    /// The facts about an event, one row each, from which everybody derives what they do with it.
    package struct Traits: Sendable {
        package let kind: Kind
        package let topic: Topic
        /// Who did it; `nil` for what happens by itself.
        package var seat: Seat?
        /// What it gave the seat, negative if it cost something.
        package var points: Int?
        /// Whether the next state shows as much, so that a watcher loses nothing but an animation
        /// without this one.
        package var isSkippable = false
    }

    package var traits: Traits {
        switch self {
        case .joined(let seat): Traits(kind: .joined, topic: .people, seat: seat)
        case .left(let seat): Traits(kind: .left, topic: .people, seat: seat)
        case .away(let seat): Traits(kind: .away, topic: .people, seat: seat, isSkippable: true)
        case .returned(let seat):
            Traits(kind: .returned, topic: .people, seat: seat, isSkippable: true)
        case .seatReleased(let seat): Traits(kind: .seatReleased, topic: .people, seat: seat)
        case .ready(let seat): Traits(kind: .ready, topic: .people, seat: seat, isSkippable: true)
        case .countdown: Traits(kind: .countdown, topic: .step)
        case .started: Traits(kind: .started, topic: .play)
        case .claimed(let seat): Traits(kind: .claimed, topic: .step, seat: seat, isSkippable: true)
        case .picked(let seat, _):
            Traits(kind: .picked, topic: .step, seat: seat, isSkippable: true)
        case .unpicked(let seat, _, let points):
            Traits(kind: .unpicked, topic: .step, seat: seat, points: points, isSkippable: true)
        case .setFound(let seat, _, let points):
            Traits(kind: .setFound, topic: .play, seat: seat, points: points)
        case .mismatch(let seat, _, let points):
            Traits(kind: .mismatch, topic: .play, seat: seat, points: points, isSkippable: true)
        case .timedOut(let seat, _, let points):
            Traits(kind: .timedOut, topic: .play, seat: seat, points: points, isSkippable: true)
        case .passed(let seat, _, let points):
            Traits(kind: .passed, topic: .play, seat: seat, points: points, isSkippable: true)
        case .dealt(let seat, _, _, let points):
            Traits(kind: .dealt, topic: .play, seat: seat, points: points)
        case .refilled: Traits(kind: .refilled, topic: .step)
        case .hinted(let seat, _, let points):
            Traits(kind: .hinted, topic: .people, seat: seat, points: points, isSkippable: true)
        case .asked(let seat, _):
            Traits(kind: .asked, topic: .people, seat: seat, isSkippable: true)
        case .withdrew(let seat, _, _):
            Traits(kind: .withdrew, topic: .people, seat: seat, isSkippable: true)
        case .paused: Traits(kind: .paused, topic: .play)
        case .resumed: Traits(kind: .resumed, topic: .play)
        case .suddenDeath: Traits(kind: .suddenDeath, topic: .play)
        case .resigned(let seat): Traits(kind: .resigned, topic: .play, seat: seat)
        case .over: Traits(kind: .over, topic: .step)
        }
    }
}

package enum WithdrawalReason: String, CaseIterable, Hashable, Sendable {
    case declined
    case lapsed
}

/// Something that happens when both players want it.
package enum Proposal: String, CaseIterable, Hashable, Sendable {
    case new
    case pause
}
