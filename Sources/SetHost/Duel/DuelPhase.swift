import SetProtocol

package struct Window: Hashable, Sendable {
    package let end: TableInstant
    package let total: Duration
    /// How much longer the host waits than the player is shown, for messages still under way.
    package let allowance: Duration

    init(_ total: Duration, from now: TableInstant, allowance: Duration = .zero) {
        self.total = total
        self.allowance = allowance
        end = now.advanced(by: total + allowance)
    }

    /// The time left as the player sees it, never negative.
    func countdown(at now: TableInstant) -> Countdown {
        Countdown(remaining: max(.zero, now.duration(to: end) - allowance), total: total)
    }
}

/// One seat's exclusive right to select cards.
package struct HeldTurn: Hashable, Sendable {
    package let seat: Seat
    package let reason: TurnReason
    package let window: Window?
    /// When the holder claimed to see a set; `nil` for an answer or grace turn.
    let spotted: TableInstant?
}

/// Named by what the duel waits for; each case carries only what is valid in it.
package enum DuelPhase: Hashable, Sendable {
    case waiting
    /// For the end of the countdown, and then for what it leads to.
    case countdown(Window, then: CountdownGoal)
    /// Waits for a claim or a deal; while a match is shown, until the window ends. A held claim is
    /// invisible.
    case open(reveal: Window?, held: HeldClaim? = nil)
    case turn(HeldTurn)
    /// For both to be ready, or for an absent player to return. Once one player is ready, the other
    /// has limited time.
    case paused(because: PauseReason, since: TableInstant, readiness: Window? = nil)
    case over(GameResult)

    var name: TablePhase {
        switch self {
        case .waiting: .waiting
        case .countdown: .countdown
        case .open: .open
        case .turn: .turn
        case .paused: .paused
        case .over: .over
        }
    }
}

package enum CountdownGoal: Hashable, Sendable {
    /// The first deal of a new game.
    case start
    /// The game as it stood when it was paused.
    case resume(since: TableInstant, because: PauseReason)
}

package enum PauseReason: Hashable, Sendable {
    case agreed
    /// A player disconnected. The cards stay visible if that player had seen them.
    case away(isFaceUp: Bool)
}

package enum Presence: Hashable, Sendable {
    case here
    /// Disconnected; the seat is kept.
    case away(Window)
    /// Disconnected for longer than the seat is kept.
    case released

    /// When the seat is released; `nil` unless it is kept.
    var end: TableInstant? {
        guard case .away(let window) = self else { return nil }
        return window.end
    }
}

struct ProposalRequest: Hashable, Sendable {
    let proposal: Proposal
    let lapse: TableInstant
}

package struct Player: Hashable, Sendable {
    package let name: String
    package internal(set) var presence = Presence.here
    var absence: Absence?
    /// The absences in the current game.
    var absences = AbsenceTally()
    var isReady = false
    /// Games won at this table against this opponent.
    var wins = 0
    var request: ProposalRequest?
    var asks: Proposal? { request?.proposal }

    init(name: String) {
        self.name = name
    }

    /// Restores the player's full budget of absences; a current one does not count.
    mutating func beginNewGame() {
        absences = AbsenceTally()
        absence = absence.map { Absence(since: $0.since, cost: .nothing) }
    }
}
