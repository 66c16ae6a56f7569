import SetProtocol

/// Somebody who watches and waits for a seat, known by the digest of a token.
package struct Waiter: Hashable, Sendable {
    package let token: SHA256
    package let name: String
    /// How long the place is kept for a connection that was lost; `nil` while they are here.
    package internal(set) var kept: Window?
}

extension Duel {
    /// The most watchers that wait; each costs a name in every state.
    static let mostWaiters = 16

    private func place(of token: SHA256) -> Int? { queue.firstIndex { $0.token == token } }

    mutating func queued(
        _ token: SHA256, name: String, at now: TableInstant
    ) -> [DuelEffect] {
        guard place(of: token) == nil, queue.count < Self.mostWaiters else { return [] }
        queue.append(Waiter(token: token, name: Self.distinct(name, from: queue.map(\.name))))
        return [publish(nil, at: now)]
    }

    mutating func unqueued(_ token: SHA256, at now: TableInstant) -> [DuelEffect] {
        guard let place = place(of: token) else { return [] }
        queue.remove(at: place)
        return [publish(nil, at: now)] + closeIfAbandoned()
    }

    mutating func waiter(
        _ token: SHA256, isHere: Bool, at now: TableInstant
    ) -> [DuelEffect] {
        guard let place = place(of: token) else { return [] }
        queue[place].kept = isHere ? nil : Window(rules.seatKept, from: now)
        return []
    }

    /// When the next place in the queue is lost; `nil` while all waiters are here.
    // Not `\.kept?.end`: without optimization, the standard library copies over itself there.
    var nextPlaceLost: TableInstant? { queue.lazy.compactMap { $0.kept?.end }.min() }

    mutating func losePlaces(at now: TableInstant) -> [DuelEffect] {
        guard let nextPlaceLost, nextPlaceLost <= now else { return [] }
        queue.removeAll { $0.kept.map { $0.end <= now } ?? false }
        return [publish(nil, at: now)] + closeIfAbandoned()
    }

    private func closeIfAbandoned() -> [DuelEffect] {
        let isAbandoned = queue.isEmpty && rules.seats.allSatisfy { players[$0] == nil }
        return isAbandoned ? [.close] : []
    }

    // MARK: - Seats for those who wait

    var isAnybodyWaiting: Bool { queue.contains { $0.kept == nil } }

    /// The seats for those who wait, in the order in which they are given.
    package var seatsForQueue: [Seat] {
        guard isAnybodyWaiting else { return [] }
        let free = rules.seats.filter { players[$0] == nil }
        guard case .over(let result) = phase else { return phase == .waiting ? free : [] }
        return rules.seatsForQueue(free: free, after: result, match)
    }

    /// Gives seats to the first who wait and are here; a player who had one watches from then on.
    mutating func seatQueue(in seats: [Seat], at now: TableInstant) -> [DuelEffect] {
        var effects: [DuelEffect] = []
        for seat in seatsForQueue where seats.contains(seat) {
            guard let place = queue.firstIndex(where: { $0.kept == nil }) else { break }
            let waiter = queue.remove(at: place)
            if players[seat] != nil { effects.append(.makeRoom(seat)) }
            players[seat] = nil
            effects.append(.promote(waiter.token, to: seat))
            (roundTrips[seat], leastRoundTrips[seat]) = (.zero, .zero)
            effects += joined(seat, name: waiter.name, at: now)
        }
        return effects
    }
}
