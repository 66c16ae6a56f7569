import SetProtocol

/// Which seconds left of a turn or clock are still to be announced, and when.
///
/// Nothing is announced in the first second, when all has just been said, and that time is up is for
/// the host to say.
struct SpokenCountdown: Equatable, Sendable {
    private var end = MonotonicInstant.zero
    private var pending: [Int] = []

    var next: MonotonicInstant? { pending.first.map { end.advanced(by: .seconds(-$0)) } }

    /// Corrects what remains, or starts with a new turn or clock.
    ///
    /// - Parameter seconds: What to announce of a new one, the most first; `nil` if it goes on.
    mutating func follow(
        _ countdown: Countdown?, at now: MonotonicInstant, telling seconds: [Int]? = nil
    ) {
        guard let countdown else { return stop() }
        end = now.advanced(by: countdown.remaining)
        if let seconds { pending = seconds.filter { countdown.remaining >= .seconds($0 + 1) } }
    }

    mutating func stop() { pending = [] }

    /// The seconds to be announced now; of several, the fewest.
    mutating func due(at now: MonotonicInstant) -> Int? {
        let due = pending.filter { end.advanced(by: .seconds(-$0)) <= now }
        pending.removeFirst(due.count)
        return due.last
    }
}

/// When another card came into each slot.
///
/// A name that was typed for one card must not be taken for the card that lies there by the time the
/// line ends: in a race, a set that the other player has just found would become a wrong claim.
struct SlotHistory: Equatable, Sendable {
    private var cards: [Card?] = []
    private var changes: [MonotonicInstant?] = []

    /// Applies the cards as they lie now; a card that is turned over is still the same.
    mutating func update(_ new: [Card?], at now: MonotonicInstant) {
        let missing = max(0, new.count - cards.count)
        cards += Array(repeating: nil, count: missing)
        changes += Array(repeating: nil, count: missing)
        for (slot, card) in new.enumerated() {
            guard let card else { continue }
            if let known = cards[slot], known != card { changes[slot] = now }
            cards[slot] = card
        }
    }

    /// Records that the player knows the card in a slot, or in all slots.
    mutating func markAsRead(_ slot: Int? = nil) {
        for other in changes.indices where slot == nil || other == slot { changes[other] = nil }
    }

    func hasChanged(_ slot: Int, since moment: MonotonicInstant) -> Bool {
        guard changes.indices.contains(slot), let change = changes[slot] else { return false }
        return moment < change
    }
}
