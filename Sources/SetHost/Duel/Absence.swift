import SetProtocol

/// A period in which a player's connection is down.
///
/// A game pauses for a disconnected player, so disconnecting must gain nothing: thinking time while
/// away counts as search time, and a game waits only ``Rules/drops`` times and ``Rules/awayTime``
/// in total.
struct Absence: Hashable, Sendable {
    /// When the connection was lost, or when that began to count.
    let since: TableInstant
    let cost: Cost

    /// What it costs the player.
    enum Cost: Hashable, Sendable {
        /// Nothing: there is no game, no cards have been seen, or the pause has its own limit.
        case nothing
        /// Nothing as long as nobody is back: the host itself was gone.
        case nothingYet
        /// Search time, and time away: the game waits until then.
        case time(until: TableInstant)
    }

    /// Whether the game waits at an instant.
    func isWaitedFor(at now: TableInstant) -> Bool { waitingEnd.map { now < $0 } ?? true }

    /// When the game stops waiting; `nil` for never.
    var waitingEnd: TableInstant? {
        if case .time(let end) = cost { end } else { nil }
    }

    /// How much of it lies after an instant and counts.
    func time(since start: TableInstant, until now: TableInstant) -> Duration {
        waitingEnd == nil ? .zero : max(.zero, max(since, start).duration(to: now))
    }
}

/// What a player's disconnections have cost the game so far.
struct AbsenceTally: Hashable, Sendable {
    /// The number of disconnections.
    var drops = 0
    /// The total length of those that are over.
    var time = Duration.zero
    /// How much of that falls into the current standstill.
    var timeInStandstill = Duration.zero
}
