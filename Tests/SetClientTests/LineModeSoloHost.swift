import SetProtocol

/// Just enough of a host for a solo game from a prepared deck: what it says is what the real one
/// says, without its clock.
struct LineModeSoloHost {
    private var state = TableState()
    private var deck: [Card]
    private var rules = Rules.solo
    private var player = PlayerState(name: "Ann")

    init(deck: [String]) {
        self.deck = deck.compactMap(Card.init(code:))
    }

    /// What a player hears who has just come.
    mutating func begin(table: TableCode) -> [HostMessage] {
        [
            .welcome(Welcome(seat: .first, token: nil, table: table, rules: rules)),
            publish(.joined(.first)),
        ] + start()
    }

    mutating func answer(_ message: ClientMessage) -> [HostMessage] {
        switch message {
        case .pick(let card): pick(card)
        case .deal: deal()
        case .hint: hint()
        case .say(let text): [.said(.first, name: "Ann", text: text)]
        case .leave: [.bye(.left, resume: false)]
        case .hello, .ready, .claim, .pass, .new, .resign, .pause, .decline, .ping,
            .pong:
            []
        }
    }

    private mutating func start() -> [HostMessage] {
        state.game += 1
        state.cards = take(12)
        state.phase = .open
        return [publish(.started)]
    }

    private mutating func take(_ count: Int) -> [Card] {
        let taken = Array(deck.prefix(count))
        deck.removeFirst(taken.count)
        return taken
    }

    private mutating func publish(_ event: TableEvent) -> HostMessage {
        state.revision = state.revision.next
        state.event = event
        state.deck = deck.count
        state.players.first = player
        return .state(state)
    }

    private mutating func pick(_ card: Card) -> [HostMessage] {
        guard state.phase == .open else {
            return [.refused(Refused(request: .pick, why: .gameOver))]
        }
        let isSpent =
            state.selection?.verdict == .match && state.selection?.cards.contains(card) == true
        let settled = settle()
        if isSpent { return settled }
        var cards = state.selection?.cards ?? []
        if let place = cards.firstIndex(of: card) {
            cards.remove(at: place)
            select(cards, .undecided)
            return settled + [publish(.unpicked(.first, card, points: 0))]
        }
        cards.append(card)
        guard let trio = Trio(cards) else {
            select(cards, .undecided)
            return settled + [publish(.picked(.first, card))]
        }
        select(cards, trio.isSet ? .match : .mismatch)
        player.points += trio.isSet ? 3 : -2
        guard trio.isSet else { return [publish(.mismatch(.first, trio, points: -2))] }
        player.sets += 1
        state.board = state.board.next
        return [publish(.setFound(.first, trio, points: 3))] + endIfOver(without: trio)
    }

    private mutating func select(_ cards: [Card], _ verdict: Verdict) {
        state.selection =
            cards.isEmpty ? nil : Selection(seat: .first, cards: cards, verdict: verdict)
    }

    private mutating func settle() -> [HostMessage] {
        guard let selection = state.selection, selection.verdict != .undecided else { return [] }
        state.selection = nil
        guard selection.verdict == .match else { return [] }
        let fresh = take(3)
        var replacements = fresh.makeIterator()
        let holes = state.cards.indices.filter { slot in
            state.cards[slot].map(selection.cards.contains) == true
        }
        for hole in holes.reversed().dropLast(fresh.count) {
            state.cards[hole] = state.cards[state.cards.count - 1]
            state.cards.removeLast()
        }
        for hole in holes { if let card = replacements.next() { state.cards[hole] = card } }
        state.discard += 3
        state.board = state.board.next
        return [publish(.refilled(fresh))]
    }

    private mutating func endIfOver(without trio: Trio) -> [HostMessage] {
        let rest = CardSet(state.cards.compactMap(\.self).filter { !trio.contains($0) })
        guard deck.isEmpty, !rest.containsSet else { return [] }
        let settled = settle()
        state.phase = .over
        state.result = GameResult(winner: nil, decider: .played)
        return settled + [publish(.over)]
    }

    private mutating func deal() -> [HostMessage] {
        guard !deck.isEmpty else { return [.refused(Refused(request: .deal, why: .deckEmpty))] }
        if state.selection?.verdict == .match { return settle() }
        let sets = CardSet(state.cards.compactMap(\.self)).setCount
        let fresh = take(3)
        state.cards += fresh
        state.board = state.board.next
        player.points += sets > 0 ? -2 : 1
        return [publish(.dealt(.first, fresh, setsBefore: sets, points: sets > 0 ? -2 : 1))]
    }

    private mutating func hint() -> [HostMessage] {
        let cards = CardSet(state.cards.compactMap(\.self)).sets.first?.cards.prefix(1) ?? []
        player.points -= 1
        return [
            .hint(Hint(board: state.board, cards: Array(cards))),
            publish(.hinted(.first, shown: cards.count, points: -1)),
        ]
    }
}
