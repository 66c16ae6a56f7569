import SetHost
import SetProtocol

/// What an attacker of the referee sends: any message at any time, with any card and any board
/// number, several of them in one packet.
struct HostileMoves: Sendable {
    private var found: [Card] = []
    private var game = 0

    mutating func see(_ state: TableState) {
        if state.game != game { (game, found) = (state.game, []) }
        if case .setFound(_, let trio, _) = state.event { found += trio.cards }
    }

    /// Messages to send together.
    func burst(
        seeing view: TableState, using random: inout SeededGenerator
    ) -> [ClientMessage] {
        switch random.below(10) {
        case 0..<5: return claimAndPicks(view, using: &random)
        case 5..<7:
            // Whoever has the turn, three cards that make a set somewhere.
            return set(view, using: &random).map { .pick($0) }
        case _:
            return (0...random.below(8)).map { _ in any(view, using: &random) }
        }
    }

    /// A claim, and picks in the same packet, which arrive while the claim is held.
    private func claimAndPicks(
        _ view: TableState, using random: inout SeededGenerator
    ) -> [ClientMessage] {
        let cards = random.chance(300) ? set(view, using: &random) : nil
        var messages: [ClientMessage] = [.claim(Claim(board: board(view, &random), cards: cards))]
        if random.chance(700) {
            messages += set(view, using: &random).map { .pick($0) }
        } else {
            let count = 1 + random.below(6)
            messages += (0..<count).map { _ in .pick(card(view, using: &random)) }
        }
        if random.chance(200) { messages.append(any(view, using: &random)) }
        return messages
    }

    /// Any message, most of them invalid at the moment.
    func any(_ view: TableState, using random: inout SeededGenerator) -> ClientMessage {
        random.one(
            of: .hello(Hello(name: "Eve")), .pong(Nonce("x")), .ready, .pass, .hint, .hint, .new,
            .pause, .decline, .queue, .say("hm"),
            .deal(board(view, &random)),
            .pick(card(view, using: &random)), .pick(card(view, using: &random)),
            .claim(Claim(board: board(view, &random))),
            .claim(
                Claim(
                    board: board(view, &random),
                    cards: (0..<3).map { _ in card(view, using: &random) })
            ))
    }

    /// Mostly the current board, otherwise any other number.
    private func board(_ view: TableState, _ random: inout SeededGenerator) -> BoardNumber {
        switch random.below(10) {
        case 0..<7: view.board
        case 7: BoardNumber(max(0, view.board.number - 1))
        case 8: view.board.next
        case _: BoardNumber(Int(random.below(1000)))
        }
    }

    /// A card of the board or the shown set, one found earlier, or any of the 81.
    private func card(_ view: TableState, using random: inout SeededGenerator) -> Card {
        let cards: [Card] =
            switch random.below(4) {
            case 0: view.cards.compactMap(\.self)
            case 1: view.selection?.cards ?? []
            case 2: found
            case _: []
            }
        return random.one(in: cards) ?? Card(index: Int(random.below(81))) ?? Card.all[0]
    }

    /// Three cards that satisfy the set rule: on the board, found earlier, not dealt yet, or one
    /// card three times.
    private func set(_ view: TableState, using random: inout SeededGenerator) -> [Card] {
        switch random.below(10) {
        case 0..<2:
            let sets = CardSet(view.cards.compactMap(\.self)).sets
            if let set = random.one(in: sets) { return set.cards }
        case 2..<4:
            if found.count >= 3 { return Array(found.suffix(3)) }
        case 4:
            return Array(repeating: card(view, using: &random), count: 3)
        case _: break
        }
        let (first, second) = (card(view, using: &random), card(view, using: &random))
        return [first, second, Card.third(completing: first, second)]
    }
}
