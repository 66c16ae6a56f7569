import SetProtocol

/// Judges a state by the previous state and the event between them.
///
/// The previous state and the event determine the expected state. Where the document leaves
/// something open, the expectation adopts the received value if it is one of the possible ones. Any
/// remaining difference is a fault.
///
/// | event | happens in phase | leads to |
/// |---|---|---|
/// | `joined` | waiting, over | waiting |
/// | `left`, `resigned` | any | over in a game, else waiting or over |
/// | `ready` | waiting, over, paused | the same |
/// | `countdown` | all but countdown | countdown |
/// | `started` | countdown; without countdown what leads to one | open, paused |
/// | `claimed` | open | turn |
/// | `picked`, `unpicked` | turn; open in a game alone | the same |
/// | `setFound` | turn; open in a game alone | open |
/// | `mismatch`, `timedOut`, `passed` | turn; open in a game alone | turn, open |
/// | `dealt` | open | turn, open |
/// | `refilled` | open | the same |
/// | `paused` | open | paused |
/// | `resumed` | countdown; paused without countdown | open, paused |
/// | `suddenDeath`, `over` | open | countdown, over |
struct ConformanceStep {
    let rules: Rules
    /// The previous state, with face-down cards filled in as far as known.
    let before: TableState
    let told: TableState
    /// The extra points that a set may have earned, given the time.
    let bonuses: Set<Int>
    /// Who found the last set of this deck; `nil` if there was none or it is unknown.
    let finder: Seat?
    var next: TableState
    var findings = ConformanceFindings()

    init(
        rules: Rules, before: TableState, told: TableState, bonuses: Set<Int>,
        finder: Seat?
    ) {
        (self.rules, self.before, self.told) = (rules, before, told)
        (self.bonuses, self.finder) = (bonuses, finder)
        next = before
    }

    /// Finds every difference between the state and what should follow.
    mutating func judge(_ event: TableEvent) -> ConformanceFindings {
        follow(event)
        compare()
        judgeBoardNumber()
        return findings
    }

    private mutating func follow(_ event: TableEvent) {
        switch event {
        case .joined, .left, .away, .returned, .seatReleased, .ready: followPlayer(event)
        case .countdown: followCountdown()
        case .started: followStart()
        case .claimed(let seat): followClaim(seat)
        case .picked(let seat, let card): followPick(seat, card)
        case .unpicked(let seat, let card, let points): followUnpick(seat, card, points)
        case .setFound(let seat, let trio, let points): followSet(seat, trio, points)
        case .mismatch(let seat, let trio, let points): followMismatch(seat, trio, points)
        case .timedOut(let seat, let reason, let points):
            followEndOfTurn(seat, reason, points)
            // The document does not say how a turn without limit ends while its player is away.
            demand(before.turn?.countdown != nil || isAway(seat), "a turn without limit ran out")
        case .passed(let seat, let reason, let points): followEndOfTurn(seat, reason, points)
        case .dealt(let seat, let cards, let sets, let points):
            followDeal(seat, cards, sets, points)
        case .refilled(let cards): followRefill(cards)
        case .hinted(let seat, let shown, let points): followHint(seat, shown, points)
        case .asked(let seat, let wish):
            demand(isRunning && before.phase != .countdown, "a request")
            demand(before.players[seat]?.asks != wish, "the player asks again")
            next.players[seat]?.asks = wish
        case .withdrew(let seat, let wish, _):
            demand(before.players[seat]?.asks == wish, "the player had not asked")
            next.players[seat]?.asks = nil
        case .paused: followPause()
        case .resumed: followResumption()
        case .suddenDeath: followSuddenDeath()
        case .resigned(let seat): followEnd(wonBy: seat.opponent, by: [.resigned], unless: seat)
        case .over: followOver()
        }
    }

    // MARK: - What both files need

    /// Whether a game had begun and was not over.
    var isRunning: Bool { before.phase != .waiting && before.phase != .over }

    /// Whether cards are picked in turns only.
    private var needsTurn: Bool { rules.players == .two || rules.claim > .zero }

    /// The cards of a found set that was being shown.
    var shown: [Card] {
        before.selection.flatMap { $0.verdict == .match ? $0.cards : nil } ?? []
    }

    var isSomebodyAway: Bool { Seat.allCases.contains { isAway($0) } }

    func isAway(_ seat: Seat) -> Bool { told.players[seat]?.isPresent == false }

    mutating func demand(_ holds: Bool, _ details: StaticString) {
        if holds { return }
        findings.demand(
            false, .eventOrder,
            "\(details) after phase \(String(describing: before.phase))")
    }

    /// Accepts the received readiness and requests where either may have ended.
    mutating func acceptEndedWishes(ready: Bool = true) {
        for seat in Seat.allCases {
            guard let player = told.players[seat] else { continue }
            if player.asks == nil { next.players[seat]?.asks = nil }
            if ready, !player.isReady { next.players[seat]?.isReady = false }
        }
    }

    mutating func add(_ points: Int, to seat: Seat) { next.players[seat]?.points += points }

    // MARK: - Turns

    private mutating func followClaim(_ seat: Seat) {
        demand(before.phase == .open && shown.isEmpty, "a claim")
        demand(needsTurn, "a claim where none is needed")
        demand(!isAway(seat), "the player claims and is away")
        next.phase = .turn
        give(seat, .claim)
    }

    private mutating func give(_ seat: Seat, _ reason: TurnReason) {
        next.turn = Turn(seat: seat, reason: reason, countdown: told.turn?.countdown)
    }

    private mutating func demandChooser(_ seat: Seat) {
        demand(
            needsTurn
                ? before.phase == .turn && before.turn?.seat == seat
                : before.phase == .open && shown.isEmpty && seat == .first,
            "the player picks without the turn")
    }

    /// The cards that a seat has picked and that count together with the next one.
    private func chosen(by seat: Seat) -> [Card] {
        guard let selection = before.selection, selection.seat == seat,
            selection.verdict == .undecided
        else { return [] }
        return selection.cards
    }

    private mutating func demandFree(_ card: Card) {
        findings.demand(
            before.cards.contains(card) && !shown.contains(card), .selection,
            "\(card) is not on the board")
    }

    private mutating func followPick(_ seat: Seat, _ card: Card) {
        demandChooser(seat)
        demandFree(card)
        let cards = chosen(by: seat)
        findings.demand(
            cards.count < 2 && !cards.contains(card), .selection, "\(card) after \(cards)")
        next.selection = Selection(seat: seat, cards: cards + [card], verdict: .undecided)
    }

    private mutating func followUnpick(_ seat: Seat, _ card: Card, _ points: Int) {
        demandChooser(seat)
        let cards = chosen(by: seat)
        findings.demand(cards.contains(card), .selection, "\(card) was not picked")
        let rest = cards.filter { $0 != card }
        next.selection =
            rest.isEmpty ? nil : Selection(seat: seat, cards: rest, verdict: .undecided)
        let isFree = before.turn?.reason == .grace
        findings.demand(points, is: isFree ? 0 : rules.deselectPoints, .points, "taking back")
        add(points, to: seat)
    }

    /// Demands that three cards are two picked ones and a free third one.
    private mutating func demandThird(_ seat: Seat, _ trio: Trio) {
        demandChooser(seat)
        for card in trio.cards { demandFree(card) }
        findings.demand(
            Array(trio.cards.prefix(2)), is: chosen(by: seat), .selection, "the picked cards")
    }

    private mutating func followSet(_ seat: Seat, _ trio: Trio, _ points: Int) {
        demandThird(seat, trio)
        findings.demand(trio.isSet, .set, "\(trio.cards) are not a set")
        let above = max(0, before.cards.count - 12) / 3
        let base = max(1, rules.setPoints - above)
        findings.demand(
            bonuses.contains(points - base), .points,
            "a set earns \(points), which is not \(base) plus one of \(bonuses.sorted())")
        add(points, to: seat)
        next.players[seat]?.sets += 1
        next.phase = .open
        next.turn = nil
        next.selection = Selection(seat: seat, cards: trio.cards, verdict: .match)
    }

    private mutating func followMismatch(_ seat: Seat, _ trio: Trio, _ points: Int) {
        demandThird(seat, trio)
        findings.demand(!trio.isSet, .set, "\(trio.cards) are a set")
        let isFree = before.turn?.reason == .grace
        findings.demand(points, is: isFree ? 0 : rules.mismatchPoints, .points, "a mismatch")
        add(points, to: seat)
        next.selection = Selection(seat: seat, cards: trio.cards, verdict: .mismatch)
        failed(seat)
    }

    private mutating func followEndOfTurn(_ seat: Seat, _ reason: TurnReason, _ points: Int) {
        demand(
            before.turn?.seat == seat && before.turn?.reason == reason, "no such turn has ended")
        let cost = reason == .claim ? rules.timeoutPoints : 0
        findings.demand(points, is: cost, .points, "the end of a \(reason)")
        add(points, to: seat)
        if before.selection?.verdict == .undecided { next.selection = nil }
        failed(seat)
    }

    /// Ends the turn; the other player answers a failed claim.
    private mutating func failed(_ seat: Seat) {
        next.phase = .open
        next.turn = nil
        guard before.turn?.reason == .claim, rules.players == .two, !isAway(seat.opponent) else {
            return
        }
        next.phase = .turn
        give(seat.opponent, .answer)
    }

    // MARK: - Cards

    private mutating func followDeal(_ seat: Seat, _ cards: [Card], _ sets: Int, _ points: Int) {
        demand(before.phase == .open && shown.isEmpty, "a deal")
        demand(!isAway(seat), "the player deals and is away")
        findings.demand(cards.count, is: 3, .deal, "the number of cards dealt")
        findings.demand(before.deck >= 3, .deal, "dealt from a deck of \(before.deck)")
        let board = CardSet(before.cards.compactMap(\.self))
        if !before.cards.contains(nil) {
            findings.demand(sets, is: board.setCount, .deal, "the number of sets before the deal")
        }
        findings.demand(
            points, is: sets > 0 ? rules.wrongDealPoints : rules.rightDealPoints, .points, "a deal")
        add(points, to: seat)
        next.cards += cards
        next.deck -= cards.count
        let isEnd = next.deck == 0 && !CardSet(next.cards.compactMap(\.self)).containsSet
        guard rules.players == .two, rules.grace > .zero, !isAway(seat.opponent), !isEnd else {
            return
        }
        next.phase = .turn
        give(seat.opponent, .grace)
    }

    private mutating func followRefill(_ cards: [Card]) {
        demand(before.phase == .open || before.phase == .paused, "a refill")
        guard shown.count == 3 else { return demand(false, "a refill without a set being shown") }
        let isBeforePause =
            rules.seats.allSatisfy { before.players[$0]?.asks == .pause }
            && !Self.isEnd(before) && !before.isSuddenDeath
        findings.demand(!isBeforePause, .faceDown, "new cards before an agreed pause")
        let rest = before.cards.count - 3
        let few = min(3, max(0, before.deck))
        var counts: Set<Int> =
            switch rules.refill {
            case .toTwelve: [min(few, max(0, 12 - rest))]
            case .always: [few]
            case .never: [0]
            }
        // In a solo game, a deal replaces a shown set with three cards.
        if rules.players == .one { counts.insert(few) }
        findings.demand(
            counts.contains(cards.count), .refill, "\(cards.count) cards, not \(counts.sorted())")
        next.deck -= cards.count
        next.discard += 3
        // The document does not say which of the three is on top.
        if let top = told.lastDiscard, shown.contains(top) { next.lastDiscard = top }
        next.selection = nil
        next.cards = afterRefill(cards)
        acceptAgreement()
    }

    /// The board after found cards have left it: every other card keeps its slot if the slot still
    /// exists.
    ///
    /// The document does not say which new card, or which of the last cards, goes into which gap.
    private mutating func afterRefill(_ cards: [Card]) -> [Card?] {
        let count = max(0, before.cards.count - 3 + cards.count)
        let kept = before.cards.prefix(count).map { card in
            card.flatMap { shown.contains($0) ? nil : $0 }
        }
        guard told.cards.count == count else { return kept }
        var incoming = Set(cards)
        incoming.formUnion(
            before.cards.dropFirst(count).compactMap(\.self).filter { !shown.contains($0) })
        var result = kept
        for slot in kept.indices where before.cards[slot].map(shown.contains) == true {
            guard let card = told.cards[slot], incoming.remove(card) != nil else {
                findings.demand(
                    told.cards[slot] == nil, .refill, "slot \(slot) has a card that was not dealt")
                continue
            }
            result[slot] = card
        }
        return result
    }

    /// Accepts the request that is granted when it ends the display of a set: one that agrees to
    /// the other player's request, or any request in a solo game.
    private mutating func acceptAgreement() {
        for seat in Seat.allCases {
            guard let wish = told.players[seat]?.asks,
                wish == before.players[seat.opponent]?.asks || rules.players == .one
            else { continue }
            next.players[seat]?.asks = wish
        }
    }

    private mutating func followHint(_ seat: Seat, _ shown: Int, _ points: Int) {
        demand(rules.hints, "a hint although hints are off")
        demand([.open, .turn].contains(before.phase), "a hint")
        findings.demand(0...3 ~= shown, .hint, "a hint shows \(shown) cards")
        // The document does not say whether a card that was shown before costs points again.
        let allowed: Set = [0, rules.hintPoints, rules.hintPoints * shown]
        findings.demand(allowed.contains(points), .points, "a hint of \(shown) costs \(points)")
        add(points, to: seat)
    }

    // MARK: - Comparing

    private mutating func compare() {
        findings.demand(told.phase, is: next.phase, .phase, "the phase")
        compareCards()
        findings.demand(told.deck, is: next.deck, .cards, "the deck")
        findings.demand(told.discard, is: next.discard, .discard, "the discard pile")
        findings.demand(told.lastDiscard, is: next.lastDiscard, .discard, "the card on top")
        let isFaceDown = !told.cards.isEmpty && told.cards.allSatisfy { $0 == nil }
        findings.demand(
            told.selection, is: isFaceDown ? nil : next.selection, .selection, "the picked cards")
        findings.demand(told.turn?.seat, is: next.turn?.seat, .turn, "the holder of the turn")
        findings.demand(told.turn?.reason, is: next.turn?.reason, .turn, "the reason for the turn")
        findings.demand(told.game, is: next.game, .game, "the game's number")
        findings.demand(
            told.isSuddenDeath, is: next.isSuddenDeath, .suddenDeath, "whether it is sudden death")
        findings.demand(told.result, is: next.result, .result, "the result")
        for seat in Seat.allCases {
            guard let player = told.players[seat], let expected = next.players[seat] else {
                findings.demand(
                    told.players[seat] == next.players[seat], .players, "\(seat) comes or goes")
                continue
            }
            findings.demand(player.name, is: expected.name, .players, "the name of \(seat)")
            findings.demand(player.points, is: expected.points, .points, "the points of \(seat)")
            findings.demand(player.sets, is: expected.sets, .sets, "the sets of \(seat)")
            findings.demand(player.wins, is: expected.wins, .wins, "the wins of \(seat)")
            findings.demand(player.isPresent, is: expected.isPresent, .presence, "\(seat) present")
            findings.demand(player.isReady, is: expected.isReady, .readiness, "\(seat) ready")
            findings.demand(player.asks, is: expected.asks, .proposals, "the request of \(seat)")
        }
    }

    /// Compares slot by slot; a face-down card may be any card.
    private mutating func compareCards() {
        guard told.cards.count == next.cards.count else {
            findings.demand(told.cards.count, is: next.cards.count, .cards, "the board's size")
            return
        }
        for (slot, (card, expected)) in zip(told.cards, next.cards).enumerated() {
            guard let card, let expected else { continue }
            findings.demand(card, is: expected, .cards, "slot \(slot)")
        }
    }

    private mutating func judgeBoardNumber() {
        let isChanged =
            told.event == .started || claimable(before) != claimable(next)
            || next.cards.count != before.cards.count && claimable(before).isEmpty
                && told.event != .refilled([])
        // A cleared table may have been empty before.
        let mayGrow = told.cards.isEmpty && told.board > before.board
        findings.demand(
            (isChanged ? told.board > before.board : told.board == before.board) || mayGrow,
            .boardNumber,
            "\(before.board.number) became \(told.board.number) with \(String(describing: told.event))"
        )
    }

    private func claimable(_ state: TableState) -> CardSet {
        var cards = CardSet(state.cards.compactMap(\.self))
        guard let selection = state.selection, selection.verdict == .match else { return cards }
        for card in selection.cards { cards.remove(card) }
        return cards
    }
}
