import SetProtocol

/// Limits how many states watchers are sent.
///
/// One player who selects and deselects a card could otherwise make the host send each watcher a
/// state every time: a few bytes in, thousands out. States in which cards come or go, or a game
/// begins or ends, are always sent. Watchers miss some of the others if there are too many, and get
/// the newest as soon as the rate allows.
struct WatchersPace: Hashable, Sendable {
    private var states: RateLimit
    /// When watchers who missed a state get the newest; `nil` if they missed none.
    private(set) var due: MonotonicInstant?

    init(_ rate: RateLimit.Rate) {
        states = RateLimit(rate)
    }

    mutating func allows(_ state: TableState, at now: MonotonicInstant) -> Bool {
        guard state.event?.traits.isSkippable == true else {
            due = nil
            return true
        }
        guard due == nil, states.allows(at: now) else {
            due = due ?? now.advanced(by: states.rate.interval)
            return false
        }
        return true
    }

    /// Whether to send watchers the newest state now.
    mutating func isDue(at now: MonotonicInstant) -> Bool {
        guard let due, due <= now else { return false }
        self.due = nil
        _ = states.allows(at: now)
        return true
    }
}

extension TableCore {
    var hasWatchers: Bool {
        for place in participants.indices where participants[place].seat == nil { return true }
        return false
    }

    private func participants(areWatching: Bool) -> [ParticipantID] {
        participants.filter { ($0.seat == nil) == areWatching }.map(\.number)
    }

    mutating func publish(_ state: TableState) {
        let isForAll = !hasWatchers || watchersPace.allows(state, at: instant(at: latest))
        effects.append(
            isForAll
                ? .tellAll(.state(state))
                : .tellSome(.state(state), to: participants(areWatching: false)))
    }

    mutating func catchWatchersUp(at now: MonotonicInstant) {
        guard watchersPace.isDue(at: now), hasWatchers else { return }
        let state = duel.snapshot(at: max(latest, tableTime(now)))
        effects.append(.tellSome(.state(state), to: participants(areWatching: true)))
    }
}
