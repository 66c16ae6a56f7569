import SetProtocol

/// A time for which a player's connection is down.
///
/// A game stands still for a lost player, so a lost connection must be worth nothing: what a player
/// could think over meanwhile counts as time to search, and a game waits only ``Rules/drops`` times
/// and ``Rules/awayTime`` in all.
struct Absence: Hashable, Sendable {
    /// When the connection was lost.
    let since: TableInstant
    /// Whether it counts: not when the host itself was gone, nor in a pause that both agreed to.
    let isCounted: Bool
    /// Until when the game waits: for ever when the absence does not count.
    let waitingEnd: WaitingEnd

    /// For how long a game waits.
    enum WaitingEnd: Hashable, Sendable {
        case never
        case at(TableInstant)
    }

    /// Whether the game waits at a moment.
    func isWaitedFor(at now: TableInstant) -> Bool {
        switch waitingEnd {
        case .never: true
        case .at(let end): now < end
        }
    }

    /// How much of it lies after a moment.
    func time(since start: TableInstant, until now: TableInstant) -> Duration {
        isCounted ? max(.zero, max(since, start).duration(to: now)) : .zero
    }
}

/// What a player's lost connections have cost the game so far.
struct AbsenceTally: Hashable, Sendable {
    /// How many there were.
    var drops = 0
    /// How long those that are over lasted together.
    var time = Duration.zero
    /// How much of that falls into the present standstill.
    var timeInStandstill = Duration.zero
}
