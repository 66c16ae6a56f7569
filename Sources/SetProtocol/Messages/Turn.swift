package enum TurnReason: String, CaseIterable, Hashable, Sendable {
    /// The seat said "I see a set".
    case claim
    /// The other seat's claim failed.
    case answer
    /// The other seat dealt three cards.
    case grace
}

package struct Countdown: Hashable, Sendable {
    /// What remained when the message was written.
    package var remaining: Duration
    package var total: Duration

    package init(remaining: Duration, total: Duration) {
        self.remaining = remaining
        self.total = total
    }
}

/// An exclusive right to choose cards.
package struct Turn: Hashable, Sendable {
    package var seat = Seat.first
    /// What gave the turn; `nil` for a reason that only a newer host knows.
    package internal(set) var reason: TurnReason?
    /// How long it lasts; `nil` when it has no limit.
    package var countdown: Countdown?

    package init(seat: Seat, reason: TurnReason, countdown: Countdown?) {
        self.seat = seat
        self.reason = reason
        self.countdown = countdown
    }

    package init() {}
}

/// What a table waits for outside a turn.
package enum ClockReason: String, CaseIterable, Hashable, Sendable {
    case start
    /// A found set stays to be looked at.
    case reveal
    /// A lost player's seat is being kept.
    case away
    /// A player is ready to end a pause, and waits for the other.
    case ready
}

package struct Clock: Hashable, Sendable {
    /// What it counts down to; `nil` for what only a newer host knows.
    package internal(set) var reason: ClockReason?
    package var countdown = Countdown(remaining: .zero, total: .zero)

    package init(reason: ClockReason, countdown: Countdown) {
        self.reason = reason
        self.countdown = countdown
    }

    package init() {}
}

package enum Verdict: String, CaseIterable, Hashable, Sendable {
    case undecided
    case match
    case mismatch
}

package struct Selection: Hashable, Sendable {
    package var seat = Seat.first
    /// The cards in the order they were chosen: one to three.
    package var cards: [Card] = []
    /// Whether they are a set; `nil` for a verdict that only a newer host knows.
    package internal(set) var verdict: Verdict?

    package init(seat: Seat, cards: [Card], verdict: Verdict) {
        self.seat = seat
        self.cards = cards
        self.verdict = verdict
    }

    package init() {}
}
