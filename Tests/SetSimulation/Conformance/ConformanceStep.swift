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
extension ConformanceModel {
    /// Finds every difference between the state and what should follow.
    mutating func judgeStep(_ event: TableEvent?) {
        next = before
        followQueue(event)
        if let event { follow(event) }
        compare()
        judgeBoardNumber()
    }

    private mutating func follow(_ event: TableEvent) {
        switch event {
        case .joined(let seat): followJoin(seat)
        case .left(let seat): followLeave(seat)
        case .away(let seat):
            demand(before.players[seat]?.isPresent == true, "the player was already away")
            next.players[seat]?.isPresent = false
            acceptEndedWishes()
        case .returned(let seat):
            demand(before.players[seat]?.isPresent == false, "the player was not away")
            next.players[seat]?.isPresent = true
        case .seatReleased(let seat):
            demand(isRunning && before.players[seat]?.isPresent == false, "the seat is not kept")
        case .ready(let seat):
            demand(
                [.waiting, .over, .paused].contains(before.phase)
                    && before.players[seat]?.isReady == false, "the player was already ready")
            next.players[seat]?.isReady = true
        case .countdown: followCountdown()
        case .started: followStart()
        case .claimed(let seat):
            demand(before.phase == .open && before.foundSet.isEmpty, "a claim")
            demand(rules.needsClaim, "a claim where none is needed")
            demand(!isAway(seat), "the player claims and is away")
            give(seat, .claim)
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
        case .resigned(let seat): followEnd(wonBy: seat.opponent, by: .resigned, unless: seat)
        case .over: followOver()
        }
    }

    // MARK: - What both files need

    /// Whether a game had begun and was not over.
    var isRunning: Bool { before.phase != .waiting && before.phase != .over }

    func isAway(_ seat: Seat) -> Bool { published.players[seat]?.isPresent == false }

    mutating func demand(_ holds: Bool, _ details: StaticString) {
        findings.demand(
            holds, .eventOrder, "\(details) after phase \(String(describing: before.phase))")
    }

    /// Accepts the received readiness and requests where either may have ended.
    mutating func acceptEndedWishes(ready: Bool = true) {
        for seat in Seat.allCases {
            guard let player = published.players[seat] else { continue }
            if player.asks == nil { next.players[seat]?.asks = nil }
            if ready, !player.isReady { next.players[seat]?.isReady = false }
        }
    }

    private mutating func add(_ points: Int, to seat: Seat) { next.players[seat]?.points += points }

    // MARK: - Turns

    private mutating func give(_ seat: Seat, _ reason: TurnReason) {
        next.phase = .turn
        next.turn = Turn(seat: seat, reason: reason, countdown: published.turn?.countdown)
    }

    private mutating func demandChooser(_ seat: Seat) {
        demand(
            rules.needsClaim
                ? before.phase == .turn && before.turn?.seat == seat
                : before.phase == .open && before.foundSet.isEmpty && seat == .first,
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
            before.cards.contains(card) && !before.foundSet.contains(card), .selection,
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
        let above = max(0, before.cards.count - (rules.deck == .junior ? 9 : 12)) / 3
        let base = max(1, rules.setPoints - above)
        let bonuses = bonuses(for: seat)
        findings.demand(
            bonuses.contains(points - base), .points,
            "a set earns \(points), which is not \(base) plus one of \(bonuses.sorted())")
        add(points, to: seat)
        next.players[seat]?.sets += 1
        (next.phase, next.turn) = (.open, nil)
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
        (next.phase, next.turn) = (.open, nil)
        guard before.turn?.reason == .claim, rules.players == .two, !isAway(seat.opponent) else {
            return
        }
        give(seat.opponent, .answer)
    }

    // MARK: - Cards

    private mutating func followDeal(_ seat: Seat, _ cards: [Card], _ sets: Int, _ points: Int) {
        demand(before.phase == .open && before.foundSet.isEmpty, "a deal")
        demand(!isAway(seat), "the player deals and is away")
        findings.demand(cards.count, is: 3, .deal, "the number of cards dealt")
        findings.demand(before.deck >= 3, .deal, "dealt from a deck of \(before.deck)")
        if !before.cards.contains(nil) {
            findings.demand(
                sets, is: before.claimable.setCount, .deal, "the number of sets before the deal")
        }
        findings.demand(
            points, is: sets > 0 ? rules.wrongDealPoints : rules.rightDealPoints, .points, "a deal")
        add(points, to: seat)
        next.cards += cards
        next.deck -= cards.count
        guard rules.players == .two, rules.grace > .zero, !isAway(seat.opponent), !next.isEnd(rules)
        else {
            return
        }
        give(seat.opponent, .grace)
    }

    private mutating func followRefill(_ cards: [Card]) {
        demand(before.phase == .open || before.phase == .paused, "a refill")
        let found = before.foundSet
        guard found.count == 3 else { return demand(false, "a refill without a set being shown") }
        let isBeforePause =
            before.isPauseAgreed(rules) && !before.isEnd(rules) && !before.isSuddenDeath
        findings.demand(!isBeforePause, .faceDown, "new cards before an agreed pause")
        let rest = before.cards.count - 3
        let few = min(3, max(0, before.deck))
        var counts: Set<Int> =
            switch rules.refill {
            case .toTwelve: [min(few, max(0, (rules.deck == .junior ? 9 : 12) - rest))]
            case .always: [few]
            case .never: [0]
            }
        // In a solo game, a deal replaces a shown set with three cards.
        if rules.players == .one { counts.insert(few) }
        if before.outright(rules) != nil { counts = [0] }
        findings.demand(
            counts.contains(cards.count), .refill, "\(cards.count) cards, not \(counts.sorted())")
        next.deck -= cards.count
        discard(found)
        next.cards = afterRefill(cards, of: found)
        // Accepts the request that is granted when it ends the display of a set: one that agrees to
        // the other player's request, or any request in a solo game.
        for seat in Seat.allCases {
            guard let wish = published.players[seat]?.asks,
                wish == before.players[seat.opponent]?.asks || rules.players == .one
            else { continue }
            next.players[seat]?.asks = wish
        }
    }

    /// Puts a found set away; the document does not say which of the three is on top.
    mutating func discard(_ found: [Card]) {
        next.discard += 3
        if let top = published.lastDiscard, found.contains(top) { next.lastDiscard = top }
        next.selection = nil
    }

    /// The board after found cards have left it: every other card keeps its slot if the slot still
    /// exists.
    ///
    /// The document does not say which new card, or which of the last cards, goes into which gap.
    private mutating func afterRefill(_ cards: [Card], of found: [Card]) -> [Card?] {
        let count = max(0, before.cards.count - 3 + cards.count)
        var result = before.cards.prefix(count).map { card in
            card.flatMap { found.contains($0) ? nil : $0 }
        }
        guard published.cards.count == count else { return result }
        var incoming = Set(cards)
        incoming.formUnion(
            before.cards.dropFirst(count).compactMap(\.self).filter { !found.contains($0) })
        for slot in result.indices where before.cards[slot].map(found.contains) == true {
            guard let card = published.cards[slot], incoming.remove(card) != nil else {
                findings.demand(
                    published.cards[slot] == nil, .refill,
                    "slot \(slot) has a card that was not dealt")
                continue
            }
            result[slot] = card
        }
        return result
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
        findings.demand(published.phase, is: next.phase, .phase, "the phase")
        findings.demand(published.cards.count, is: next.cards.count, .cards, "the board's size")
        for (slot, (card, expected)) in zip(published.cards, next.cards).enumerated() {
            // A face-down card may be any card.
            guard let card, let expected, published.cards.count == next.cards.count else {
                continue
            }
            findings.demand(card, is: expected, .cards, "slot \(slot)")
        }
        findings.demand(published.deck, is: next.deck, .cards, "the deck")
        findings.demand(published.discard, is: next.discard, .discard, "the discard pile")
        findings.demand(published.lastDiscard, is: next.lastDiscard, .discard, "the card on top")
        let isFaceDown = !published.cards.isEmpty && published.cards.allSatisfy { $0 == nil }
        findings.demand(
            published.selection, is: isFaceDown ? nil : next.selection, .selection,
            "the picked cards")
        findings.demand(published.turn?.seat, is: next.turn?.seat, .turn, "the holder of the turn")
        findings.demand(
            published.turn?.reason, is: next.turn?.reason, .turn, "the reason for the turn")
        findings.demand(published.game, is: next.game, .game, "the game's number")
        findings.demand(
            published.isSuddenDeath, is: next.isSuddenDeath, .suddenDeath,
            "whether it is sudden death")
        findings.demand(published.result, is: next.result, .result, "the result")
        findings.demand(published.match, is: match, .result, "the match")
        findings.demand(published.queue, is: next.queue, .queue, "the queue")
        for seat in Seat.allCases {
            guard let player = published.players[seat], let expected = next.players[seat] else {
                findings.demand(
                    published.players[seat] == next.players[seat], .players, "\(seat) comes or goes"
                )
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

    /// The match after the event, which more than half of its games decide.
    private var match: Match? {
        guard rules.bestOf > 0, rules.players == .two else { return nil }
        let winner = Seat.allCases.first { 2 * (next.players[$0]?.wins ?? 0) > rules.bestOf }
        return Match(games: rules.bestOf, winner: winner)
    }

    private mutating func judgeBoardNumber() {
        let claimable = before.claimable
        let isChanged =
            published.event == .started || claimable != next.claimable
            || next.cards.count != before.cards.count && claimable.isEmpty
                && published.event != .refilled([])
        // A cleared table may have been empty before.
        let mayGrow = published.cards.isEmpty && published.board > before.board
        findings.demand(
            (isChanged ? published.board > before.board : published.board == before.board)
                || mayGrow,
            .boardNumber,
            "\(before.board.number) became \(published.board.number) with \(String(describing: published.event))"
        )
    }
}
