import SetProtocol

// MARK: - The player's own arrangement of the cards

extension TableModel {
    /// Whether there are cards that could lie otherwise.
    package var canShuffle: Bool {
        guard let cards = table?.cards else { return false }
        return cards.count > 1 && !cards.contains(nil)
    }

    /// Rearranges the cards on this player's board, for a fresh look at them.
    ///
    /// Nobody else learns of it: requests name cards, never slots. Marks belong to cards and go with
    /// them.
    ///
    /// - Parameter now: The time, from which the new order follows.
    mutating func shuffle(at now: MonotonicInstant) {
        guard canShuffle, var cards = table?.cards else { return }
        var generator = SeededGenerator(
            seed: UInt64(truncatingIfNeeded: now.sinceZero.components.attoseconds)
                &+ UInt64(truncatingIfNeeded: now.sinceZero.components.seconds))
        for place in stride(from: cards.count - 1, to: 0, by: -1) {
            cards.swapAt(place, Int(generator.below(UInt64(place) + 1)))
        }
        table?.cards = cards
        arrangement = cards.compactMap(\.self)
    }

    /// A state with its cards where this player has put them.
    ///
    /// Cards stay in their slots as long as there are such slots; new ones, and those whose slot is
    /// gone, take the slots that are free, in the host's order. A new game begins as the host lays
    /// it, and cards that lie face down have no place of their own until they are turned again.
    mutating func arranged(_ state: TableState) -> TableState {
        if state.game != table?.game || state.event == .suddenDeath { arrangement = nil }
        guard let arrangement, !state.cards.contains(nil) else { return state }
        var slots: [Card: Int] = [:]
        for (slot, card) in arrangement.enumerated() { slots[card] = slot }
        var arranged = [Card?](repeating: nil, count: state.cards.count)
        var rest: [Card] = []
        for card in state.cards.compactMap(\.self) {
            if let slot = slots[card], arranged.indices ~= slot, arranged[slot] == nil {
                arranged[slot] = card
            } else {
                rest.append(card)
            }
        }
        var newcomers = rest[...]
        for slot in arranged.indices where arranged[slot] == nil {
            arranged[slot] = newcomers.popFirst()
        }
        var result = state
        result.cards = arranged
        self.arrangement = arranged.compactMap(\.self)
        return result
    }
}
