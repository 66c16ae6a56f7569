import SetProtocol

/// When another card came into each slot.
///
/// A name that was typed for one card must not be taken for the card that lies there by the time the
/// line ends: in a race, a set that the other player has just found would become a wrong claim.
struct SlotHistory: Equatable, Sendable {
    private var cards: [Card?] = []
    private var changes: [MonotonicInstant?] = []

    /// Applies the cards as they lie now; a card that is turned over is still the same.
    mutating func update(_ new: [Card?], at now: MonotonicInstant) {
        for slot in 0..<max(cards.count, new.count) {
            if slot >= cards.count {
                cards.append(nil)
                changes.append(nil)
            }
            guard let card = slot < new.count ? new[slot] : nil else { continue }
            if let known = cards[slot], known != card { changes[slot] = now }
            cards[slot] = card
        }
    }

    /// Records that the player knows the card in a slot, or in all slots.
    mutating func markAsRead(_ slot: Int? = nil) {
        for other in changes.indices where slot == nil || other == slot { changes[other] = nil }
    }

    /// Whether another card has come into a slot since a moment.
    func hasChanged(_ slot: Int, since moment: MonotonicInstant) -> Bool {
        guard changes.indices.contains(slot), let change = changes[slot] else { return false }
        return moment < change
    }
}
