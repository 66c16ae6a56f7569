import SetHost
import SetProtocol

/// Random moves of a player, given what they see: mostly useful ones, sometimes ones that are
/// refused.
package struct ClientMoves: Sendable {
    let rules: Rules
    let view: TableState

    /// Creates the moves for a table as the player sees it.
    package init(rules: Rules, view: TableState) {
        (self.rules, self.view) = (rules, view)
    }

    package func inOpenPlay(using generator: inout SeededGenerator) -> ClientMessage {
        if !rules.needsClaim {
            guard generator.chance(950) else { return .deal(view.board) }
            return touch(using: &generator) ?? .deal(view.board)
        }
        let free = pickable()
        let sets = CardSet(free).sets
        if sets.isEmpty || generator.chance(40) { return .deal(view.board) }
        let seen = generator.chance(970) ? view.board : BoardNumber(view.board.number - 1)
        switch generator.below(100) {
        case 0..<2:
            return .claim(Claim(board: seen, cards: Array(repeating: free[0], count: 3)))
        case 2..<4:
            return .claim(Claim(board: seen, cards: view.selection?.cards))
        case 4..<40: return .claim(Claim(board: seen, cards: generator.one(in: sets)?.cards))
        case 40..<50: return .claim(Claim(board: seen, cards: Array(free.prefix(3))))
        case _: return .claim(Claim(board: seen))
        }
    }

    package func inTurn(using generator: inout SeededGenerator) -> ClientMessage {
        switch generator.below(100) {
        case 0..<3: return .pass
        case 3..<8: return .pick(generator.one(in: pickable()) ?? Card.all[0])
        case _: return touch(using: &generator) ?? .pass
        }
    }

    /// The next card of a set, given the cards already picked.
    private func touch(using generator: inout SeededGenerator) -> ClientMessage? {
        let isUndecided = view.selection?.verdict == .undecided
        let chosen = isUndecided ? view.selection?.cards ?? [] : []
        if let wrong = generator.one(in: chosen), generator.chance(40) { return .pick(wrong) }
        let sets = CardSet(pickable()).sets
        let fitting = sets.filter { set in chosen.allSatisfy(set.contains) }
        if let set = fitting.first {
            return set.cards.first { !chosen.contains($0) }.map { .pick($0) }
        }
        // The picks so far lead nowhere: take them back, card by card.
        return sets.isEmpty ? nil : chosen.last.map { .pick($0) }
    }

    private func pickable() -> [Card] {
        let spent = view.selection?.verdict == .match ? view.selection?.cards ?? [] : []
        return view.cards.compactMap(\.self).filter { !spent.contains($0) }
    }
}
