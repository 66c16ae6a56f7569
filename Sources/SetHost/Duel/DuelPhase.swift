import SetProtocol

/// A limited time: when it ends and how long it was given.
package struct Window: Hashable, Sendable {
    /// When it ends for the host.
    package let end: TableInstant
    /// How long it was given.
    package let total: Duration
    /// By how much the host waits longer than the player is shown, for what is still on its way.
    package let allowance: Duration

    /// A window that opens now.
    init(_ total: Duration, from now: TableInstant, allowance: Duration = .zero) {
        self.total = total
        self.allowance = allowance
        end = now.advanced(by: total + allowance)
    }

    /// What is left of it as the player sees it, never less than nothing.
    func countdown(at now: TableInstant) -> Countdown {
        Countdown(remaining: max(.zero, now.duration(to: end) - allowance), total: total)
    }
}

/// The exclusive right of one seat to choose cards.
package struct HeldTurn: Hashable, Sendable {
    /// Who holds it.
    package let seat: Seat
    /// What gave it.
    package let reason: TurnReason
    /// How long it lasts; `nil` without limit.
    package let window: Window?
    /// When the holder said that they saw a set; `nil` in a turn that was given.
    let spotted: TableInstant?
}

/// Where a duel stands; each case carries only what is valid there.
package enum DuelPhase: Hashable, Sendable {
    /// For players to sit down and to be ready.
    case waiting
    /// For the countdown to end, and then for what it leads to.
    case countdown(Window, then: CountdownGoal)
    /// For anybody to claim or deal; while a match is shown, until the window ends. A claim may be
    /// waiting to be judged, of which nobody is told.
    case open(reveal: Window?, held: HeldClaim? = nil)
    /// For the holder of the turn to choose.
    case turn(HeldTurn)
    /// For both to be ready, or for a lost player to come back. Once one of them is ready, the other has a
    /// limited time.
    case paused(because: PauseReason, since: TableInstant, readiness: Window? = nil)
    /// For both to want another game.
    case over(GameResult)
}

/// What a countdown leads to.
package enum CountdownGoal: Hashable, Sendable {
    /// The first cards of a new game.
    case start
    /// The game as it stood when it was paused.
    case resume(since: TableInstant, because: PauseReason)
}

/// Why a game stands still.
package enum PauseReason: Hashable, Sendable {
    /// Both players wanted it.
    case agreed
    /// A player's connection was lost. The cards stay in view if that player had seen them.
    case away(isFaceUp: Bool)
}

/// Whether a player's connection is up.
package enum Presence: Hashable, Sendable {
    /// It is.
    case here
    /// It was lost; the seat is kept.
    case away(Window)
    /// It was lost for longer than the seat is kept.
    case released
}

/// A player in a seat.
package struct Player: Hashable, Sendable {
    /// What they want to be called.
    package let name: String
    /// Whether their connection is up.
    package internal(set) var presence = Presence.here
    /// The present absence; `nil` while the connection is up.
    var absence: Absence?
    /// The absences of the present game.
    var absences = AbsenceTally()
    /// Whether they agreed to start or to go on.
    var isReady = false
    /// Games won at this table against this opponent.
    var wins = 0
    /// What they propose.
    var asks: Proposal?

    init(name: String) {
        self.name = name
    }

    /// Gives the player the whole budget of lost connections; one that was lost before does not count.
    mutating func beginNewGame() {
        absences = AbsenceTally()
        absence = absence.map { Absence(since: $0.since, isCounted: false, waitingEnd: .never) }
    }
}
