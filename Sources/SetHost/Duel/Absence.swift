import SetProtocol

/// A period in which a player's connection is down.
///
/// A game pauses for a disconnected player, so disconnecting must gain nothing: thinking time while
/// away counts as search time, and a game waits only ``Rules/drops`` times and ``Rules/awayTime``
/// in total.
struct Absence: Hashable, Sendable {
    /// When the connection was lost.
    let since: TableInstant
    /// Whether it counts against the budget; not if the host itself was gone, or in an agreed pause.
    let isCounted: Bool
    /// When the game stops waiting; never if the absence does not count.
    let waitingEnd: WaitingEnd

    /// How long a game waits.
    enum WaitingEnd: Hashable, Sendable {
        case never
        case at(TableInstant)
    }

    /// Whether the game waits at an instant.
    func isWaitedFor(at now: TableInstant) -> Bool {
        switch waitingEnd {
        case .never: true
        case .at(let end): now < end
        }
    }

    /// How much of it lies after an instant.
    func time(since start: TableInstant, until now: TableInstant) -> Duration {
        isCounted ? max(.zero, max(since, start).duration(to: now)) : .zero
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
