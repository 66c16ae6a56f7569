import SetClient
import SetHost
import SetProtocol

/// Two people at two clients whose every action follows from a seed.
///
/// They do through ``Action``s what people do: mark and claim in every way there is, err, deal,
/// pass, dawdle, pause, chat, and ask for what they cannot have.
package struct InMemoryPlayers {
    /// The table at which they play.
    package private(set) var table: InMemoryTable<TableModel>
    package private(set) var deed = "nothing"
    /// Messages from a client that knew it was disconnected.
    package private(set) var saidWithoutLine: [ClientMessage] = []
    private var generator: SeededGenerator

    package init(seed: UInt64, rules: Rules = .duel) throws {
        generator = SeededGenerator(seed: seed)
        table = try InMemoryTable(
            PerSeat(both: TableModel()), rules: rules, decks: DeckSource(ShuffleSeed(number: seed)))
    }

    /// Lets one thing happen: somebody does something, or time passes.
    package mutating func step() throws {
        let state = table.snapshot
        if generator.chance(100) { return try disturb(state) }
        switch state.phase {
        case .waiting, .over, .paused: try agree(state)
        case .countdown, nil: try dawdle()
        case .open: try playOpenly(state)
        case .turn: try playTurn(state)
        }
    }

    package mutating func perform(_ move: Move, by seat: Seat) throws {
        deed = "\(seat): \(move)"
        var messages: [ClientMessage] = []
        let hasLine = table.clients[seat].outage == nil
        try table.act(seat) { model, now in
            messages = model.perform(move, at: now).messages
            return messages
        }
        if !hasLine { saidWithoutLine += messages }
    }

    // MARK: - What happens to them

    /// Cuts a player's connection for a while, in which others continue and the player presses
    /// keys, and restores it.
    package mutating func dropAndReturn() throws {
        let seat = generator.one(of: Seat.first, .second)
        deed = "\(seat) loses the line"
        table.cutLine(of: seat)
        let kept = table.duel.rules.seatKept
        let outage = Outage(
            .broken("gone"), at: table.now, seatKeptUntil: table.now.advanced(by: kept), of: kept)
        // Some notice at once, some only when they are back.
        let isNoticed = generator.chance(700)
        let clientNotices = generator.chance(500)
        if clientNotices { try table.act(seat) { $0.connectionLost(outage, at: $1).messages } }
        if isNoticed { try table.noticeLoss(of: seat) }
        for _ in 0..<generator.below(4) { try step() }
        if table.duel.players[seat] != nil {
            if !clientNotices { try table.act(seat) { $0.connectionLost(outage, at: $1).messages } }
            deed = "\(seat) is back"
            try table.mendLine(of: seat)
        }
    }

    // MARK: - What they do

    private mutating func agree(_ state: TableState) throws {
        let undecided = Seat.allCases.filter { state.players[$0]?.isReady == false }
        guard let seat = generator.one(in: undecided) else { return try dawdle() }
        try perform(.ready, by: seat)
    }

    private mutating func dawdle() throws {
        deed = "time passes"
        try table.pass(atMost: .milliseconds(generator.below(3000)))
    }

    /// What does not help the game along, and often is refused.
    private mutating func disturb(_ state: TableState) throws {
        let seat = generator.one(of: Seat.first, .second)
        if state.players[seat.opponent]?.asks != nil, generator.chance(600) {
            return try perform(.ready, by: seat)
        }
        let slot = Int(generator.below(UInt64(max(1, state.cards.count))))
        let move = generator.one(
            of: Move.claim, .deal, .pass, .hint, .pause, .say("hm"), .clear, .ready,
            .touch(slot: slot))
        try perform(move, by: seat)
    }

    private mutating func playOpenly(_ state: TableState) throws {
        let seat = generator.one(of: Seat.first, .second)
        if let shown = state.selection, shown.verdict == .match {
            return generator.chance(500)
                ? try perform(.touchCard(shown.cards[0]), by: seat) : try dawdle()
        }
        let sets = CardSet(state.cards.compactMap(\.self)).sets
        guard let set = generator.one(in: sets), !generator.chance(30) else {
            return try perform(.deal, by: seat)
        }
        switch generator.below(6) {
        case 0: try perform(.claim, by: seat)
        case 1: try mark(set.cards, by: seat)
        case 2: try mark(Array(set.cards.prefix(2)), by: seat)
        case 3: try perform(.claimCards(set.cards), by: seat)
        case 4 where generator.chance(300):
            try perform(.claimCards(state.cards.prefix(3).compactMap(\.self)), by: seat)
        case _: try dawdle()
        }
    }

    private mutating func mark(_ cards: [Card], by seat: Seat) throws {
        try perform(.clear, by: seat)
        for card in cards { try perform(.touchCard(card), by: seat) }
        try perform(.claim, by: seat)
    }

    private mutating func playTurn(_ state: TableState) throws {
        guard let seat = state.turn?.seat else { return }
        let chosen = state.selection?.verdict == .undecided ? state.selection?.cards ?? [] : []
        let fitting = CardSet(state.cards.compactMap(\.self)).sets.first { set in
            chosen.allSatisfy(set.contains)
        }
        switch generator.below(100) {
        case 0..<4: try perform(.pass, by: seat)
        case 4..<8: try dawdle()
        case 8..<12: try table.pass()
        case 12..<16: try perform(.touch(slot: 0), by: seat)
        case _:
            guard let next = fitting?.cards.first(where: { !chosen.contains($0) }) else {
                return try perform(chosen.isEmpty ? .pass : .touchCard(chosen[0]), by: seat)
            }
            try perform(.touchCard(next), by: seat)
        }
    }
}
