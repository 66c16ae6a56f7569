import SetProtocol

/// Plays one deck: board, piles, selection and points.
///
/// It knows no turns and no time limits.
///
/// Every card is in exactly one place: deck, board or discard. A found set stays on the board, lit
/// as a match, until ``settle(at:isDealing:)`` puts it away; its cards can no longer be chosen.
package struct Game: Hashable, Sendable {
    /// What one seat has earned.
    package struct Tally: Hashable, Sendable {
        /// Points, possibly negative.
        package internal(set) var points = 0
        /// Sets found.
        package internal(set) var sets = 0

        /// Nothing yet.
        package init() {}
    }

    /// A card that has been found, and by whom.
    package struct Discarded: Hashable, Sendable {
        /// The card.
        package let card: Card
        /// Who found it.
        package let seat: Seat
    }

    /// Where a card is.
    package enum CardStatus: Hashable, Sendable {
        case inDeck
        case onBoard(slot: Int)
        case discarded(by: Seat)
    }

    /// What has been shown to a seat of one set.
    struct ShownHint: Hashable, Sendable {
        var board: BoardNumber
        var trio: Trio?
        var shown: Int
    }

    /// What is played.
    package let rules: Rules
    private let edition: Edition
    /// The cards not yet dealt.
    package private(set) var deck: Deck
    /// The face-up cards.
    package private(set) var board = Board()
    /// The found cards, the latest last.
    package private(set) var discard: [Discarded] = []
    /// Counts the changes of what can be claimed.
    package private(set) var boardNumber: BoardNumber
    /// The chosen cards.
    package private(set) var selection: Selection?
    /// What each seat has earned.
    package private(set) var tallies = PerSeat(both: Tally())
    /// From when on each seat's search is timed: the last change of the cards that can be claimed,
    /// later by every standstill.
    private(set) var searchStarts = PerSeat(both: TableInstant.zero)
    private var hints = PerSeat<ShownHint?>(both: nil)

    /// A game about to start: all cards are in the deck.
    ///
    /// - Parameters:
    ///   - rules: What is played.
    ///   - deck: The cards in the order in which they will be dealt.
    ///   - boardNumber: Where to go on counting, so that claims on an earlier game stay stale.
    ///   - tallies: What has been earned before; for a sudden death.
    package init(
        rules: Rules, deck: Deck, boardNumber: BoardNumber = BoardNumber(0),
        tallies: PerSeat<Tally> = PerSeat(both: Tally()), edition: Edition = .newest
    ) {
        (self.rules, self.edition) = (rules, edition)
        self.deck = deck
        self.boardNumber = boardNumber
        self.tallies = tallies
    }

    /// Where the card is; `nil` for a card that is not part of this game's deck.
    package func status(of card: Card) -> CardStatus? {
        if let slot = board.cards.firstIndex(of: card) { return .onBoard(slot: slot) }
        if let found = discard.first(where: { $0.card == card }) {
            return .discarded(by: found.seat)
        }
        return deck.cards.contains(card) ? .inDeck : nil
    }

    /// The set that is lit as a match and about to leave the board.
    package var foundTrio: Trio? {
        guard let selection, selection.verdict == .match else { return nil }
        return Trio(selection.cards)
    }

    /// Whether the card lies on the board and is not part of a set already found.
    package func canBePicked(_ card: Card) -> Bool {
        board.contains(card) && foundTrio?.contains(card) != true
    }

    /// Whether the game is at its end: the deck is empty and no set is left, not counting one that
    /// is only waiting to be put away.
    package var hasEnded: Bool {
        guard deck.isEmpty else { return false }
        var rest = CardSet(board.cards)
        for card in foundTrio?.cards ?? [] { rest.remove(card) }
        return !rest.containsSet
    }
}

// MARK: - Moves

extension Game {
    /// Deals the first cards.
    mutating func start(at now: TableInstant) {
        board.add(deck.deal(Board.usualCount))
        boardChanged(at: now)
    }

    /// Chooses a card or takes the choice back; the third card is judged at once.
    ///
    /// The selection is built here and nowhere else, so a card that is not on the board can be
    /// neither selected nor matched nor discarded, whatever the caller has checked before.
    /// A judged selection that is still shown is settled or let go by the caller first.
    ///
    /// - Parameters:
    ///   - card: The card.
    ///   - seat: Who chooses.
    ///   - spotted: When the seat said that it saw a set; `nil` counts until now.
    ///   - isFree: Whether neither a mismatch nor taking a choice back costs anything.
    /// - Returns: What happened.
    /// - Throws: ``Refusal/cardNotOnBoard`` unless ``canBePicked(_:)``; nothing has changed then.
    mutating func toggle(
        _ card: Card, by seat: Seat, at now: TableInstant, spotted: TableInstant? = nil,
        isFree: Bool = false
    ) throws(Refusal) -> TableEvent {
        guard canBePicked(card) else { throw .cardNotOnBoard }
        var cards = selection?.cards ?? []
        if let place = cards.firstIndex(of: card) {
            cards.remove(at: place)
            selection =
                cards.isEmpty ? nil : Selection(seat: seat, cards: cards, verdict: .undecided)
            let points = isFree ? 0 : rules.deselectPoints
            tallies[seat].points += points
            return .unpicked(seat, card, points: points)
        }
        cards.append(card)
        guard let trio = Trio(cards) else {
            selection = Selection(seat: seat, cards: cards, verdict: .undecided)
            return .picked(seat, card)
        }
        return trio.isSet
            ? match(trio, by: seat, at: now, spotted: spotted ?? now)
            : mismatch(trio, by: seat, isFree: isFree)
    }

    private mutating func match(
        _ trio: Trio, by seat: Seat, at now: TableInstant, spotted: TableInstant
    ) -> TableEvent {
        let points = Scoring.set(
            cardsOnBoard: board.count, searchTime: searchStarts[seat].duration(to: spotted),
            rules: rules)
        selection = Selection(seat: seat, cards: trio.cards, verdict: .match)
        tallies[seat].points += points
        tallies[seat].sets += 1
        boardChanged(at: now)
        return .setFound(seat, trio, points: points)
    }

    private mutating func mismatch(_ trio: Trio, by seat: Seat, isFree: Bool) -> TableEvent {
        let points = isFree ? 0 : rules.mismatchPoints
        selection = Selection(seat: seat, cards: trio.cards, verdict: .mismatch)
        tallies[seat].points += points
        return .mismatch(seat, trio, points: points)
    }

    /// Ends the showing of a judged selection: a match is put away and refilled, a mismatch let go.
    ///
    /// - Parameter isDealing: Whether it is a player's deal that ends it; then the places are
    ///   refilled also under the rule that they otherwise stay empty.
    /// - Returns: The refill, or `nil` when no match was shown.
    @discardableResult
    mutating func settle(at now: TableInstant, isDealing: Bool = false) -> TableEvent? {
        guard let selection, selection.verdict != .undecided else { return nil }
        self.selection = nil
        guard selection.verdict == .match, let trio = Trio(selection.cards) else { return nil }
        let fresh = deck.deal(refillCount(isDealing: isDealing))
        board.remove(trio, replacedBy: fresh)
        discard += trio.cards.map { Discarded(card: $0, seat: selection.seat) }
        // What can be claimed changed when the set was found; only new cards change it again.
        if !fresh.isEmpty || edition == .first { boardChanged(at: now) }
        return .refilled(fresh)
    }

    private func refillCount(isDealing: Bool) -> Int {
        switch rules.refill {
        case .toTwelve: min(3, max(0, Board.usualCount - (board.count - 3)))
        case .always: 3
        case .never: isDealing ? 3 : 0
        }
    }

    /// Adds three cards, judged by the board as it stood before them.
    mutating func deal(by seat: Seat, at now: TableInstant) -> TableEvent {
        let setsBefore = CardSet(board.cards).setCount
        let points = Scoring.deal(setsBefore: setsBefore, rules: rules)
        tallies[seat].points += points
        let fresh = deck.deal(3)
        board.add(fresh)
        boardChanged(at: now)
        return .dealt(seat, fresh, setsBefore: setsBefore, points: points)
    }

    /// Lets go of a selection that was not completed.
    mutating func dropSelection() {
        selection = nil
    }

    /// Adds points, or takes them with a negative number.
    mutating func charge(_ seat: Seat, _ points: Int) {
        tallies[seat].points += points
    }

    /// Shows a seat one more card of a set on the board, or that there is none.
    ///
    /// - Returns: What the seat may see, and what it cost; `nil` when everything is shown already
    ///   and nothing was charged.
    mutating func hint(for seat: Seat) -> (Hint, TableEvent?) {
        var shown =
            hints[seat].flatMap { $0.board == boardNumber ? $0 : nil }
            ?? ShownHint(board: boardNumber, trio: firstSet, shown: 0)
        let isNews = shown.shown < (shown.trio == nil ? 1 : 3)
        if isNews {
            shown.shown += 1
            tallies[seat].points += rules.hintPoints
        }
        hints[seat] = shown
        let cards = Array((shown.trio?.cards ?? []).prefix(shown.shown))
        let event = TableEvent.hinted(seat, shown: cards.count, points: rules.hintPoints)
        return (Hint(board: boardNumber, cards: cards), isNews ? event : nil)
    }

    /// What a seat has been shown of the present board; for a player who comes back.
    func shownHint(for seat: Seat) -> Hint? {
        guard let shown = hints[seat], shown.board == boardNumber else { return nil }
        return Hint(
            board: boardNumber, cards: Array((shown.trio?.cards ?? []).prefix(shown.shown)))
    }

    /// The set a hint is about: the first that can still be claimed.
    private var firstSet: Trio? {
        CardSet(board.cards.filter(canBePicked)).sets.first
    }

    /// Takes a standstill out of the time that a player had to search.
    mutating func skip(_ standstill: Duration, for seat: Seat) {
        searchStarts[seat] = searchStarts[seat].advanced(by: standstill)
    }

    private mutating func boardChanged(at now: TableInstant) {
        boardNumber = boardNumber.next
        searchStarts = PerSeat(both: now)
    }
}
