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

    enum Cost: Hashable, Sendable {
        /// Nothing: there is no game, no cards have been seen, or the pause has its own limit.
        case nothing
        /// Nothing as long as nobody is back: the host itself was gone.
        case nothingYet
        /// Search time, and time away: the game waits until then.
        case time(until: TableInstant)
    }

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
    var drops = 0
    /// The total length of those that are over.
    var time = Duration.zero
    /// How much of that falls into the current standstill.
    var timeInStandstill = Duration.zero
}

extension Duel {
    /// Records that a player disconnected; the game waits if the rules still allow it.
    mutating func beginAbsence(of seat: Seat, at now: TableInstant) {
        players[seat]?.absence = Absence(since: now, cost: .nothing)
        if isDropCounted { countDrop(of: seat, at: now) }
    }

    private mutating func countDrop(of seat: Seat, at now: TableInstant) {
        guard var player = players[seat] else { return }
        player.absences.drops += 1
        let isAllowed = player.absences.drops <= rules.drops
        let end = isAllowed ? now.advanced(by: rules.awayTime - player.absences.time) : now
        player.absence = Absence(since: now, cost: .time(until: end))
        players[seat] = player
    }

    /// Whether a disconnection counts now: only in a duel, while the game runs or waits for a
    /// player, and not where nobody has seen the cards or an agreed pause has its own limit.
    private var isDropCounted: Bool {
        guard rules.players == .two else { return false }
        switch phase {
        case .waiting, .over, .paused(because: .agreed, _, _): return false
        case .countdown(_, then: .start): return isSuddenDeath
        case .countdown(_, then: .resume), .open, .turn, .paused(because: .away, _, _): return true
        }
    }

    /// Counts the disconnections in an agreed pause that is over as if they happened now.
    mutating func countDropsInPause(at now: TableInstant) {
        guard rules.players == .two else { return }
        for seat in rules.seats where players[seat]?.absence?.cost == .nothing {
            countDrop(of: seat, at: now)
        }
    }

    /// Counts the time of a player who is still away after a restart of the host ten seconds after
    /// the other is back: longer than any delay between a client's attempts.
    mutating func countTimeAfterRestart(at now: TableInstant) {
        guard case .paused(because: .away, _, _) = phase,
            let seat = rules.seats.first(where: { players[$0]?.absence?.cost == .nothingYet }),
            let away = players[seat]?.absences.time, players[seat.opponent]?.presence == .here
        else { return }
        let start = now.advanced(by: .seconds(10))
        let end = start.advanced(by: max(.zero, rules.awayTime - away))
        players[seat]?.absence = Absence(since: start, cost: .time(until: end))
    }

    mutating func endAbsence(of seat: Seat, at now: TableInstant) {
        guard var player = players[seat], let absence = player.absence else { return }
        player.absences.time += absence.time(since: .zero, until: now)
        if let since = standstillBegan {
            player.absences.timeInStandstill += absence.time(since: since, until: now)
        }
        player.absence = nil
        players[seat] = player
    }

    /// Since when the game has stood still; `nil` if it does not.
    private var standstillBegan: TableInstant? {
        switch phase {
        case .paused(_, let since, _), .countdown(_, then: .resume(let since, _)): since
        case .waiting, .countdown(_, then: .start), .open, .turn, .over: nil
        }
    }

    func timeAway(
        of seat: Seat, inStandstillSince since: TableInstant, at now: TableInstant
    ) -> Duration {
        guard let player = players[seat] else { return .zero }
        let present = player.absence?.time(since: since, until: now) ?? .zero
        return player.absences.timeInStandstill + present
    }

    /// When a game stops waiting for a player and goes on; `nil` for never.
    var standstillEnd: TableInstant? {
        guard case .paused(because: .away, _, _) = phase,
            rules.seats.contains(where: { players[$0]?.presence == .here })
        else { return nil }
        var last: TableInstant?
        for seat in rules.seats {
            guard let absence = players[seat]?.absence else { continue }
            guard let end = absence.waitingEnd else { return nil }
            last = max(last ?? end, end)
        }
        return last
    }
}
