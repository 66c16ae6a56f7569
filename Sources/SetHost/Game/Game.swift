import SetProtocol

/// Plays one deck: board, piles, selection and points.
///
/// It knows nothing of turns and time limits.
///
/// Every card is in exactly one place: deck, board, or discard pile. A found set stays on the
/// board, highlighted as a match, until ``settle(at:isDealing:)`` puts it away; its cards can no
/// longer be selected.
package struct Game: Hashable, Sendable {
    package struct Tally: Hashable, Sendable {
        package internal(set) var points = 0
        package internal(set) var sets = 0
    }

    package struct Discarded: Hashable, Sendable {
        package let card: Card
        package let seat: Seat
    }

    struct ShownHint: Hashable, Sendable {
        var board: BoardNumber
        var trio: Trio?
        var shown: Int

        var hint: Hint {
            Hint(board: board, cards: Array((trio?.cards ?? []).prefix(shown)))
        }
    }

    package let rules: Rules
    package private(set) var deck: Deck
    package private(set) var board = Board()
    /// The found cards, latest last.
    package private(set) var discard: [Discarded] = []
    package private(set) var boardNumber: BoardNumber
    package private(set) var selection: Selection?
    package internal(set) var tallies = PerSeat(both: Tally())
    /// When each seat's search began: at the last change of the cards that can be claimed, moved
    /// later by every standstill.
    private(set) var searchStarts = PerSeat(both: TableInstant.zero)
    /// How long each seat could study the other cards while the game stood still with a found set.
    ///
    /// The cards that replace the set do not end a search that began before.
    private var studied = PerSeat(both: Duration.zero)
    private var hints = PerSeat<ShownHint?>(both: nil)

    /// A game about to start: all cards are in the deck.
    ///
    /// - Parameters:
    ///   - boardNumber: The number to continue from, so that claims on an earlier game stay stale.
    ///   - tallies: Points and sets so far, for a sudden death.
    package init(
        rules: Rules, deck: Deck, boardNumber: BoardNumber = BoardNumber(0),
        tallies: PerSeat<Tally> = PerSeat(both: Tally())
    ) {
        self.rules = rules
        self.deck = deck
        self.boardNumber = boardNumber
        self.tallies = tallies
    }

    /// The set that is highlighted as a match and about to leave the board.
    package var foundTrio: Trio? {
        guard let selection, selection.verdict == .match else { return nil }
        return Trio(selection.cards)
    }

    package func canBePicked(_ card: Card) -> Bool {
        board.contains(card) && foundTrio?.contains(card) != true
    }

    /// Who has found as many sets as win the game at once.
    var winner: Seat? {
        guard rules.firstTo > 0 else { return nil }
        return Seat.allCases.first { tallies[$0].sets >= rules.firstTo }
    }

    /// Whether the game is over: somebody has won it, or the deck is empty and no set is left, not
    /// counting a found one.
    package var hasEnded: Bool {
        if winner != nil { return true }
        guard deck.isEmpty else { return false }
        var rest = CardSet(board.cards)
        for card in foundTrio?.cards ?? [] { rest.remove(card) }
        return !rest.containsSet
    }

    // MARK: - Moves

    mutating func start(at now: TableInstant) {
        board.add(deck.deal(rules.boardSize))
        boardChanged(at: now)
    }

    /// Selects or deselects a card; the third card is judged at once.
    ///
    /// The selection is built here and nowhere else, so a card that is not on the board can never
    /// be selected, matched, or discarded, whatever the caller has checked. The caller first
    /// settles or clears a judged selection that is still shown.
    ///
    /// - Parameters:
    ///   - spotted: When the seat claimed to see a set; `nil` uses the current time.
    ///   - isFree: Whether mismatches and deselections are free.
    /// - Throws: ``Refusal/cardNotOnBoard`` unless ``canBePicked(_:)``; then nothing has changed.
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

    /// Ends the showing of a judged selection: puts away and refills a match, clears a mismatch.
    ///
    /// - Parameter isDealing: Whether a player's deal ends it; then the slots are refilled even if
    ///   the rules otherwise leave them empty.
    /// - Returns: The refill, or `nil` if no match was shown.
    @discardableResult
    mutating func settle(at now: TableInstant, isDealing: Bool = false) -> TableEvent? {
        guard let selection, selection.verdict != .undecided else { return nil }
        self.selection = nil
        guard selection.verdict == .match, let trio = Trio(selection.cards) else { return nil }
        let fresh = deck.deal(refillCount(isDealing: isDealing))
        board.remove(trio, replacedBy: fresh)
        discard += trio.cards.map { Discarded(card: $0, seat: selection.seat) }
        // The board number already changed when the set was found; only new cards change it again.
        if !fresh.isEmpty { boardChanged(at: now) }
        studied = PerSeat(both: .zero)
        return .refilled(fresh)
    }

    private func refillCount(isDealing: Bool) -> Int {
        if winner != nil { return 0 }
        return switch rules.refill {
        case .toTwelve: min(3, max(0, rules.boardSize - (board.count - 3)))
        case .always: 3
        case .never: isDealing ? 3 : 0
        }
    }

    /// Adds three cards and judges the deal by the board before them.
    mutating func deal(by seat: Seat, at now: TableInstant) -> TableEvent {
        let setsBefore = CardSet(board.cards).setCount
        let points = Scoring.deal(setsBefore: setsBefore, rules: rules)
        tallies[seat].points += points
        let fresh = deck.deal(3)
        board.add(fresh)
        boardChanged(at: now)
        return .dealt(seat, fresh, setsBefore: setsBefore, points: points)
    }

    mutating func dropSelection() {
        selection = nil
    }

    /// Shows a seat one more card of a set on the board, or reports that there is none; without an
    /// event, everything has been shown and nothing was charged.
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
        let hint = shown.hint
        let event = TableEvent.hinted(seat, shown: hint.cards.count, points: rules.hintPoints)
        return (hint, isNews ? event : nil)
    }

    /// The hints a seat has had on this board, for a player who returns.
    func shownHint(for seat: Seat) -> Hint? {
        hints[seat].flatMap { $0.board == boardNumber ? $0.hint : nil }
    }

    /// The set that hints show: the first that can still be claimed.
    private var firstSet: Trio? {
        CardSet(board.cards.filter(canBePicked)).sets.first
    }

    /// Ends a standstill for a player, of which a part counts as search time.
    mutating func resume(after standstill: Duration, studied part: Duration, for seat: Seat) {
        searchStarts[seat] = searchStarts[seat].advanced(by: standstill - part)
        if foundTrio != nil { studied[seat] += part }
    }

    private mutating func boardChanged(at now: TableInstant) {
        boardNumber = boardNumber.next
        searchStarts = studied.map { now.advanced(by: .zero - $0) }
        studied = PerSeat(both: .zero)
    }
}

/// Point values: pure arithmetic on the rules.
enum Scoring {
    /// The points for a set: one found soon after the board changed earns more.
    ///
    /// - Parameters:
    ///   - cardsOnBoard: The number of cards on the board, including the set.
    ///   - searchTime: From the last change of the board to the claim, or to the third pick if the
    ///     rules need no claim.
    static func set(cardsOnBoard: Int, searchTime: Duration, rules: Rules) -> Int {
        rules.setPoints(among: cardsOnBoard) + speedBonus(after: searchTime, rules: rules)
    }

    private static func speedBonus(after searchTime: Duration, rules: Rules) -> Int {
        if searchTime <= rules.quickWithin { return rules.quickBonus }
        if searchTime <= rules.briskWithin { return rules.briskBonus }
        return 0
    }

    static func deal(setsBefore: Int, rules: Rules) -> Int {
        setsBefore > 0 ? rules.wrongDealPoints : rules.rightDealPoints
    }
}
