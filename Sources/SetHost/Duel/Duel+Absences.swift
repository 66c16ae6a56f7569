import SetProtocol

// MARK: - Lost connections

extension Duel {
    /// Records that a player disconnected; the game waits if the rules still allow it.
    mutating func beginAbsence(of seat: Seat, at now: TableInstant) {
        guard var player = players[seat] else { return }
        let isCounted = isDropCounted
        if isCounted { player.absences.drops += 1 }
        let isAllowed = player.absences.drops <= rules.drops
        let end = isAllowed ? now.advanced(by: rules.awayTime - player.absences.time) : now
        player.absence = Absence(
            since: now, isCounted: isCounted, waitingEnd: isCounted ? .at(end) : .never)
        players[seat] = player
    }

    /// Whether a disconnection counts now: only in a duel, while the game runs or waits for a
    /// player.
    private var isDropCounted: Bool {
        guard edition >= .second, rules.players == .two else { return false }
        switch phase {
        case .waiting, .over, .paused(because: .agreed, _, _), .countdown(_, then: .start),
            .countdown(_, then: .resume(_, because: .agreed)):
            return false
        case .countdown(_, then: .resume(_, because: .away)), .open, .turn,
            .paused(because: .away, _, _):
            return true
        }
    }

    /// Records that a player is back.
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

    /// How much of a standstill a player was away for.
    func timeAway(
        of seat: Seat, inStandstillSince since: TableInstant, at now: TableInstant
    ) -> Duration {
        guard let player = players[seat] else { return .zero }
        let present = player.absence?.time(since: since, until: now) ?? .zero
        return player.absences.timeInStandstill + present
    }

    /// When a game stops waiting for a player and goes on; `nil` for never.
    var standstillEnd: TableInstant? {
        guard edition >= .second, case .paused(because: .away, _, _) = phase,
            rules.seats.contains(where: { players[$0]?.presence == .here })
        else { return nil }
        var last: TableInstant?
        for seat in rules.seats {
            guard let absence = players[seat]?.absence else { continue }
            guard case .at(let end) = absence.waitingEnd else { return nil }
            last = max(last ?? end, end)
        }
        return last
    }
}
